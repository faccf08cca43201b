package import HealthModel

/// The header of a table and how its columns become fields, or how foreign JSON becomes samples: a record means nothing
/// without them.
@usableFromInline package struct TableContext: Sendable, Hashable {
  /// The header row, without its line end.
  package var row: [UInt8]
  /// How the columns become fields.
  package var layout: TableLayout
  /// For a record of foreign JSON: what it gets from around it, by the paths of the layout.
  package var surroundings: [String: String]
  private(set) var form: RecordForm?

  @usableFromInline package init(
    row: [UInt8], layout: TableLayout = TableLayout(), surroundings: [String: String] = [:]
  ) {
    self.row = row
    self.layout = layout
    self.surroundings = surroundings
  }

  /// The context of a record of foreign JSON whose form many have.
  package init(_ form: RecordForm, surroundings: [String: String]) {
    self.init(row: [], layout: form.layout, surroundings: surroundings)
    self.form = form
  }
}

/// The file of an export that a record is the content of, and the element that names it.
@usableFromInline package struct QuarantinedFile: Sendable, Hashable {
  package var kind: ExportFiles.Kind
  /// The text of the element that names it; empty when none does.
  package var element: [UInt8]
  /// The id of the sample that the element's belongs to.
  package var parent: SampleID?

  package init(_ kind: ExportFiles.Kind, element: [UInt8] = [], parent: SampleID? = nil) {
    self.kind = kind
    self.element = element
    self.parent = parent
  }
}

extension InputChunk {
  /// What its content is read again with; `nil` for a chunk that is not a whole file of an export.
  package var quarantinedFile: QuarantinedFile? {
    guard let file, file.fault == nil, file.pending == nil else { return nil }
    return QuarantinedFile(
      file.file.kind, element: Array(bytes[file.element]), parent: SampleID(at: file.parent, in: bytes.span.bytes))
  }
}

/// One record outside of its input, as a quarantine keeps it: readers read it as they did in its input.
@usableFromInline package struct QuarantinedRecord: Sendable, Hashable {
  /// The record's bytes.
  package var bytes: [UInt8]
  package var format: InputFormat
  package var position: ReadPosition
  /// For a row of a table: its header and layout.
  package var table: TableContext?
  /// For the content of a file of an export: the file.
  package var file: QuarantinedFile?

  package init(
    _ bytes: [UInt8], format: InputFormat, at position: ReadPosition, table: TableContext? = nil,
    file: QuarantinedFile? = nil
  ) {
    self.bytes = bytes
    self.format = format
    self.position = position
    self.table = table
    self.file = file
  }

  /// The record as a chunk in the middle of its input, and where the chunk's first byte is there.
  ///
  /// `nil` for a row without the context of its table.
  package var chunk: (chunk: InputChunk, start: ReadPosition)? {
    if let layout = table?.layout, layout.records != nil, format.syntax(by: layout) == .foreignJSON {
      return (foreignChunk(layout), position)
    }
    if let file { return (chunk(of: file), position) }
    var columns: TableColumns?
    if format.hasHeader {
      guard let table else { return nil }
      columns = TableColumns.read(table.row.span.bytes, end: table.row.count, isComplete: true, layout: table.layout)
      if columns == nil { return nil }
    }
    let frame = format.definition.recordFrame
    var start = position
    start.byteOffset -= Int64(frame.before.count)
    start.column -= frame.before.count
    var chunk = InputChunk(
      bytes: frame.before + bytes + frame.after, offset: position.byteOffset, index: 0,
      context: ChunkContext(isFirst: false, isLast: false))
    chunk.table = columns
    return (chunk, start)
  }

  /// The record as a document of its own, with what was around it.
  private func foreignChunk(_ layout: TableLayout) -> InputChunk {
    var chunk = InputChunk(
      bytes: bytes, offset: position.byteOffset, index: 0, context: ChunkContext(isFirst: false, isLast: false))
    let plan = table?.form?.plan ?? RecordPlan(layout)
    chunk.records = ChunkRecords(plan, layout, record: 0..<bytes.count, with: table?.surroundings ?? [:])
    return chunk
  }

  /// How the record's text is written.
  package var syntax: RawSyntax { format.syntax(by: table?.layout) }

  private func chunk(of file: QuarantinedFile) -> InputChunk {
    let content = ExportFile(path: "", kind: file.kind, displayPath: "", size: Int64(bytes.count), member: nil)
    let owner = file.element.isEmpty ? nil : ExportFileOwner(element: file.element, parent: file.parent)
    return InputChunk(of: content, bytes, nil, owner: owner, offset: position.byteOffset, index: 0)
  }
}
