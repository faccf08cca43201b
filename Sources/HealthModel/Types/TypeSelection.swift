/// Some of the types of a registry, asked for each sample.
@usableFromInline package struct TypeSelection: Sendable, Hashable {
  @usableFromInline var isChosen: [Bool]

  package init(of registry: Registry) { isChosen = Array(repeating: false, count: registry.types.count) }

  /// Adds the type at an index of the registry; one that is not there is left out.
  package mutating func insert(_ type: Int) {
    if isChosen.indices.contains(type) { isChosen[type] = true }
  }

  /// Adds the types of another selection of the same registry.
  package mutating func formUnion(_ other: TypeSelection) {
    for (index, chosen) in other.isChosen.enumerated() where chosen { insert(index) }
  }

  /// Whether the type at an index of the registry is chosen; false for the negative index of a type that is not known.
  @inlinable package func contains(_ type: Int) -> Bool {
    type >= 0 && type < isChosen.count && isChosen[type]
  }

  /// Whether one of the rows of a sample, its own or a member's, is of a chosen type.
  package func contains(anyOf rows: Range<Int>, of batch: SampleBatch) -> Bool {
    for row in rows where contains(Int(batch.type[row])) { return true }
    return false
  }
}
