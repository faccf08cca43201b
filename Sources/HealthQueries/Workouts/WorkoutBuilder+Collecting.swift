import HealthModel
import HealthStorage

/// Samples as they come: HealthKit's `HKLiveWorkoutBuilder`.
extension WorkoutBuilder {
  /// Adds samples: HealthKit's `add(_:completion:)`.
  ///
  /// They are stored when the call returns.
  ///
  /// ```swift
  /// try await builder.add(.quantity(.heartRate, 121, .count / .minute, from: store.now)).check()
  /// ```
  ///
  /// Each sample is judged by the rules of its type, as `HealthStore.save` does, and gets the id of the workout as
  /// metadata. A sample that is stored without it already is another sample, unless both have the same id: that is a
  /// conflict.
  ///
  /// - Parameter samples: quantities, categories and correlations that are, at least in part, within the workout.
  /// - Returns: what became of each sample.
  /// - Throws: `WorkoutError` if the workout does not take samples, or one is not of it; `StorageError`;
  ///   `CancellationError`. Nothing is stored in these cases.
  public func add(_ samples: NewSample...) async throws -> SaveReceipt { try await add(samples) }

  /// Adds samples, as `add(_:)` of single samples does.
  public func add(_ samples: [NewSample]) async throws -> SaveReceipt {
    try await inTurn {
      try check(.add)
      let marked = try samples.enumerated().map { index, sample throws(WorkoutError) in
        try self.marked(sample, at: index)
      }
      return try await save(marked)
    }
  }

  /// Adds a stretch of the route: HealthKit's `insertRouteData(_:)` and `finishRoute(with:metadata:)`.
  ///
  /// Each stretch is a sample of the type `workoutRoute` that names the workout as its parent; `SeriesQuery.workoutRoutes`
  /// finds all of them.
  ///
  /// - Parameter locations: the points, in the order of time; each call needs one at least.
  /// - Returns: what became of the stretch, as the only outcome.
  /// - Throws: as `add(_:)`.
  public func addRoute(_ locations: [WorkoutLocation]) async throws -> SaveReceipt {
    try await inTurn {
      try check(.addRoute)
      guard let first = locations.first, let last = locations.last else {
        throw WorkoutError(.wrongSample, "the route has no point", instead: "add one point at least")
      }
      var route = NewStructure(points: WorkoutLocation.points(locations, from: first.time))
      route.parent = id
      var sample = NewSample.structured(StructuredType("workoutRoute"), route, from: first.time, to: last.time)
      try mark(&sample, "the route")
      return try await save([sample])
    }
  }

  /// Stores samples that are marked, and adds them to the statistics.
  private func save(_ samples: [NewSample]) async throws -> SaveReceipt {
    var next = record
    let saved = try await write(&next, adding: samples) { _ in }
    count(saved)
    await keep(next)
    return saved.receipt
  }

  // MARK: Marks

  private func marked(_ sample: NewSample, at index: Int) throws(WorkoutError) -> NewSample {
    if let type = store.registry.type(named: sample.type) {
      switch type.shape.kind {
      case .quantity, .category, .correlation: break
      case .characteristic, .composite, .series:
        throw WorkoutError(
          .wrongSample, "sample \(index) is of the type `\(type.id)`, which is not measured in a workout",
          instead: "save it with `HealthStore.save`; add a route with `addRoute`")
      }
    }
    var sample = sample
    try mark(&sample, "sample \(index)")
    return sample
  }

  /// Requires that a sample is of the workout, and marks it so.
  private func mark(_ sample: inout NewSample, _ name: String) throws(WorkoutError) {
    if let start = sample.start, let begun = record.timeline.start {
      let last = sample.end ?? start
      if last < begun || record.timeline.end.map({ start > $0 }) == true {
        let end = record.timeline.end.map { " to \($0)" } ?? ""
        throw WorkoutError(
          .wrongSample, "\(name) is at \(start), outside the workout from \(begun)\(end)",
          instead: "save it with `HealthStore.save`")
      }
    }
    if let last = [sample.start, sample.end].compactMap({ $0 }).max(), isFuture(last) {
      throw WorkoutError(
        .wrongSample, "\(name) is at \(last), later than now, \(store.now)",
        instead: "correct its time: the workout could not end before it")
    }
    if let subject = sample.subject, !subject.utf8.elementsEqual((record.subject ?? "").utf8) {
      let whose = record.subject.map { "the workout of \(TextEscaping.escaped($0))" } ?? "a workout without a subject"
      throw WorkoutError(
        .wrongSample, "\(name) is of the subject \(TextEscaping.escaped(subject)), in \(whose)",
        instead: "use a builder of a store with this subject")
    }
    let text = MetadataValue.string(id.description)
    if let other = sample.metadata[SampleQuery.workoutKey], other != text {
      throw WorkoutError(
        .wrongSample, "\(name) is marked as one of another workout", instead: "leave out `\(SampleQuery.workoutKey)`")
    }
    sample.metadata[SampleQuery.workoutKey] = text
    if sample.device == nil { sample.device = record.device }
  }

  // MARK: Statistics

  /// Adds samples that are stored now to the statistics of their types.
  private func count(_ saved: Saved) {
    let new = saved.new
    var parts: [Int32: SampleBatch] = [:]
    for row in 0..<new.count where store.registry.types[Int(new.type[row])].shape.quantity != nil {
      parts[new.type[row], default: SampleBatch()].append(row, of: new)
    }
    for (index, batch) in parts {
      let type = store.registry.types[Int(index)].id
      changed.insert(type)
      if statistics[type] == nil {
        statistics[type] = try? LiveStatistics(of: type, in: id, subject: record.subject, for: store)
      }
      statistics[type]?.take(batch)
    }
    // Samples that were stored before are in the statistics, unless none of their type came through this builder.
    for row in 0..<saved.known.count {
      let type = store.registry.types[Int(saved.known.type[row])]
      guard type.shape.quantity != nil, statistics[type.id] == nil else { continue }
      statistics[type.id] = try? LiveStatistics(of: type.id, in: id, subject: record.subject, for: store)
      statistics[type.id]?.setBehind()
      changed.insert(type.id)
    }
  }

  /// The statistics of a type as of now.
  func current(_ type: String) async throws -> Statistics? {
    guard var live = statistics[type] else { return nil }
    if live.isBehind {
      try await live.catchUp(from: store, within: record.sampleTime)
      statistics[type] = live
    }
    return try live.current()
  }

  /// What readers get: statistics that cannot be read now are those from before, and are tried again with the next change.
  func update() async -> WorkoutUpdate {
    for type in changed {
      guard let current = try? await current(type) else { continue }
      shown[type] = current
      changed.remove(type)
    }
    return WorkoutUpdate(
      state: state, start: start, end: end, events: events, activities: activities, sampleCount: sampleCount,
      statistics: shown)
  }
}
