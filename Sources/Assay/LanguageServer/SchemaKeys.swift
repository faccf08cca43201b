import HealthModel

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

  /// The schemas of the value at a place, and of its elements.
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
