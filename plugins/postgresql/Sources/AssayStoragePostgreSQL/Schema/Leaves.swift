import HealthModel
import HealthPlugins

/// The tables that samples are kept in: one for each part of the subjects and each period, made when its first sample
/// comes.
///
/// A leaf that a transaction makes has no indexes before the transaction's end: rows are copied into it alone, and each
/// index is sorted once. While a store is filled by large transactions, leaves get the index that finds a sample then,
/// which grows in the order in which samples come, and the others at the end of the import. Who writes next makes those
/// that an import left out that was ended before.
struct Leaves {
  struct Leaf: Hashable {
    var bucket: Int
    var period: Period

    var name: String { SampleTables.bucket(bucket) + "_" + period.name }

    init(bucket: Int, period: Period) {
      self.bucket = bucket
      self.period = period
    }

    /// The leaf with a name; `nil` if there is no such leaf.
    init?(name: String) {
      let parts = name.split(separator: "_")
      guard let period = parts.last.flatMap({ Period(name: $0) }) else { return nil }
      let bucket = (0..<SampleTables.bucketCount).first { SampleTables.bucket($0) + "_" + period.name == name }
      guard let bucket else { return nil }
      self.init(bucket: bucket, period: period)
    }
  }

  private var present: Set<Leaf> = []
  private var unkeyed: Set<Leaf> = []
  /// Leaves with the index that finds a sample, and without the others.
  private var partly: Set<Leaf> = []
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
  mutating func makeIndexes(_ connection: ServerConnection, all: Bool = true) throws(PluginError) {
    let new = unkeyed.sorted(by: { ($0.bucket, $0.period) < ($1.bucket, $1.period) })
    for leaf in new { try connection.run(SampleTables.index(of: leaf.name)) }
    partly.formUnion(unkeyed)
    var analyzed = new
    if all {
      analyzed = partly.sorted(by: { ($0.bucket, $0.period) < ($1.bucket, $1.period) })
      for leaf in analyzed {
        for index in SampleTables.laterIndexes(of: leaf.name) { try connection.run(index) }
      }
      partly = []
    }
    // A plan of a table without statistics would read all of it.
    for leaf in analyzed { try connection.run("ANALYZE \(leaf.name)") }
    // Neither would it begin with the one subject of a query without knowing that a name has one.
    if !analyzed.isEmpty { try connection.run("ANALYZE \(Self.lists.joined(separator: ", "))") }
    unkeyed = []
  }

  /// Finds the leaves that a bulk import left without all of their indexes when it was ended.
  mutating func findPartly(_ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run(
      """
      SELECT l.relname::text FROM pg_inherits b JOIN pg_inherits i ON i.inhparent = b.inhrelid
      JOIN pg_class l ON l.oid = i.inhrelid
      WHERE b.inhparent = 'assay_samples'::regclass AND 1 = (SELECT count(*) FROM pg_index x WHERE x.indrelid = l.oid)
      """)
    for row in 0..<found.count {
      if let leaf = Leaf(name: found.text(row, 0)) { partly.insert(leaf) }
    }
  }

  /// Whether some leaf lacks indexes.
  var hasPartly: Bool { !partly.isEmpty }

  private static let lists = ["assay_subjects", "assay_types", "assay_forms", "assay_sources", "assay_devices"]
}
