import HealthStorage

/// Puts a store in order after a process that was interrupted: what no commit tells of is cut off or removed.
///
/// Files are never cut when that could lose commits: lines of a commit that `commits.jsonl` should have told of say that
/// it is damaged, and the store is left as it is.
struct Recovery {
  private let place: StorePlace
  private let state: StoreState

  /// Puts the files in order; the lock must be held, and lines that were deleted must be overwritten.
  static func run(_ place: StorePlace, _ state: StoreState) throws {
    let recovery = Recovery(place: place, state: state)
    try recovery.cutDeletions()
    try Folder.removeFile(place.path(StorePlace.spool), name: place.shown(StorePlace.spool))
    let samples = StorePlace.samples
    for type in try Folder.names(in: place.path(samples), name: place.shown(samples)) ?? [] {
      try recovery.putInOrder(type)
    }
  }

  private init(place: StorePlace, state: StoreState) {
    self.place = place
    self.state = state
  }

  private func putInOrder(_ type: String) throws {
    let folder = StorePlace.samples + "/" + type
    guard SampleFile.isName(type), Folder.kind(of: place.path(folder)) == .folder else { return }
    let stored = state.number(of: type).map { state.types[$0] }
    for name in try Folder.names(in: place.path(folder), name: place.shown(folder)) ?? [] {
      // What has another name was put there by somebody.
      guard let file = SampleFile(type: type, fileName: name) else { continue }
      let known = stored?.files[file.month]
      if let known, known.generation == file.generation {
        try cut(file, to: known.length)
      } else {
        // An old file that was written anew, or a new one that never counted.
        if file.generation >= known?.generation ?? 0 { try check(file, from: 0, insteadOf: stored?.file(file.month)) }
        try Folder.removeFile(place.path(file), name: place.shown(file))
      }
    }
  }

  private func cut(_ file: SampleFile, to length: Int) throws {
    guard let size = Folder.size(of: place.path(file)), size > length else { return }
    try check(file, from: length)
    guard let open = try OpenFile.existing(place.path(file), name: place.shown(file), isWritable: true) else { return }
    try open.cut(to: length)
    try open.synchronize()
  }

  /// Checks that nothing from a place on was committed, and that the file which counts is there if it is another one.
  private func check(_ file: SampleFile, from start: Int, insteadOf other: SampleFile? = nil) throws {
    if let other, other != file, Folder.size(of: place.path(other)) == nil {
      throw StoreRefusal.corrupt(place, "\(StorePlace.samples)/\(other.name) is missing")
    }
    guard let open = try OpenFile.existing(place.path(file), name: place.shown(file)) else { return }
    var scanner = LineScanner(open, from: start, to: try open.size())
    while let line = try scanner.next() {
      guard let stored = StoredLine(line, in: scanner.bytes), stored.commit > state.commit + 1 else { continue }
      throw lostCommit(stored.commit, StorePlace.samples + "/" + file.name)
    }
  }

  private func cutDeletions() throws {
    let name = StorePlace.deletions
    guard let size = Folder.size(of: place.path(name)), size > state.deletionsLength,
      let file = try OpenFile.existing(place.path(name), name: place.shown(name), isWritable: true)
    else { return }
    var scanner = LineScanner(file, from: state.deletionsLength, to: size)
    while let line = try scanner.next() {
      guard SealedLine.crc(line, in: scanner.bytes) != nil,
        let commit = JSONFields(line, in: scanner.bytes)?.integer("commit"), commit > state.commit + 1
      else { continue }
      throw lostCommit(commit, name)
    }
    try file.cut(to: state.deletionsLength)
    try file.synchronize()
  }

  private func lostCommit(_ commit: Int64, _ name: String) -> StorageError {
    StoreRefusal.corrupt(
      place, "\(name) has lines of commit \(commit), and \(StorePlace.log) ends with commit \(state.commit)")
  }
}
