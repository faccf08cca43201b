/// A definition that a store remembers, so that its samples can be read without the catalog that they were stored with.
///
/// The store keeps the text and does not look into it; only definitions beyond the built-in catalog are kept.
public struct StoredDefinition: Sendable, Hashable {
  /// What is defined, of which a store has one: the kind and the id, `type/org.study.gripStrength`.
  public var name: String
  /// The definition as it was written: YAML.
  public var text: String

  /// Creates a definition.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

extension StorageBackend {
  /// None: the backend does not keep definitions.
  public func definitions() async throws(StorageError) -> [StoredDefinition] { [] }

  /// Nothing: the backend does not keep definitions, and reading its samples needs a catalog.
  public func remember(
    _ definitions: [StoredDefinition], in turn: borrowing WriteTurn
  ) async throws(StorageError) {}

  /// Remembers definitions, each in place of the one with its name, in a separate transaction.
  ///
  /// Returns after the bytes are synced. A backend that keeps no definitions does nothing: what `definitions()` returns
  /// says what is kept. Samples and commit numbers stay as they are.
  ///
  /// Waits for the turn to write.
  ///
  /// - Parameter definitions: at most some MB of text in all; none of the texts holds U+0000.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func remember(_ definitions: [StoredDefinition]) async throws {
    _ = try await line.enter()
    defer { line.leave() }
    try await remember(definitions, in: WriteTurn())
  }
}
