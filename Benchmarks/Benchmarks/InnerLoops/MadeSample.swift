import HealthModel

/// A made-up sample; the same number always gives the same one.
struct MadeSample {
  var kind: MadeKind
  /// The value as a whole number, see `MadeKind.values`.
  var value: Int
  /// Microseconds since 1970 UTC.
  var start: Int64
  var end: Int64
  /// Whether the phone measured it, else the watch.
  var isByPhone: Bool
  /// What follows from the number but is not in the sample.
  let bits: UInt64

  /// 2025-01-01T08:00:00Z, midnight at `offset`.
  static let beginning: Int64 = 1_735_718_400_000_000
  /// 2027-01-01T00:00:00Z: when the samples are judged.
  static let now: Int64 = 1_798_761_600_000_000
  /// Where the samples are from, in minutes east of UTC.
  static let offset: Int16 = -480

  /// Makes a sample of a kind, a step of time behind the one before.
  init(_ number: Int, of kind: MadeKind, everySeconds step: Int = 31) {
    self.kind = kind
    bits = Self.scattered(number)
    value = kind.values.lowerBound + Int(bits >> 40) % kind.values.count
    start = Self.beginning + Int64(number * step) * Instant.second
    end = start + Int64(kind.seconds.lowerBound + Int(bits >> 16 & 0xFFFF) % kind.seconds.count) * Instant.second
    isByPhone = kind.type == MadeKind.steps.type && bits & 3 == 0
  }

  /// Makes a sample of the mixture.
  init(_ number: Int) { self.init(number, of: MadeKind.mixture[number % MadeKind.mixture.count]) }

  /// SplitMix64.
  private static func scattered(_ number: Int) -> UInt64 {
    var bits = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  // MARK: - Text

  /// Appends the sample as a line of JSON.
  ///
  /// - Parameters:
  ///   - text: where to.
  ///   - givesID: whether the sample has an id of its own, else it is derived from its content.
  func appendJSON(to text: inout [UInt8], givesID: Bool) {
    text.append(UInt8(ascii: "{"))
    if givesID { text += "\"uuid\":\"\(uuid)\",".utf8 }
    text += "\"type\":\"\(kind.type)\",\"value\":\(valueText)".utf8
    if let unit = kind.unit { text += ",\"unit\":\"\(unit)\"".utf8 }
    text += ",\"start\":\"".utf8
    TimestampWriter.append(Instant(microseconds: start, offset: Self.offset), to: &text)
    text += "\",\"end\":\"".utf8
    TimestampWriter.append(Instant(microseconds: end, offset: Self.offset), to: &text)
    text.append(UInt8(ascii: "\""))
    text += (isByPhone ? Self.phoneJSON : Self.watchJSON).utf8
    if let (key, value) = kind.metadata { text += ",\"metadata\":{\"\(key)\":\(value)}".utf8 }
    text += "}\n".utf8
  }

  /// Appends the sample as an element of an export.
  func appendXML(to text: inout [UInt8]) {
    text += " <Record type=\"\(kind.identifier)\" \(isByPhone ? Self.phoneXML : Self.watchXML)".utf8
    if let unit = kind.unit { text += " unit=\"\(unit)\"".utf8 }
    for (name, time) in [("creationDate", end), ("startDate", start), ("endDate", end)] {
      text += " \(name)=\"".utf8
      Self.appendExportTime(time, to: &text)
      text.append(UInt8(ascii: "\""))
    }
    let written = kind.cases.isEmpty ? valueText : kind.cases[value - kind.values.lowerBound]
    text += " value=\"\(written)\"".utf8
    guard let (key, value) = kind.metadata else {
      text += "/>\n".utf8
      return
    }
    let plain = String(value.filter { $0 != "\"" })
    text += ">\n  <MetadataEntry key=\"\(key)\" value=\"\(plain)\"/>\n </Record>\n".utf8
  }

  /// Appends a time as exports write it: `2025-01-01 00:00:00 -0800`.
  static func appendExportTime(_ microseconds: Int64, to text: inout [UInt8]) {
    let first = text.count
    TimestampWriter.append(microseconds + Int64(offset) * 60 * Instant.second, to: &text)
    text[first + 10] = UInt8(ascii: " ")
    text.removeLast()
    text += " -0800".utf8
  }

  private var valueText: String { DecimalWriter.string(Double(value) / kind.divisor) }

  private var uuid: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 { text.append(UInt8(ascii: "-")) }
      let word = place < 16 ? bits : bits &* 0xFF51_AFD7_ED55_8CCD
      let digit = word >> UInt64(60 - place % 16 * 4) & 15
      text.append(place == 12 ? UInt8(ascii: "4") : digits[Int(place == 16 ? 8 | digit & 3 : digit)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let watchJSON =
    ",\"source\":{\"name\":\"Robin’s Watch\",\"bundle\":\"com.apple.health.0A1B2C3D\",\"version\":\"11.2\"}"
    + ",\"device\":{\"name\":\"Apple Watch\",\"manufacturer\":\"Apple Inc.\",\"model\":\"Watch\","
    + "\"hardware\":\"Watch6,7\",\"software\":\"11.2\"}"
  private static let phoneJSON =
    ",\"source\":{\"name\":\"Robin’s iPhone\",\"bundle\":\"com.apple.health.9F8E7D6C\",\"version\":\"18.3.1\"}"
    + ",\"device\":{\"name\":\"iPhone\",\"manufacturer\":\"Apple Inc.\",\"model\":\"iPhone\","
    + "\"hardware\":\"iPhone15,2\",\"software\":\"18.3.1\"}"
  private static let watchXML =
    "sourceName=\"Robin’s Watch\" sourceVersion=\"11.2\" device=\"&lt;&lt;HKDevice: 0x281000040&gt;, "
    + "name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7, software:11.2&gt;\""
  private static let phoneXML =
    "sourceName=\"Robin’s iPhone\" sourceVersion=\"18.3.1\" device=\"&lt;&lt;HKDevice: 0x281000080&gt;, "
    + "name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone15,2, software:18.3.1&gt;\""
}
