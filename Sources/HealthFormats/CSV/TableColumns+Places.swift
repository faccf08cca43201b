public import HealthModel

extension TableColumns {
  /// How the table's layout says that times are written; `nil` means RFC 3339.
  public var dateFormat: String? { dates?.pattern }

  /// Where the empty cell of a field is in a row; `nil` when the table has no column for the field, or the row's cell
  /// holds something.
  ///
  /// For messages: it follows the row's cells again.
  public func emptyCell(of field: SampleField, in row: Range<Int>, of bytes: RawSpan) -> Range<Int>? {
    let wanted = columns.firstIndex { column in
      if case .field(let own) = column.role { return own == field }
      return false
    }
    guard let wanted, row.upperBound <= bytes.byteCount else { return nil }
    var cursor = CSVCursor(position: row.lowerBound, end: row.upperBound, delimiter: delimiter)
    var faults = RawSampleBuffer(syntax: .csv)
    for column in 0...wanted {
      let start = cursor.position
      let cell = cursor.cell(bytes, into: &faults)
      if column == wanted { return cell.field.isPresent ? nil : start..<cell.stop }
      if cell.isLast { return nil }
    }
    return nil
  }
}
