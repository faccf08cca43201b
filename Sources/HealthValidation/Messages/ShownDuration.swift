import HealthModel

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
