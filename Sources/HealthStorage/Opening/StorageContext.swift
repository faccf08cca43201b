public import HealthModel

/// The parameters for opening a backend.
public struct StorageContext: Sendable {
  /// The types that samples are of.
  public var registry: Registry
  /// How the store is opened.
  public var options: StorageOptions
  /// Samples as lines of text and back, for backends that keep or pass on text.
  public var lines: any SampleLineCoding
  /// Called with what the operator should know of the opening, such as a migration: one line, safe to show.
  public var note: @Sendable (String) -> Void

  /// Creates a context.
  public init(
    registry: Registry, options: StorageOptions = StorageOptions(), lines: any SampleLineCoding,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.registry = registry
    self.options = options
    self.lines = lines
    self.note = note
  }
}

/// How a store is opened.
public struct StorageOptions: Sendable, Hashable {
  /// Whether nothing may be written; the store must exist.
  public var isReadOnly: Bool
  /// How long to wait for another writer, in milliseconds.
  public var waitMilliseconds: Int
  /// The bundle whose samples alone may be deleted; `nil` for the operator, who owns all.
  public var owner: String?
  /// Whether samples that were deleted may be stored again.
  public var restoresDeleted: Bool
  /// The folder for files that are gone with the process, which a store that is only read may need: a library does not
  /// look into the environment for one.
  public var temporaryFolder: String

  /// Creates options.
  public init(
    isReadOnly: Bool = false, waitMilliseconds: Int = 60_000, owner: String? = nil, restoresDeleted: Bool = false,
    temporaryFolder: String = "/tmp"
  ) {
    self.isReadOnly = isReadOnly
    self.waitMilliseconds = waitMilliseconds
    self.owner = owner
    self.restoresDeleted = restoresDeleted
    self.temporaryFolder = temporaryFolder
  }
}
