import AssayPlatform
import HealthStorage

/// Repairs a store after an interrupted process: removes or cuts off what no commit records.
///
/// Nothing is touched when that could lose commits: lines of a commit that `commits.jsonl` should have told of say that
/// it is damaged. Nor is a store put in order whose files lost what was committed: the index still has the ids of the
/// samples, so that importing them again would find duplicates.
struct Recovery {
  private let place: StoreFolder
  private let state: StoreState
  private var longer: [(file: SampleFile, length: Int)] = []
  private var strangers: [SampleFile] = []

  /// Puts the files in order; the lock must be held, and lines that were deleted must be overwritten.
  static func run(_ place: StoreFolder, _ state: StoreState) throws {
    var recovery = Recovery(place, state)
    try recovery.look()
    try recovery.cut()
  }

  private init(_ place: StoreFolder, _ state: StoreState) {
    self.place = place
    self.state = state
  }

  private mutating func look() throws {
    try checkDeletions()
    try checkLengths()
    let samples = StoreFolder.samples
    for type in try Folder.names(in: place.path(samples), name: place.shown(samples)) ?? [] {
      let folder = samples + "/" + type
      guard SampleFile.isName(type), Folder.kind(of: place.path(folder)) == .folder else { continue }
      let stored = state.number(of: type).map { state.types[$0] }
      for name in try Folder.names(in: place.path(folder), name: place.shown(folder)) ?? [] {
        // The store did not create files with other names.
        guard let file = SampleFile(type: type, fileName: name) else { continue }
        try look(at: file, of: stored)
      }
    }
  }

  private mutating func look(at file: SampleFile, of type: LoggedType?) throws {
    guard let known = type?.files[file.month], let current = type?.file(file.month) else {
      try check(file, from: 0)
      strangers.append(file)
      return
    }
    if file == current {
      guard let size = Folder.size(of: place.path(file)), size > known.length else { return }
      try check(file, from: known.length)
      longer.append((file, known.length))
      return
    }
    // An old file that was written anew, or a new one that never counted: the one that counts must be there.
    guard Folder.size(of: place.path(current)) != nil else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(current.name) is missing")
    }
    if file.generation > current.generation { try check(file, from: 0) }
    strangers.append(file)
  }

  /// Checks that nothing from a place on was committed.
  private func check(_ file: SampleFile, from start: Int) throws {
    guard let open = try OpenFile.existing(place.path(file), name: place.shown(file)) else { return }
    var scanner = LineScanner(open, from: start, to: try open.size())
    while let line = try scanner.next() {
      guard let stored = StoredLine(line, in: scanner.bytes), stored.commit > state.commit + 1 else { continue }
      throw lostCommit(stored.commit, StoreFolder.samples + "/" + file.name)
    }
  }

  /// Checks that the files of samples are as long as their commits say.
  private func checkLengths() throws {
    for type in state.types {
      for month in type.months {
        guard let file = type.file(month), let length = type.files[month]?.length, length > 0 else { continue }
        guard let size = Folder.size(of: place.path(file)) else {
          throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(file.name) is missing")
        }
        guard size >= length else {
          throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(file.name) is shorter than its commits say")
        }
      }
    }
  }

  private func checkDeletions() throws {
    let name = StoreFolder.deletions
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else {
      guard state.deletionsLength == 0 else { throw StorageError.corrupt(place, "\(name) is missing") }
      return
    }
    let size = try file.size()
    guard size >= state.deletionsLength else {
      throw StorageError.corrupt(place, "\(name) is shorter than its commits say")
    }
    var scanner = LineScanner(file, from: state.deletionsLength, to: size)
    while let line = try scanner.next() {
      guard SealedLine.crc(line, in: scanner.bytes) != nil,
        let commit = JSONFields(line, in: scanner.bytes)?.integer("commit"), commit > state.commit + 1
      else { continue }
      throw lostCommit(commit, name)
    }
  }

  private func lostCommit(_ commit: Int64, _ name: String) -> StorageError {
    StorageError.corrupt(
      place, "\(name) has lines of commit \(commit), and \(StoreFolder.log) ends with commit \(state.commit)")
  }

  private func cut() throws {
    for (file, length) in longer { try cut(place.path(file), place.shown(file), to: length) }
    for file in strangers { try Folder.removeFile(place.path(file), name: place.shown(file)) }
    let deletions = StoreFolder.deletions
    try cut(place.path(deletions), place.shown(deletions), to: state.deletionsLength)
    try Folder.removeFile(place.path(StoreFolder.spool), name: place.shown(StoreFolder.spool))
    let log = StoreFolder.log + ".new"
    try Folder.removeFile(place.path(log), name: place.shown(log))
  }

  private func cut(_ path: String, _ name: String, to length: Int) throws {
    guard let file = try OpenFile.existing(path, name: name, isWritable: true), try file.size() > length else { return }
    try file.cut(to: length)
    try file.synchronize()
  }
}
