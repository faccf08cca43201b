/// How severe a finding is.
public enum Severity: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Worth knowing; nothing to do.
  case note = 1
  /// Accepted, but looks wrong.
  case warning = 2
  /// Refused.
  case error = 3

  /// `note`, `warning` or `error`.
  public var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Whether one severity is less grave than another.
  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
