import HealthModel

/// Where a sample is in a `MemoryTable`.
struct RowLocation: Sendable, Hashable {
  var segment: Int32
  var row: Int32
}

/// Committed samples in a few large batches, found by their ids.
///
/// Batches are kept as they were appended; small ones are merged, so that many small commits are read as fast as
/// a large one. A reader retains the batches, which copies nothing until they are changed.
struct MemoryTable: Sendable {
  /// The samples; what their columns say of correlations and roles does not count.
  private(set) var segments: [SampleBatch] = []
  /// The number of the commit that added each sample.
  private(set) var commits: [[Int64]] = []
  private var places: [SampleID: RowLocation] = [:]
  private var parents = MemoryParents()

  /// Batches with fewer samples are put together.
  private static let smallCount = 4096
  /// The most text of batches that are put together, in bytes.
  private static let smallText = 1 << 26

  var count: Int { places.count }

  /// The samples that can belong to a sample.
  func children(of parent: SampleID) -> Set<SampleID> { parents.children(of: parent) }

  /// Where a sample is; `nil` when it is not there.
  func place(of id: SampleID) -> RowLocation? { places[id] }

  /// The digest of a sample; `nil` when it is not there.
  func digest(of id: SampleID) -> UInt64? {
    places[id].map { segments[Int($0.segment)].digest[Int($0.row)] }
  }

  /// The type of a sample, as index into the registry; `nil` when it is not there.
  func type(of id: SampleID) -> Int32? {
    places[id].map { segments[Int($0.segment)].type[Int($0.row)] }
  }

  mutating func add(_ batch: SampleBatch, commit: Int64) {
    for row in 0..<batch.count { parents.add(row, of: batch) }
    if let last = segments.indices.last, batch.count < Self.smallCount, segments[last].count < Self.smallCount,
      segments[last].arena.count + batch.arena.count < Self.smallText
    {
      for row in 0..<batch.count {
        note(batch.id[row], segment: last, row: segments[last].count)
        segments[last].append(row, of: batch)
        commits[last].append(commit)
      }
      return
    }
    for row in 0..<batch.count { note(batch.id[row], segment: segments.count, row: row) }
    segments.append(batch)
    commits.append(Array(repeating: commit, count: batch.count))
  }

  private mutating func note(_ id: SampleID, segment: Int, row: Int) {
    places[id] = RowLocation(segment: Int32(truncatingIfNeeded: segment), row: Int32(truncatingIfNeeded: row))
  }

  mutating func remove(_ ids: Set<SampleID>) {
    var changed: Set<Int> = []
    for id in ids {
      guard let place = places.removeValue(forKey: id) else { continue }
      parents.remove(Int(place.row), of: segments[Int(place.segment)])
      changed.insert(Int(place.segment))
    }
    for index in changed {
      let old = segments[index]
      let oldCommits = commits[index]
      var kept = SampleBatch()
      var keptCommits: [Int64] = []
      for row in 0..<old.count where !ids.contains(old.id[row]) {
        note(old.id[row], segment: index, row: kept.count)
        kept.append(row, of: old)
        keptCommits.append(oldCommits[row])
      }
      segments[index] = kept
      commits[index] = keptCommits
    }
  }
}

/// Which samples name which as their parent: the routes of a workout.
struct MemoryParents: Sendable {
  private var children: [SampleID: Set<SampleID>] = [:]

  /// The samples that can belong to a sample, stored or not.
  func children(of parent: SampleID) -> Set<SampleID> { children[parent] ?? [] }

  mutating func add(_ row: Int, of batch: SampleBatch) {
    guard let parent = Self.parent(row, of: batch) else { return }
    children[parent, default: []].insert(batch.id[row])
  }

  mutating func remove(_ row: Int, of batch: SampleBatch) {
    guard let parent = Self.parent(row, of: batch), var left = children[parent] else { return }
    left.remove(batch.id[row])
    children[parent] = left.isEmpty ? nil : left
  }

  /// The parent that a sample names; only structured samples have a text that is an object.
  private static func parent(_ row: Int, of batch: SampleBatch) -> SampleID? {
    let text = batch.text[row].indices
    guard !text.isEmpty, batch.arena[text.lowerBound] == UInt8(ascii: "{") else { return nil }
    return StructureContent.parent(at: text, in: batch.arena.span.bytes)
  }
}
