package import HealthModel

/// The parsed header of a table: the meaning of each column, and the texts that every row gets.
///
/// It is made once and shared by all chunks of the table.
@usableFromInline package final class TableColumns: Sendable {
  /// The header as it is, without its line end; `nil` when it has faults.
  package let headerRow: [UInt8]?
  let headerEnd: Int
  /// The byte between cells.
  let delimiter: UInt8
  let columns: [TableColumn]
  let constants: [TableConstant]
  /// Names, types and constants, which are after the content of each chunk so that fields can be slices of them.
  let texts: [UInt8]
  /// The problem with the header; a table with faults is not read.
  let faults: [TableFault]
  package let headerNames: [String]
  /// How the table writes times; `nil` means RFC 3339.
  let dates: DateFormat?
  /// Whether rows may end with a delimiter that the header does not have.
  let allowsTrailingDelimiter: Bool
  /// Whether each row is a sample, whatever its cells are.
  let isDirect: Bool
  /// Whether values may have their units in them.
  let takesUnits: Bool
  /// How samples are made of rows; `nil` when each row is one, and each column a field of it as it is.
  let plan: SamplePlan?
  /// The columns that texts of the table are about: where each text begins, and the column; -1 for none.
  let textColumns: [(start: Int, column: Int)]

  init(_ builder: TableColumnsBuilder, headerRow: [UInt8]? = nil, headerEnd: Int, delimiter: UInt8) {
    self.headerRow = builder.faults.isEmpty ? headerRow : nil
    self.headerEnd = headerEnd
    self.delimiter = delimiter
    columns = builder.columns
    constants = builder.constants
    texts = builder.recipes.texts
    faults = builder.faults
    headerNames = builder.headerNames
    dates = builder.dates
    allowsTrailingDelimiter = builder.layout.allowsTrailingDelimiter
    plan = builder.plan
    textColumns = builder.recipes.textColumns
    isDirect = builder.layout.isDirect
    takesUnits = builder.recipes.takesUnits
  }

  /// How many lines before the header are passed over by themselves.
  private static let mostLines = 16

  /// The columns of a table that begins with these bytes; `nil` when more of them are needed.
  ///
  /// Where the first line lacks columns that have to be there, the header is the first later line that has all of them:
  /// programs write a title or the time of the export before it.
  static func read(_ bytes: RawSpan, end: Int, isComplete: Bool, layout: TableLayout) -> TableColumns? {
    let first = read(bytes, end: end, isComplete: isComplete, layout: layout, skipping: layout.skippedLines)
    guard let first, first.faults.contains(where: { $0.detail == .columnMissing || $0.detail == .typeColumnMissing })
    else { return first }
    for lines in 1...mostLines {
      let skipped = layout.skippedLines + lines
      guard let later = read(bytes, end: end, isComplete: isComplete, layout: layout, skipping: skipped) else {
        return nil
      }
      if later.faults.isEmpty { return later }
    }
    return first
  }

  private static func read(
    _ bytes: RawSpan, end: Int, isComplete: Bool, layout: TableLayout, skipping lines: Int
  ) -> TableColumns? {
    var builder = TableColumnsBuilder(layout: layout)
    switch TableHeader.locate(
      in: bytes, end: end, isComplete: isComplete, delimiter: layout.delimiter, skipping: lines)
    {
    case .incomplete: return nil
    case .fault(let code, let detail, at: let place):
      builder.faults.append(TableFault(code: code, detail: detail, place: place))
      let line = min(end, bytes.firstNewline(from: place.lowerBound, to: end) + 1)
      return TableColumns(builder, headerEnd: line, delimiter: UInt8(ascii: ","))
    case .header(let header):
      builder.build(from: header, in: bytes)
      var row = header.row.map { bytes.byte(at: $0) }
      // Without the first line the header could not be read again.
      if TableHeader.separator(from: ByteOrderMark.length(bytes, end: end), bytes, end: end) == header.delimiter {
        row = Array("sep=".utf8) + [header.delimiter, UInt8(ascii: "\n")] + row
      }
      return TableColumns(builder, headerRow: row, headerEnd: header.end, delimiter: header.delimiter)
    }
  }
}

struct TableColumn: Sendable {
  var role: Role
  /// How they are written anew before they are read; `nil` if they stay.
  var form: TextForm?

  /// The meaning of a text of a table; names and types are ranges of the table's texts.
  enum Role: Sendable {
    case field(SampleField)
    case member(Int, SampleField)
    case entry(TapeEntry.Kind, key: ByteRange)
    case nameless
    case ignored
  }
}

/// A text for a field that the table does not have.
struct TableConstant: Sendable {
  var role: TableColumn.Role
  var text: ByteRange
}

/// The problem with a table's header.
struct TableFault: Sendable {
  var code: DiagnosticCode
  var detail: SyntaxDetail
  var place: Range<Int>
  /// The name that the finding is about where the input does not have it, as a range of the table's texts.
  var name: ByteRange?
}

extension TableColumns {
  /// How the table's layout says that times are written; `nil` means RFC 3339.
  package var dateFormat: String? { dates?.pattern }

  package var hasZones: Bool { plan?.hasZones ?? false }

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
