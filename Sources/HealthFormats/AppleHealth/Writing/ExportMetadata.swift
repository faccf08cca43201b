import HealthModel

/// Writes metadata as exports do: an element for each entry, and every value as text.
struct ExportMetadata: Sendable {
  /// Which keys hold times, by their place in the registry.
  private let isTime: [Bool]
  private let registry: Registry

  init(_ registry: Registry) {
    self.registry = registry
    isTime = registry.metadataKeys.map { $0.value == .date }
  }

  /// Appends the elements of the entries of an object in its normal form.
  func append(_ range: Range<Int>, in bytes: RawSpan, depth: Int, to output: inout [UInt8]) {
    guard !range.isEmpty else { return }
    let start = output.count
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    do {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        cursor.skipSpace(bytes)
        let start = cursor.position
        let value = try cursor.value(bytes, depth: 1)
        let name = JSONText.decoded(key.range, in: bytes)
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
        output.append(contentsOf: "<MetadataEntry".utf8)
        XMLAttributeText.append("key".utf8, name, to: &output)
        let text = text(of: value, start..<cursor.position, named: name, in: bytes)
        XMLAttributeText.append("value".utf8, text, to: &output)
        output.append(contentsOf: "/>\n".utf8)
      }
    } catch {
      output.removeSubrange(start...)
    }
  }

  private func text(of value: RawField, _ whole: Range<Int>, named key: [UInt8], in bytes: RawSpan) -> [UInt8] {
    switch value.kind {
    case .string:
      let text = JSONText.decoded(whole.lowerBound + 1..<whole.upperBound - 1, in: bytes)
      guard let known = registry.metadataKeyIndex(at: 0..<key.count, in: key.span.bytes), isTime[known],
        let time = TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .json)
      else { return text }
      var written: [UInt8] = []
      ExportTime.append(time.instant.microseconds, offset: time.instant.offset, to: &written)
      return written
    case .boolean: return [value.range.count == 4 ? UInt8(ascii: "1") : UInt8(ascii: "0")]
    case .object: return quantity(whole, in: bytes) ?? copy(whole, bytes)
    default: return copy(whole, bytes)
    }
  }

  /// The text of an object of value and unit; `nil` when it is not one.
  private func quantity(_ range: Range<Int>, in bytes: RawSpan) -> [UInt8]? {
    guard let object = JSONValue(parsing: copy(range, bytes)), object.members?.count == 2,
      let value = object["value"]?.number, let unit = object["unit"]?.text
    else { return nil }
    var text: [UInt8] = []
    DecimalWriter.append(unit == "%" ? Self.percentage(of: value) : value, to: &text)
    text.append(UInt8(ascii: " "))
    text.append(contentsOf: unit.utf8)
    return text
  }

  /// The number that exports write for a fraction in percent: times 100, and so once more where it would be taken for a
  /// number that was multiplied twice (`Documentation/apple-health.md`).
  private static func percentage(of value: Double) -> Double {
    let factor: Double = value > 1.5 ? 10_000 : 100
    let product = value * factor
    // 0.07 times 100 is 7.000000000000001.
    let tidy = (product * 1e9).rounded() / 1e9
    return tidy / factor == value ? tidy : product
  }

  private func copy(_ range: Range<Int>, _ bytes: RawSpan) -> [UInt8] {
    bytes.extracting(range).withUnsafeBytes { Array($0) }
  }
}

/// Writes times as exports do: whole seconds, by the clock of an offset.
enum ExportTime {
  /// Appends `2026-01-01 08:00:00 +0100`; a fraction of a second is left out.
  static func append(_ microseconds: Int64, offset minutes: Int16, to output: inout [UInt8]) {
    let local = Local(microseconds, offset: minutes)
    local.appendDate(to: &output)
    output.append(UInt8(ascii: " "))
    appendClock(local.second, to: &output)
    output.append(UInt8(ascii: " "))
    output.append(local.offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let size = Int(local.offset.magnitude)
    appendPair(size / 60, to: &output)
    appendPair(size % 60, to: &output)
  }

  /// Appends the time of day as exports write those of heartbeats, `6:14:48.94 PM`: with two digits of a fraction, or as
  /// many as it has.
  ///
  /// Readers find the day by offsets, which are multiples of a quarter of an hour; another one is taken as UTC.
  static func appendTimeOfDay(_ microseconds: Int64, offset minutes: Int16, to output: inout [UInt8]) {
    let local = Local(microseconds, offset: minutes % 15 == 0 ? minutes : 0)
    let hour = local.second / 3600
    output.append(contentsOf: "\((hour + 11) % 12 + 1):".utf8)
    appendPair(local.second / 60 % 60, to: &output)
    output.append(UInt8(ascii: ":"))
    appendPair(local.second % 60, to: &output)
    output.append(UInt8(ascii: "."))
    appendPair(local.fraction / 10_000, to: &output)
    if local.fraction % 10_000 != 0 {
      appendPair(local.fraction / 100 % 100, to: &output)
      appendPair(local.fraction % 100, to: &output)
    }
    output.append(contentsOf: hour < 12 ? " AM".utf8 : " PM".utf8)
  }

  /// Appends the day and time as names have them: `2026-01-01_6.15pm`, or with another separator between them.
  static func appendName(
    _ microseconds: Int64, offset minutes: Int16, separator: Character = "_", to output: inout [UInt8]
  ) {
    let local = Local(microseconds, offset: minutes)
    local.appendDate(to: &output)
    output.append(contentsOf: "\(separator)\((local.second / 3600 + 11) % 12 + 1).".utf8)
    appendPair(local.second / 60 % 60, to: &output)
    output.append(contentsOf: local.second < 43_200 ? "am".utf8 : "pm".utf8)
  }

  static func appendDay(_ microseconds: Int64, offset minutes: Int16, to output: inout [UInt8]) {
    Local(microseconds, offset: minutes).appendDate(to: &output)
  }

  private struct Local {
    var day: Int
    var second: Int
    /// Microseconds of the second.
    var fraction: Int
    var offset: Int16

    init(_ microseconds: Int64, offset minutes: Int16) {
      let shift = minutes == SampleBatch.noOffset ? 0 : minutes
      let (shifted, isFar) = microseconds.addingReportingOverflow(Int64(shift) * 60_000_000)
      // A clock that would show another year than 1 to 9999 cannot be written.
      let isShown = !isFar && (Instant.earliest...Instant.latest).contains(shifted)
      let local = isShown ? shifted : microseconds
      offset = isShown ? shift : 0
      var rest = Int(local % Instant.day)
      day = Int(local / Instant.day)
      if rest < 0 {
        rest += Int(Instant.day)
        day -= 1
      }
      second = rest / 1_000_000
      fraction = rest % 1_000_000
    }

    func appendDate(to output: inout [UInt8]) { TimestampWriter.appendDate(CivilDate(daysSince1970: day), to: &output) }
  }

  private static func appendClock(_ second: Int, to output: inout [UInt8]) {
    appendPair(second / 3600, to: &output)
    output.append(UInt8(ascii: ":"))
    appendPair(second / 60 % 60, to: &output)
    output.append(UInt8(ascii: ":"))
    appendPair(second % 60, to: &output)
  }

  private static func appendPair(_ value: Int, to output: inout [UInt8]) {
    output.append(UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10))
    output.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
  }
}
