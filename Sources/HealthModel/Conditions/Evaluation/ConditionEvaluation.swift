import HealthUnits

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
    case (.time(let left), .minus, .time(let right)):
      difference(left, right)
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
