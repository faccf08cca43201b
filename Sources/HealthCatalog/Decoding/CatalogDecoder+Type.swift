import HealthModel

extension CatalogDecoder {
  /// Keys that say what a file is rather than what its type is; the loader has read them.
  static let headerKeys = ["schema", "needs", "type", "overrides", "extends", "reason"]

  /// Reads a type: the whole effective map, after layers.
  mutating func typeDefinition(_ node: YAMLNode, id: String) -> TypeDefinition? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(Self.headerKeys)
    let kind = need("kind", in: &fields) { $0.word($1, of: TypeKind.self, called: "a kind of type") }
    if kind == nil { fields.skip(TypeKind.allCases.flatMap(\.keys)) }
    let title = need("title", in: &fields) { $0.text($1) }
    let shape = kind.flatMap { self.shape(of: $0, id: id, in: &fields) }
    // The rest is read without a shape as well, so that all that is wrong is reported at once.
    var type = TypeDefinition(id: id, title: title ?? "", shape: shape ?? .correlation([]))
    readNames(of: &type, in: &fields)
    readRules(of: &type, in: &fields)
    readRelations(of: &type, keys: kind?.keys ?? [], in: &fields)
    readTypeRules(of: &type, in: &fields)
    if readsExamples {
      type.examples = read("examples", in: &fields) { $0.examples($1, type: id) } ?? []
    } else {
      fields.skip(["examples"])
    }
    type.origins = node.keyMarks(sharing: &knownPaths)
    finish(fields, elsewhere: kind.map(Self.keysElsewhere) ?? Self.reservedKeys)
    guard shape != nil, errorCount == before else { return nil }
    return type
  }

  private static let reservedKeys = ["checks": "is reserved for a later version"]

  /// Keys that other kinds of types have, with the words for it.
  private static func keysElsewhere(_ kind: TypeKind) -> [String: String] {
    var words = reservedKeys
    for key in TypeKind.allCases.flatMap(\.keys) where !kind.keys.contains(key) {
      let others = TypeKind.allCases.filter { $0.keys.contains(key) }.map(\.rawValue).joined(separator: " and ")
      words[key] = "belongs to \(others) types, this is a \(kind.rawValue)"
    }
    return words
  }

  private mutating func readNames(of type: inout TypeDefinition, in fields: inout Fields) {
    type.summary = read("summary", in: &fields) { $0.text($1) } ?? ""
    // A block of text ends in a line feed that is not part of the meaning.
    while type.summary.hasSuffix("\n") { type.summary.removeLast() }
    type.aliases = read("aliases", in: &fields) { $0.list($1) { $0.id($1) } } ?? []
    type.identifiers = read("identifiers", in: &fields) { $0.list($1) { $0.foreignName($1) } } ?? []
    type.codes = read("codes", in: &fields) { $0.codes($1) } ?? [:]
    type.sources = read("sources", in: &fields) { $0.textMap($1) } ?? [:]
    type.since = read("since", in: &fields) { $0.textMap($1) } ?? [:]
    type.deprecation = read("deprecated", in: &fields) { $0.deprecation($1) }
  }

  private mutating func readRules(of type: inout TypeDefinition, in fields: inout Fields) {
    type.duration = read("duration", in: &fields) { $0.durationLimits($1) } ?? DurationLimits()
    type.metadata = read("metadata", in: &fields) { $0.metadataRules($1) } ?? MetadataRules()
    type.isWritable = read("writable", in: &fields) { $0.flag($1) } ?? true
  }

  private mutating func metadataRules(_ field: Field) -> MetadataRules? {
    guard var fields = self.fields(field) else { return nil }
    let rules = MetadataRules(
      required: read("required", in: &fields) { $0.list($1) { $0.metadataKey($1) } } ?? [],
      known: read("known", in: &fields) { $0.list($1) { $0.metadataKey($1) } } ?? [],
      isClosed: read("closed", in: &fields) { $0.flag($1) } ?? false)
    finish(fields)
    return rules
  }

  private mutating func deprecation(_ field: Field) -> Deprecation? {
    guard var fields = self.fields(field) else { return nil }
    let since = need("since", in: &fields) { $0.text($1) }
    let replacement = read("use", in: &fields) { $0.id($1) }
    finish(fields)
    return since.map { Deprecation(since: $0, replacement: replacement) }
  }

  /// A map from free keys to text.
  mutating func textMap(_ field: Field) -> [String: String]? {
    guard let fields = self.fields(field) else { return nil }
    var values: [String: String] = [:]
    for (key, field) in fields.all() { values[key] = self.text(field) }
    return values
  }

  /// A map from systems to one code or a list of codes.
  private mutating func codes(_ field: Field) -> [String: [String]]? {
    guard let fields = self.fields(field) else { return nil }
    var values: [String: [String]] = [:]
    for (key, field) in fields.all() {
      let isList = field.node.items != nil
      values[key] = isList ? self.list(field) { $0.text($1) } : self.text(field).map { [$0] }
    }
    return values
  }
}
