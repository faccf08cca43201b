import HealthModel
import HealthStorage

/// The writer's cached knowledge of the store's content.
///
/// A value: rolling back is going back to a copy.
struct StoreCaches: Sendable {
  var types: TypeMapping
  var sources = InternedTexts.sources
  var devices = InternedTexts.devices
  var subjects = InternedTexts.subjects
  var origins = InternedTexts.origins
  var spans: CommitSpans
  /// The number of the last commit that added or deleted samples.
  var batch: Int64
  /// Whether a given id looks like one derived from content, which makes every id worth a look; see `GivenIDs`.
  var hasMaskedIDs: Bool
  var hasDeletions: Bool

  init(in db: Database, registry: Registry) throws {
    types = try TypeMapping(in: db, registry: registry)
    spans = CommitSpans(types: registry.types.count)
    batch = try Self.lastCommit(in: db)
    hasMaskedIDs = try db.integer("SELECT value FROM assay_counters WHERE name = 'masked_ids'") != 0
    hasDeletions = try db.integer("SELECT EXISTS (SELECT 1 FROM assay_deletions)") != 0
  }

  /// The number of the last commit that added or deleted samples.
  static func lastCommit(in db: Database) throws -> Int64 {
    let statement = try PreparedStatement("SELECT value FROM assay_counters WHERE name = 'batch'", in: db)
    return try statement.step() ? statement.count(0, of: "the number of its last commit") : 0
  }

  static func set(_ name: String, to value: Int64, in db: Database) throws {
    let statement = try PreparedStatement("UPDATE assay_counters SET value = ?2 WHERE name = ?1", in: db)
    statement.bind(1, copying: name)
    statement.bind(2, value)
    try statement.run()
  }
}

/// The spans of the samples of the open transaction, by type.
///
/// A sample that starts later than all of its type in earlier commits needs no place in the index by commit: those of a
/// commit are found between the first and the last of their starts, which `assay_commit_spans` keeps. Spans of a type
/// never overlap. Only a sample among those of earlier commits is *scattered*, and indexed.
struct CommitSpans: Sendable {
  /// For each type of the registry the latest start in earlier commits, the least number if there is none; `nil` until
  /// it is needed.
  private var known: [Int64?]
  /// The samples that the open transaction added after that, by type.
  private var spans: [ClosedRange<Int64>?]

  init(types count: Int) {
    known = Array(repeating: nil, count: count)
    spans = Array(repeating: nil, count: count)
  }

  /// For each type what its samples start after when they are not scattered; types that are not prepared have none.
  var latest: [Int64] { known.map { $0 ?? .min } }

  /// Looks a type's latest start up.
  ///
  /// - Throws: `DatabaseError`.
  mutating func prepare(_ type: Int, number: Int64, in db: Database) throws {
    guard known[type] == nil else { return }
    let statement = try PreparedStatement("SELECT max(start_us) FROM assay_samples WHERE type = ?1", in: db)
    statement.bind(1, number)
    known[type] = try statement.step() ? statement.optionalInteger(0) ?? .min : .min
  }

  /// Notes that the transaction added a sample of a prepared type.
  mutating func add(_ type: Int, start: Int64) {
    guard let latest = known[type], start > latest else { return }
    guard let span = spans[type] else { return spans[type] = start...start }
    if !span.contains(start) { spans[type] = min(span.lowerBound, start)...max(span.upperBound, start) }
  }

  /// Writes the spans of the commit that the transaction becomes, and goes on after them.
  mutating func write(_ commit: Int64, numbers: [Int64], in db: Database) throws {
    let statement = try PreparedStatement(
      "INSERT INTO assay_commit_spans (batch, type, first_us, last_us) VALUES (?1, ?2, ?3, ?4)", in: db)
    for type in spans.indices.filter({ spans[$0] != nil }).sorted(by: { numbers[$0] < numbers[$1] }) {
      guard let span = spans[type] else { continue }
      spans[type] = nil
      statement.bind(1, commit)
      statement.bind(2, numbers[type])
      statement.bind(3, span.lowerBound)
      statement.bind(4, span.upperBound)
      try statement.run()
      known[type] = span.upperBound
    }
  }
}

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
