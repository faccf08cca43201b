package import HealthModel

/// A page token's place among the samples of a store that sorts in memory, by the types' places in the registry.
package struct PagePlace: Sendable {
  private let order: SampleOrder
  /// The token's type as a key; where the registry lacks the type, that of the next one after every sample before it.
  private let key: SampleSortKey
  private let isKnownType: Bool

  /// Looks the token's type up; one that the registry lacks has its place between its neighbors.
  package init(_ token: PageToken, sort: SampleQuery.Sort, in registry: Registry) {
    let next = registry.types.firstIndex { !$0.id.utf8.lexicographicallyPrecedes(token.type.utf8) }
    let index = next ?? registry.types.count
    let time = token.time ?? SampleBatch.noTime
    order = SampleOrder(sort)
    key = SampleSortKey(type: Int32(truncatingIfNeeded: index), start: time, end: time, id: token.id)
    isKnownType = index < registry.types.count && registry.types[index].id == token.type
  }

  package func precedes(_ sample: SampleSortKey) -> Bool {
    isKnownType ? order.precedes(key, sample) : sample.type >= key.type
  }
}
