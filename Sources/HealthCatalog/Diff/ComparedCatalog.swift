import HealthModel

/// One side of a comparison: a registry with what is looked up in it often.
struct ComparedCatalog {
  let registry: Registry
  private let typesByID: [String: TypeDefinition]
  private let keysByName: [String: MetadataKeyDefinition]
  private let marks: [CatalogEntry.Kind: [String: CatalogMark]]

  init(_ registry: Registry, entries: [CatalogEntry]) {
    self.registry = registry
    var types: [String: TypeDefinition] = [:]
    for type in registry.types { types[type.id] = type }
    var keys: [String: MetadataKeyDefinition] = [:]
    for key in registry.metadataKeys { keys[key.key] = key }
    var marks: [CatalogEntry.Kind: [String: CatalogMark]] = [:]
    for entry in entries { marks[entry.kind, default: [:]][entry.id] = entry.mark }
    typesByID = types
    keysByName = keys
    self.marks = marks
  }

  func type(_ id: String) -> TypeDefinition? { typesByID[id] }

  /// The metadata key of this raw name, not by another.
  func key(_ name: String) -> MetadataKeyDefinition? { keysByName[name] }

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
  let definition: CatalogEntry.Kind
  /// Types whose stored samples a breaking change can reach.
  let types: [String]
  /// Whether any sample can have to do with it; what is not used breaks nothing.
  let isUsed: Bool
  private let oldType: TypeDefinition?
  private let newType: TypeDefinition?
  private let oldMark: CatalogMark?
  private let newMark: CatalogMark?

  init(_ old: TypeDefinition, _ new: TypeDefinition) {
    id = new.id
    definition = .type
    types = [new.id]
    isUsed = true
    oldType = old
    newType = new
    oldMark = nil
    newMark = nil
  }

  init(
    _ id: String, _ definition: CatalogEntry.Kind, types: [String] = [], isUsed: Bool = true, oldMark: CatalogMark?,
    newMark: CatalogMark?
  ) {
    self.id = id
    self.definition = definition
    self.types = types
    self.isUsed = isUsed
    self.oldMark = oldMark
    self.newMark = newMark
    oldType = nil
    newType = nil
  }

  func marks(of key: String) -> (old: CatalogMark?, new: CatalogMark?) {
    (oldType?.mark(of: key) ?? oldMark, newType?.mark(of: key) ?? newMark)
  }
}
