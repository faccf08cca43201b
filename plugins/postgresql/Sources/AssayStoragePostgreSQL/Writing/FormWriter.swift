import HealthModel
import HealthPlugins
import HealthStorage

/// The text of a sample with holes where what its row says goes: what many samples share.
///
/// A hole is U+0001, which no JSON text has, and a letter: `U` the id, `S` and `E` the times, `V` a number, `N` a name,
/// `P` the subject, `a` to `h` parts of `rest`, of which `a` is the metadata. Only what is rebuilt byte for byte gets a
/// hole; a text that cannot be divided so is kept whole, and its form is `*`.
enum SharedForm {
  /// The mark of a hole, and what is between the parts of `rest`.
  static let mark: UInt8 = 0x01
  /// The letters of the parts of `rest`.
  static let restHoles = Array("abcdefgh".utf8)
  static let whole = UInt8(ascii: "*")
  /// The times that columns rebuild, in microseconds since 1970 UTC.
  static let columnTimes = Period.start(of: 1900)...Period.start(of: 2200)

  /// A hole's letter.
  enum Hole {
    static let id = UInt8(ascii: "U")
    static let start = UInt8(ascii: "S")
    static let end = UInt8(ascii: "E")
    static let number = UInt8(ascii: "V")
    static let name = UInt8(ascii: "N")
    static let subject = UInt8(ascii: "P")
  }

  /// Whether a number is written as the server writes it.
  static func isColumnNumber(_ value: Double) -> Bool {
    value == 0 || value.magnitude >= 0.0001 && value.magnitude < 1_000_000_000_000_000
  }
}

/// Takes the text of samples apart into forms and the rest.
struct FormWriter {
  /// The form of the last sample.
  private(set) var content: [UInt8] = []
  /// The rest of the last sample.
  private(set) var rest: [UInt8] = []
  /// Whether the last sample's text is kept whole.
  private(set) var isWhole = false
  private var scratch: [UInt8] = []
  private var parts = 0
  /// Members that samples of one kind have in common, so that they are part of the form.
  private static let shared: [StaticString] = ["type", "unit", "offset", "end_offset", "origin", "source", "device"]

  /// Takes a sample apart.
  mutating func write(_ index: Int, of lines: SampleLines, _ columns: ColumnValues, sharesMetadata: Bool) {
    let line = lines.lines[index]
    let text = lines.text
    content.removeAll(keepingCapacity: true)
    rest.removeAll(keepingCapacity: true)
    parts = 0
    isWhole = text[line.sample].contains(SharedForm.mark)
    var copied = line.sample.lowerBound
    if !isWhole {
      var writer = self
      // Moved out and in again, since a closure cannot change the one it is called on.
      self = FormWriter()
      let isObject = CanonicalObject.forEachMember(of: line.sample, in: text) { key, value in
        guard let hole = writer.hole(for: key, value, line, columns, text, sharesMetadata) else {
          return !writer.isWhole
        }
        writer.content.append(contentsOf: text[copied..<value.lowerBound])
        writer.content.append(SharedForm.mark)
        writer.content.append(hole)
        copied = value.upperBound
        return true
      }
      self = writer
      isWhole = isWhole || !isObject
    }
    guard !isWhole else { return keepWhole(line.sample, columns, in: text) }
    content.append(contentsOf: text[copied..<line.sample.upperBound])
  }

  /// The form of a whole text says the source, device and metadata, since columns of forms have them.
  private mutating func keepWhole(_ sample: Range<Int>, _ columns: ColumnValues, in text: [UInt8]) {
    content = [SharedForm.mark, SharedForm.whole, columns.isStructured ? UInt8(ascii: "s") : UInt8(ascii: "-")]
    for place in [columns.source, columns.device, columns.metadataPlace] {
      content.append(SharedForm.mark)
      if let place { content.append(contentsOf: text[place]) }
    }
    rest = Array(text[sample])
  }

  /// The hole for a member's value, its part of `rest` appended; `nil` when the value is part of the form.
  private mutating func hole(
    for key: Range<Int>, _ value: Range<Int>, _ line: SampleLine, _ columns: ColumnValues, _ text: [UInt8],
    _ sharesMetadata: Bool
  ) -> UInt8? {
    scratch.removeAll(keepingCapacity: true)
    switch text[key].first {
    case UInt8(ascii: "u") where text[key].elementsEqual("uuid".utf8):
      scratch.append(UInt8(ascii: "\""))
      line.id.append(to: &scratch)
      scratch.append(UInt8(ascii: "\""))
      if text[value].elementsEqual(scratch) { return SharedForm.Hole.id }
    case UInt8(ascii: "s") where text[key].elementsEqual("start".utf8):
      if isTime(line.start, value, text) { return SharedForm.Hole.start }
    case UInt8(ascii: "e") where text[key].elementsEqual("end".utf8):
      if isTime(line.end, value, text) { return SharedForm.Hole.end }
    case UInt8(ascii: "s") where text[key].elementsEqual("subject".utf8):
      if value == columns.subject { return SharedForm.Hole.subject }
    case UInt8(ascii: "v") where text[key].elementsEqual("value".utf8):
      if let hole = valueHole(value, columns, text) { return hole }
    case UInt8(ascii: "m") where text[key].elementsEqual("metadata".utf8):
      if value == columns.metadataPlace { return sharesMetadata ? nil : keep(text[value], asMetadata: true) }
    default:
      if Self.shared.contains(where: { Self.equals(text[key], $0) }) { return nil }
    }
    return keep(text[value], asMetadata: false)
  }

  private static func equals(_ key: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    key.count == name.utf8CodeUnitCount && name.withUTF8Buffer { key.elementsEqual($0) }
  }

  private mutating func isTime(_ time: Int64?, _ value: Range<Int>, _ text: [UInt8]) -> Bool {
    guard let time, SharedForm.columnTimes.contains(time) else { return false }
    scratch.append(UInt8(ascii: "\""))
    LineText.append(time: time, to: &scratch)
    scratch.append(UInt8(ascii: "\""))
    return text[value].elementsEqual(scratch)
  }

  private mutating func valueHole(_ value: Range<Int>, _ columns: ColumnValues, _ text: [UInt8]) -> UInt8? {
    if let number = columns.value {
      guard SharedForm.isColumnNumber(number) else { return nil }
      LineText.append(number, to: &scratch)
      return text[value].elementsEqual(scratch) ? SharedForm.Hole.number : nil
    }
    guard columns.name != nil, !text[value].contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else {
      return nil
    }
    return SharedForm.Hole.name
  }

  /// Appends a value to `rest`; `nil` when it has as many parts as there are letters.
  private mutating func keep(_ value: ArraySlice<UInt8>, asMetadata: Bool) -> UInt8? {
    if asMetadata {
      // Before the others, wherever it is.
      rest.insert(contentsOf: value, at: 0)
      return SharedForm.restHoles[0]
    }
    parts += 1
    guard parts < SharedForm.restHoles.count else {
      isWhole = true
      return nil
    }
    rest.append(SharedForm.mark)
    rest.append(contentsOf: value)
    return SharedForm.restHoles[parts]
  }
}
