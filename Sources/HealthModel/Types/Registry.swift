package import HealthUnits

/// The types a run knows: an immutable value, built once from the catalog's layers and passed to whoever needs it.
public struct Registry: Sendable {
  /// The definitions, ordered by id as bytes.
  ///
  /// A sample names its type by index into this list.
  public let types: [TypeDefinition]
  package let metadataKeys: [MetadataKeyDefinition]
  package let enums: [String: EnumDefinition]
  /// The units that samples may use: HealthKit's, UCUM's, and those that layers define.
  package let units: UnitTable
  /// Names that are known and have no definition yet, ordered as bytes: samples of them are kept apart, not judged.
  package let pendingNames: [String]
  /// The hash of the effective catalog, 64 hexadecimal digits; changes when a definition changes.
  package let contentHash: String
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
  ) throws {
    // Sorting copies every definition; those of a catalog come in order.
    let isOrdered = types.indices.dropFirst().allSatisfy { !Self.precedes(types[$0], types[$0 - 1]) }
    let sorted = isOrdered ? types : types.sorted(by: Self.precedes)
    var names = ByteKeyTable()
    var folded: [String: String] = [:]
    for (index, type) in sorted.enumerated() {
      if let other = folded.updateValue(type.id, forKey: type.id.lowercased()) {
        throw Self.sameName(type.id, other, type.id)
      }
      let primary = [type.id] + type.identifiers.prefix(1)
      for (place, name) in (primary + type.aliases + type.identifiers.dropFirst()).enumerated() {
        let value = index * 2 + (place < primary.count ? 1 : 0)
        if let other = names.insert(Array(name.utf8), value: value), other / 2 != index {
          throw Self.sameName(name, sorted[other / 2].id, type.id)
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
          throw Self.sameName(name, metadataKeys[other].key, key.key)
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

  private static func sameName(_ name: String, _ first: String, _ second: String) -> Failure {
    .usage("the name \(name) belongs to both \(first) and \(second)")
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
  public func type(named name: String) -> TypeDefinition? { typeIndex(named: name).map { types[$0] } }
}

@usableFromInline package struct TypeName: Sendable {
  package let index: Int
  /// Whether it is the type's id or first identifier, not one of its other names.
  package let isPrimary: Bool
}

extension Registry {
  /// The types that have all of some words in their id, title, summary, aliases or identifiers.
  ///
  /// Case does not count, and neither does the `s` of a plural. Those with all words in the id or title come first, then
  /// the registry's order holds.
  ///
  /// - Parameter words: words, or parts of them; with none, all types.
  /// - Returns: the types.
  public func types(matching words: [String]) -> [TypeDefinition] {
    let parts = words.map { word in
      let word = word.lowercased()
      return word.utf8.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
    var first: [TypeDefinition] = []
    var others: [TypeDefinition] = []
    for type in types {
      let names = "\(type.id) \(type.title)".lowercased()
      let all = ([names, type.summary] + type.aliases + type.identifiers).joined(separator: " ").lowercased()
      if parts.allSatisfy({ names.contains($0) }) {
        first.append(type)
      } else if parts.allSatisfy({ all.contains($0) }) {
        others.append(type)
      }
    }
    return first + others
  }

  /// The suggestions for a word that names no type, for messages: the nearest name, else types with the word in them.
  ///
  /// - Returns: a hint; `nil` if nothing is near.
  package func suggestion(for name: String, among names: [String]) -> String? {
    if let near = Suggestion.nearest(to: name, among: names) { return "did you mean `\(near)`?" }
    guard (3...64).contains(name.utf8.count) else { return nil }
    let found = types(matching: [name]).prefix(4).map { "`\($0.id)`" }
    return found.isEmpty ? nil : "did you mean \(Suggestion.alternatives(Array(found)))?"
  }

  /// The name of a kind of sample that is known and has no type yet, such as `HKCategoryTypeIdentifierStateOfMind`.
  ///
  /// - Returns: the name; `nil` for a name that a type has, or that is not known.
  package func pendingName(for word: String) -> String? {
    guard type(named: word) == nil else { return nil }
    if pendingNames.contains(word) { return word }
    let wanted = Self.core(of: word)
    guard !wanted.isEmpty, !types.contains(where: { Self.core(of: $0.id) == wanted }) else { return nil }
    return pendingNames.first { Self.core(of: $0) == wanted }
  }

  private static func core(of name: String) -> String {
    var rest = name.hasPrefix("HK") ? String(name.dropFirst(2)) : name
    for part in ["DataTypeIdentifier", "CategoryTypeIdentifier", "TypeIdentifier", "DataType"] {
      rest = rest.replacing(part, with: "")
    }
    return rest.lowercased()
  }
}

/// A hash table from byte strings to small integers, looked up with a slice of a buffer and no allocation.
///
/// Open addressing over a power of two of slots; built once, read many times. The seed is fixed, which is safe since
/// only the catalog's own names are inserted.
package struct ByteKeyTable: Sendable {
  private var slots = Self.noSlots
  private var entries: [Entry] = []
  /// The keys' bytes, one after the other: an array for each would be retained by each lookup.
  private var text: [UInt8] = []

  /// The storage that all empty tables share: each type of a catalog has two.
  private static let noSlots = [Int32](repeating: -1, count: 16)

  private struct Entry: Sendable {
    var hash: UInt64
    var start: Int
    var count: Int
    var value: Int
  }

  package init() {}

  /// Adds a key; returns the value that was there before, which stays.
  package mutating func insert(_ key: [UInt8], value: Int) -> Int? {
    if let found = self.value(for: key) { return found }
    let hash = key.span.bytes.contentHash(of: 0..<key.count)
    entries.append(Entry(hash: hash, start: text.count, count: key.count, value: value))
    text.append(contentsOf: key)
    if entries.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 4)
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
    return nil
  }

  @usableFromInline package func value(for key: [UInt8]) -> Int? { value(at: 0..<key.count, in: key.span.bytes) }

  package func value(at range: Range<Int>, in bytes: RawSpan) -> Int? {
    let hash = bytes.contentHash(of: range)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let index = Int(slots[slot])
      if index < 0 { return nil }
      let entry = entries[index]
      if entry.hash == hash, entry.count == range.count, bytes.equals(range, text, from: entry.start) {
        return entry.value
      }
      slot = (slot + 1) & mask
    }
  }

  private mutating func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(truncatingIfNeeded: index)
  }
}

extension RawSpan {
  /// A hash of a range of bytes, for tables only: not stable between versions, not for adversarial keys.
  @inlinable @inline(__always) package func contentHash(of range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: range.count)
    var offset = range.lowerBound
    while offset &+ 8 <= range.upperBound {
      hash = (hash ^ unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      offset &+= 8
    }
    hash = (hash ^ word(from: offset, count: range.upperBound &- offset)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 29)
  }

  @inlinable @inline(__always) package func equals(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    range.count == other.count && equals(range, other, from: 0)
  }

  /// Whether a range holds the bytes that are in an array from a place on; `false` when they are fewer.
  @inlinable package func equals(_ range: Range<Int>, _ other: [UInt8], from start: Int) -> Bool {
    guard start >= 0, other.count &- start >= range.count else { return false }
    let bytes = other.span.bytes
    let count = range.count
    var place = 0
    while count &- place >= 8 {
      if unsafeLoadUnaligned(fromByteOffset: range.lowerBound &+ place, as: UInt64.self)
        != bytes.unsafeLoadUnaligned(fromByteOffset: start &+ place, as: UInt64.self)
      {
        return false
      }
      place &+= 8
    }
    return word(from: range.lowerBound &+ place, count: count &- place)
      == bytes.word(from: start &+ place, count: count &- place)
  }
}

/// Identifies a registry: two registries with different types, or different definitions of them, have different
/// signatures.
///
/// The columns of a batch are indexes into one registry. A signature is 8 bytes, so that each batch can carry it and a
/// store can compare it without looking at a sample. It holds within one run of a program only.
public struct RegistrySignature: Sendable, Hashable {
  private let value: UInt64

  /// Computes the signature of a catalog's hash and the types in the order of their indexes.
  init(contentHash: String, types: [TypeDefinition]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x0100_0000_01B3
    }
    add(contentHash)
    for type in types { add(type.id) }
    if contentHash.isEmpty {
      // Made by hand: only the definitions themselves distinguish it from another one.
      var hasher = Hasher()
      hasher.combine(types)
      hash ^= UInt64(bitPattern: Int64(hasher.finalize()))
    }
    value = hash
  }
}
