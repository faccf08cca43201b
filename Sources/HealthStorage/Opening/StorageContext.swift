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

  package init(
    registry: Registry, options: StorageOptions = StorageOptions(), lines: any SampleLineCoding,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.registry = registry
    self.options = options
    self.lines = lines
    self.note = note
  }
}

extension StorageContext {
  /// An empty store in memory, for tests, dry runs and stores that keep samples in another one.
  public func memoryStore() -> any StorageBackend { MemoryStore(registry: registry, options: options) }
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

extension StorageContext {
  /// Requires that lines are written and read with the types of the context.
  package func check() throws(StorageError) {
    guard let other = lines.registry, other != registry.signature else { return }
    throw StorageError(
      .incompatible, "a store is opened with one registry and writes its lines with another one",
      hint: "make the context's `lines` with the context's registry")
  }
}

/// Makes backends of one scheme: what a plugin adds to the explicit list of backends.
public struct StorageBackendFactory: Sendable {
  package let scheme: String
  package let summary: String
  /// How the rest of the URL is written: `PATH`, `FOLDER/`; empty when there is none.
  package let location: String
  /// Whether the rest of the URL is a path of this machine at which the store is, as a file or folder; then the
  /// quarantine of imports is beside it.
  package let keepsFiles: Bool
  /// Opens, and makes when absent, the store at a location.
  package let open: @Sendable (StorageURL, StorageContext) async throws(StorageError) -> any StorageBackend

  /// Creates a factory for one scheme.
  public init(
    scheme: String, summary: String, location: String, keepsFiles: Bool = false,
    open: @escaping @Sendable (StorageURL, StorageContext) async throws(StorageError) -> any StorageBackend
  ) {
    self.scheme = scheme
    self.summary = summary
    self.location = location
    self.keepsFiles = keepsFiles
    self.open = { (url, context) async throws(StorageError) -> any StorageBackend in
      try context.check()
      return try await open(url, context)
    }
  }

  /// The store in memory: `memory:`.
  public static let memory = StorageBackendFactory(
    scheme: "memory", summary: "keeps samples until the command ends", location: ""
  ) { (_, context) throws(StorageError) -> any StorageBackend in context.memoryStore() }
}

/// Writes samples in their normal form as lines of JSON, and reads such lines back.
///
/// Backends that keep text get it with `StorageContext`, so that they need neither a JSON reader nor the rules of types.
/// What is read back equals what was written: `append` then `samples` is the identity, ids and digests included.
public protocol SampleLineCoding: Sendable {
  /// The registry whose types the lines are of; `nil` for a coding that neither writes nor reads.
  var registry: RegistrySignature? { get }

  /// Appends one sample as a JSON object in its normal form, without its members and without a line feed.
  ///
  /// A member has its role under `role` where its type does not say it.
  func append(_ row: Int, of batch: SampleBatch, to output: inout [UInt8])

  /// Reads samples back.
  ///
  /// - Parameters:
  ///   - lines: JSON objects as `append` wrote them, a line feed after each.
  ///   - groups: how many lines each group takes, in order: 1 for a sample by itself, more for a correlation that is
  ///     followed by its members. The sum is the number of lines.
  /// - Returns: a batch with a row for each line; members point to their correlation.
  /// - Throws: `StorageError`: `incompatible` when the types no longer allow a sample, `corrupt` when a line is none.
  func samples(_ lines: [UInt8], groups: [Int]) throws(StorageError) -> SampleBatch
}
