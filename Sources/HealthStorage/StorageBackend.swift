public import HealthModel

/// A place that keeps samples: the interface every store implements, built in or not.
///
/// A backend keeps normalized samples only and never judges them. Its laws:
///
/// - Nothing counts as accepted before `commit` returned, and what `commit` returned for survives a power cut.
/// - `append` and `commit` form one transaction: either all samples since the last commit and the progress are stored,
///   or nothing of them.
/// - A sample with a stored id and equal content is a duplicate and changes nothing; with a given id and other content
///   (see `SampleBatch.digest`) it is a conflict and changes nothing.
/// - A correlation is stored with all its members or not at all; a member that is stored already is linked, not
///   doubled.
/// - A query sees committed samples only.
///
/// One import at a time runs on a backend; queries may run beside it.
public protocol StorageBackend: Sendable {
  /// Which levels of the interface the backend has.
  var capabilities: StorageCapabilities { get }

  /// What an earlier, unfinished or finished import of an input left; `nil` when the store has not seen it.
  ///
  /// - Parameter input: the input's key, see `ImportProgress.input`.
  /// - Returns: the progress that was committed last.
  /// - Throws: `StorageError` when the store cannot be read.
  func progress(of input: String) async throws(StorageError) -> ImportProgress?

  /// Adds samples to the open transaction, beginning one when none is open.
  ///
  /// - Returns: what became of each sample of the batch.
  func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt

  /// Commits what was appended together with the import's progress. Returns after the bytes are synced.
  func commit(_ progress: ImportProgress) async throws(StorageError)

  /// Forgets what was appended since the last commit.
  func rollback() async

  /// Passes the samples that match to a function, in the query's order, a correlation followed by its members.
  ///
  /// - Parameters:
  ///   - query: which samples, in which order, how many.
  ///   - body: called with batches of at most some thousand samples; `false` ends the query.
  /// - Throws: `StorageError` when the store cannot be read, and what `body` throws.
  func query(
    _ query: SampleQuery, _ body: (SampleBatch) throws -> Bool
  ) async throws

  /// The types that have samples, with how many.
  func counts() async throws(StorageError) -> [StoredTypeCount]

  /// Closes the store; open transactions are rolled back.
  func close() async throws(StorageError)
}

/// How many samples of a type are stored.
public struct StoredTypeCount: Sendable, Hashable {
  /// The type's id.
  public var type: String
  /// How many samples are stored.
  public var count: Int

  /// Creates a count.
  public init(type: String, count: Int) {
    self.type = type
    self.count = count
  }
}

/// The levels of the interface beyond writing, which every backend has.
public struct StorageCapabilities: OptionSet, Sendable {
  /// The levels as bits.
  public let rawValue: Int

  /// Creates a set of the levels whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Samples can be asked for again.
  public static let query = StorageCapabilities(rawValue: 1)
  /// Imports go on where they were interrupted.
  public static let resume = StorageCapabilities(rawValue: 2)
  /// Committed samples survive the process.
  public static let durable = StorageCapabilities(rawValue: 4)
}

/// What became of the samples of a batch.
public struct AppendReceipt: Sendable, Hashable {
  /// The fates of a sample.
  public enum Outcome: UInt8, Sendable, Hashable {
    case accepted, duplicate, conflict
  }

  /// One entry per sample of the batch.
  public var outcomes: [Outcome]

  /// Creates a receipt.
  public init(outcomes: [Outcome]) { self.outcomes = outcomes }

  /// How many samples met a fate.
  public func count(of outcome: Outcome) -> Int { outcomes.lazy.filter { $0 == outcome }.count }
}
