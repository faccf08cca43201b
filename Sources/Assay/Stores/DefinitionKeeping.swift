import HealthCatalog
import HealthModel
public import HealthStorage

/// Lets a store remember the definitions that its samples are stored with, so that reading them needs no catalog.
///
/// ```swift
/// let builder = CatalogBuilder(folders: ["types"])
/// let own = try builder.ownDefinitions()
/// try await DefinitionKeeping(builtIn: builder.builtIn).keep(own, in: store)
/// ```
public struct DefinitionKeeping: Sendable {
  /// Where the built-in catalog is.
  public var builtIn: CatalogLocation
  /// Whether definitions are replaced although samples that passed before may be refused by the new ones.
  public var acceptsBreaking = false

  /// The most bytes of definitions that a store remembers: what fits into one message to a plugin.
  public static let maximumSize = 4 << 20

  /// Creates a way to keep definitions over a built-in catalog.
  public init(builtIn: CatalogLocation = .embedded) { self.builtIn = builtIn }

  /// Adds definitions to those that a store remembers; those that it has already cost nothing.
  ///
  /// A definition that changed replaces the earlier one if every sample that passed still does. If not, as when limits
  /// are tightened or a unit changes, and the store has samples of such a type, nothing is changed.
  ///
  /// - Parameters:
  ///   - own: the definitions beyond the built-in catalog, as `CatalogBuilder.ownDefinitions()` returns them.
  ///   - store: the store, open for writing and without an open transaction.
  /// - Returns: the number of definitions that the store remembers from now on in place of none or of another one.
  /// - Throws: `RunFailure`: a mistake in the request when a definition changed so that stored samples may not pass, or
  ///   the definitions do not fit together; else what the store says.
  @discardableResult public func keep(
    _ own: [StoredDefinition], in store: any StorageBackend
  ) async throws(RunFailure) -> Int {
    if own.isEmpty { return 0 }
    do {
      let stored = try await store.definitions()
      let known = Dictionary(stored.map { ($0.name, $0.text) }) { first, _ in first }
      let new = own.filter { known[$0.name] != $0.text }
      guard !new.isEmpty, own.reduce(0, { $0 + $1.text.utf8.count }) <= Self.maximumSize else { return 0 }
      if !stored.isEmpty {
        let names = Set(own.map(\.name))
        let merged = stored.filter { !names.contains($0.name) } + own
        try await check(from: stored, to: merged, new.filter { known[$0.name] != nil }, in: store)
      }
      try await store.remember(new)
      return new.count
    } catch {
      throw RunFailure(error)
    }
  }

  /// Checks that the definitions fit together, and that the changed ones still accept what is stored.
  private func check(
    from stored: [StoredDefinition], to merged: [StoredDefinition], _ changed: [StoredDefinition],
    in store: any StorageBackend
  ) async throws {
    let after = try load(merged)
    guard after.isSound else {
      let fault = after.diagnostics.first { $0.severity == .error }
      let words = fault.map { "\(TextEscaping.escaped($0.location.path, limit: 200)): \($0.message)" } ?? ""
      throw RunFailure.usage(
        "the definitions do not go with those that the store remembers: \(words); import into a new store, or add the "
          + "definitions that are missing")
    }
    guard !changed.isEmpty, !acceptsBreaking, let changes = CatalogDiff.changes(from: try load(stored), to: after)
    else {
      return
    }
    let breaking = changes.filter { $0.impact == .breaking }
    if breaking.isEmpty { return }
    let present = Set(try await store.counts().filter { $0.count > 0 }.map(\.type))
    let change = breaking.first { change in
      change.affectedTypes.isEmpty ? present.contains(change.subject) : !present.isDisjoint(with: change.affectedTypes)
    }
    guard let change else { return }
    throw RunFailure.usage(
      "the store remembers another definition of \(TextEscaping.escaped(change.subject, limit: 200)), and samples in it "
        + "may not pass the new one: \(change.message); give the changed type a new id, import into a new store, or "
        + "use --new-definitions to keep the new definition (`assay store verify` lists the samples that it refuses)")
  }

  private func load(_ definitions: [StoredDefinition]) throws -> CatalogResult {
    var builder = CatalogBuilder(builtIn: builtIn)
    builder.remembered = definitions
    return try builder.load(readsExamples: false)
  }
}
