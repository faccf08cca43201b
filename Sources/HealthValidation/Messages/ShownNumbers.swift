import HealthModel

/// The numbers that words show beside a number out of bounds.
enum ShownNumbers {
  /// A number in the type's unit, beside the same in the unit it is written in.
  ///
  /// Six digits are enough there, unless they would put it within the bound.
  static func rounded(_ number: Double, _ bounds: ValueBounds) -> Double {
    let rounded = SignificantDigits.six(number)
    let broken = BrokenBound(number, bounds)
    return broken != .none && broken == BrokenBound(rounded, bounds) ? rounded : number
  }

  static func percentage(of value: Double) -> Double {
    // A hundred times 0.07 is 7.000000000000001.
    let rounded = (value * 1e8).rounded() / 1e6
    return rounded.isFinite ? rounded : value * 100
  }
}

extension FindingMessage {
  /// The number at fault: as written, and converted when its unit is not the type's own.
  static func found(_ context: MessageContext, _ plan: TypePlan, _ bounds: ValueBounds) -> MessageText {
    if context.redacts { return "\(MessageContext.redacted) \(MessageText(bytes: plan.canonicalUnit))" }
    let number = context.finding.detail.number
    guard let written = context.writtenUnit else {
      return plan.isPercent
        ? "\(context.number(number)) (\(context.number(ShownNumbers.percentage(of: number))) %)"
        : "\(context.number(number)) \(MessageText(bytes: plan.canonicalUnit))"
    }
    let shown = context.number(ShownNumbers.rounded(number, bounds))
    if plan.isPercent { return "\(context.shown) \(written) (\(shown))" }
    return "\(context.shown) \(written) (\(shown) \(MessageText(bytes: plan.canonicalUnit)))"
  }

  /// A number in a type's unit.
  ///
  /// HealthKit's `%` is a fraction, and `0.8 %` would be read as less than a hundredth.
  static func amount(_ value: Double, _ plan: TypePlan) -> MessageText {
    guard plan.isPercent else { return "\(value) \(MessageText(bytes: plan.canonicalUnit))" }
    return "\(value) (\(ShownNumbers.percentage(of: value)) %)"
  }
}

/// Which bound of a type a number is beyond, for words.
enum BrokenBound: UInt8 {
  case minimum
  case maximum
  case above
  case below
  /// None: the number is not finite, or off the type's steps.
  case none

  init(_ number: Double, _ bounds: ValueBounds) {
    if let least = bounds.minimum, number < least {
      self = .minimum
    } else if let most = bounds.maximum, number > most {
      self = .maximum
    } else if let above = bounds.above, number <= above {
      self = .above
    } else if let below = bounds.below, number >= below {
      self = .below
    } else {
      self = .none
    }
  }

  /// The key of the definition that sets the bound.
  func rule(isAllowed: Bool) -> String {
    switch self {
    case .minimum: isAllowed ? "value.allowed.min" : "value.plausible.min"
    case .maximum, .none: isAllowed ? "value.allowed.max" : "value.plausible.max"
    case .above: isAllowed ? "value.allowed.above" : "value.plausible.above"
    case .below: isAllowed ? "value.allowed.below" : "value.plausible.below"
    }
  }
}

/// A length of time as messages show it: in its largest fitting unit, to two decimals.
struct ShownDuration {
  enum Unit: UInt8 {
    case seconds
    case minutes
    case hours
    case days
  }

  let count: Double
  let unit: Unit

  init(_ seconds: Double) {
    let size: Double
    switch seconds.magnitude {
    case 86_400...: (unit, size) = (.days, 86_400)
    case 3600...: (unit, size) = (.hours, 3600)
    case 60...: (unit, size) = (.minutes, 60)
    default:
      (unit, count) = (.seconds, seconds)
      return
    }
    count = (seconds / size * 100).rounded() / 100
  }

  var text: MessageText {
    switch unit {
    case .seconds: "\(count) seconds"
    case .minutes: count == 1 ? "\(count) minute" : "\(count) minutes"
    case .hours: count == 1 ? "\(count) hour" : "\(count) hours"
    case .days: count == 1 ? "\(count) day" : "\(count) days"
    }
  }
}
