public import HealthUnits

/// A condition, or a part of one, whose names are bound to a type: ready to be asked of samples.
@usableFromInline package indirect enum BoundExpression: Sendable, Hashable {
  /// A value that is the same for all samples.
  case constant(ConditionValue)
  case sample(SampleName)
  /// What a name of the element says that a function looks at.
  case element(ListElementName)
  case converted(BoundExpression, UnitConversion)
  case raw(BoundExpression, [String: Double])
  /// Two numbers, two times, or a time and seconds, taken together.
  case arithmetic(BoundExpression, ArithmeticSign, BoundExpression)
  /// Two values compared; unknown when one is missing or they are of different kinds.
  case comparison(BoundExpression, Comparison, BoundExpression)
  /// Whether a text is one of some; unknown when it is missing.
  case isOneOf(BoundExpression, [String])
  case isMissing(BoundExpression)
  /// Whether a condition does not hold; unknown when the condition is.
  case not(BoundExpression)
  /// Whether all hold: false when one is false, else unknown when one is.
  case all([BoundExpression])
  /// Whether one holds: true when one is true, else unknown when one is.
  case any([BoundExpression])
  case first([BoundExpression])
  /// A list taken together: the elements for which the filter holds.
  case fold(ConditionFunction, ListName, BoundExpression?, filter: BoundExpression?)
}

extension BoundExpression {
  /// Whether the condition holds for a sample; `nil` when that is unknown, as what it compares is missing.
  ///
  /// The work is in proportion to the condition and to the elements of the lists that it names.
  @usableFromInline package func holds(for subject: some ConditionSubject) -> Bool? {
    ConditionEvaluation(subject: subject).value(self).truth
  }

  @usableFromInline package func value(for subject: some ConditionSubject) -> ConditionValue {
    ConditionEvaluation(subject: subject).value(self)
  }

  /// The first element for which an `all` that must hold is false, or an `any` that must not hold is true; `nil` when
  /// the condition is false otherwise, or holds.
  package func failure(for subject: some ConditionSubject) -> (list: ListName, element: Int)? {
    switch self {
    case .all(let parts):
      for part in parts where part.holds(for: subject) == false { return part.failure(for: subject) }
      return nil
    case .fold(.all, let list, let body, let filter):
      return Self.element(of: list, where: body, is: false, filter, for: subject)
    case .not(.fold(.any, let list, let body, let filter)):
      return Self.element(of: list, where: body, is: true, filter, for: subject)
    default: return nil
    }
  }

  /// The first element of a list for which a condition decides; without a condition the first of the filter.
  private static func element(
    of list: ListName, where body: BoundExpression?, is wanted: Bool, _ filter: BoundExpression?,
    for subject: some ConditionSubject
  ) -> (list: ListName, element: Int)? {
    let evaluation = ConditionEvaluation(subject: subject)
    for element in 0..<subject.count(of: list) {
      if let filter, evaluation.value(filter, at: (list, element)).truth != true { continue }
      guard let body else { return (list, element) }
      if evaluation.value(body, at: (list, element)).truth == wanted { return (list, element) }
    }
    return nil
  }

  /// The first column of points that the condition compares, as index into the columns; `nil` when it compares none.
  package var firstColumn: Int? { ContentNames([self]).columns.min() }

  /// Whether a part of it is so.
  package func contains(where isWanted: (BoundExpression) -> Bool) -> Bool {
    isWanted(self) || parts.contains { $0.contains(where: isWanted) }
  }

  /// Whether it looks at the points of a series, which are most of what a sample holds.
  @usableFromInline package var isOfPoints: Bool {
    switch self {
    case .sample(.rate), .fold(_, .points, _, _): true
    default: false
    }
  }

  package var isOfMetadata: Bool {
    if case .sample(.metadata) = self { true } else { false }
  }

  /// The members of a correlation that functions look through, by what names them.
  package var memberLists: Set<String> {
    var names: Set<String> = []
    if case .fold(_, .members(let name), _, _) = self { names.insert(name) }
    return parts.reduce(into: names) { $0.formUnion($1.memberLists) }
  }

  /// Whether it names members of a correlation.
  @usableFromInline package var isOfMembers: Bool {
    switch self {
    case .sample(.member), .fold(_, .members, _, _): true
    default: false
    }
  }

  var parts: [BoundExpression] {
    switch self {
    case .constant, .sample, .element: []
    case .converted(let part, _), .raw(let part, _), .isOneOf(let part, _), .isMissing(let part), .not(let part): [part]
    case .arithmetic(let left, _, let right), .comparison(let left, _, let right): [left, right]
    case .all(let parts), .any(let parts), .first(let parts): parts
    case .fold(_, _, let body, let filter): [body, filter].compactMap { $0 }
    }
  }
}
