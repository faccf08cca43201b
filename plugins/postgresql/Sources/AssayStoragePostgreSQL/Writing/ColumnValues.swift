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

  /// Looks at a line.
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
