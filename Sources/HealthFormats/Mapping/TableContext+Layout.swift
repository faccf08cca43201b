import HealthModel

extension TableContext {
  /// The context of the same record by another layout, such as that of a configuration that was mended since.
  ///
  /// - Returns: the context; `nil` if the layout is about records elsewhere, or about another format.
  /// - Throws: `Failure` if the header or what was kept with the record lacks what the layout names.
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
