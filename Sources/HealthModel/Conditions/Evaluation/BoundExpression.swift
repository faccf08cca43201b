public import HealthUnits

/// A condition, or a part of one, whose names are bound to a type: ready to be asked of samples.
@usableFromInline package indirect enum BoundExpression: Sendable, Hashable {
  case constant(ConditionValue)
  case sample(SampleName)
  case element(ListElementName)
  case converted(BoundExpression, UnitConversion)
  case raw(BoundExpression, [String: Double])
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

  package var isOfMetadata: Bool { if case .sample(.metadata) = self { true } else { false } }

  package var memberLists: Set<String> {
    var names: Set<String> = []
    if case .fold(_, .members(let name), _, _) = self { names.insert(name) }
    return parts.reduce(into: names) { $0.formUnion($1.memberLists) }
  }

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

/// Asks one sample.
struct ConditionEvaluation<Subject: ConditionSubject> {
  let subject: Subject

  typealias Place = (list: ListName, element: Int)

  /// What an expression is; one within a function, at the element that the function looks at.
  func value(_ expression: BoundExpression, at place: Place? = nil) -> ConditionValue {
    switch expression {
    case .constant(let value): return value
    case .sample(let name): return subject.value(of: name)
    case .element(let name):
      guard let place else { return .missing }
      return subject.value(of: name, at: place.element, of: place.list)
    case .converted(let part, let conversion):
      guard case .number(let number) = value(part, at: place) else { return .missing }
      return .finite(conversion(number))
    case .raw(let part, let numbers):
      guard case .text(let name) = value(part, at: place), let number = numbers[name] else { return .missing }
      return .number(number)
    case .arithmetic(let left, let sign, let right):
      return Self.result(value(left, at: place), sign, value(right, at: place))
    case .comparison(let left, let comparison, let right):
      return Self.comparison(value(left, at: place), comparison, value(right, at: place))
    case .isOneOf(let part, let texts):
      guard case .text(let text) = value(part, at: place) else { return .missing }
      return .boolean(texts.contains { $0.utf8.elementsEqual(text.utf8) })
    case .isMissing(let part): return .boolean(value(part, at: place) == .missing)
    case .not(let part): return value(part, at: place).truth.map { .boolean(!$0) } ?? .missing
    case .all(let parts): return joined(parts, decisive: false, at: place)
    case .any(let parts): return joined(parts, decisive: true, at: place)
    case .first(let parts):
      for part in parts {
        let value = value(part, at: place)
        if value != .missing { return value }
      }
      return .missing
    case .fold(let function, let list, let body, let filter): return fold(function, list, body, filter)
    }
  }

  /// Whether all or any of some conditions hold: the first that is decisive decides.
  private func joined(_ parts: [BoundExpression], decisive: Bool, at place: Place?) -> ConditionValue {
    var isKnown = true
    for part in parts {
      switch value(part, at: place).truth {
      case decisive?: return .boolean(decisive)
      case nil: isKnown = false
      default: break
      }
    }
    return isKnown ? .boolean(!decisive) : .missing
  }

  private func fold(
    _ function: ConditionFunction, _ list: ListName, _ body: BoundExpression?, _ filter: BoundExpression?
  ) -> ConditionValue {
    var tally = ListTally(function)
    for element in 0..<subject.count(of: list) {
      let place = (list, element)
      if let filter, value(filter, at: place).truth != true { continue }
      guard tally.add(body.map { value($0, at: place) }) else { break }
    }
    return tally.result
  }

  private static func comparison(
    _ left: ConditionValue, _ comparison: Comparison, _ right: ConditionValue
  ) -> ConditionValue {
    switch (left, right) {
    case (.number(let left), .number(let right)): .boolean(comparison.holds(left, right))
    case (.time(let left), .time(let right)): .boolean(comparison.holds(left, right))
    case (.text(let left), .text(let right)): .boolean(comparison.holds(ExactText(left), ExactText(right)))
    case (.boolean(let left), .boolean(let right)): .boolean(comparison.holds(left ? 1 : 0, right ? 1 : 0))
    case (.quantity(let left, let unit), .quantity(let right, let other)):
      unit.utf8.elementsEqual(other.utf8) ? .boolean(comparison.holds(left, right)) : .missing
    default: .missing
    }
  }

  private static func result(
    _ left: ConditionValue, _ sign: ArithmeticSign, _ right: ConditionValue
  ) -> ConditionValue {
    switch (left, sign, right) {
    case (.number(let left), .plus, .number(let right)): .finite(left + right)
    case (.number(let left), .minus, .number(let right)): .finite(left - right)
    case (.number(let left), .times, .number(let right)): .finite(left * right)
    case (.number(let left), .over, .number(let right)): .finite(left / right)
    case (.time(let left), .minus, .time(let right)): difference(left, right)
    case (.time(let left), .plus, .number(let right)): moved(left, by: right)
    case (.time(let left), .minus, .number(let right)): moved(left, by: -right)
    default: .missing
    }
  }

  /// The seconds from one time to another; missing beyond what times can be.
  private static func difference(_ left: Int64, _ right: Int64) -> ConditionValue {
    let (difference, isBeyond) = left.subtractingReportingOverflow(right)
    return isBeyond ? .missing : .number(Double(difference) / 1_000_000)
  }

  /// A time some seconds later; missing beyond what times can be.
  private static func moved(_ time: Int64, by seconds: Double) -> ConditionValue {
    guard let step = Int64(exactly: (seconds * 1_000_000).rounded()) else { return .missing }
    let (sum, isBeyond) = time.addingReportingOverflow(step)
    return isBeyond ? .missing : .time(sum)
  }
}

/// What a function knows of the elements so far.
struct ListTally {
  private let function: ConditionFunction
  private var count = 0
  private var number = 0.0
  private var time: Int64?
  private var isKnown = true
  private var decision: Bool?
  private var firstValue = ConditionValue.missing

  init(_ function: ConditionFunction) { self.function = function }

  mutating func add(_ value: ConditionValue?) -> Bool {
    switch function {
    case .count: count += 1
    case .all, .any:
      let decisive = function == .any
      // Without a condition it is enough that there is an element.
      guard let truth = value.map(\.truth) ?? true else {
        isKnown = false
        return true
      }
      if truth == decisive { decision = decisive }
      return decision == nil
    case .sum, .average, .minimum, .maximum: addNumber(value)
    case .first:
      firstValue = value ?? .missing
      return firstValue == .missing
    case .raw: return false
    }
    return true
  }

  private mutating func addNumber(_ value: ConditionValue?) {
    if case .time(let next)? = value {
      time = time.map { function == .minimum ? min($0, next) : max($0, next) } ?? next
    }
    guard case .number(let next)? = value else { return }
    switch function {
    case .minimum where count > 0: number = min(number, next)
    case .maximum where count > 0: number = max(number, next)
    case .minimum, .maximum: number = next
    default: number += next
    }
    count += 1
  }

  var result: ConditionValue {
    switch function {
    case .count: .number(Double(count))
    case .minimum, .maximum: time.map { .time($0) } ?? (count > 0 ? .finite(number) : .missing)
    case .sum: count > 0 ? .finite(number) : .missing
    case .average: count > 0 ? .finite(number / Double(count)) : .missing
    case .all, .any: decision.map { .boolean($0) } ?? (isKnown ? .boolean(function == .all) : .missing)
    case .first: firstValue
    case .raw: .missing
    }
  }
}

/// What a name or a part of a condition is for one sample.
@usableFromInline package enum ConditionValue: Sendable, Hashable {
  case missing
  /// A number, in the unit that binding settled on: the canonical one for what has one.
  case number(Double)
  /// A text, the name of a case, a date as `YYYY-MM-DD`, a UUID in upper case, or the id of a type.
  case text(String)
  case boolean(Bool)
  /// A moment, in microseconds since 1970 UTC.
  case time(Int64)
  case quantity(Double, unit: String)

  var truth: Bool? {
    if case .boolean(let value) = self { return value }
    return nil
  }

  static func finite(_ number: Double) -> ConditionValue { number.isFinite ? .number(number) : .missing }
}

extension ConditionValue {
  package init(metadata place: Range<Int>, in bytes: RawSpan) {
    self = (try? Self.metadata(place, in: bytes)) ?? .missing
  }

  private static func metadata(_ place: Range<Int>, in bytes: RawSpan) throws(SyntaxError) -> ConditionValue {
    var cursor = JSONCursor(position: place.lowerBound, end: place.upperBound, longestString: Int.max, isLenient: true)
    cursor.skipSpace(bytes)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else {
      let value = try cursor.value(bytes, depth: 0)
      switch value.kind {
      case .string: return .text(JSONText.string(value.range, in: bytes))
      case .number: return DecimalParser.parse(value.range, in: bytes).map { .number($0.value) } ?? .missing
      case .boolean: return .boolean(value.range.count == 4)
      case .absent, .null, .object, .array, .duration: return .missing
      }
    }
    var (number, unit) = (RawField.absent, RawField.absent)
    try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      let value = try cursor.value(bytes, depth: 1)
      if bytes.equals(key.range, "value") { number = value }
      if bytes.equals(key.range, "unit") { unit = value }
    }
    guard number.kind == .number, unit.kind == .string, let reading = DecimalParser.parse(number.range, in: bytes)
    else { return .missing }
    return .quantity(reading.value, unit: JSONText.string(unit.range, in: bytes))
  }
}
