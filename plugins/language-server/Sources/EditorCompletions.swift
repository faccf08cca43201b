import Assay
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports

/// The words that an editor offers at a place.
struct EditorCompletions {
  struct Word: Hashable {
    var text: String
    var detail: String?
    var kind: Kind
  }

  /// The kinds of words, by the numbers that editors have for them.
  enum Kind: Int {
    case property = 10
    case unit = 11
    case value = 12
    case list = 13
    case enumCase = 20
    case code = 21
    case type = 7
  }

  let registry: Registry
  let formats: FormatList

  func words(at place: SampleCursor) -> [Word] {
    let type = place.type.flatMap { registry.type(named: $0) }
    if place.isKey { return place.parents.first == "metadata" ? keys(of: type) : [] }
    if place.parents.first == "metadata" {
      guard let key = place.key.flatMap({ registry.metadataKeyIndex(named: $0) }).map({ registry.metadataKeys[$0] }),
        case .enum(let list) = key.value
      else { return [] }
      return cases(of: list)
    }
    switch place.key {
    case "type": return types
    case "unit": return type.map(units) ?? []
    case "value": return type?.shape.enumeration.map(cases) ?? []
    default: return []
    }
  }

  func words(inConfiguration place: DefinitionCursor) -> [Word] {
    guard let key = place.key else { return keys(ofConfiguration: place.parents) }
    if place.parents.first == "rules" { return Self.values(RuleLevel.allCases.map(\.rawValue)) }
    let values = valuesInConfiguration(key, in: place.parents)
    guard values.isEmpty, let schema = Self.configurationSchema else { return values }
    let path = place.parents.reversed() + [key]
    // A word after the dash of a list of maps is the first key of an item.
    if schema.isListOfMaps(at: path) { return keys(ofConfiguration: [key] + place.parents) }
    return Self.values(schema.values(at: path))
  }

  private func valuesInConfiguration(_ key: String, in parents: [String]) -> [Word] {
    switch (key, parents.first) {
    case ("code", _): return codes
    case ("type", _), ("types", _), (_, "type"): return types
    case ("unit", _), (_, "unit"): return UnitChoice.all(in: registry).map { Word(text: $0, kind: .unit) }
    case ("fail_on", _): return Self.values(FailOn.allCases.map(\.rawValue))
    case ("baseline_by", _): return Self.values(BaselineKey.allCases.map(\.rawValue))
    case ("format", _): return Self.values(formats.names)
    case (_, "columns"): return fields + Self.values(["-"])
    default: return []
    }
  }

  /// The keys of the map that is under some keys, the innermost first.
  private func keys(ofConfiguration parents: [String]) -> [Word] {
    switch parents.first {
    case "rules": return codes
    case "constants", "fields", "rows", "values": return fields
    // Names of columns are those of the table.
    case "columns", "when", "unless": return []
    default:
      return (Self.configurationSchema?.keys(at: parents.reversed()) ?? []).map {
        Word(text: $0.name, detail: $0.summary, kind: .property)
      }
    }
  }

  private static var configurationSchema: SchemaKeys? { SchemaKeys("assay-yaml.schema.json") }

  private var fields: [Word] { TableField.names.map { Word(text: $0, kind: .property) } }

  /// The words for a place of a definition; `subject` is the id of the type that the file defines.
  func words(inDefinition place: DefinitionCursor, of subject: String?) -> [Word] {
    let type = subject.flatMap { registry.type(named: $0) }
    if place.isKey {
      switch place.parents.first {
      case "members": return types
      case "metadata" where place.parents.contains("examples"): return keys(of: type)
      default: return keys(ofDefinition: place.parents, isOfType: subject != nil)
      }
    }
    switch place.key {
    case "extends", "overrides", "use": return types
    case "type": return place.parents.isEmpty ? [] : types
    case "unit", "units", "means":
      if place.parents.contains("examples"), let type { return units(of: type) }
      return UnitChoice.all(in: registry).map { Word(text: $0, kind: .unit) }
    case "values": return registry.enums.keys.sorted().map { Word(text: $0, kind: .list) }
    case "value" where place.parents.contains("examples"): return type?.shape.enumeration.map(cases) ?? []
    case "required", "known": return keys(of: nil)
    case "code": return codes
    case "kind" where place.parents.isEmpty: return Self.values(TypeKind.allCases.map(\.rawValue))
    default: return []
    }
  }

  /// The keys that the schema of type definitions has at a place; none in a file that defines no type.
  private func keys(ofDefinition parents: [String], isOfType: Bool) -> [Word] {
    guard isOfType, let schema = SchemaKeys("type.schema.json") else { return [] }
    return schema.keys(at: parents.reversed()).map { Word(text: $0.name, detail: $0.summary, kind: .property) }
  }

  private var types: [Word] { registry.types.map { Word(text: $0.id, detail: $0.title, kind: .type) } }

  private var codes: [Word] { DiagnosticCode.allCases.map { Word(text: $0.name, detail: $0.info.gist, kind: .code) } }

  private func units(of type: TypeDefinition) -> [Word] {
    UnitChoice.texts(for: type, in: registry).map { Word(text: $0, kind: .unit) }
  }

  private func cases(of list: EnumDefinition) -> [Word] {
    list.cases.map { Word(text: $0.name, detail: $0.raw.map { "\($0)" }, kind: .enumCase) }
  }

  /// The metadata keys, those of a type first.
  private func keys(of type: TypeDefinition?) -> [Word] {
    let own = type.map { $0.metadata.required + $0.metadata.known } ?? []
    let others = registry.metadataKeys.map(\.key).filter { !own.contains($0) }
    return (own + others).map { Word(text: $0, kind: .property) }
  }

  private static func values(_ texts: [String]) -> [Word] { texts.map { Word(text: $0, kind: .value) } }
}

/// The keys and values that a JSON Schema of this program has for places of a file.
struct SchemaKeys {
  struct Key: Hashable {
    var name: String
    var summary: String?
  }

  /// How many references and lists of alternatives within one another are followed.
  private static let depth = 8

  private let root: JSONValue

  /// Takes a schema that is compiled in; `nil` if there is no such file.
  init?(_ file: String) {
    guard let text = EmbeddedSchemas.files.first(where: { $0.path == file })?.text,
      let root = JSONValue(parsing: text.utf8)
    else { return nil }
    self.root = root
  }

  /// The keys of the map at a place, of the elements if it is a list of maps.
  func keys(at path: [String]) -> [Key] {
    var seen: Set<String> = []
    return forms(at: path).flatMap { $0["properties"]?.members ?? [] }.compactMap { member in
      guard member.value != .boolean(false), seen.insert(member.key).inserted else { return nil }
      return Key(name: member.key, summary: summary(of: member.value))
    }
  }

  /// The values that the key at a place may have, if the schema lists them.
  func values(at path: [String]) -> [String] {
    forms(at: path).flatMap { form -> [String] in
      if form["type"]?.text == "boolean" { return ["true", "false"] }
      return (form["enum"]?.elements ?? [form["const"]].compactMap(\.self)).compactMap(\.text)
    }
  }

  /// Whether the value at a place is a list of maps, so that an item of it begins with a key.
  func isListOfMaps(at path: [String]) -> Bool {
    nodes(at: path).contains { node in
      guard let items = node["items"] else { return false }
      return expanded(items, Self.depth).contains { $0["properties"] != nil || $0["additionalProperties"] != nil }
    }
  }

  private func forms(at path: [String]) -> [JSONValue] {
    nodes(at: path).flatMap { node in [node] + (node["items"].map { expanded($0, Self.depth) } ?? []) }
  }

  private func nodes(at path: [String]) -> [JSONValue] {
    var nodes = expanded(root, Self.depth)
    for name in path {
      nodes = nodes.flatMap { node -> [JSONValue] in
        let items = node["items"].map { expanded($0, Self.depth) } ?? []
        return ([node] + items).flatMap { form -> [JSONValue] in
          guard let child = form["properties"]?[name] ?? form["additionalProperties"] else { return [] }
          return expanded(child, Self.depth)
        }
      }
    }
    return nodes
  }

  /// A schema with those that it refers to and its alternatives.
  private func expanded(_ node: JSONValue, _ depth: Int) -> [JSONValue] {
    guard depth > 0, case .object = node else { return [] }
    var nodes = [node]
    if let definition = definition(of: node) { nodes += expanded(definition, depth - 1) }
    for word in ["anyOf", "oneOf"] {
      for other in node[word]?.elements ?? [] { nodes += expanded(other, depth - 1) }
    }
    return nodes
  }

  private func definition(of node: JSONValue) -> JSONValue? {
    let head = "#/$defs/"
    guard let name = node["$ref"]?.text, name.hasPrefix(head) else { return nil }
    return root["$defs"]?[String(name.dropFirst(head.count))]
  }

  private func summary(of node: JSONValue) -> String? {
    node["description"]?.text ?? definition(of: node)?["description"]?.text
  }
}
