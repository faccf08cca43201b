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

  /// Adds what an element is; `false` when the result is settled.
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

  /// The result: a sum, a mean, the least and the most of nothing are missing.
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
