import HealthModel

extension CatalogDecoder {
  /// Reads a list of names that are known and have no type yet, each with its place.
  mutating func pendingNames(_ node: YAMLNode) -> [(name: String, mark: CatalogMark)] {
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return [] }
    fields.skip(["schema", "needs", "pending"])
    var names: [(name: String, mark: CatalogMark)] = []
    _ = need("identifiers", in: &fields) { decoder, field in
      decoder.list(field) { decoder, item in
        let name = decoder.foreignName(item)
        if let name { names.append((name, item.node.mark)) }
        return name
      }
    }
    readNotes(in: &fields)
    finish(fields)
    return names
  }
}
