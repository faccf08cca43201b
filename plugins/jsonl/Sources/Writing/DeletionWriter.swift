import HealthModel
import HealthStorage

/// Deletes samples in a separate commit: their ids go to `deletions.ndjson`, their lines become blank.
///
/// The ids and the places of the lines are on the disk before the commit; the lines are overwritten after it, by this
/// process or, when it is interrupted, by the next one that writes.
struct DeletionWriter {
  private let snapshot: Snapshot
  private let samples: [StoredSample]
  /// The lines that become blank, file by file.
  private let places: [ErasedLine]
  private let commit: Int64

  /// Deletes samples of a snapshot that no one else changes.
  init(_ snapshot: Snapshot, _ samples: [StoredSample]) {
    self.snapshot = snapshot
    let types = snapshot.types
    self.samples = samples.sorted { left, right in
      let first = types.indexes[left.type] ?? Int.max
      let second = types.indexes[right.type] ?? Int.max
      return first == second ? left.id < right.id : first < second
    }
    places = Self.places(of: samples, snapshot.state)
    commit = snapshot.state.commit + 1
  }

  /// Commits the deletion.
  ///
  /// - Throws: an error; nothing is deleted then.
  func commitDeletion() throws -> Committed {
    let state = snapshot.state
    do {
      try LineErasure.note(places, commit: commit, in: snapshot.place)
      let length = try appendDeletions()
      var line = CommitLine()
      line.line = state.line + 1
      line.commit = commit
      line.deleted = counts
      line.blanked = blanked
      line.deletions = state.deletionsLength..<length
      return try CommitEnd(snapshot.place).commit(line, behind: state, snapshot.index, adding: records)
    } catch {
      // After a failed sync the notes stay: they are needed should a power cut bring the commit back.
      if !(error is SyncFailure) { try? LineErasure.forget(commit: commit, in: snapshot.place) }
      throw error
    }
  }

  /// Overwrites the lines of a committed deletion.
  ///
  /// - Throws: an error; whoever writes next carries it out.
  func overwrite(_ committed: Committed) throws {
    try LineErasure.overwrite(places, snapshot.place, committed.state)
    try LineErasure.forget(commit: commit, in: snapshot.place)
    try Folder.synchronize(snapshot.place.folder, name: snapshot.place.shown)
  }

  private static func places(of samples: [StoredSample], _ state: StoreState) -> [ErasedLine] {
    let sorted = samples.sorted { left, right in
      if left.type != right.type { return left.type < right.type }
      if left.month != right.month { return left.month < right.month }
      return left.offset < right.offset
    }
    return sorted.compactMap { sample in
      guard let file = state.types[sample.type].file(sample.month) else { return nil }
      return ErasedLine(file: file, offset: sample.offset, length: sample.length)
    }
  }

  private var blanked: [(file: SampleFile, count: Int)] {
    var result: [(file: SampleFile, count: Int)] = []
    for place in places {
      if result.last?.file == place.file {
        result[result.count - 1].count += place.length
      } else {
        result.append((place.file, place.length))
      }
    }
    return result
  }

  private var counts: [(type: String, count: Int)] {
    var counts: [Int: Int] = [:]
    for sample in samples { counts[sample.type, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { (type: snapshot.state.types[$0.key].id, count: $0.value) }
  }

  private var records: IndexRecords {
    var records = IndexRecords()
    for sample in samples {
      records.ids.append(StoredSample.deadIDRecord(sample.id, type: sample.type, commit: commit))
      records.times.append(sample.deadTimeRecord(commit: commit))
    }
    return records
  }

  /// Writes the ids after those of earlier commits and returns how long the file is then.
  private func appendDeletions() throws -> Int {
    let place = snapshot.place
    let name = StoreFolder.deletions
    let start = snapshot.state.deletionsLength
    let file = try OpenFile.made(place.path(name), name: place.shown(name))
    let size = try file.size()
    guard size >= start else { throw StorageError.corrupt(place, "\(name) is shorter than its commits say") }
    if size > start { try file.cut(to: start) }
    var output = PieceWriter(file, at: start)
    for sample in samples {
      let type = snapshot.state.types[sample.type].id
      try output.append { $0 += DeletionLine(id: sample.id, type: type, commit: commit).line }
    }
    let end = try output.finish()
    try file.synchronize()
    if start == 0 { try Folder.synchronize(place.folder, name: place.shown) }
    return end
  }
}
