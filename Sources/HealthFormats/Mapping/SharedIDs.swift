extension TableLayout {
  /// Whether layouts of the same records give one `uuid` to several samples of a record.
  ///
  /// Of a table that is what the layouts alone say: a column may be named `uuid` by the header.
  package static func shareID(_ layouts: [TableLayout]) -> Bool {
    var given: Set<String> = []
    var (samples, isRepeated, hasCommon) = (0, false, false)
    for layout in layouts where layout.records?.isPublished != true {
      let common =
        layout.columns.values.contains("uuid") || layout.records?.fields["uuid"] != nil
        || layout.constants["uuid"] != nil
      for row in layout.mapping.rows.isEmpty ? [RecordSample(places: [:])] : layout.mapping.rows {
        samples += 1
        // A place and a text of the same spelling are different ids.
        if let own = row.constants["uuid"].map({ "=" + $0 }) ?? row.places["uuid"].map({ "@" + $0 }) {
          if !given.insert(own).inserted { isRepeated = true }
        } else if common {
          hasCommon = true
        }
      }
    }
    return isRepeated || hasCommon && samples > 1
  }
}
