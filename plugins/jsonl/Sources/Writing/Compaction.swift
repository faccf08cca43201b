import HealthStorage

/// Writes files that have blank lines anew without them, and removes the old ones when the new ones count.
struct Compaction {
  private let snapshot: Snapshot
  private var line = CommitLine()
  private var written: [SampleFile] = []
  private var replaced: [SampleFile] = []

  private init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Compacts a store that no one else changes; `nil` if there is nothing to do.
  ///
  /// - Throws: an error; nothing changed then.
  static func run(_ snapshot: Snapshot) throws -> Committed? {
    var compaction = Compaction(snapshot)
    do {
      return try compaction.run()
    } catch {
      if !(error is SyncFailure) { compaction.remove(compaction.written) }
      throw error
    }
  }

  private mutating func run() throws -> Committed? {
    for type in snapshot.state.types {
      let known = written.count
      for month in type.months where (type.files[month]?.blank ?? 0) > 0 { try rewrite(month, of: type) }
      let folder = StoreFolder.samples + "/" + type.id
      if written.count > known {
        try Folder.synchronize(snapshot.place.path(folder), name: snapshot.place.shown(folder))
      }
    }
    guard !written.isEmpty else { return nil }
    line.line = snapshot.state.line + 1
    line.commit = snapshot.state.commit
    let committed = try commit()
    remove(replaced)
    return committed
  }

  /// Makes an index of the new files and commits both.
  private func commit() throws -> Committed {
    let folder = IndexFolder(place: snapshot.place)
    var next = snapshot.state
    do {
      // The sum does not count: the state is only what the index is made from.
      try next.apply(line, length: 1, crc: 0)
    } catch let fault as LogFault {
      throw StorageError(.failed, "\(snapshot.place.shown) cannot be compacted: \(fault.message)")
    }
    let runs = folder.runs(for: snapshot.index)
    let index = try IndexBuilder.full(snapshot.place, next, runs: runs)
    do {
      let committed = try CommitEnd(snapshot.place).commit(line, behind: snapshot.state, index, isNew: true)
      if committed.index != nil { runs.remove(CommitEnd.runs(of: snapshot.index, notIn: index)) }
      return committed
    } catch {
      runs.remove(CommitEnd.runs(of: index, notIn: snapshot.index))
      throw error
    }
  }

  private mutating func rewrite(_ month: SampleMonth, of type: LoggedType) throws {
    let place = snapshot.place
    guard let old = type.file(month), let length = type.files[month]?.length else { return }
    guard let source = try OpenFile.existing(place.path(old), name: place.shown(old)) else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(old.name) is missing")
    }
    let new = SampleFile(type: type.id, month: month, generation: old.generation + 1)
    try Folder.removeFile(place.path(new), name: place.shown(new))
    let target = try OpenFile.made(place.path(new), name: place.shown(new), isNew: true)
    written.append(new)
    replaced.append(old)
    var scanner = LineScanner(source, from: 0, to: length)
    var output = PieceWriter(target)
    while let line = try scanner.next() {
      if StoredLine.isBlank(line, in: scanner.bytes) { continue }
      guard StoredLine(line, in: scanner.bytes) != nil else {
        throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(old.name) has a line that is not a sample")
      }
      try output.append { $0 += scanner.bytes[line] }
    }
    guard scanner.offset == length else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(old.name) is shorter than its commits say")
    }
    let end = try output.finish()
    try target.synchronize()
    line.files.append((new, end))
  }

  /// Removes files that do not count; what stays is removed when the store is opened.
  private func remove(_ files: [SampleFile]) {
    for file in files {
      try? Folder.removeFile(snapshot.place.path(file), name: snapshot.place.shown(file))
    }
  }
}
