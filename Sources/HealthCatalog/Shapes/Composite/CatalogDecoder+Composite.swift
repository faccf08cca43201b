import HealthModel

extension CatalogDecoder {
  /// `fields: {laps: {allowed: …, required: true}}` and `lists: {splits: {limit: 100, fields: {…}}}`.
  mutating func compositeShape(in fields: inout Fields) -> CompositeShape? {
    let named = need("fields", in: &fields) { $0.compositeFields($1) }
    let lists = read("lists", in: &fields) { $0.compositeLists($1) } ?? []
    return named.map { CompositeShape(fields: $0, lists: lists) }
  }

  private mutating func compositeFields(_ field: Field) -> [CompositeShape.Field]? {
    named(field) { decoder, name, fields in
      let allowed = decoder.read("allowed", in: &fields) { $0.bounds($1) } ?? ValueBounds()
      let isRequired = decoder.read("required", in: &fields) { $0.flag($1) } ?? false
      return CompositeShape.Field(name: name, allowed: allowed, isRequired: isRequired)
    }
  }

  private mutating func compositeLists(_ field: Field) -> [CompositeShape.List]? {
    named(field) { decoder, name, fields in
      let limit = decoder.read("limit", in: &fields) { $0.integer($1, in: 1...1_000_000) } ?? 10_000
      let inner = decoder.need("fields", in: &fields) { $0.compositeFields($1) }
      return inner.map { CompositeShape.List(name: name, limit: limit, fields: $0) }
    }
  }

  /// The entries of a map, each a map of its own under an id.
  private mutating func named<Value>(
    _ field: Field, _ read: (inout CatalogDecoder, String, inout Fields) -> Value?
  ) -> [Value]? {
    guard let fields = self.fields(field) else { return nil }
    var values: [Value] = []
    for entry in fields.entries {
      guard CatalogID.isValid(entry.key) else {
        report(.catalogID, "\(CatalogText.shown(entry.key)) is not a name of a field", at: entry.keyMark)
        continue
      }
      let inner = Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value)
      guard var parts = self.fields(inner) else { continue }
      if let value = read(&self, entry.key, &parts) { values.append(value) }
      finish(parts)
    }
    return values
  }
}
