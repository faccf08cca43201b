public import HealthModel
public import HealthUnits

/// A condition, or a part of one, whose names are bound to a type: ready to be asked of samples.
public indirect enum BoundExpression: Sendable, Hashable {
  /// A value that is the same for all samples.
  case constant(ConditionValue)
  /// What a name of the sample says.
  case sample(SampleName)
  /// What a name of the element says that a function looks at.
  case element(ListElementName)
  /// A number in another unit.
  case converted(BoundExpression, UnitConversion)
  /// The raw number of a case, by its names.
  case raw(BoundExpression, [String: Double])
  /// Two numbers, two times, or a time and seconds, taken together.
  case arithmetic(BoundExpression, ArithmeticSign, BoundExpression)
  /// Two values compared; unknown when one is missing or they are of different kinds.
  case comparison(BoundExpression, Comparison, BoundExpression)
  /// Whether a text is one of some; unknown when it is missing.
  case isOneOf(BoundExpression, [String])
  /// Whether a value is missing.
  case isMissing(BoundExpression)
  /// Whether a condition does not hold; unknown when the condition is.
  case not(BoundExpression)
  /// Whether all hold: false when one is false, else unknown when one is.
  case all([BoundExpression])
  /// Whether one holds: true when one is true, else unknown when one is.
  case any([BoundExpression])
  /// The first of some values that is not missing.
  case first([BoundExpression])
  /// A list taken together: the elements for which the filter holds.
  case fold(ConditionFunction, ListName, BoundExpression?, filter: BoundExpression?)
}

extension BoundExpression {
  /// Whether the condition holds for a sample; `nil` when that is unknown, as what it compares is missing.
  ///
  /// The work is in proportion to the condition and to the elements of the lists that it names.
  public func holds(for subject: some ConditionSubject) -> Bool? {
    ConditionEvaluation(subject: subject).value(self).truth
  }

  /// What the expression is for a sample.
  public func value(for subject: some ConditionSubject) -> ConditionValue {
    ConditionEvaluation(subject: subject).value(self)
  }

  /// The first element for which an `all` that must hold is false; `nil` when the condition is false otherwise, or holds.
  public func failure(for subject: some ConditionSubject) -> (list: ListName, element: Int)? {
    switch self {
    case .all(let parts):
      for part in parts where part.holds(for: subject) == false { return part.failure(for: subject) }
      return nil
    case .fold(.all, let list, let body?, let filter):
      let evaluation = ConditionEvaluation(subject: subject)
      for element in 0..<subject.count(of: list) {
        if let filter, evaluation.value(filter, at: (list, element)).truth != true { continue }
        if evaluation.value(body, at: (list, element)).truth == false { return (list, element) }
      }
      return nil
    default: return nil
    }
  }

  /// Whether a part of it is so.
  public func contains(where isWanted: (BoundExpression) -> Bool) -> Bool {
    isWanted(self) || parts.contains { $0.contains(where: isWanted) }
  }

  /// Whether it names what a structured sample holds.
  public var isOfContent: Bool {
    switch self {
    case .sample(.field), .sample(.parent), .sample(.rate), .fold(_, .list, _, _), .fold(_, .points, _, _): true
    default: false
    }
  }

  /// Whether it looks at the points of a series, which are most of what a sample holds.
  public var isOfPoints: Bool {
    switch self {
    case .sample(.rate), .fold(_, .points, _, _): true
    default: false
    }
  }

  /// Whether it names members of a correlation.
  public var isOfMembers: Bool {
    switch self {
    case .sample(.member), .fold(_, .members, _, _): true
    default: false
    }
  }

  private var parts: [BoundExpression] {
    switch self {
    case .constant, .sample, .element: []
    case .converted(let part, _), .raw(let part, _), .isOneOf(let part, _), .isMissing(let part), .not(let part): [part]
    case .arithmetic(let left, _, let right), .comparison(let left, _, let right): [left, right]
    case .all(let parts), .any(let parts), .first(let parts): parts
    case .fold(_, _, let body, let filter): [body, filter].compactMap { $0 }
    }
  }
}
