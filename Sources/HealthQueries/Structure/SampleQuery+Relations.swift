public import HealthModel
public import HealthStorage

/// Questions for samples by what they have to do with another one.
extension SampleQuery {
  /// Samples inside a sample, such as the heart rates of a workout: `predicateForObjects(from:)` of a workout.
  ///
  /// Inside are those of the same subject, or as well without one, that neither start before the sample does nor end
  /// after it. HealthKit has the objects that an app added to the workout; exports do not say which these are, so that
  /// here time decides, whatever the source; `collected(for:)` finds those that a `WorkoutBuilder` added.
  /// `from(source:)` narrows it. The sample itself is inside, too: name types.
  ///
  /// ```swift
  /// let pulses = try await SampleQuery.samples(of: "heartRate").within(workout).result(for: store)
  /// ```
  ///
  /// - Parameter sample: the sample; inside one without a time there is nothing.
  /// - Returns: the query, narrowed.
  public func within(_ sample: Sample) -> SampleQuery {
    guard let start = sample.start?.microseconds, let end = sample.end?.microseconds else { return none }
    var query = self
    var parts: [BoundExpression] = []
    if !query.require(startAtLeast: start) {
      parts.append(.comparison(.sample(.start), .greaterOrEqual, .constant(.time(start))))
    }
    if !query.require(endAtMost: end) {
      parts.append(.comparison(.sample(.end), .lessOrEqual, .constant(.time(end))))
    }
    if let subject = sample.subject {
      guard query.require(subjects: [subject]) else { return none }
    } else {
      parts.append(.isMissing(.sample(.subject)))
    }
    query.require(parts)
    return query
  }

  /// Samples that belong to a sample, as routes do to their workout: those that name it as their `parent`.
  ///
  /// ```swift
  /// let routes = try await SampleQuery.samples(of: "workoutRoute").children(of: workout.id).result(for: store)
  /// ```
  public func children(of parent: SampleID) -> SampleQuery {
    var query = self
    query.require([.comparison(.sample(.parent), .equal, .constant(.text(parent.description)))])
    return query
  }

  /// The series of a sample: those that name it as their `parent`, and those inside its time that name none.
  func belonging(to owner: Sample) -> SampleQuery {
    var query = self
    let named = BoundExpression.comparison(.sample(.parent), .equal, .constant(.text(owner.id.description)))
    if let start = owner.start?.microseconds, let end = owner.end?.microseconds {
      let unnamed: [BoundExpression] = [
        .isMissing(.sample(.parent)),
        .comparison(.sample(.start), .greaterOrEqual, .constant(.time(start))),
        .comparison(.sample(.start), .lessOrEqual, .constant(.time(end))),
        .comparison(.sample(.end), .lessOrEqual, .constant(.time(end))),
      ]
      query.require([.any([named, .all(unnamed)])])
    } else {
      query.require([named])
    }
    return query
  }

  private var none: SampleQuery {
    var query = self
    query.ids = []
    return query
  }

  private mutating func require(_ parts: [BoundExpression]) {
    let all = (condition.map { [$0] } ?? []) + parts
    if !all.isEmpty { condition = all.count == 1 ? all[0] : .all(all) }
  }
}
