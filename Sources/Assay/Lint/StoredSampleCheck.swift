import HealthFormats
package import HealthModel
package import HealthStorage
import HealthValidation

/// Says how many samples of a store another catalog would refuse: they are written in their normal form and judged.
package struct StoredSampleCheck {
  package struct Count: Sendable, Hashable {
    package var type: String
    /// Samples of the type; members of correlations count with their correlation.
    package var read: Int
    package var refused: Int
  }

  private let old: Registry
  private let validator: Validator

  package init(from old: Registry, to new: Registry) {
    self.old = old
    validator = Validator(registry: new, options: ValidationOptions(now: Instant.latest))
  }

  /// Judges the stored samples of the types that a change can reach, and of those that are gone.
  ///
  /// - Returns: the counts in the order of the stored types' ids; `nil` when the work was ended.
  package func counts(
    in store: any StorageBackend, types: [String], goesOn: () -> Bool = { true }
  ) async throws -> [Count]? {
    let reached = Set(types)
    let stored = try await store.counts().map(\.type).filter { id in
      validator.registry.type(named: id).map { reached.contains($0.id) } ?? true
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let writer = SampleJSONWriter(registry: old)
    var counts: [Count] = []
    var isStopped = false
    for type in stored {
      var query = SampleQuery()
      query.types = [type]
      query.omitsMembers = true
      var count = Count(type: type, read: 0, refused: 0)
      try await store.query(query) { batch in
        var text: [UInt8] = []
        writer.append(batch, to: &text)
        let total = JudgedLines(text, by: validator).total
        count.read += total.read
        count.refused += total.refused
        isStopped = !goesOn()
        return !isStopped
      }
      if isStopped { return nil }
      counts.append(count)
    }
    return counts
  }
}
