import HealthModel
import HealthPlugins
import HealthStorage

/// The parts of a sample's text that are kept in separate columns, so that queries can use them.
struct ColumnValues {
  /// A quantity's value.
  private(set) var value: Double?
  /// The name of a case, or the text of a characteristic, as `StoredText` writes it.
  private(set) var name: [UInt8]?
  /// Where the subject is, a JSON string.
  private(set) var subject: Range<Int>?
  private(set) var source: Range<Int>?
  private(set) var device: Range<Int>?
  /// Whether it has fields, lists, points or a parent.
  private(set) var isStructured = false
  private(set) var metadataPlace: Range<Int>?
  /// The metadata as `jsonb` can keep it.
  private(set) var metadata: [UInt8]?
  /// Why the sample cannot be kept; `nil` when it can.
  private(set) var fault: String?

  /// The longest id of a type or name of a role, in bytes: an index takes no longer ones.
  private static let longestName = 1000

  private static let parts = ["fields", "lists", "parent", "points"]

  init(_ index: Int, of lines: SampleLines) {
    let line = lines.lines[index]
    let text = lines.text
    guard LineText.isUTF8(line.sample, in: text) else {
      fault = "its text is not UTF-8"
      return
    }
    guard line.start != SampleBatch.noTime, line.end != SampleBatch.noTime else {
      fault = "its time is too early to be kept"
      return
    }
    // A correlation answers for the roles of its members, since a member that is stored is not looked at.
    var isNamed = Self.isName(line.type, in: text)
    for member in lines.group(at: index) {
      if let role = lines.lines[member].role { isNamed = isNamed && Self.isName(role, in: text) }
    }
    guard isNamed else {
      fault = "PostgreSQL cannot keep the name of its type or of a role"
      return
    }
    read(line.sample, in: text)
  }

  private static func isName(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    range.count <= longestName && !text[range].contains(0) && LineText.isUTF8(range, in: text)
  }

  private mutating func read(_ sample: Range<Int>, in text: [UInt8]) {
    var columns = self
    _ = CanonicalObject.forEachMember(of: sample, in: text) { key, value in
      switch text[key].first {
      case UInt8(ascii: "v") where text[key].elementsEqual("value".utf8): columns.take(value: value, in: text)
      case UInt8(ascii: "s") where text[key].elementsEqual("subject".utf8): columns.subject = value
      case UInt8(ascii: "s") where text[key].elementsEqual("source".utf8): columns.source = value
      case UInt8(ascii: "d") where text[key].elementsEqual("device".utf8): columns.device = value
      case UInt8(ascii: "m") where text[key].elementsEqual("metadata".utf8):
        columns.metadataPlace = value
        columns.metadata = MetadataText.kept(value, in: text)
        if columns.metadata == nil { columns.fault = "PostgreSQL cannot keep a number or a text of its metadata" }
      case UInt8(ascii: "f"), UInt8(ascii: "l"), UInt8(ascii: "p"):
        columns.isStructured = columns.isStructured || Self.parts.contains { text[key].elementsEqual($0.utf8) }
      default: break
      }
      return true
    }
    self = columns
  }

  private mutating func take(value place: Range<Int>, in text: [UInt8]) {
    if let reading = LineText.number(place, in: text) {
      value = reading.value
      return
    }
    guard place.count >= 2, text[place.lowerBound] == UInt8(ascii: "\"") else { return }
    var decoded: [UInt8] = []
    LineText.appendDecoded(place.lowerBound + 1..<place.upperBound - 1, in: text, to: &decoded)
    name = StoredText.encoded(decoded)
  }
}

/// Writes the JSON text of metadata as a column of the type `jsonb` can keep it: with U+0000 as `StoredText` does.
///
/// The text has passed a reader of JSON; what is looked at here is what `jsonb` refuses beyond that.
struct MetadataText {
  private let text: [UInt8]
  private let end: Int
  private var position: Int
  private var output: [UInt8] = []

  private init(_ range: Range<Int>, in text: [UInt8]) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
    output.reserveCapacity(range.count)
  }

  /// The text to keep; `nil` when half of a surrogate pair is in it, or a number that no `double precision` holds.
  static func kept(_ range: Range<Int>, in text: [UInt8]) -> [UInt8]? {
    var writer = MetadataText(range, in: text)
    return writer.write() ? writer.output : nil
  }

  private mutating func write() -> Bool {
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        guard writeString() else { return false }
      } else if byte == UInt8(ascii: "-") || Self.isDigit(byte) {
        guard writeNumber() else { return false }
      } else {
        output.append(byte)
        position += 1
      }
    }
    return true
  }

  private mutating func writeNumber() -> Bool {
    let start = position
    while position < end, Self.isDigit(text[position]) || "+-.eE".utf8.contains(text[position]) { position += 1 }
    guard let reading = LineText.number(start..<position, in: text) else { return false }
    // A number that became zero is too small to be read again.
    guard reading.value != 0 || !reading.isInexact else { return false }
    output.append(contentsOf: text[start..<position])
    return true
  }

  private mutating func writeString() -> Bool {
    output.append(text[position])
    position += 1
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\\") {
        guard writeEscape() else { return false }
        continue
      }
      output.append(byte)
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  private mutating func writeEscape() -> Bool {
    guard position + 1 < end else { return false }
    guard text[position + 1] == UInt8(ascii: "u") else {
      output.append(contentsOf: text[position..<position + 2])
      position += 2
      return true
    }
    guard let unit = self.unit(at: position) else { return false }
    switch unit {
    case 0, 1:
      output.append(contentsOf: #"\u0001"#.utf8)
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: unit))
      position += 6
    case 0xD800...0xDBFF:
      guard let low = self.unit(at: position + 6), (0xDC00...0xDFFF).contains(low) else { return false }
      output.append(contentsOf: text[position..<position + 12])
      position += 12
    case 0xDC00...0xDFFF: return false
    default:
      output.append(contentsOf: text[position..<position + 6])
      position += 6
    }
    return true
  }

  /// The UTF-16 unit of an escape; `nil` when there is none.
  private func unit(at place: Int) -> UInt16? {
    guard place + 6 <= end, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u") else { return nil }
    return LineText.unit(at: place + 2, end: end, in: text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// Texts as columns keep them.
///
/// PostgreSQL has no text with U+0000, which a sample may hold: U+0000 is kept as U+0001 and `0`, U+0001 as U+0001 and
/// `1`, all else as it is. So texts stay different when they are, and those of a question are written the same way.
enum StoredText {
  private static let mark: UInt8 = 0x01

  static func encoded(_ text: String) -> String {
    text.utf8.contains { $0 <= mark } ? String(decoding: encoded(Array(text.utf8)), as: UTF8.self) : text
  }

  /// The same for bytes that are UTF-8.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 <= mark }) else { return bytes }
    var output: [UInt8] = []
    for byte in bytes {
      guard byte <= mark else {
        output.append(byte)
        continue
      }
      output.append(mark)
      output.append(UInt8(ascii: "0") + byte)
    }
    return output
  }
}
