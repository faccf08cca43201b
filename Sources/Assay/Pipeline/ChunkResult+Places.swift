import HealthFormats
import HealthModel
import HealthValidation

extension ChunkResult {
  /// Where the records of the rows are; they come in order, so the text is gone over once.
  func places(from position: ReadPosition, file: Int) -> [SamplePlace] {
    let bytes = chunk.bytes.span.bytes
    var line = position.line
    var column = position.column
    var cursor = 0
    var places: [SamplePlace] = []
    places.reserveCapacity(batch.count)
    for record in batch.record {
      let start = max(cursor, Int(record.start))
      let extent = TextExtent(of: cursor..<start, in: bytes)
      column = extent.lineFeeds == 0 ? column + extent.columns : 1 + extent.columns
      line += extent.lineFeeds
      cursor = start
      places.append(
        SamplePlace(
          file: Int32(clamping: file), line: Int32(clamping: line), column: Int32(clamping: column),
          byteOffset: chunk.offset + Int64(start)))
    }
    return places
  }
}
