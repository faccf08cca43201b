import HealthModel
import HealthStorage

/// The index's entry of an id.
struct StoredID: Sendable {
  let id: SampleID
  let digest: UInt64
  let start: Int64
  let type: Int
  /// The commit that stored the sample, or deleted it.
  let commit: Int64
  let isDead: Bool

  init(_ record: IndexRecord) {
    id = SampleID(high: record.key.first, low: record.key.second)
    digest = record.first
    start = Int64(bitPattern: record.second)
    type = Int(truncatingIfNeeded: record.third)
    commit = record.commit
    isDead = record.isDead
  }
}

/// Where a sample's line is, and what the sample is ordered by.
struct StoredSample: Sendable {
  var type: Int
  var id: SampleID
  /// The start in microseconds since 1970 UTC; `SampleBatch.noTime` for a sample without a time.
  var start: Int64
  var end: Int64
  /// Where in its month's file the line begins.
  var offset: Int
  /// How long the line is, with its line feed.
  var length: Int
  /// How much of the line is the sample itself, without its last brace.
  var bare: Int
  var commit: Int64

  init(type: Int, id: SampleID, start: Int64, end: Int64, offset: Int, length: Int, bare: Int, commit: Int64) {
    self.type = type
    self.id = id
    self.start = start
    self.end = end
    self.offset = offset
    self.length = length
    self.bare = bare
    self.commit = commit
  }

  /// The sample of a record of `times`.
  ///
  /// - Throws: `StorageError` with `indexDamage` when no line can be there.
  init(_ record: IndexRecord) throws {
    let length = Int(truncatingIfNeeded: record.third >> 32)
    let bare = Int(truncatingIfNeeded: record.third & 0xFFFF_FFFF)
    guard let type = Int(exactly: record.key.first), record.second < 1 << 56, bare > 0, bare < length else {
      throw StorageError.indexDamage("the index")
    }
    self.init(
      type: type, id: SampleID(high: record.key.third, low: record.key.fourth),
      start: IndexKey.number(record.key.second), end: Int64(bitPattern: record.first),
      offset: Int(truncatingIfNeeded: record.second), length: length, bare: bare, commit: record.commit)
  }

  init(_ facts: SampleFacts, type: Int, offset: Int, length: Int) {
    self.init(
      type: type, id: facts.id, start: facts.start, end: facts.end, offset: offset, length: length, bare: facts.bare,
      commit: facts.line.commit)
  }

  /// The month whose file has the line.
  var month: SampleMonth { SampleMonth(start: start) }

  var timeRecord: IndexRecord {
    IndexRecord(
      IndexKey(type: type, start: start, id: id), UInt64(bitPattern: end), UInt64(truncatingIfNeeded: offset),
      UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: bare), commit: commit)
  }

  func idRecord(digest: UInt64) -> IndexRecord {
    IndexRecord(IndexKey(id), digest, UInt64(bitPattern: start), UInt64(truncatingIfNeeded: type), commit: commit)
  }

  func deadTimeRecord(commit: Int64) -> IndexRecord {
    IndexRecord(IndexKey(type: type, start: start, id: id), commit: commit, isDead: true)
  }

  static func deadIDRecord(_ id: SampleID, type: Int, commit: Int64) -> IndexRecord {
    IndexRecord(IndexKey(id), 0, 0, UInt64(truncatingIfNeeded: type), commit: commit, isDead: true)
  }
}
