import AssayPlatform
import HealthModel
import HealthStorage

/// The subjects of a store's samples.
enum SubjectNames {

  /// Whether the samples of a query may be of subjects; `nil` when the store cannot tell without reading them.
  static func areIn(_ store: any StorageBackend, _ query: SampleQuery) async throws -> Bool? {
    if query.asksForSubjects || !query.excludedSubjects.isEmpty { return true }
    return try await store.subjects(limit: 1).map { !$0.isEmpty }
  }

  /// What is said about subjects that a query names and no sample is of; `nil` when there are none.
  ///
  /// When the answer had samples, the store is not read again for it.
  static func note(_ query: SampleQuery, in store: any StorageBackend, isEmpty: Bool) async throws -> String? {
    guard query.asksForSubjects, let names = try await all(in: store, mayRead: isEmpty),
      names.count < MissingNames.limit
    else {
      return nil
    }
    let known = Set(names.map { Array($0.utf8) })
    let wanted = query.subjects ?? query.subject.map { [$0] } ?? []
    let missing = wanted.filter { !known.contains(Array($0.utf8)) }
    guard let first = missing.first else { return nil }
    let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    return "no sample of subject `\(TextEscaping.escaped(first, limit: 80))`\(more); "
      + MissingNames.advice(first, names, among: names, called: "subject")
  }

  private static func all(in store: any StorageBackend, mayRead: Bool) async throws -> [String]? {
    if let names = try await store.subjects(limit: MissingNames.limit) { return names }
    guard mayRead else { return nil }
    var names: Set<[UInt8]> = []
    try await store.query(SampleQuery()) { batch in
      for name in batch.subjects.ranges { names.insert(Array(batch.arena[name.indices])) }
      return names.count < MissingNames.limit && StopSignals.pending() == nil
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension SampleQuery {
  /// Whether samples of some subjects alone are wanted.
  fileprivate var asksForSubjects: Bool { subject != nil || subjects != nil }
}
