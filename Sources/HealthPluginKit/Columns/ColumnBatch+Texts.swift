import HealthJSON
import HealthModel

extension ColumnBatch {
  /// Adds the texts of samples; those that hold JSON are checked, as they are in lines.
  func addTexts(_ types: ColumnTypes, to batch: inout SampleBatch) throws(ColumnFault) {
    var place = layout.end
    var columns: [[ByteRange]] = []
    for column in ColumnLayout.textLengths {
      columns.append(
        numbers(column, as: Int32.self).map { length in
          guard length > 0 else { return .empty }
          defer { place += Int(length) }
          return ByteRange(place - layout.end..<place - layout.end + Int(length))
        })
    }
    batch.arena = Array(bytes[layout.end..<place])
    (batch.text, batch.metadata, batch.original, batch.unknown) = (columns[0], columns[1], columns[2], columns[3])
    let numbers = numbers(.type, as: Int32.self)
    let text = batch.arena.span.bytes
    for row in 0..<count {
      let isJSON =
        (types.columns[Int(numbers[row])] != .parts || Self.isObject(batch.text[row], text))
        && Self.isObject(batch.metadata[row], text) && Self.isObject(batch.original[row], text)
        && Self.isMembers(batch.unknown[row], text)
      guard isJSON else { throw ColumnFault("a text of sample \(row) is not the JSON that its column holds") }
    }
  }

  private static func isObject(_ range: ByteRange, _ text: RawSpan) -> Bool {
    guard !range.isEmpty else { return true }
    var cursor = JSONCursor(
      position: range.indices.lowerBound, end: range.indices.upperBound, longestString: Int.max, isLenient: true)
    guard cursor.peek(text) == UInt8(ascii: "{") else { return false }
    return (try? cursor.value(text, depth: 0)) != nil && cursor.position == range.indices.upperBound
  }

  /// Whether a text is `"key":value`, or several with commas between.
  private static func isMembers(_ range: ByteRange, _ text: RawSpan) -> Bool {
    guard !range.isEmpty else { return true }
    var cursor = JSONCursor(
      position: range.indices.lowerBound, end: range.indices.upperBound, longestString: Int.max, isLenient: true)
    do throws(JSONFault) {
      repeat {
        _ = try cursor.key(text)
        _ = try cursor.value(text, depth: 1)
      } while cursor.take(UInt8(ascii: ","), text)
    } catch {
      return false
    }
    return cursor.position == range.indices.upperBound
  }
}
