import HealthModel

extension CatalogDecoder {
  /// Reads an enum file.
  mutating func enumDefinition(_ node: YAMLNode, id: String) -> EnumDefinition? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(["schema", "needs", "enum"])
    let identifier = read("identifier", in: &fields) { $0.foreignName($1) }
    let others = read("also", in: &fields) { $0.list($1) { $0.foreignName($1) } } ?? []
    readNotes(in: &fields)
    let cases = need("cases", in: &fields) { $0.cases($1) }
    finish(fields)
    guard let list = cases, errorCount == before else { return nil }
    return EnumDefinition(id: id, identifier: identifier, otherIdentifiers: others, cases: list)
  }

  /// Keys that document a definition and are not kept.
  mutating func readNotes(in fields: inout Fields) {
    for key in ["title", "summary", "visibility"] {
      guard let field = fields.take(key) else { continue }
      _ = self.text(field)
    }
    for key in ["sources", "since"] {
      guard let field = fields.take(key) else { continue }
      _ = self.textMap(field)
    }
  }

  /// The id of an enum, or a map of cases; the latter becomes an enum of the given id.
  mutating func enumReference(_ field: Field, inlineID: String) -> EnumDefinition? {
    if field.node.entries != nil {
      return cases(field).map { EnumDefinition(id: inlineID, cases: $0) }
    }
    guard field.node.text != nil else {
      reportKind(field, takes: "the id of an enum or a map of cases")
      return nil
    }
    guard let id = self.id(field) else { return nil }
    if let definition = enums[id] { return definition }
    if brokenIDs.contains(id) {
      failSilently()
    } else {
      let known = enums
      report(
        .catalogReference, "there is no enum \(CatalogText.shown(id))", at: field.node.mark,
        hint: hint(for: id, amongSome: known.count, known.keys.sorted()))
    }
    return nil
  }

  /// A map from case names to raw integers or maps.
  mutating func cases(_ field: Field) -> [EnumCase]? {
    guard let fields = self.fields(field) else { return nil }
    let before = errorCount
    var cases: [EnumCase] = []
    var owners = EnumNames()
    for entry in fields.entries {
      guard let new = enumCase(entry, in: fields) else { continue }
      for conflict in owners.add(new) { report(.catalogShadow, conflict, at: entry.keyMark) }
      cases.append(new)
    }
    if cases.isEmpty, errorCount == before {
      report(.catalogKeyMissing, "\(CatalogText.shown(field.path)) has no cases", at: field.mark)
    }
    return errorCount == before ? cases : nil
  }

  private mutating func enumCase(_ entry: YAMLEntry, in parent: Fields) -> EnumCase? {
    guard CatalogID.isValid(entry.key) else {
      report(
        .catalogID, "\(CatalogText.shown(entry.key)) is not the name of a case", at: entry.keyMark,
        hint: "a name begins with a letter and holds letters, digits, `.`, `_` and `-`")
      return nil
    }
    let field = Field(path: parent.path(entry.key), mark: entry.keyMark, node: entry.value)
    let limits = -Self.maximumInteger...Self.maximumInteger
    guard field.node.entries != nil else {
      guard field.node.text != nil else {
        reportKind(field, takes: "a raw integer or a map")
        return nil
      }
      return integer(field, in: limits).map { EnumCase(name: entry.key, raw: $0) }
    }
    guard var fields = self.fields(field) else { return nil }
    let raw = read("raw", in: &fields) { $0.integer($1, in: limits) }
    let text = read("text", in: &fields) { $0.text($1) }
    let aliases = read("aliases", in: &fields) { $0.list($1) { $0.id($1) } } ?? []
    let exports = read("exports", in: &fields) { $0.list($1) { $0.text($1) } } ?? []
    let requires = read("requires", in: &fields) { $0.list($1) { $0.metadataKey($1) } } ?? []
    finish(fields)
    if raw != nil, text != nil {
      report(.catalogKeyKind, "a case has either `raw` or `text`, not both", at: field.mark)
    }
    return EnumCase(
      name: entry.key, raw: raw, aliases: aliases, exports: (text.map { [$0] } ?? []) + exports, requires: requires)
  }
}

/// Finds cases of one enum that cannot be distinguished.
struct EnumNames {
  private var names: [String: String] = [:]
  private var exports: [String: String] = [:]
  private var raws: [Int: String] = [:]

  init() {}

  /// Adds a case; the sentences for what it shares with an earlier one.
  mutating func add(_ new: EnumCase) -> [String] {
    var conflicts: [String] = []
    for name in [new.name] + new.aliases {
      if let other = names.updateValue(new.name, forKey: name), other != new.name {
        conflicts.append("the name \(CatalogText.shown(name)) already belongs to the case \(CatalogText.shown(other))")
      }
    }
    for text in new.exports {
      if let other = exports.updateValue(new.name, forKey: text), other != new.name {
        conflicts.append("the text \(CatalogText.shown(text)) already belongs to the case \(CatalogText.shown(other))")
      }
    }
    if let raw = new.raw, let other = raws.updateValue(new.name, forKey: raw) {
      conflicts.append("the raw value \(raw) already belongs to the case \(CatalogText.shown(other))")
    }
    return conflicts
  }
}
