import HealthStorage

/// Where writing is: what is known of the content then, and what is not committed.
enum WriteState: Sendable {
  /// No transaction is open; what is known is `nil` before the first one and after texts were removed.
  case idle(KnownContent?)
  case open(OpenTransaction)
  /// A transaction was rolled back for an error: nothing more is taken until `rollback` is called, since what follows
  /// must not be committed without what was lost.
  case failed(StorageError, KnownContent)

  /// The known facts about the content as of the last commit.
  var settled: KnownContent? {
    switch self {
    case .idle(let known): known
    case .open(let transaction): transaction.settled
    case .failed(_, let known): known
    }
  }
}

/// The caches as of a commit.
struct KnownContent: Sendable {
  var caches: StoreCaches
  /// SQLite's number of what other connections committed: as long as it stays, the caches hold.
  var dataVersion: Int64
}

/// The samples appended since the last commit.
struct OpenTransaction: Sendable {
  var caches: StoreCaches
  /// As of the last commit.
  let settled: KnownContent
  var hasAccepted = false

  init(after settled: KnownContent) {
    caches = settled.caches
    self.settled = settled
  }

  /// The facts that are known once this is committed.
  var committed: KnownContent { KnownContent(caches: caches, dataVersion: settled.dataVersion) }
}
