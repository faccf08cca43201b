import HealthModel

/// A file whose tree is read and whose subject is known, but not yet decoded.
struct RawDefinition {
  var kind: CatalogEntry.Kind
  /// The definition in the file, or the definition that `overrides` changes.
  var id: String
  var mark: CatalogMark
  var node: YAMLNode
  /// The place of the layer in the list of layers.
  var layer: Int

  /// The id this type extends, with its place.
  var base: YAMLNode? { kind == .type ? node.entry("extends")?.value : nil }

  var title: String? { node.entry("title")?.value.text }
}

extension CatalogDecoder {
  /// Finds out what a file defines: its keys decide, not its folder.
  mutating func header(of node: YAMLNode, file: CatalogFile, layer: Int) -> RawDefinition? {
    guard let entries = node.entries else {
      report(.catalogKeyKind, "a definition is a map, not \(node.kindName)", at: node.mark)
      return nil
    }
    let fields = Fields(entries, path: "", mark: node.mark)
    guard let (kind, subject) = self.subject(of: node, in: fields) else { return nil }
    let field = Field(path: subject.key, mark: subject.keyMark, node: subject.value)
    guard let id = self.name(field, of: kind) else { return nil }
    if kind != .override, !(kind == .unit && !CatalogID.isValid(id)), file.stem != id {
      report(
        .catalogID, "the file defines \(CatalogText.shown(id)), so its name must be \(CatalogText.shown(id + ".yaml"))",
        at: subject.value.mark)
    }
    return RawDefinition(kind: kind, id: id, mark: subject.value.mark, node: node, layer: layer)
  }

  private mutating func name(_ field: Field, of kind: CatalogEntry.Kind) -> String? {
    switch kind {
    case .type, .override, .enumeration: id(field)
    case .metadata: metadataKey(field)
    case .unit: text(field)
    case .pending: id(field)
    }
  }

  /// The key that says what the file is about.
  private mutating func subject(of node: YAMLNode, in fields: Fields) -> (CatalogEntry.Kind, YAMLEntry)? {
    if let change = node.entry("overrides") {
      for key in ["type", "extends"] {
        guard let other = node.entry(key) else { continue }
        report(.catalogKeyKind, "a file with `overrides` changes a type and cannot have `\(key)`", at: other.keyMark)
        return nil
      }
      guard node.entry("reason") != nil else {
        report(.catalogKeyMissing, "the key `reason` is missing: why is the type changed?", at: change.keyMark)
        return nil
      }
      return (.override, change)
    }
    if let type = node.entry("type") {
      if node.entry("extends") == nil {
        if let reason = node.entry("reason") {
          report(.catalogKeyUnknown, "`reason` goes with `overrides` or `extends`", at: reason.keyMark)
        }
        if node.entry("schema") == nil {
          report(.catalogKeyMissing, "the key `schema` is missing", at: fields.mark, hint: "begin with `schema: 1`")
        }
      }
      return (.type, type)
    }
    if let other = node.entry("extends") ?? node.entry("kind") {
      report(.catalogKeyMissing, "the key `type` is missing: the id of the type", at: other.keyMark)
      return nil
    }
    if let entry = node.entry("enum") { return (.enumeration, entry) }
    if let entry = node.entry("metadata") { return (.metadata, entry) }
    if let entry = node.entry("unit") { return (.unit, entry) }
    if let entry = node.entry("pending") { return (.pending, entry) }
    let subjects = ["type", "overrides", "enum", "metadata", "unit", "pending"]
    let near = fields.entries.lazy.compactMap { CatalogText.suggestion(for: $0.key, among: subjects) }.first
    report(
      .catalogKeyMissing,
      "a definition needs one of the keys `type`, `overrides`, `enum`, `metadata`, `unit` or `pending`",
      at: fields.mark, hint: near)
    return nil
  }
}

extension TypeDefinition {
  /// The place of a key, or of the nearest key above it, or of the type.
  func mark(of key: String) -> CatalogMark {
    var path = Substring(key)
    while true {
      if let mark = origins[String(path)] { return mark }
      guard let dot = path.lastIndex(of: ".") else { break }
      path = path[..<dot]
    }
    return origins["type"] ?? CatalogMark(path: "", line: 0, column: 0)
  }
}
