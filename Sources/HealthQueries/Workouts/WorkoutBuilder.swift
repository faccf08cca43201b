public import HealthModel
public import HealthStorage

/// Collects a workout while it happens: HealthKit's `HKWorkoutSession` and `HKLiveWorkoutBuilder`.
///
/// ```swift
/// let builder = try store.workoutBuilder(WorkoutConfiguration(.running, location: .outdoor))
/// try await builder.start()
/// try await builder.add(.quantity(.heartRate, 121, .count / .minute, from: store.now)).check()
/// try await builder.end()
/// let workout = try await builder.finish().sample
/// ```
///
/// What is added is stored when the call returns, with all that the builder knows, so that
/// `HealthStore.unfinishedWorkouts` finds it when the process ends. Calls of many tasks take effect one after the other.
/// One that throws `QueryError` or `CancellationError` changes nothing; after a `StorageError`, `unfinishedWorkouts` has
/// what is stored. A moment that is not given is now; for the end, not before the last thing that happened.
public actor WorkoutBuilder {
  /// How far a workout has come: HealthKit's `HKWorkoutSessionState`; a `stopped` one takes samples that arrive late.
  public enum State: Int, Sendable, Hashable, CaseIterable {
    case notStarted = 1, running, ended, paused, prepared, stopped
  }

  /// What kind of exercise it is.
  public nonisolated let configuration: WorkoutConfiguration
  /// The id that the workout will have; samples that were collected for it name it.
  public nonisolated let id: SampleID
  private nonisolated let store: HealthStore
  /// Where calls wait: an actor lets another one in while a call waits for the store.
  private nonisolated let line = WriterQueue()
  private nonisolated let changes = AsyncStream.makeStream(
    of: UnfinishedWorkout.self, bufferingPolicy: .bufferingNewest(1))
  /// The workout so far.
  public private(set) var workout: UnfinishedWorkout
  private var ending: String?
  /// The note as this builder wrote it last: no other one has gone on with the workout if the store has it.
  private var note: String?

  init(_ workout: UnfinishedWorkout, note: String? = nil, store: HealthStore) {
    (id, configuration) = (workout.id, workout.configuration)
    (self.workout, self.note, self.store) = (workout, note, store)
  }

  deinit { changes.continuation.finish() }

  /// How long the workout lasts until a moment without its pauses: HealthKit's `elapsedTime(at:)`.
  public func elapsedTime(at moment: Instant? = nil) -> Duration {
    guard let start = workout.start else { return .zero }
    return .microseconds(workout.activeTime(from: start, to: moment ?? store.now))
  }

  /// The statistics of a quantity so far: those of the collected samples; `nil` without any.
  public func statistics(for type: QuantityType) async throws -> Statistics? {
    let id = try store.type(named: type.name).id
    return try await inTurn { workout.types.contains(id) ? try await workout.statistics(of: id, in: store) : nil }
  }

  /// The workout after each change until it is over, for one reader: HealthKit's `HKLiveWorkoutBuilderDelegate`.
  ///
  /// A slow reader gets the newest change only.
  public nonisolated func updates() -> AsyncStream<UnfinishedWorkout> { changes.stream }

  /// Notes that sensors warm up: HealthKit's `prepare()`.
  public func prepare() async throws { try await change("prepare", in: [.notStarted]) { $0.state = .prepared } }

  /// Starts the workout: HealthKit's `startActivity(with:)` and `beginCollection(at:)`.
  public func start(at moment: Instant? = nil) async throws {
    try await change("start", in: [.notStarted, .prepared]) { ($0.state, $0.start) = (.running, moment ?? store.now) }
  }

  /// Pauses the workout; the time until `resume` does not count.
  public func pause(at moment: Instant? = nil) async throws {
    try await change("pause", in: [.running]) { try $0.add(WorkoutEvent(.pause, from: moment ?? store.now)) }
  }

  /// Goes on after a pause.
  public func resume(at moment: Instant? = nil) async throws {
    try await change("resume", in: [.paused]) { try $0.add(WorkoutEvent(.resume, from: moment ?? store.now)) }
  }

  /// Stops the workout, not before anything that happened in it: HealthKit's `stopActivity(with:)`.
  public func stop(at moment: Instant? = nil) async throws {
    try await change("stop", in: [.running, .paused]) {
      try $0.close(at: moment, now: store.now)
      $0.state = .stopped
    }
  }

  /// Ends the workout, at the moment of `stop` if it was stopped: HealthKit's `end()` and `endCollection(at:)`.
  public func end(at moment: Instant? = nil) async throws {
    try await change("end", in: [.running, .paused, .stopped]) {
      if $0.end == nil { try $0.close(at: moment, now: store.now) }
      $0.state = .ended
    }
  }

  /// Adds an event: HealthKit's `addWorkoutEvents(_:)`.
  ///
  /// `pause` and `resume` change the state, as the functions of these names do.
  public func addEvent(
    _ kind: WorkoutEvent.Kind, from start: Instant? = nil, to end: Instant? = nil,
    metadata: [String: MetadataValue] = [:]
  ) async throws {
    let states: Set<State> = kind == .pause ? [.running] : kind == .resume ? [.paused] : [.running, .paused]
    try await change("addEvent", in: states) {
      try $0.add(WorkoutEvent(kind, from: start ?? store.now, to: end, metadata: metadata))
    }
  }

  /// Begins a part of the workout, and ends the one before: HealthKit's `beginNewActivity(configuration:date:metadata:)`.
  @discardableResult public func beginActivity(
    _ configuration: WorkoutConfiguration, at moment: Instant? = nil, metadata: [String: MetadataValue] = [:]
  ) async throws -> SampleID {
    let id = SampleID.random()
    try await change("beginActivity", in: [.running, .paused]) {
      try $0.begin(
        WorkoutActivity(id: id, configuration: configuration, start: moment ?? store.now, metadata: metadata))
    }
    return id
  }

  /// Ends the activity that goes on, as the end of the workout does: HealthKit's `endCurrentActivity(on:)`.
  public func endActivity(at moment: Instant? = nil) async throws {
    try await change("endActivity", in: [.running, .paused]) { try $0.endActivity(at: moment ?? store.now) }
  }

  /// Adds metadata of the workout, replacing those of the same keys: HealthKit's `addMetadata(_:)`.
  public func addMetadata(_ metadata: [String: MetadataValue]) async throws {
    try await change("addMetadata", in: [.running, .paused, .stopped, .ended]) { $0.metadata.merge(metadata) { $1 } }
  }

  /// Adds samples: HealthKit's `add(_:completion:)`.
  ///
  /// Each is judged as `HealthStore.save` does, and gets the id of the workout as metadata. It is within the workout, at
  /// least in part. The parent of a stretch of the route, of the type `workoutRoute`, is the `id`.
  public func add(_ samples: NewSample...) async throws -> SaveReceipt { try await add(samples) }

  /// Adds samples, as `add(_:)` of single samples does.
  public func add(_ samples: [NewSample]) async throws -> SaveReceipt {
    try await inTurn {
      try check("add", in: [.running, .paused, .stopped])
      let mark = MetadataValue.string(id.description)
      let marked = try samples.enumerated().map { index, sample in
        var sample = sample
        let first = sample.start ?? workout.latest
        let last = max(first, sample.end ?? first)
        var fault: String?
        let shape = store.registry.type(named: sample.type)?.shape
        if shape?.hasTime == false || shape?.structure.map({ $0.points == nil }) == true { fault = "not a measurement" }
        if let start = workout.start, last < start { fault = "before the workout, which starts at \(start)" }
        if let end = workout.end, first > end { fault = "after the workout, which ends at \(end)" }
        if isFuture(last) { fault = "later than now, \(store.now)" }
        if let subject = sample.subject, !subject.utf8.elementsEqual((workout.subject ?? "").utf8) {
          fault = "of another subject"
        }
        if sample.metadata[SampleQuery.workoutKey] ?? mark != mark { fault = "marked as one of another workout" }
        if let fault {
          throw QueryError(
            .wrongSample, "sample \(index) is \(fault)", instead: "correct it, or save it with `HealthStore.save`")
        }
        sample.metadata[SampleQuery.workoutKey] = mark
        if sample.device == nil { sample.device = workout.device }
        return sample
      }
      return try await write(workout, adding: marked).receipt
    }
  }

  /// Stores the workout with its events, activities and the statistics of its samples: HealthKit's `finishWorkout()`.
  ///
  /// - Throws: `QueryError.Reason.refused` when a rule that compares parts of the workout refuses it: what was collected stays.
  public func finish() async throws -> FinishedWorkout {
    try await inTurn {
      try check("finish", in: [.ended])
      let content = try await workout.finished(in: store)
      let (receipt, judged) = try await write(workout, adding: [content], isFinal: true)
      guard let sample = try SampleDecoder(registry: store.registry).samples(in: judged.batch).first else {
        throw StorageError(.failed, "the workout \(id) is stored and cannot be read", hint: "query it by its id")
      }
      return FinishedWorkout(sample: sample, warnings: receipt.warnings[0] ?? [])
    }
  }

  /// Deletes the samples that name the workout, and forgets it, in every state: HealthKit's `discardWorkout()`.
  public func discard() async throws {
    try await inTurn {
      try check("discard", in: Set(State.allCases))
      let backend = store.backend
      if let input = workout.input {
        // One turn to write: no other builder adds a sample in between. If it is interrupted, the note is still there.
        try await backend.withTurn { turn in
          try requireOwn(try await backend.progress(of: input))
          _ = try await backend.delete(SampleQuery().collected(for: id).checked(for: store), in: turn)
          store.signal.raise()
          try await store.requireNoSamples(of: id)
          do throws(StorageError) {
            _ = try await backend.forget(imports: [input], in: turn)
            return
          } catch {
            guard error.code == .unsupported else { throw error }
          }
          // A store that cannot forget keeps an empty note.
          do {
            try await backend.commit(workout.note(store.registry, isOver: true), in: turn)
          } catch {
            await backend.rollback(in: turn)
            throw error
          }
        }
      }
      workout.types = []
      keep(workout, ending: "discarded")
    }
  }

  private func inTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
    // A call before this one may wait for the turn that this task has.
    try store.backend.line.requireNotHeld()
    _ = try await line.enter()
    defer { line.leave() }
    return try await body()
  }

  private func check(_ call: String, in states: Set<State>) throws(QueryError) {
    if let ending { throw QueryError(.over, "the workout is \(ending)", instead: "begin another one") }
    guard !states.contains(workout.state) else { return }
    let possible = states.map { "`\($0)`" }.sorted().joined(separator: ", ")
    throw QueryError(
      .wrongState, "`\(call)` is not possible in the state `\(workout.state)`", instead: "it is possible in \(possible)"
    )
  }

  private func change(
    _ call: String, in states: Set<State>, _ edit: (inout UnfinishedWorkout) throws -> Void
  ) async throws {
    try await inTurn {
      try check(call, in: states)
      var next = workout
      try edit(&next)
      // Nothing is stored before the start, so that a builder that is never used leaves nothing.
      guard let start = next.start else { return keep(next) }
      guard start.microseconds >= Instant.earliest, !isFuture(next.latest) || next.latest <= workout.latest else {
        throw QueryError(
          .wrongTime, "\(next.latest) is later than now, \(store.now), or before the year 1",
          instead: "give a moment that is at most 5 minutes later than now")
      }
      try store.check(next, .refused)
      _ = try await write(next)
    }
  }

  /// By more than the clocks of sensors differ: the workout could not end before it.
  private func isFuture(_ moment: Instant) -> Bool { moment > store.now + .seconds(300) }

  private func write(
    _ next: UnfinishedWorkout, adding samples: [NewSample] = [], isFinal: Bool = false
  ) async throws -> (receipt: SaveReceipt, judged: JudgedSamples) {
    let judged = store.types.judged(samples, now: store.now, subject: workout.subject, source: store.source)
    var (next, receipt) = (next, SaveReceipt())
    let transaction = try await store.backend.begin()
    if let input = next.input {
      try requireOwn(try await store.backend.progress(of: input))
    } else {
      next.input = next.freeKey(among: try await store.backend.imports())
    }
    if !samples.isEmpty { receipt = try await HealthTransaction(transaction, of: store).append(judged) }
    if isFinal { try receipt.check() } else { next.count(receipt, of: judged, in: store.registry) }
    let progress = next.note(store.registry, isOver: isFinal)
    if samples.isEmpty || next.types.count > workout.types.count {
      try next.checkRoom(since: workout, noteSize: progress?.details.utf8.count ?? 0)
    }
    try Task.checkCancellation()
    // The store may have kept what it answers for with an error.
    ending = "in doubt after an error of the store; `unfinishedWorkouts` has it if it goes on"
    defer { if ending != nil { changes.continuation.finish() } }
    try await transaction.finish(progress)
    note = progress?.details
    store.signal.raise()
    keep(next, ending: isFinal ? "finished" : nil)
    return (receipt, judged)
  }

  /// Requires, with the turn to write, that no other builder has changed the workout.
  private func requireOwn(_ stored: ImportProgress?) throws(QueryError) {
    if let stored, stored.details == note { return }
    guard let stored, !stored.isFinished, stored.path == "workout \(id)" else { throw .gone }
    throw QueryError(.takenOver, "another builder goes on with the workout", instead: "drop this one")
  }

  private func keep(_ next: UnfinishedWorkout, ending: String? = nil) {
    (workout, self.ending) = (next, ending)
    changes.continuation.yield(next)
    if ending != nil { changes.continuation.finish() }
  }
}

extension HealthStore {
  private func requireWorkouts() throws(StorageError) {
    guard backend.capabilities.isSuperset(of: [.query, .delete, .resume]) else {
      throw StorageError(.unsupported, "this store cannot keep an unfinished workout", hint: "use sqlite or jsonl")
    }
  }

  fileprivate func requireNoSamples(of id: SampleID) async throws {
    var query = SampleQuery().collected(for: id)
    query.limit = 1
    guard try await samples(matching: query).isEmpty else {
      throw StorageError(
        .failed, "the store did not delete all samples of the workout",
        hint: "open it without an owner, and discard the workout again")
    }
  }

  /// Makes a builder that collects a workout: HealthKit's `HKWorkoutSession(healthStore:configuration:)`.
  ///
  /// Samples have the subject and source of this value of `HealthStore`, and `device`, unless they name one.
  public func workoutBuilder(_ configuration: WorkoutConfiguration, device: Device? = nil) throws -> WorkoutBuilder {
    try requireWorkouts()
    let workout = UnfinishedWorkout(configuration: configuration, subject: subject, device: device)
    var probe = UnfinishedWorkout(configuration: configuration, subject: subject, device: nil)
    probe.start = now
    try probe.begin(WorkoutActivity(id: probe.id, configuration: configuration, start: now, metadata: [:]))
    try check(probe, .wrongConfiguration)
    return WorkoutBuilder(workout, store: self)
  }

  /// The workouts that are neither finished nor discarded, of the `subject` if there is one, in the order they were begun.
  public func unfinishedWorkouts() async throws -> [UnfinishedWorkout] {
    try Task.checkCancellation()
    return try await backend.imports().compactMap { UnfinishedWorkout($0, registry.units) }
      .filter { subject == nil || $0.subject.map { Array($0.utf8) } == subject.map { Array($0.utf8) } }
      .sorted { ($0.start ?? now) < ($1.start ?? now) }
  }

  /// Goes on with a workout in the state in which it was left; the builder that had it throws `takenOver` from then on.
  ///
  /// A workout that was running has been running since; to leave out that time, end it at its `latest` moment.
  public func resume(_ workout: UnfinishedWorkout) async throws -> WorkoutBuilder {
    try requireWorkouts()
    let transaction = try await backend.begin()
    let stored = try await backend.progress(of: workout.input ?? "").flatMap { UnfinishedWorkout($0, registry.units) }
    guard var found = stored, found.id == workout.id else { throw QueryError.gone }
    found.owner = SampleID.random().description
    let note = found.note(registry)
    try Task.checkCancellation()
    try await transaction.finish(note)
    return WorkoutBuilder(found, note: note?.details, store: self)
  }

  /// Deletes what was collected for a workout, and forgets it.
  public func discard(_ workout: UnfinishedWorkout) async throws { try await resume(workout).discard() }

  /// Refuses what `finish` would refuse; rules that compare parts of the workout need all of it, and are left to it.
  fileprivate func check(_ workout: UnfinishedWorkout, _ reason: QueryError.Reason) throws(QueryError) {
    let findings = types.judged([workout.preview], now: now, subject: workout.subject, source: source).findings(at: 0)
    guard let finding = findings.first(where: { $0.severity == .error && $0.code != .ruleBroken }) else { return }
    throw QueryError(
      reason, "the workout would be refused: \(finding.message)", instead: finding.hint ?? "correct it, or leave it out"
    )
  }
}

extension SampleQuery {
  /// The metadata key of samples that a workout builder collected; its value is the id of the workout.
  package static let workoutKey = "AssayWorkout"

  /// Samples that a builder collected for a workout: HealthKit's `predicateForObjects(from:)` of a workout.
  public func collected(for workout: SampleID) -> SampleQuery {
    withMetadata(Self.workoutKey, .equal, .text(workout.description))
  }
}

extension QueryError {
  fileprivate static let gone = QueryError(
    .over, "the workout was finished or discarded", instead: "call `unfinishedWorkouts`")
}
