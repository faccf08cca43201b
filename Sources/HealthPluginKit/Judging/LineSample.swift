import HealthJSON
import HealthModel
import HealthRules

/// A sample of a line, lent to rules: row 0 is the sample, the others are its members.
///
/// The words of a type are those of the line, so that a plugin needs no catalog, which may be another than the host's.
final class LineSample: RuleContent {
  private var rows: [JSONValue] = []

  /// Lends another sample; says whether it is one.
  func lend(_ sample: JSONValue) -> Bool {
    rows.removeAll(keepingCapacity: true)
    rows.append(sample)
    rows += sample["members"]?.elements ?? []
    return rows.allSatisfy { $0["type"]?.text != nil }
  }

  /// Whether it or a member of it is of one of some types.
  func isOf(_ types: Set<String>) -> Bool { rows.contains { $0["type"]?.text.map(types.contains) ?? false } }

  func id(_ row: Int) -> SampleID { rows[row]["uuid"]?.text.flatMap(SampleID.init) ?? .none }
  func type(_ row: Int) -> String { rows[row]["type"]?.text ?? "" }
  func number(_ row: Int) -> Double? { rows[row]["value"]?.number }
  func unit(_ row: Int) -> String? { rows[row]["unit"]?.text }
  func text(_ row: Int) -> String? { rows[row]["value"]?.text }
  func start(_ row: Int) -> Instant? { moment(row, "start", offset: ["offset"]) }
  func end(_ row: Int) -> Instant? { moment(row, "end", offset: ["end_offset", "offset"]) }
  func subject(_ row: Int) -> String? { rows[row]["subject"]?.text }
  func source(_ row: Int, _ key: String) -> String? { rows[row]["source"]?[key]?.text }
  func metadata(_ row: Int, _ key: String) -> RuleValue? { rows[row]["metadata"]?[key].flatMap(RuleValue.init) }
  func field(_ row: Int, _ name: String) -> RuleValue? { RuleValue(part: name, of: rows[row]) }
  func members(_ row: Int) -> Range<Int> { row == 0 ? 1..<rows.count : 0..<0 }
  func role(_ row: Int) -> String? { row == 0 ? nil : rows[row]["role"]?.text ?? type(row) }

  /// A moment and the clock offset that is written beside it.
  private func moment(_ row: Int, _ key: String, offset keys: [String]) -> Instant? {
    guard let text = rows[row][key]?.text else { return nil }
    let bytes = Array(text.utf8)
    guard var instant = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)?.instant else {
      return nil
    }
    for key in keys {
      if let offset = rows[row][key]?.text.flatMap(Self.minutes) {
        instant.offset = offset
        break
      }
    }
    return instant
  }

  /// The minutes of `+02:00`.
  private static func minutes(_ text: String) -> Int16? {
    let bytes = Array(text.utf8)
    return TimestampParser.parseOffset(0..<bytes.count, in: bytes.span.bytes)
  }
}
