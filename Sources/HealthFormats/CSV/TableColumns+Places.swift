package import HealthModel

extension TableColumns {
  /// How the table's layout says that times are written; `nil` means RFC 3339.
  package var dateFormat: String? { dates?.pattern }

  /// Whether rows have a place for the name of their time zone.
  package var hasZones: Bool { plan?.samples.contains { $0.zone != nil } ?? false }

  /// Where the empty cell of a field is in a row; `nil` when the table has no column for the field, or the row's cell
  /// holds something.
  ///
  /// For messages: it follows the row's cells again.
  package func emptyCell(of field: SampleField, in row: Range<Int>, of bytes: RawSpan) -> Range<Int>? {
    guard let wanted = plan.map({ $0.column(of: field) }) ?? column(of: field),
      let cell = cell(wanted, in: row, of: bytes)
    else { return nil }
    return cell.field.isPresent ? nil : cell.place
  }

  /// Where the cell is that a text of the table stands for in a row; `nil` for a text that is about no column.
  ///
  /// For messages: it follows the row's cells again.
  package func cell(ofText offset: Int, in row: Range<Int>, of bytes: RawSpan) -> Range<Int>? {
    guard offset < texts.count, let text = textColumns.last(where: { $0.start <= offset }), text.column >= 0 else {
      return nil
    }
    return cell(text.column, in: row, of: bytes)?.place
  }

  private func column(of field: SampleField) -> Int? {
    columns.firstIndex { column in
      if case .field(let own) = column.role { return own == field }
      return false
    }
  }

  /// A cell of a row, and its text or the empty place.
  private func cell(_ wanted: Int, in row: Range<Int>, of bytes: RawSpan) -> (field: RawField, place: Range<Int>)? {
    guard row.upperBound <= bytes.byteCount else { return nil }
    var cursor = CSVCursor(position: row.lowerBound, end: row.upperBound, delimiter: delimiter)
    var faults = RawSampleBuffer(syntax: .csv)
    for column in 0...max(0, wanted) {
      let start = cursor.position
      let cell = cursor.cell(bytes, into: &faults)
      if column == wanted { return (cell.field, cell.field.isPresent ? cell.field.range : start..<cell.stop) }
      if cell.isLast { return nil }
    }
    return nil
  }
}
