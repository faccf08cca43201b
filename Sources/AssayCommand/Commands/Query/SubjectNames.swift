import AssayPlatform
import HealthModel
import HealthStorage

/// The subjects of a store's samples.
enum SubjectNames {
  /// Whether the samples of a query may name subjects; `nil` if the store cannot report it without reading them.
  static func areIn(_ store: any StorageBackend, _ query: SampleQuery) async throws -> Bool? {
    if query.asksForSubjects || !query.excludedSubjects.isEmpty { return true }
    return try await store.subjects(limit: 1).map { !$0.isEmpty }
  }

  /// The message about subjects that a query names and no sample has; `nil` if there are none.
  ///
  /// An answer with samples has the only subject that the query names. In other cases a store that cannot list its
  /// subjects is read, so that the answer does not depend on the store.
  static func note(_ query: SampleQuery, in store: any StorageBackend, isEmpty: Bool) async throws -> String? {
    let wanted = query.subjects ?? query.subject.map { [$0] } ?? []
    if wanted.isEmpty || !isEmpty && wanted.count == 1 { return nil }
    let names = try await all(in: store)
    var missing: [String]
    if names.count < MissingNames.limit {
      let known = Set(names.map { Array($0.utf8) })
      missing = wanted.filter { !known.contains(Array($0.utf8)) }
    } else {
      missing = []
      for name in wanted where try await !isThere(name, in: store) { missing.append(name) }
    }
    guard let first = missing.first else { return nil }
    let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    return "no sample of subject `\(TextEscaping.escaped(first, limit: 80))`\(more); "
      + MissingNames.advice(first, names, among: names, called: "subject")
  }

  /// The names of the subjects, no more than are listed.
  private static func all(in store: any StorageBackend) async throws -> [String] {
    if let names = try await store.subjects(limit: MissingNames.limit) { return names }
    var names: Set<[UInt8]> = []
    try await store.query(SampleQuery()) { batch in
      for name in batch.subjects.ranges { names.insert(Array(batch.arena[name.indices])) }
      return names.count < MissingNames.limit && StopSignals.pending() == nil
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isThere(_ name: String, in store: any StorageBackend) async throws -> Bool {
    var query = SampleQuery()
    query.subject = name
    query.limit = 1
    var isThere = false
    try await store.query(query) { batch in
      isThere = isThere || batch.count > 0
      return false
    }
    return isThere
  }
}

extension SampleQuery {
  /// Whether samples of some subjects alone are wanted.
  fileprivate var asksForSubjects: Bool { subject != nil || subjects != nil }
}
