import HealthModel

/// What the texts of a column stand for, looked up by the bytes of a cell.
struct TextMap: Sendable {
  private var places = ByteKeyTable()
  private var meanings: [ByteRange] = []
  /// What all other texts stand for; `nil` if they stay as they are.
  private var rest: ByteRange?

  /// Adds a text and what it stands for, as a range of the table's texts.
  mutating func add(_ text: [UInt8], meaning: ByteRange) {
    if text.elementsEqual(RecordMapping.others.utf8) { return rest = meaning }
    if places.insert(text, value: meanings.count) == nil { meanings.append(meaning) }
  }

  /// What a cell's text stands for; `nil` when it is not listed.
  @inline(__always) func meaning(of cell: RawField, in bytes: RawSpan) -> ByteRange? {
    guard !cell.isEscaped else { return meaning(ofEscaped: cell, in: bytes) }
    return places.value(at: cell.range, in: bytes).map { meanings[$0] } ?? rest
  }

  private func meaning(ofEscaped cell: RawField, in bytes: RawSpan) -> ByteRange? {
    var text: [UInt8] = []
    CSVText.appendDecoded(cell.range, in: bytes, to: &text)
    return places.value(for: text).map { meanings[$0] } ?? rest
  }
}
