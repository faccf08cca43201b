import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthQueries
import HealthStorage

/// The names of subjects and sources, and the UUIDs, that a query asks for and no sample has, for answers that are empty
/// since a name is misspelt.
enum MissingNames {
  static let limit = 10_000
  private static let shown = 10

  /// One sentence for each kind of name that is missing.
  ///
  /// When the answer had samples, the store is not read again for the only name of a kind.
  static func notes(_ query: SampleQuery, in store: any StorageBackend, isEmpty: Bool) async throws -> [String] {
    var notes: [String?] = [try await SubjectNames.note(query, in: store, isEmpty: isEmpty)]
    if isEmpty, let source = query.source { notes.append(try await note(source: source, in: store)) }
    notes.append(try await note(ids: query, in: store, isEmpty: isEmpty))
    return notes.compactMap(\.self)
  }

  /// Prints what an answer lacks, and ends with status 1 if it is anything.
  ///
  /// A script cannot distinguish a misspelled name from an answer that happens to be empty.
  static func end(_ notes: [String]) throws {
    for note in notes { StandardError.write("assay: \(note)\n") }
    if !notes.isEmpty { throw ExitCode(ExitStatus.refused) }
  }

  /// The message about a source that no sample of the store has; `nil` if one has it.
  static func note(source: String, in store: any StorageBackend) async throws -> String? {
    let sources = try await sources(SampleQuery(), in: store)
    let isKnown = sources.contains { summary in
      [summary.bundle, summary.name].contains { $0?.utf8.elementsEqual(source.utf8) ?? false }
    }
    return isKnown ? nil : note(source, sources)
  }

  /// The message about sources of a priority that no sample of a query has.
  ///
  /// A priority selects nothing, so one for several stores may name sources that one of them lacks: it is not a failure.
  static func notes(
    _ priority: SourcePriority, _ query: SampleQuery, in store: any StorageBackend
  ) async throws -> [String] {
    if priority.order.isEmpty { return [] }
    let sources = try await sources(query, in: store)
    let places = sources.map { summary in
      priority.source(of: SampleOrigin(bundle: summary.bundle, name: summary.name)).place
    }
    return priority.order.indices.filter { !places.contains($0) }.map {
      "--source-priority: " + note(priority.order[$0], sources)
    }
  }

  private static func sources(_ query: SampleQuery, in store: any StorageBackend) async throws -> [SourceSummary] {
    try await HealthStore(store).sources(matching: query)
  }

  private static func note(_ source: String, _ sources: [SourceSummary]) -> String {
    // A store can have several bundles of one name.
    var seen: Set<String> = []
    let names = sources.compactMap { $0.name ?? $0.bundle }.filter { seen.insert($0).inserted }
    let all = (names + sources.compactMap(\.bundle)).prefix(limit)
    return "no sample of source `\(TextEscaping.escaped(source, limit: 80))`; "
      + advice(source, names, among: Array(all), called: "source")
  }

  static func advice(_ name: String, _ names: [String], among words: [String], called noun: String) -> String {
    if names.isEmpty { return "no sample of the store has a \(noun)" }
    let list = names.prefix(shown).map { TextEscaping.escaped($0, limit: 80) }.joined(separator: ", ")
    let least = names.count >= limit ? "at least " : ""
    let rest = names.count > shown ? " and \(least)\(GroupedDigits.string(names.count - shown)) more" : ""
    let near = Suggestion.nearest(to: name, among: words)
    return (near.map { "did you mean `\(TextEscaping.escaped($0, limit: 80))`? " } ?? "") + "\(noun)s: \(list)\(rest)"
  }

  /// The message about UUIDs that a query names and no sample of the store has; `nil` if there are none.
  ///
  /// An answer with samples has the only one that the query names. In other cases the store is asked for all of them by
  /// themselves: another condition may have left their samples out, which is not a mistake in a UUID.
  static func note(ids query: SampleQuery, in store: any StorageBackend, isEmpty: Bool) async throws -> String? {
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

enum SubjectNames {
  /// Whether the samples of a query may name subjects; `nil` if the store cannot report it without reading them.
  static func areIn(_ store: any StorageBackend, _ query: SampleQuery) async throws -> Bool? {
    if query.subject != nil || query.subjects != nil || !query.excludedSubjects.isEmpty { return true }
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
