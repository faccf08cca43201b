package import HealthUnits

/// The types a run knows: an immutable value, built once from the catalog's layers and passed to whoever needs it.
public struct Registry: Sendable {
  /// The definitions, ordered by id as bytes.
  ///
  /// A sample names its type by index into this list.
  public let types: [TypeDefinition]
  package let metadataKeys: [MetadataKeyDefinition]
  /// The enums, by id.
  public let enums: [String: EnumDefinition]
  /// The units that samples may use: HealthKit's, UCUM's, and those that layers define.
  package let units: UnitTable
  /// Names that are known and have no definition yet, ordered as bytes: samples of them are kept apart, not judged.
  package let pendingNames: [String]
  /// The hash of the effective catalog, 64 hexadecimal digits; changes when a definition changes.
  public let contentHash: String
  /// The identity by which batches of samples belong to this registry.
  public let signature: RegistrySignature

  /// For each name twice the type's index, and one more for its id and its first identifier.
  private let typeNames: ByteKeyTable
  private let keyNames: ByteKeyTable
  private let pendingPlaces: ByteKeyTable

  /// Builds the lookup tables; a pending name that a type has is that type's.
  package init(
    types: [TypeDefinition], metadataKeys: [MetadataKeyDefinition] = [], enums: [String: EnumDefinition] = [:],
    units: UnitTable = .standard, pendingNames: [String] = [], contentHash: String = ""
  ) throws(RegistryError) {
    // Sorting copies every definition; those of a catalog come in order.
    let isOrdered = types.indices.dropFirst().allSatisfy { !Self.precedes(types[$0], types[$0 - 1]) }
    let sorted = isOrdered ? types : types.sorted(by: Self.precedes)
    var names = ByteKeyTable()
    var folded: [String: String] = [:]
    for (index, type) in sorted.enumerated() {
      if let other = folded.updateValue(type.id, forKey: type.id.lowercased()) {
        throw .sameName(type.id, other, type.id)
      }
      let primary = [type.id] + type.identifiers.prefix(1)
      for (place, name) in (primary + type.aliases + type.identifiers.dropFirst()).enumerated() {
        let value = index * 2 + (place < primary.count ? 1 : 0)
        if let other = names.insert(Array(name.utf8), value: value), other / 2 != index {
          throw .sameName(name, sorted[other / 2].id, type.id)
        }
      }
    }
    // An element of an export that one type claims says the type, as an identifier does; other names come first.
    for (element, claims) in Self.elements(of: sorted) where claims.count == 1 {
      _ = names.insert(Array(element.utf8), value: claims[0] * 2 + 1)
    }
    var keys = ByteKeyTable()
    for (index, key) in metadataKeys.enumerated() {
      for name in [key.key] + key.identifiers {
        if let other = keys.insert(Array(name.utf8), value: index), other != index {
          throw .sameName(name, metadataKeys[other].key, key.key)
        }
      }
    }
    let pending = Set(pendingNames).filter { names.value(for: Array($0.utf8)) == nil }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var places = ByteKeyTable()
    for (index, name) in pending.enumerated() { _ = places.insert(Array(name.utf8), value: index) }
    self.types = sorted
    self.pendingNames = pending
    self.metadataKeys = metadataKeys
    self.enums = enums
    self.units = units
    self.contentHash = contentHash
    self.signature = RegistrySignature(contentHash: contentHash, types: sorted)
    self.typeNames = names
    self.keyNames = keys
    self.pendingPlaces = places
  }

  private static func precedes(_ type: TypeDefinition, _ other: TypeDefinition) -> Bool {
    type.id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }

  /// The names of the elements in which exports write samples, with the types that claim each, by index.
  private static func elements(of types: [TypeDefinition]) -> [String: [Int]] {
    var claims: [String: [Int]] = [:]
    for (index, type) in types.enumerated() {
      guard let element = type.shape.structure?.export?.element, !element.isEmpty else { continue }
      claims[element, default: []].append(index)
    }
    return claims
  }

  /// The index in `pendingNames` of the name at a place of a buffer; allocates nothing.
  package func pendingIndex(at range: Range<Int>, in bytes: RawSpan) -> Int? {
    pendingPlaces.value(at: range, in: bytes)
  }

  /// The index of the type with this id, alias or identifier.
  @usableFromInline package func typeIndex(named name: String) -> Int? {
    typeNames.value(for: Array(name.utf8)).map { $0 / 2 }
  }

  /// The index of the type whose name is at a place of a buffer; allocates nothing.
  package func typeIndex(at range: Range<Int>, in bytes: RawSpan) -> Int? { typeName(at: range, in: bytes)?.index }

  /// The type that the name at a place of a buffer means; allocates nothing.
  package func typeName(at range: Range<Int>, in bytes: RawSpan) -> TypeName? {
    typeNames.value(at: range, in: bytes).map { TypeName(index: $0 >> 1, isPrimary: $0 & 1 == 1) }
  }

  @usableFromInline package func metadataKeyIndex(named name: String) -> Int? { keyNames.value(for: Array(name.utf8)) }

  /// The index of the metadata key whose name is at a place of a buffer; allocates nothing.
  package func metadataKeyIndex(at range: Range<Int>, in bytes: RawSpan) -> Int? {
    keyNames.value(at: range, in: bytes)
  }

  /// The definition with this id, alias or identifier.
  public func type(named name: String) -> TypeDefinition? {
    typeIndex(named: name).map { types[$0] }
  }
}

@usableFromInline package struct TypeName: Sendable {
  package let index: Int
  /// Whether it is the type's id or first identifier, not one of its other names.
  package let isPrimary: Bool
}

/// Why a registry cannot be built.
@usableFromInline package enum RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two definitions claim one name: the name, the first and the second definition.
  case sameName(String, String, String)

  /// The name and both definitions in a sentence.
  @usableFromInline package var description: String {
    switch self {
    case .sameName(let name, let first, let second): "the name \(name) belongs to both \(first) and \(second)"
    }
  }
}
