import HealthModel

/// Parts of the text of lines, read as the host reads them: for stores that keep columns beside the line.
///
/// A line is canonical JSON of a sample; `CanonicalObject` of `HealthStorage` finds the places of its members.
///
/// ```swift
/// let text = Array(#"{"value":71.5}"#.utf8)
/// let number = LineText.number(9..<13, in: text)?.value  // 71.5
/// ```
public enum LineText {
  /// Whether a range is UTF-8, which JSON requires and which databases refuse otherwise.
  public static func isUTF8(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    UTF8Check.firstFault(in: range, of: text.span.bytes) == nil
  }

  /// The number that a range is; `nil` if it is not a number.
  ///
  /// - Returns: the nearest value, and whether it became zero because it is too small, or is an integer that it cannot
  ///   hold exactly.
  public static func number(_ range: Range<Int>, in text: [UInt8]) -> (value: Double, isInexact: Bool)? {
    DecimalParser.parse(range, in: text.span.bytes).map { ($0.value, $0.isInexact) }
  }

  /// Appends what a range between two quotes says, its escapes resolved, as UTF-8.
  public static func appendDecoded(_ range: Range<Int>, in text: [UInt8], to output: inout [UInt8]) {
    JSONText.appendDecoded(range, in: text.span.bytes, to: &output)
  }

  /// Appends a finite number as normalized samples have it: the shortest text that reads back as the same value.
  public static func append(_ value: Double, to output: inout [UInt8]) { DecimalWriter.append(value, to: &output) }

  /// Appends an instant, in microseconds since 1970 UTC, as normalized samples have it: `2026-01-01T15:00:00.250Z`.
  public static func append(time: Int64, to output: inout [UInt8]) { TimestampWriter.append(time, to: &output) }

  /// The UTF-16 unit of the four hexadecimal digits of an escape; `nil` when they are not four.
  ///
  /// - Parameters:
  ///   - place: where the first digit is.
  ///   - end: where the text ends that may be looked at.
  ///   - text: the text.
  /// - Returns: the unit, which may be half of a surrogate pair.
  public static func unit(at place: Int, end: Int, in text: [UInt8]) -> UInt16? {
    JSONText.hexUnit(at: place, end: end, in: text.span.bytes)
  }
}
