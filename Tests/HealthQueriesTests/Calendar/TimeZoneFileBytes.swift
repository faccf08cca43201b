import HealthModel

@testable import HealthQueries

/// Writes time zone files for tests, by RFC 9636.
struct TimeZoneFileBytes {
  /// Seconds east of UTC; the first is that before all changes.
  var offsets: [Int32] = [0]
  /// When the clock changes, in seconds since 1970, and the number of the offset from then on.
  var changes: [(time: Int64, offset: UInt8)] = []
  /// The rule for the time after; `nil`: not even its line feeds.
  var footer: String? = ""
  var version = UInt8(ascii: "3")
  var leapSeconds = 0

  var bytes: [UInt8] {
    if version == 0 { return block(timeSize: 4) }
    let first = TimeZoneFileBytes(footer: nil, version: version)
    return first.block(timeSize: 4) + block(timeSize: 8) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
  }

  /// A zone with only a rule.
  static func zone(_ rule: String) throws -> TimeZoneRules {
    try TimeZoneFile.rules("TZ:\(rule)", from: TimeZoneFileBytes(footer: rule).bytes)
  }

  private func block(timeSize: Int) -> [UInt8] {
    var block = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapSeconds, changes.count, offsets.count, 4] { block += Self.number(Int64(count), 4) }
    for change in changes { block += Self.number(change.time, timeSize) }
    block += changes.map { $0.offset }
    for offset in offsets { block += Self.number(Int64(offset), 4) + [0, 0] }
    return block + Array("LMT\0".utf8) + [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
  }

  private static func number(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> Int64((size - 1 - $0) * 8)) }
  }
}
