extension RecordPlan {
  /// Makes the plan of a layout.
  convenience init(_ layout: TableLayout) {
    let records = layout.records ?? RecordLayout()
    self.init([(path: records.records, fields: records.fields.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })])
  }
}
