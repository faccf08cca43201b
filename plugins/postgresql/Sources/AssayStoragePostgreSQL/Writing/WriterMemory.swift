import HealthModel
import HealthPlugins

/// What a writer knows of the store; true as long as nobody else commits.
struct WriterMemory {
  /// The store's last commit when this was true.
  var commit: Int64
  var types: TypeNumbers
  var subjects = TextNumbers(.subjects)
  var sources = TextNumbers(.sources)
  var devices = TextNumbers(.devices)
  var forms = FormNumbers()
  var leaves = Leaves()
  var structureViews = StructureViews()
  /// The ids of all samples, while the store was empty when they were begun and few enough.
  var seen: SeenIDs?
  /// Whether a given id has the form of a derived one, so that derived ids are looked up among the given ones.
  var hasMasked: Bool
  /// Whether samples were deleted.
  var hasDeletions: Bool

  /// Looks at the store, under its lock.
  init(_ connection: ServerConnection, commit: Int64) throws(PluginError) {
    self.commit = commit
    types = try TypeNumbers(connection)
    let found = try connection.run(
      "SELECT bool_or(has_masked), EXISTS (SELECT FROM assay_deletions) FROM assay_store")
    hasMasked = found.flag(0, 0)
    hasDeletions = found.flag(0, 1)
    seen = commit == 0 ? SeenIDs() : nil
    guard commit > 0 else { return }
    try leaves.findPartly(connection)
    if leaves.hasPartly { try leaves.makeIndexes(connection) }
  }
}

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

/// Ids that a writer has stored, as a Bloom filter: what it has not seen is new, and need not be looked up.
///
/// It holds as long as the store was empty at its beginning and nobody else writes. Each part is four times as large as
/// the one before, 16 bits for an id.
struct SeenIDs {
  private struct Part {
    var words: [UInt64]
    var free: Int
  }

  private static let first = 1 << 16
  private static let most = 5

  private var parts: [Part] = []

  /// Adds an id; `false` when there is no room, and the filter is of no use any more.
  mutating func insert(_ id: SampleID) -> Bool {
    if parts.last.map({ $0.free == 0 }) ?? true {
      guard parts.count < Self.most else { return false }
      let capacity = Self.first << (2 * parts.count)
      parts.append(Part(words: [UInt64](repeating: 0, count: capacity / 4), free: capacity))
    }
    let last = parts.count - 1
    let hash = Self.hash(id)
    for step in 0..<4 {
      let bit = Self.bit(step, of: hash, count: parts[last].words.count)
      parts[last].words[bit >> 6] |= 1 << UInt64(bit & 63)
    }
    parts[last].free -= 1
    return true
  }

  /// Whether an id may have been added; `false` is certain.
  func mayContain(_ id: SampleID) -> Bool {
    let hash = Self.hash(id)
    return parts.contains { part in
      (0..<4).allSatisfy { step in
        let bit = Self.bit(step, of: hash, count: part.words.count)
        return part.words[bit >> 6] & 1 << UInt64(bit & 63) != 0
      }
    }
  }

  /// Two halves that any bit of the id changes: given ids may be counted up.
  private static func hash(_ id: SampleID) -> (UInt64, UInt64) {
    let mixed = mix(id.high ^ mix(id.low))
    return (mixed, mix(mixed ^ id.low) | 1)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let first = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    let second = (first ^ first >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return second ^ second >> 33
  }

  private static func bit(_ step: Int, of hash: (UInt64, UInt64), count: Int) -> Int {
    Int(truncatingIfNeeded: (hash.0 &+ UInt64(step) &* hash.1) & UInt64(count * 64 - 1))
  }
}

/// The store's numbers of types, and what it knows of a type's samples so that questions need not ask.
struct TypeNumbers {
  private struct Facts: Hashable {
    var hasMembers = false
    var isMember = false
    /// The length of the longest sample, in microseconds: what ends after a moment began at most so long before it.
    var longest: Int64 = 0
    var samples: Int64 = 0
  }

  private var numbers: [[UInt8]: Int32] = [:]
  private var facts: [Int32: Facts] = [:]
  private var changed: Set<Int32> = []
  private var last: (name: [UInt8], number: Int32)?

  /// Reads what the store has, under its lock.
  init(_ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run("SELECT id, name, has_members, is_member, longest_us, samples FROM assay_types")
    for row in 0..<found.count {
      let number = found.integer(row, 0)
      numbers[found.bytes(row, 1)] = number
      facts[number] = Facts(
        hasMembers: found.flag(row, 2), isMember: found.flag(row, 3), longest: found.long(row, 4),
        samples: found.long(row, 5))
    }
  }

  /// The number of a type, given now when it has none.
  mutating func number(
    of name: Range<Int>, in text: [UInt8], _ connection: ServerConnection
  ) throws(PluginError) -> Int32 {
    if let last, last.name.elementsEqual(text[name]) { return last.number }
    let key = Array(text[name])
    if let number = numbers[key] {
      last = (key, number)
      return number
    }
    let number = (facts.keys.max() ?? 0) + 1
    try connection.run(
      "INSERT INTO assay_types (id, name) VALUES ($1, $2)",
      [.integer(number), .text(String(decoding: key, as: UTF8.self))])
    numbers[key] = number
    facts[number] = Facts()
    last = (key, number)
    return number
  }

  /// The number of a type; `nil` when the store has none of it.
  func known(_ name: Range<Int>, in text: [UInt8]) -> Int32? {
    if let last, last.name.elementsEqual(text[name]) { return last.number }
    return numbers[Array(text[name])]
  }

  mutating func noteMembers(of type: Int32) { change(type) { $0.hasMembers = true } }

  mutating func noteMember(_ type: Int32) { change(type) { $0.isMember = true } }

  /// Notes how long a sample of a type is.
  mutating func noteLength(of type: Int32, _ start: Int64, _ end: Int64) {
    let (length, isTooLong) = end.subtractingReportingOverflow(start)
    let most = isTooLong ? Int64.max : length
    if most > facts[type]?.longest ?? 0 { change(type) { $0.longest = most } }
  }

  mutating func noteSample(of type: Int32) { change(type) { $0.samples += 1 } }

  private mutating func change(_ type: Int32, _ body: (inout Facts) -> Void) {
    var changedFacts = facts[type] ?? Facts()
    body(&changedFacts)
    guard changedFacts != facts[type] else { return }
    facts[type] = changedFacts
    changed.insert(type)
  }

  mutating func write(_ connection: ServerConnection) throws(PluginError) {
    for type in changed.sorted() {
      let facts = self.facts[type] ?? Facts()
      try connection.run(
        "UPDATE assay_types SET has_members = $2, is_member = $3, longest_us = $4, samples = $5 WHERE id = $1",
        [.integer(type), .flag(facts.hasMembers), .flag(facts.isMember), .long(facts.longest), .long(facts.samples)])
    }
    changed = []
  }
}
