import HealthModel
import HealthStorage

/// The UUIDs that a query names and no sample of the store has.
enum MissingIDs {
  /// The message about them; `nil` if there are none.
  ///
  /// An answer with samples has the only one that the query names. In other cases the store is asked for all of them by
  /// themselves: another condition may have left their samples out, which is not a mistake in a UUID.
  static func note(_ query: SampleQuery, in store: any StorageBackend, isEmpty: Bool) async throws -> String? {
    let wanted = query.ids ?? []
    if wanted.isEmpty || !isEmpty && wanted.count == 1 { return nil }
    var question = SampleQuery()
    question.ids = wanted
    var found: Set<SampleID> = []
    try await store.query(question) { batch in
      found.formUnion(batch.id)
      return true
    }
    let missing = wanted.filter { !found.contains($0) }
    guard let first = missing.first else { return nil }
    let more = Set(missing).count > 1 ? " and \(Set(missing).count - 1) more" : ""
    return "no sample of the store has the UUID \(first)\(more)"
  }
}
