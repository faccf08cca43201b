import HealthFormats
import HealthModel
import HealthValidation

extension ChunkResult {
  /// Where the records of the rows are; they come in order, so the text is gone over once.
  func places(from position: ReadPosition, file: Int, _ names: inout PlaceNames, redacts: Bool) -> [SamplePlace] {
    if let converted = chunk.converted { return places(in: converted, file: file, &names, redacts) }
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

  private func places(
    in converted: ConvertedPlaces, file: Int, _ names: inout PlaceNames, _ redacts: Bool
  ) -> [SamplePlace] {
    batch.record.map { record in
      let (line, column): (Int32, Int32) =
        switch converted.place(at: Int(record.start), redacts: redacts) {
        case .line(let line): (Int32(clamping: line), 1)
        case .byte(let offset): names.code("byte", offset)
        case .item(let label, let number): names.code(label, number)
        case .name(let name): names.code(name, nil)
        case nil: (0, 0)
        }
      return SamplePlace(
        file: Int32(clamping: file), line: line, column: column, byteOffset: chunk.offset + Int64(record.start))
    }
  }
}
