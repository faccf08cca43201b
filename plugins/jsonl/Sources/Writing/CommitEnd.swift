import HealthStorage

/// The committed state now.
struct Committed: Sendable {
  var state: StoreState
  /// The index of that; `nil` when it could not be put in its place, which the next writer does.
  var index: SampleIndex?
}

/// The end of every change: the index is made ready, the line of `commits.jsonl` is written, the index takes its place.
///
/// The writing of the line is the instant that counts.
struct CommitEnd {
  private let place: StoreFolder
  private let folder: IndexFolder

  init(_ place: StoreFolder) {
    self.place = place
    folder = IndexFolder(place: place)
  }

  /// Commits a line whose files are on the disk.
  ///
  /// - Throws: an error; nothing is committed then, and nothing is left of the index's new files.
  func commit(
    _ line: CommitLine, behind state: StoreState, _ index: SampleIndex, adding records: IndexRecords
  ) throws -> Committed {
    var runs = folder.runs(for: index)
    var added = index
    do {
      if records.count > 0 { try added.add(records, at: &runs) }
      return try commit(line, behind: state, added, isNew: records.count > 0)
    } catch {
      runs.remove(Self.runs(of: added, notIn: index))
      throw error
    }
  }

  /// Commits a line together with an index.
  ///
  /// - Throws: an error; nothing is committed then.
  func commit(_ line: CommitLine, behind state: StoreState, _ index: SampleIndex, isNew: Bool) throws -> Committed {
    let bytes = line.bytes
    guard let crc = SealedLine.crc(0..<bytes.count, in: bytes) else {
      throw StorageError(.failed, "\(place.shown): a commit cannot be written")
    }
    var next = state
    do {
      try next.apply(line, length: bytes.count, crc: crc)
    } catch let fault as StorageError {
      throw StorageError(.failed, "\(place.shown): a commit cannot be written: \(fault.message)")
    }
    let moved = isNew ? index.moved(to: next) : index
    if isNew { try folder.stage(moved) }
    try CommitLog(place: place).append(bytes, behind: state)
    guard isNew else { return Committed(state: next, index: moved) }
    do {
      try folder.publish()
    } catch {
      return Committed(state: next, index: nil)
    }
    return Committed(state: next, index: folder.tidied(moved))
  }

  /// The files of an index that another one does not have.
  static func runs(of index: SampleIndex, notIn other: SampleIndex) -> [RunFile] {
    IndexTable.allCases.flatMap { table in
      let known = Set(other[table].map(\.name))
      return index[table].filter { !known.contains($0.name) }
    }
  }
}
