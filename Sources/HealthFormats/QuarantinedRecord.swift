package import HealthModel

/// The header of a table and how its columns become fields, or how foreign JSON becomes samples: a record means nothing
/// without them.
@usableFromInline package struct TableContext: Sendable, Hashable {
  /// The header row, without its line end.
  package var row: [UInt8]
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

  private func foreignChunk(_ layout: TableLayout) -> InputChunk {
    var chunk = InputChunk(
      bytes: bytes, offset: position.byteOffset, index: 0, context: ChunkContext(isFirst: false, isLast: false))
    let plan = table?.form?.plan ?? RecordPlan(layout)
    chunk.records = ChunkRecords(plan, layout, record: 0..<bytes.count, with: table?.surroundings ?? [:])
    return chunk
  }

  package var syntax: RawSyntax { format.syntax(by: table?.layout) }

  private func chunk(of file: QuarantinedFile) -> InputChunk {
    let content = ExportFile(path: "", kind: file.kind, displayPath: "", size: Int64(bytes.count), member: nil)
    let owner = file.element.isEmpty ? nil : ExportFileOwner(element: file.element, parent: file.parent)
    return InputChunk(of: content, bytes, nil, owner: owner, offset: position.byteOffset, index: 0)
  }
}

extension TableContext {
  /// The context of the same record by another layout, such as that of a configuration that was mended since.
  ///
  /// - Returns: the context; `nil` if the layout is about records elsewhere, or about another format.
  package func relaid(by layout: TableLayout) throws -> TableContext? {
    guard let records = self.layout.records else { return try header(by: layout) }
    guard let relaid = layout.ofRecords(at: records.records) else { return nil }
    let known = RecordPlan(self.layout).pathsAround(records.records)
    let missing = RecordPlan(relaid).pathsAround(records.records).subtracting(known)
    if let path = missing.min() {
      let shown = TextEscaping.escaped(path, limit: 80)
      throw Failure.usage("assay.yaml takes `\(shown)` from around the record, which is not kept with it")
    }
    return TableContext(row: row, layout: relaid, surroundings: surroundings)
  }

  private func header(by layout: TableLayout) throws -> TableContext? {
    guard layout.records == nil else { return nil }
    // Of the lines before the header none was kept.
    var layout = layout
    layout.skippedLines = 0
    let columns = TableColumns.read(row.span.bytes, end: row.count, isComplete: true, layout: layout)
    guard columns?.faults.isEmpty == true else {
      throw Failure.usage("the row's table header does not have the columns that assay.yaml names")
    }
    return TableContext(row: row, layout: layout)
  }
}

extension TableLayout {
  /// Whether the layout says whose a sample is: by a column, a path or a constant, in any of its parts.
  package var givesSubject: Bool {
    ([self] + further).contains { part in
      part.columns.values.contains("subject") || part.records?.fields["subject"] != nil
        || part.constants["subject"] != nil
        || part.mapping.rows.contains { $0.places["subject"] != nil || $0.constants["subject"] != nil }
    }
  }

  /// The layout of the records at a path alone; `nil` if none of its parts is about them.
  func ofRecords(at path: String) -> TableLayout? {
    var own = ([self] + further).filter { ($0.records ?? RecordLayout()).isAt(path) }
    guard !own.isEmpty else { return nil }
    var first = own.removeFirst()
    first.further = own.map { layout in
      var layout = layout
      layout.further = []
      return layout
    }
    return first
  }
}

extension RecordPlan {
  /// The paths of fields that lead out of the records at a path, or to their keys.
  fileprivate func pathsAround(_ records: String) -> Set<String> {
    var paths: Set<String> = []
    for profile in profiles where profile.path == records {
      paths.formUnion(profile.parents.map { profile.columns[$0.column] } + profile.keys.map { profile.columns[$0] })
    }
    return paths
  }
}
