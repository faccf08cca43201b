public import HealthStorage

/// The interface of a process plugin written in Swift: a store of sample lines, served by `PluginServer`.
///
/// Calls come one after the other from one thread. The laws are those of Documentation/plugin-protocol.md, section 1.
public protocol LineStore: AnyObject {
  /// Opens the store. Called once, before everything else.
  ///
  /// - Parameter hello: what the host said.
  /// - Returns: what the plugin is and can.
  /// - Throws: `PluginError` if the store does not exist, or cannot be opened.
  func open(_ hello: HostHello) throws(PluginError) -> PluginHello

  /// A note to the operator about the opening, such as a migration: one line, which the host shows; `nil` for none.
  var openingNote: String? { get }

  /// Adds lines to the open transaction, beginning one when none is open.
  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement

  /// Adds samples that came as columns, as `append` of lines does; called if the hello asks for columns.
  ///
  /// - Parameter columns: the samples.
  /// - Returns: the outcome; places are those of samples in the batch.
  /// - Throws: `PluginError`; the transaction is lost then.
  func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement

  /// Commits; returns after the bytes are synced.
  ///
  /// - Parameter notes: texts to keep by their keys, in the same transaction.
  /// - Returns: the number of the commit in the store's history; that of the last one when it changed no sample.
  /// - Throws: `PluginError`; nothing of the transaction is stored then.
  func commit(notes: [(key: String, text: String)]) throws(PluginError) -> Int64

  /// Forgets what is not committed.
  func rollback() throws(PluginError)

  /// The committed notes whose keys begin so, in the order of their first commit.
  func notes(prefix: String) throws(PluginError) -> [(key: String, text: String)]

  /// Passes the samples that match on, page by page, until the function returns `false`.
  ///
  /// The query holds the conditions only that the plugin's hello names.
  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError)

  /// How many samples of each type there are.
  func counts() throws(PluginError) -> [StoredTypeCount]

  /// Passes changes on, commit by commit, until the function returns `false`.
  ///
  /// - Returns: the anchor after the last commit that was passed on whole.
  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor

  /// Deletes the samples that match, in a separate transaction.
  func delete(_ query: SampleQuery) throws(PluginError) -> DeletionReceipt

  /// Statistics of the samples that match.
  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics

  /// Passes on times and values of the samples that match, page by page until the function returns `false`: what
  /// statistics need.
  ///
  /// The host asks for it if the plugin's hello names the level `scan`.
  ///
  /// - Parameters:
  ///   - query: which samples, of one type whose values are numbers; the conditions only that the hello names.
  ///   - columns: what is wanted beside times and values.
  ///   - body: called with each page, in the order of start and id; samples without a time are left out.
  /// - Throws: `PluginError` if the store cannot be read.
  func scan(
    _ query: SampleQuery, _ columns: SampleScan.Columns, _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError)

  /// The store's information about itself.
  func information() throws(PluginError) -> StoreInformation

  /// At most 100 faults; none if the store is valid.
  func verify() throws(PluginError) -> [StoreFault]

  /// Frees the space that deleted content takes.
  func compact() throws(PluginError) -> CompactionReceipt

  /// Removes the notes with these keys, in a separate transaction, so that no file contains them afterwards.
  ///
  /// - Parameter keys: the keys; the store need not have all of them.
  /// - Returns: how many notes are gone.
  /// - Throws: `PluginError` if the store cannot be written.
  func forget(_ keys: [String]) throws(PluginError) -> Int

  /// Closes the store; what is not committed is gone.
  func close()
}

extension LineStore {
  /// Nothing.
  public var openingNote: String? { nil }

  /// Refused: the store takes lines.
  public func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement {
    throw PluginError(.configuration, "this store does not take columns", code: .unsupported)
  }

  /// Refused: the host reads rows.
  public func scan(
    _ query: SampleQuery, _ columns: SampleScan.Columns, _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError) { throw PluginError(.configuration, "this store does not scan", code: .unsupported) }

  /// Refused: the store keeps its notes.
  public func forget(_ keys: [String]) throws(PluginError) -> Int {
    throw PluginError(.configuration, "this store cannot forget imports", code: .unsupported)
  }
}

/// A part of an answer to `changes`.
public enum ChangeRows {
  /// Samples that were added.
  case added(RowPage)
  /// Samples that were deleted.
  case deleted([DeletedSample])
  /// The end of the commit with this number.
  case endOfCommit(Int64)
}

/// The outcome of a batch: the places of lines that were not accepted.
public struct BatchAcknowledgement: Sendable, Hashable {
  /// Lines that were stored before, or deleted.
  public var duplicates: [Int]
  /// Lines whose id is stored with other content, and the others of their group.
  public var conflicts: [Int]
  /// Lines that the store cannot keep, with the reason.
  public var refused: [Refusal]

  /// A line that the store cannot keep.
  public struct Refusal: Sendable, Hashable {
    /// The line's place in the batch, from 0.
    public var line: Int
    /// Why.
    public var reason: String

    /// Creates a refusal.
    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  /// Creates an acknowledgement; without arguments every line was accepted.
  public init(duplicates: [Int] = [], conflicts: [Int] = [], refused: [Refusal] = []) {
    self.duplicates = duplicates
    self.conflicts = conflicts
    self.refused = refused
  }
}

/// The reasons that a plugin cannot do what the host requested.
public struct PluginError: Error, Sendable, Hashable {
  /// The kind of an error, which decides whether to retry.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The configuration cannot work; retrying is useless.
    case configuration = "config"
    /// It may work when it is tried again.
    case transient
    /// The store's content is wrong.
    case data
    /// Disk, network, permission.
    case system
  }

  /// The kind of the error.
  public var kind: Kind
  /// One of Assay's codes, when one fits.
  public var code: StorageError.Code?
  /// The problem, in one sentence.
  public var message: String
  /// The suggested fix.
  public var hint: String?

  /// Creates an error.
  public init(_ kind: Kind, _ message: String, code: StorageError.Code? = nil, hint: String? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hint = hint
  }
}
