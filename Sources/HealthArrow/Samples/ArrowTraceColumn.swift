/// Columns after those of samples, in streams with the place and the digest of each sample.
enum ArrowTraceColumn {
  /// The digest of the content, by which stores tell a duplicate from a conflict.
  static let digest = ArrowField("digest", .text)
  /// The file, the line and the offset in bytes of the record.
  static let places = [
    ArrowField("path", .text), ArrowField("line", .int64), ArrowField("byte_offset", .int64),
  ]
  /// The names of all.
  static let names = Set((places + [digest]).map(\.name))
}

extension SampleArrowWriter {
  /// Adds to a table where its rows were read; the writer was made for that.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - table: a table of this writer, to which no places were added.
  ///   - place: the line and the offset in bytes of a row of the table.
  package func addPlaces(
    of path: [UInt8], to table: inout ArrowTable, _ place: (Int) -> (line: Int, byteOffset: Int64)
  ) {
    let first = table.columns.count - ArrowTraceColumn.places.count
    for row in 0..<table.count {
      let place = place(row)
      table.columns[first].append(path)
      table.columns[first + 1].append(Int64(place.line))
      table.columns[first + 2].append(place.byteOffset)
    }
  }
}
