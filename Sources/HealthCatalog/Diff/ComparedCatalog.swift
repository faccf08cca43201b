import HealthModel

/// One side of a comparison: a registry with what is looked up in it often.
struct ComparedCatalog {
  let registry: Registry
  private let marks: [CatalogEntry.Kind: [String: CatalogMark]]

  init(_ registry: Registry, entries: [CatalogEntry]) {
    self.registry = registry
    var marks: [CatalogEntry.Kind: [String: CatalogMark]] = [:]
    for entry in entries { marks[entry.kind, default: [:]][entry.id] = entry.mark }
    self.marks = marks
  }

  /// The type of this id, not by another name.
  func type(_ id: String) -> TypeDefinition? { registry.type(named: id).flatMap { $0.id == id ? $0 : nil } }

  /// The metadata key of this raw name, not by another.
  func key(_ name: String) -> MetadataKeyDefinition? { key(alsoNamed: name).flatMap { $0.key == name ? $0 : nil } }

  func key(alsoNamed name: String) -> MetadataKeyDefinition? {
    registry.metadataKeyIndex(named: name).map { registry.metadataKeys[$0] }
  }

  func mark(of id: String, _ kind: CatalogEntry.Kind) -> CatalogMark? { marks[kind]?[id] }

  /// Whether an enum is one of the catalog's files rather than cases inline; its changes are reported there.
  func isShared(_ values: EnumDefinition) -> Bool { registry.enums[values.id] == values }

  /// The types that name a metadata key; when none does, all, since any sample may have it.
  func types(with key: String) -> [String] {
    let naming = registry.types.filter { $0.metadata.required.contains(key) || $0.metadata.known.contains(key) }
    return (naming.isEmpty ? registry.types : naming).map(\.id)
  }

  /// The ids of the types whose values an enum lists, and of those with a metadata key whose values it lists.
  func users(of values: EnumDefinition) -> [String] {
    var users = registry.types.filter { $0.shape.enumerations.contains(values) }.map(\.id)
    for key in registry.metadataKeys where key.value == .enum(values) { users += types(with: key.key) }
    return users
  }
}

/// The subject of a change, and the places of its keys on both sides.
struct ChangeSubject {
  let id: String
  var definition = CatalogEntry.Kind.type
  /// Types whose stored samples a breaking change can reach.
  let types: [String]
  /// Whether any sample can have to do with it; what is not used breaks nothing.
  var isUsed = true
  /// The two versions of a type, whose keys have places of their own.
  var versions: (old: TypeDefinition, new: TypeDefinition)?
  var oldMark: CatalogMark?
  var newMark: CatalogMark?

  func marks(of key: String) -> (old: CatalogMark?, new: CatalogMark?) {
    (versions?.old.mark(of: key) ?? oldMark, versions?.new.mark(of: key) ?? newMark)
  }
}
