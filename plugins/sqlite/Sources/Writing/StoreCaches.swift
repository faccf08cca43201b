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
  /// Whether any sample was deleted.
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

  /// Writes a counter.
  static func set(_ name: String, to value: Int64, in db: Database) throws {
    let statement = try PreparedStatement("UPDATE assay_counters SET value = ?2 WHERE name = ?1", in: db)
    statement.bind(1, copying: name)
    statement.bind(2, value)
    try statement.run()
  }
}
