/// Corrections of likely mistakes, which a judge makes on request.
///
/// A corrected sample keeps what was written in its `original`, and has a note in place of the error or the warning.
public struct ValueFixes: OptionSet, Sendable, Hashable {
  /// A bit for each correction.
  public let rawValue: UInt8

  /// Creates a set of its raw value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A number out of bounds that would be usual in exactly one other unit is read in that unit: 5.4 mg/dL of glucose as
  /// 5.4 mmol/L.
  public static let likelyUnit = ValueFixes(rawValue: 1)
}
