import HealthModel
import HealthPluginKit

/// The tables that samples are kept in: one for each part of the subjects and each period, made when its first sample
/// comes.
///
/// A leaf that a transaction makes has no indexes before the transaction's end: rows are copied into it alone, and each
/// index is sorted once.
struct Leaves {
  /// A leaf.
  struct Leaf: Hashable {
    var bucket: Int
    var period: Period

    var name: String { SampleTables.bucket(bucket) + "_" + period.name }
  }

  private var present: Set<Leaf> = []
  private var unkeyed: Set<Leaf> = []
  private var buckets: [Int32: Int] = [:]

  /// Whether some leaf has no indexes yet.
  var hasUnkeyed: Bool { !unkeyed.isEmpty }

  /// The leaf of a sample; `nil` when the part of its subject has not been looked up.
  func leaf(subject: Int32, start: Int64) -> Leaf? {
    buckets[subject].map { Leaf(bucket: $0, period: Period(of: start)) }
  }

  /// Whether the leaf of a sample was made by the open transaction, so that it has only what that stored.
  func isNew(subject: Int32, start: Int64) -> Bool {
    guard let leaf = leaf(subject: subject, start: start) else { return false }
    return unkeyed.contains(leaf)
  }

  /// Asks the server which parts subjects are in: the hash is its own.
  mutating func learn(_ subjects: some Sequence<Int32>, _ connection: ServerConnection) throws(PluginError) {
    let unknown = Set(subjects.lazy.filter { [buckets] in buckets[$0] == nil })
    guard !unknown.isEmpty else { return }
    let found = try connection.run(
      """
      SELECT s, r FROM unnest($1::integer[]) s CROSS JOIN generate_series(0, \(SampleTables.bucketCount - 1)) r
      WHERE satisfies_hash_partition('assay_samples'::regclass, \(SampleTables.bucketCount), r, s)
      """, [.integers(Array(unknown))])
    for row in 0..<found.count { buckets[found.integer(row, 0)] = Int(found.integer(row, 1)) }
  }

  /// Makes the leaves that samples need, within the open transaction; their subjects are learned.
  ///
  /// A leaf is made by itself and then attached: that keeps out other writers only, while `PARTITION OF` would wait
  /// for every reader.
  mutating func prepare(
    for samples: some Sequence<(subject: Int32, start: Int64)>, _ connection: ServerConnection
  ) throws(PluginError) {
    var wanted: Set<Leaf> = []
    var last: Leaf?
    for sample in samples {
      guard let leaf = leaf(subject: sample.subject, start: sample.start), leaf != last else { continue }
      last = leaf
      if !present.contains(leaf) { wanted.insert(leaf) }
    }
    for leaf in wanted.sorted(by: { ($0.bucket, $0.period) < ($1.bucket, $1.period) }) {
      let found = try connection.run("SELECT to_regclass($1) IS NOT NULL", [.text(leaf.name)])
      if !found.flag(0, 0) {
        try connection.run("CREATE TABLE \(leaf.name) (LIKE assay_samples INCLUDING ALL)")
        try connection.run(
          "ALTER TABLE \(SampleTables.bucket(leaf.bucket)) ATTACH PARTITION \(leaf.name) FOR VALUES "
            + leaf.period.bounds)
        unkeyed.insert(leaf)
      }
      present.insert(leaf)
    }
  }

  /// Gives the leaves of the open transaction their indexes.
  mutating func makeIndexes(_ connection: ServerConnection) throws(PluginError) {
    for leaf in unkeyed.sorted(by: { ($0.bucket, $0.period) < ($1.bucket, $1.period) }) {
      for index in SampleTables.indexes(of: leaf.name) { try connection.run(index) }
      // A plan of a table that nobody has looked at yet would read all of it.
      try connection.run("ANALYZE \(leaf.name)")
    }
    // Neither would it begin with the one subject of a query without knowing that a name has one.
    if !unkeyed.isEmpty { try connection.run("ANALYZE \(Self.lists.joined(separator: ", "))") }
    unkeyed = []
  }

  private static let lists = ["assay_subjects", "assay_types", "assay_forms", "assay_sources", "assay_devices"]
}
