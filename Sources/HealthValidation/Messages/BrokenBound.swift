import HealthModel

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
