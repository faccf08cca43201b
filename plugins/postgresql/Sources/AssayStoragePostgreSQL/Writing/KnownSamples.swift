import HealthModel
import HealthPlugins

/// Finds out what the store, with what the open transaction added, knows of the ids of a batch.
struct KnownSamples {
  private(set) var known: [SampleID: KnownID] = [:]
  /// Where the stored ones are.
  private(set) var places: [SampleID: SampleLocation] = [:]

  /// A line, with what finds it.
  private struct Wanted {
    var id: SampleID
    var place: SampleLocation
  }

  /// Looks a batch up; the subjects of its lines are looked up before.
  init(
    _ lines: SampleLines, _ columns: [ColumnValues], _ transaction: ServerTransaction
  ) throws(PluginError) {
    var given: [SampleID] = []
    var derived: [Wanted] = []
    var masked: [SampleID] = []
    var asked: [SampleID] = []
    for (index, line) in lines.lines.enumerated() {
      if let sample = transaction.recent[line.id] {
        add(line.id, sample)
        continue
      }
      if let seen = transaction.memory.seen, !seen.mayContain(line.id) { continue }
      asked.append(line.id)
      let isDerived = line.impliesContent
      if isDerived, let start = line.start {
        let subject = columns[index].subjectNumber(transaction.memory.subjects, in: lines.text)
        // An id implies the type as well: one that the store does not have has no samples.
        let type = transaction.memory.types.known(line.type, in: lines.text)
        if let subject, let type, !transaction.memory.leaves.isNew(subject: subject, start: start) {
          derived.append(Wanted(id: line.id, place: SampleLocation(subject: subject, type: type, start: start)))
        }
      }
      if !isDerived || transaction.memory.hasMasked { given.append(line.id) }
      if !isDerived, line.id.version == 8 { masked.append(line.id) }
    }
    let connection = transaction.connection
    if !given.isEmpty { try transaction.ids.store(connection) }
    // Other types may have them: an index by id is needed.
    if !masked.isEmpty, transaction.memory.leaves.hasPartly { try transaction.makeIndexes(all: true) }
    if !given.isEmpty { try findGiven(given, connection) }
    if !derived.isEmpty { try findDerived(derived, connection) }
    for (id, sample) in try DerivedIDs.find(masked.filter { known[$0] == nil }, connection) { add(id, sample) }
    if transaction.memory.hasDeletions, !asked.isEmpty {
      let found = try connection.run("SELECT id FROM assay_deletions WHERE id = ANY ($1)", [.ids(asked)])
      for row in 0..<found.count { known[found.id(row, 0)] = .deleted }
    }
  }

  private mutating func add(_ id: SampleID, _ sample: KnownSample) {
    known[id] = .stored(sample.digest)
    places[id] = sample.place
  }

  private mutating func findGiven(_ ids: [SampleID], _ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run(
      "SELECT id, digest, subject, type, start_us FROM assay_ids WHERE id = ANY ($1)", [.ids(ids)])
    for row in 0..<found.count { add(found.id(row, 0), DerivedIDs.sample(row, of: found)) }
  }

  /// Looks up rows whose leaf is known, one by one: the limit keeps the server from reading all of a table.
  private mutating func findDerived(_ wanted: [Wanted], _ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run(
      """
      SELECT s.id, s.digest, s.subject, s.type, s.start_us
      FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::bigint[]) w(id, subject, type, start_us)
      CROSS JOIN LATERAL (
        SELECT x.id, x.digest, x.subject, x.type, x.start_us FROM assay_samples x
        WHERE x.derived AND x.id = w.id AND x.subject = w.subject AND x.type = w.type AND x.start_us = w.start_us
        LIMIT 1) s
      """,
      [
        .ids(wanted.map(\.id)), .integers(wanted.map(\.place.subject)), .integers(wanted.map(\.place.type)),
        .longs(wanted.map(\.place.start)),
      ])
    for row in 0..<found.count { add(found.id(row, 0), DerivedIDs.sample(row, of: found)) }
  }
}

/// Finds samples by derived ids, of whatever subject and type: such an id says when its sample begins.
enum DerivedIDs {
  static func find(
    _ ids: [SampleID], _ connection: ServerConnection
  ) throws(PluginError) -> [SampleID: KnownSample] {
    var periods: [Period: [SampleID]] = [:]
    for id in ids where id.version == 8 {
      periods[Period(of: id.milliseconds * 1000), default: []].append(id)
      // All that begins earlier has the same beginning.
      if id.milliseconds == 0 {
        for year in 1899..<1970 { periods[Period(of: Period.start(of: year)), default: []].append(id) }
      }
    }
    var samples: [SampleID: KnownSample] = [:]
    for (period, ids) in periods.sorted(by: { $0.key < $1.key }) {
      let found = try connection.run(
        """
        SELECT s.id, s.digest, s.subject, s.type, s.start_us FROM assay_samples s
        WHERE s.derived AND s.id = ANY ($1) AND s.start_us >= $2 AND s.start_us < $3
        """, [.ids(ids), .long(period.start ?? Int64.min), .long(period.end ?? Int64.max)])
      for row in 0..<found.count { samples[found.id(row, 0)] = sample(row, of: found) }
    }
    return samples
  }

  /// The sample of a row with the columns id, digest, subject, type and start.
  static func sample(_ row: Int, of found: QueryResult) -> KnownSample {
    KnownSample(
      place: SampleLocation(subject: found.integer(row, 2), type: found.integer(row, 3), start: found.long(row, 4)),
      digest: UInt64(bitPattern: found.long(row, 1)))
  }
}

extension SampleID {
  /// The start that a derived id holds, in milliseconds since 1970; 0 for everything before.
  var milliseconds: Int64 { Int64(high >> 16) }
}

extension SampleLine {
  /// Whether the id is derived from the content and says so: then it needs no other table than the sample's.
  var impliesContent: Bool {
    guard isDerived, id.version == 8, let start else { return false }
    return id.milliseconds == max(0, start) / 1000
  }
}
