/// Writes instants in the normalized form: RFC 3339 in UTC, with as many decimals as there are.
package enum TimestampWriter {
  /// Appends `2026-01-01T15:00:00Z`; three decimals for whole milliseconds, six otherwise, none for whole seconds.
  @usableFromInline package static func append(_ microseconds: Int64, to output: inout [UInt8]) {
    var days = Int(microseconds / Instant.day)
    var rest = Int(microseconds % Instant.day)
    if rest < 0 {
      rest += Int(Instant.day)
      days -= 1
    }
    let date = CivilDate(daysSince1970: days)
    let seconds = rest / 1_000_000
    let micros = rest % 1_000_000
    if micros == 0, date.year >= 0, date.year <= 9999 { return appendSeconds(date, seconds, to: &output) }
    appendDate(date, to: &output)
    output.append(UInt8(ascii: "T"))
    appendDigits(seconds / 3600, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    appendDigits(seconds / 60 % 60, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    appendDigits(seconds % 60, 2, to: &output)
    if micros != 0 {
      output.append(UInt8(ascii: "."))
      if micros % 1000 == 0 {
        appendDigits(micros / 1000, 3, to: &output)
      } else {
        appendDigits(micros, 6, to: &output)
      }
    }
    output.append(UInt8(ascii: "Z"))
  }

  /// Appends a time by the clock of a zone, or with the offset that it was written with: `2026-01-01T08:00:00+01:00`.
  package static func append(_ instant: Instant, in zone: TimeZoneRules?, to output: inout [UInt8]) {
    let time = instant.microseconds
    let offset = zone.map { $0.offset(at: time) } ?? Int64(instant.offset) * 60_000_000
    let (local, isFar) = time.addingReportingOverflow(offset)
    // A clock that would show another year than 1 to 9999 cannot be written.
    let isShown = offset != 0 && !isFar && local >= Instant.earliest && local <= Instant.latest
    append(Instant(microseconds: time, offset: isShown ? Int16(clamping: offset / 60_000_000) : 0), to: &output)
  }

  /// Appends a moment without a fraction, as nearly all are, in one piece: an array is not asked for room 20 times.
  private static func appendSeconds(_ date: CivilDate, _ seconds: Int, to output: inout [UInt8]) {
    var text = Fixed20<UInt8>(repeating: UInt8(ascii: "-"))
    write(date.year / 100, at: 0, to: &text)
    write(date.year % 100, at: 2, to: &text)
    write(date.month, at: 5, to: &text)
    write(date.day, at: 8, to: &text)
    text[10] = UInt8(ascii: "T")
    write(seconds / 3600, at: 11, to: &text)
    text[13] = UInt8(ascii: ":")
    write(seconds / 60 % 60, at: 14, to: &text)
    text[16] = UInt8(ascii: ":")
    write(seconds % 60, at: 17, to: &text)
    text[19] = UInt8(ascii: "Z")
    withUnsafeBytes(of: text) { output.append(contentsOf: $0) }
  }

  @inline(__always) private static func write(_ value: Int, at place: Int, to text: inout Fixed20<UInt8>) {
    text[place] = UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10)
    text[place + 1] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
  }

  /// Appends the local time with its offset, `2026-01-01T08:00:00-07:00`.
  @usableFromInline package static func append(_ instant: Instant, to output: inout [UInt8]) {
    append(instant.microseconds + Int64(instant.offset) * 60_000_000, to: &output)
    guard instant.offset != 0 else { return }
    output.removeLast()
    appendOffset(instant.offset, to: &output)
  }

  @usableFromInline package static func appendDate(_ date: CivilDate, to output: inout [UInt8]) {
    appendDigits(date.year, 4, to: &output)
    output.append(UInt8(ascii: "-"))
    appendDigits(date.month, 2, to: &output)
    output.append(UInt8(ascii: "-"))
    appendDigits(date.day, 2, to: &output)
  }

  @usableFromInline package static func appendOffset(_ minutes: Int16, to output: inout [UInt8]) {
    output.append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let size = Int(minutes.magnitude)
    appendDigits(size / 60, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    appendDigits(size % 60, 2, to: &output)
  }

  package static func string(_ microseconds: Int64) -> String {
    var output: [UInt8] = []
    append(microseconds, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends two, three, four or six digits; divisors that are known when this is compiled cost no division.
  private static func appendDigits(_ value: Int, _ count: Int, to output: inout [UInt8]) {
    switch count {
    case 2: appendPair(value, to: &output)
    case 3:
      output.append(UInt8(truncatingIfNeeded: 0x30 + value / 100 % 10))
      appendPair(value % 100, to: &output)
    case 4:
      appendPair(value / 100, to: &output)
      appendPair(value % 100, to: &output)
    default:
      appendPair(value / 10_000, to: &output)
      appendPair(value / 100 % 100, to: &output)
      appendPair(value % 100, to: &output)
    }
  }

  @inline(__always) private static func appendPair(_ value: Int, to output: inout [UInt8]) {
    output.append(UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10))
    output.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
  }
}
