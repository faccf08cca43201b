public import AssayKit
import HealthCatalog
public import HealthModel
public import HealthQueries
public import HealthStorage

extension HealthStore {
  /// Opens a store with types of your own beside the built-in ones, and makes it if it does not exist.
  ///
  /// ```swift
  /// let store = try await HealthStore("study.db", definitions: "types")
  /// ```
  ///
  /// The store remembers the definitions: `assay query` and all that read it need no files of them.
  ///
  /// `folder` and `more` are folders or files of definitions; the other parameters are those of
  /// `init(_:types:source:subject:options:backends:zones:)`.
  ///
  /// - Throws: `Failure`: its `diagnostics` say what is wrong with the definitions; they do not fit what the store
  ///   remembers, or the store cannot be opened.
  public init(
    _ location: String, definitions folder: String, _ more: String..., source: SourceRevision? = nil,
    subject: String? = nil,
    options: StorageOptions = StorageOptions(), backends: [StorageBackendFactory] = StorageBackendFactory.builtIn
  ) async throws(Failure) {
    let builder = CatalogBuilder(folders: [folder] + more)
    do {
      let types = HealthTypes(try builder.requiredRegistry())
      try await self.init(
        location, types: types, source: source, subject: subject, options: options, backends: backends)
    } catch {
      throw Failure(error)
    }
    if options.isReadOnly { return }
    do {
      try await DefinitionKeeping().keep(try builder.ownDefinitions(), in: backend)
    } catch {
      try? await close()
      throw Failure(error)
    }
  }
}

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
  package static let maximumSize = 4 << 20

  /// Creates a way to keep definitions over a built-in catalog.
  public init(builtIn: CatalogLocation = .embedded) { self.builtIn = builtIn }

  /// Adds definitions to those that a store remembers; those that it has already cost nothing.
  ///
  /// A definition that changed replaces the earlier one if every sample that passed still does. If not, as when limits
  /// are tightened or a unit changes, and the store has samples of such a type, nothing is changed. Of another command
  /// that keeps other definitions meanwhile, `CheckRequest.definitions` makes runs find out before they commit.
  ///
  /// - Parameters:
  ///   - own: the definitions beyond the built-in catalog, as `CatalogBuilder.ownDefinitions()` returns them.
  ///   - store: the store, open for writing and without an open transaction.
  /// - Returns: the number of definitions that the store remembers from now on in place of none or of another one.
  /// - Throws: `Failure`: a mistake in the request when a definition changed so that stored samples may not pass, the
  ///   definitions do not fit together, or they are too large; else what the store says.
  @discardableResult public func keep(
    _ own: [StoredDefinition], in store: any StorageBackend
  ) async throws(Failure) -> Int {
    if own.isEmpty { return 0 }
    do {
      var stored = try await store.definitions()
      var change = try await checked(own, over: stored, in: store)
      // The check takes time, and another command may have changed what it began with.
      while !change.new.isEmpty {
        let now = try await store.definitions()
        if now == stored { break }
        stored = now
        change = try await checked(own, over: stored, in: store)
      }
      guard !change.new.isEmpty else { return 0 }
      try await store.remember(change.new)
      do {
        // Runs compare their definitions before each commit, so from here on none of them commits samples of the earlier
        // ones. One may have done so since the check.
        if !change.replaced.isEmpty { try await check(change, in: store) }
      } catch {
        try await store.remember(change.replaced)
        throw error
      }
      return change.new.count
    } catch {
      throw Failure(error)
    }
  }

  /// Checks that a store can remember definitions, as `keep` does, and changes nothing.
  package func check(_ own: [StoredDefinition], in store: any StorageBackend) async throws(Failure) {
    if own.isEmpty { return }
    do {
      _ = try await checked(own, over: try await store.definitions(), in: store)
    } catch {
      throw Failure(error)
    }
  }

  /// Definitions together with those that a store remembers besides.
  package static func joined(_ own: [StoredDefinition], over stored: [StoredDefinition]) -> [StoredDefinition] {
    let subjects = Set(own.map(RememberedLayer.subject))
    return stored.filter {
      $0.name != SubjectZones.definitionName && !subjects.contains(RememberedLayer.subject(of: $0))
    } + own
  }

  private struct Change {
    var stored: [StoredDefinition]
    var merged: [StoredDefinition]
    var new: [StoredDefinition]
    var replaced: [StoredDefinition]
  }

  private func checked(
    _ own: [StoredDefinition], over stored: [StoredDefinition], in store: any StorageBackend
  ) async throws -> Change {
    let known = Dictionary(stored.map { ($0.name, $0.text) }) { first, _ in first }
    let kept = own + RememberedLayer.retired(in: stored, by: own)
    let new = kept.filter { known[$0.name] != $0.text }
    let names = Set(new.map(\.name))
    let change = Change(
      stored: stored, merged: Self.joined(kept, over: stored), new: new,
      replaced: stored.filter { names.contains($0.name) })
    if new.isEmpty { return change }
    let size = change.merged.reduce(0) { $0 + $1.text.utf8.count }
    guard size <= Self.maximumSize else {
      throw Failure.usage(
        "the definitions that are not built in have \(size) bytes, and a store remembers \(Self.maximumSize) at most; "
          + "import fewer types into one store")
    }
    if !stored.isEmpty { try await check(change, in: store) }
    return change
  }

  /// Checks that the definitions fit together, and that the changed ones still accept what is stored.
  private func check(_ change: Change, in store: any StorageBackend) async throws {
    let after = try load(change.merged)
    guard after.isSound else {
      let fault = after.diagnostics.first { $0.severity == .error }
      let words = fault.map { "\(TextEscaping.escaped($0.location.path, limit: 200)): \($0.message)" } ?? ""
      throw Failure.usage(
        "the definitions do not go with those that the store remembers: \(words); import into a new store, or add the "
          + "definitions that are missing")
    }
    guard !change.replaced.isEmpty, !acceptsBreaking,
      let changes = CatalogDiff.changes(from: try load(change.stored), to: after)
    else { return }
    let breaking = changes.filter { $0.impact == .breaking }
    if breaking.isEmpty { return }
    let present = Set(try await store.counts().filter { $0.count > 0 }.map(\.type))
    let change = breaking.first { change in
      change.affectedTypes.isEmpty ? present.contains(change.subject) : !present.isDisjoint(with: change.affectedTypes)
    }
    guard let change else { return }
    throw Failure.usage(
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
