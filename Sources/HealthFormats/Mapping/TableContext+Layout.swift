/// Why a record cannot be read by another layout than the one it was kept with.
@usableFromInline package enum LayoutMisfit: Error, Hashable, Sendable {
  /// The table's header lacks what the layout names, or cannot be read by it.
  case header
  /// The layout has a path to a value around the record, which was not kept with it.
  case surroundings(path: String)
}

extension TableContext {
  /// The context of the same record by another layout, such as that of a configuration that was mended since.
  ///
  /// - Returns: the context; `nil` if the layout is about records elsewhere, or about another format.
  package func relaid(by layout: TableLayout) throws(LayoutMisfit) -> TableContext? {
    guard let records = self.layout.records else { return try header(by: layout) }
    guard let relaid = layout.ofRecords(at: records.records) else { return nil }
    let known = RecordPlan(self.layout).pathsAround(records.records)
    let missing = RecordPlan(relaid).pathsAround(records.records).subtracting(known)
    if let path = missing.min() { throw .surroundings(path: path) }
    return TableContext(row: row, layout: relaid, surroundings: surroundings)
  }

  private func header(by layout: TableLayout) throws(LayoutMisfit) -> TableContext? {
    guard layout.records == nil else { return nil }
    // Of the lines before the header none was kept.
    var layout = layout
    layout.skippedLines = 0
    let columns = TableColumns.read(row.span.bytes, end: row.count, isComplete: true, layout: layout)
    guard columns?.faults.isEmpty == true else { throw .header }
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
