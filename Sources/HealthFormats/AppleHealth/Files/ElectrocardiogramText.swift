import HealthModel

/// The parts of an electrocardiogram's file: a header, then a voltage a line.
///
/// The words of the header follow the phone's language, so its lines are told by their order around two that have a form
/// of their own: the time of the recording, `2023-03-04 20:57:45 -0500`, and the rate, `512 hertz`.
///
/// ```
/// Name,…                                     before the time: whose it is, never kept
/// Date of Birth,…
/// Recorded Date,2023-03-04 20:57:45 -0500
/// Classification,Sinus Rhythm
/// Symptoms,
/// Software Version,1.90
/// Device,"Watch6,7"
/// Sample Rate,512 hertz
/// Lead,Lead I
/// Unit,µV
/// -12.5
/// ```
struct ElectrocardiogramText {
  var recorded = 0..<0
  var classification = 0..<0
  var symptoms = 0..<0
  var version = 0..<0
  var device = 0..<0
  /// The number of voltages a second, without its unit.
  var rate = 0..<0
  var lead = 0..<0
  var unit = 0..<0
  var voltages = 0..<0
  /// The values of the lines before the time, and of others that say whose recording it is.
  var personal: [Range<Int>] = []

  private static let maximumHeader = 64

  /// Finds the parts; `nil` when the text is not an electrocardiogram.
  init?(_ bytes: RawSpan, end: Int) {
    var lines: [Range<Int>] = []
    var position = ByteOrderMark.length(bytes, end: end)
    while position < end, lines.count < Self.maximumHeader {
      let stop = bytes.firstNewline(from: position, to: end)
      let line = Self.trimmed(position..<stop, bytes)
      if !line.isEmpty {
        if Self.isNumber(line, bytes) { break }
        let value = Self.value(of: line, bytes)
        if Self.isPersonal(line, bytes) { personal.append(value) } else { lines.append(value) }
      }
      position = min(stop + 1, end)
    }
    voltages = position..<end
    let times = lines.indices.filter { Self.isTime(lines[$0], bytes) }
    guard let time = times.first,
      let last = lines.indices.last(where: { $0 > time && Self.rateNumber(lines[$0], bytes) != nil }),
      position < end, Self.isNumber(Self.trimmed(position..<bytes.firstNewline(from: position, to: end), bytes), bytes)
    else { return nil }
    recorded = lines[time]
    personal += Array(lines[..<time])
    rate = Self.rateNumber(lines[last], bytes) ?? 0..<0
    let between = Array(lines[time + 1..<last])
    if between.count > 0 { classification = between[0] }
    if between.count > 1 { symptoms = between[1] }
    if between.count > 2 { version = between[2] }
    if between.count > 3 { device = between[3] }
    let after = Array(lines[(last + 1)...])
    if after.count > 0 { lead = after[0] }
    if after.count > 1 { unit = after[1] }
  }

  /// A file's bytes without what they say of a person: whose recording it is, and when they were born.
  static func withoutPerson(_ content: consuming [UInt8]) -> [UInt8] {
    guard let text = ElectrocardiogramText(content.span.bytes, end: content.count) else { return content }
    for range in text.personal {
      for index in range { content[index] = UInt8(ascii: "*") }
    }
    return content
  }

  /// The value of a line: what is after its first separator, without quotes.
  private static func value(of line: Range<Int>, _ bytes: RawSpan) -> Range<Int> {
    var start = line.lowerBound
    while start < line.upperBound {
      let byte = bytes.byte(at: start)
      start += 1
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09 { break }
    }
    var value = trimmed(start..<line.upperBound, bytes)
    if value.count >= 2, bytes.byte(at: value.lowerBound) == UInt8(ascii: "\""),
      bytes.byte(at: value.upperBound - 1) == UInt8(ascii: "\"")
    {
      value = value.lowerBound + 1..<value.upperBound - 1
    }
    return value
  }

  /// Whether a line says that it is the name or the date of birth, wherever in the header it is.
  private static func isPersonal(_ line: Range<Int>, _ bytes: RawSpan) -> Bool {
    for label in [Array("name".utf8), Array("date of birth".utf8)] where line.count > label.count {
      let isLabel = label.indices.allSatisfy { bytes.byte(at: line.lowerBound + $0) | 0x20 == label[$0] }
      let next = bytes.byte(at: line.lowerBound + label.count)
      if isLabel, next == UInt8(ascii: ",") || next == UInt8(ascii: ";") || next <= 0x20 { return true }
    }
    return false
  }

  private static func isTime(_ value: Range<Int>, _ bytes: RawSpan) -> Bool {
    TimestampParser.parse(value, in: bytes, syntax: .appleHealth)?.hasOffset ?? false
  }

  private static func rateNumber(_ value: Range<Int>, _ bytes: RawSpan) -> Range<Int>? {
    var index = value.lowerBound
    while index < value.upperBound, isDigitOrMark(bytes.byte(at: index)) { index += 1 }
    let number = value.lowerBound..<index
    // A blank, which some languages make one that does not break.
    guard !number.isEmpty, number.count <= 16, index + 1 < value.upperBound, bytes.byte(at: number.lowerBound) > 0x2F
    else { return nil }
    let blank = bytes.byte(at: index)
    guard blank == 0x20 || blank == 0xC2 || blank == 0xE2 else { return nil }
    let last = bytes.byte(at: value.upperBound - 1)
    return last >= 0x80 || (last | 0x20) &- 0x61 <= 25 ? number : nil
  }

  /// Whether a line is a number: digits, a sign, a point or comma, an exponent, in quotes or not.
  static func isNumber(_ line: Range<Int>, _ bytes: RawSpan) -> Bool {
    var hasDigit = false
    for index in line {
      let byte = bytes.byte(at: index)
      if byte &- 0x30 <= 9 { hasDigit = true }
      guard isDigitOrMark(byte) || byte == UInt8(ascii: "\"") || byte | 0x20 == UInt8(ascii: "e") else { return false }
    }
    return hasDigit
  }

  private static func isDigitOrMark(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  private static func trimmed(_ range: Range<Int>, _ bytes: RawSpan) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, XMLMarkup.isSpace(bytes.byte(at: start)) { start += 1 }
    while end > start, XMLMarkup.isSpace(bytes.byte(at: end - 1)) { end -= 1 }
    return start..<end
  }
}
