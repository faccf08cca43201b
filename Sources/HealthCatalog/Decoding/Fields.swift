package import HealthModel

/// One value of a definition with its name and place.
package struct Field {
  /// The dotted path of the key, such as `value.allowed.max`.
  package var path: String
  /// The place of the key.
  package var mark: CatalogMark
  package var node: YAMLNode

  package init(path: String, mark: CatalogMark, node: YAMLNode) {
    self.path = path
    self.mark = mark
    self.node = node
  }

  func mark(of keys: [String]) -> CatalogMark? { node.entries?.first { keys.contains($0.key) }?.keyMark }

  /// The place of a key of the field's map that comes from a file laid over the one that the map is in; `nil` when all
  /// are of one file.
  var changedMark: CatalogMark? { node.entries?.first { $0.keyMark.path != node.mark.path }?.keyMark }

  /// The place of one of some keys when it comes from another file than the map around the field.
  func changedMark(of keys: [String], since outer: CatalogMark) -> CatalogMark? {
    mark(of: keys).flatMap { $0.path != outer.path ? $0 : nil }
  }
}

/// The entries of a map, requested by name: the names requested are the schema, and the rest is unknown.
package struct Fields {
  package let mark: CatalogMark
  package let entries: [YAMLEntry]
  private let prefix: String
  package private(set) var asked: [String] = []

  /// Takes a map's entries and its dotted path, empty for the file's own.
  package init(_ entries: [YAMLEntry], path: String, mark: CatalogMark) {
    self.entries = entries
    self.mark = mark
    prefix = path.isEmpty ? "" : path + "."
  }

  package func path(_ key: String) -> String { prefix.isEmpty ? key : prefix + key }

  package mutating func take(_ key: String) -> Field? {
    asked.append(key)
    for index in entries.indices where entries[index].key == key { return field(entries[index]) }
    return nil
  }

  /// Makes keys known without looking at them.
  package mutating func skip(_ keys: [String]) { asked += keys }

  /// All entries as values, for maps whose keys are free; keys that begin with `x-` are notes and left out.
  package func all() -> [(key: String, field: Field)] {
    entries.filter { !$0.key.hasPrefix("x-") }.map { ($0.key, field($0)) }
  }

  /// The entries that were not requested, without notes.
  package var unknown: [YAMLEntry] { entries.filter { !asked.contains($0.key) && !$0.key.hasPrefix("x-") } }

  private func field(_ entry: YAMLEntry) -> Field {
    Field(path: path(entry.key), mark: entry.keyMark, node: entry.value)
  }
}
