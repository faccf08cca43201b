import HealthModel
import HealthQueries
import HealthStorage

/// The names of subjects and sources that a query asks for and no sample has, for answers that are empty since a name
/// is misspelt.
enum MissingNames {
  /// The most names that are looked up, and that a message lists.
  static let limit = 10_000
  private static let shown = 10

  /// One sentence for each kind of name that is missing.
  ///
  /// When the answer had samples, the store is not read again for it.
  static func notes(_ query: SampleQuery, in store: any StorageBackend, isEmpty: Bool) async throws -> [String] {
    var notes: [String?] = [try await SubjectNames.note(query, in: store, isEmpty: isEmpty)]
    if isEmpty, let source = query.source { notes.append(try await note(source: source, in: store)) }
    return notes.compactMap(\.self)
  }

  private static func note(source: String, in store: any StorageBackend) async throws -> String? {
    let sources: [SourceSummary]
    do {
      sources = try await SourceQuery().result(for: HealthStore(store))
    } catch {
      throw CommandFailure(error)
    }
    let isKnown = sources.contains { summary in
      [summary.bundle, summary.name].contains { $0?.utf8.elementsEqual(source.utf8) ?? false }
    }
    guard !isKnown, sources.count < limit else { return nil }
    // A store can have several bundles of one name.
    var seen: Set<String> = []
    let names = sources.compactMap { $0.name ?? $0.bundle }.filter { seen.insert($0).inserted }
    let all = names + sources.compactMap(\.bundle)
    return "no sample of source `\(TextEscaping.escaped(source, limit: 80))`; "
      + advice(source, names, among: all, called: "source")
  }

  /// The nearest name, and the first of all names.
  ///
  /// - Parameters:
  ///   - name: the name that is missing.
  ///   - names: those that are listed.
  ///   - words: those that may be meant.
  ///   - noun: what they are names of.
  /// - Returns: a sentence for the hint.
  static func advice(_ name: String, _ names: [String], among words: [String], called noun: String) -> String {
    if names.isEmpty { return "no sample of the store has a \(noun)" }
    let list = names.prefix(shown).map { TextEscaping.escaped($0, limit: 80) }.joined(separator: ", ")
    let rest = names.count > shown ? " and \(GroupedDigits.string(names.count - shown)) more" : ""
    let near = Suggestion.nearest(to: name, among: words)
    return (near.map { "did you mean `\(TextEscaping.escaped($0, limit: 80))`? " } ?? "") + "\(noun)s: \(list)\(rest)"
  }
}
