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
