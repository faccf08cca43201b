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
    for type in try place.names(in: samples) {
      let folder = samples + "/" + type
      guard SampleFile.isName(type), place.kind(folder) == .folder else { continue }
      let stored = state.number(of: type).map { state.types[$0] }
      for name in try place.names(in: folder) {
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
      guard let size = place.size(file.path), size > known.length else { return }
      try check(file, from: known.length)
      longer.append((file, known.length))
      return
    }
    // An old file that was written anew, or a new one that never counted: the one that counts must be there.
    guard place.size(current.path) != nil else {
      throw StorageError.corrupt(place, "\(current.path) is missing")
    }
    if file.generation > current.generation { try check(file, from: 0) }
    strangers.append(file)
  }

  /// Checks that nothing from a place on was committed.
  private func check(_ file: SampleFile, from start: Int) throws {
    guard let open = try place.file(file.path) else { return }
    var scanner = LineScanner(open, from: start, to: try open.size())
    while let line = try scanner.next() {
      guard let stored = StoredLine(line, in: scanner.bytes), stored.commit > state.commit + 1 else { continue }
      throw lostCommit(stored.commit, file.path)
    }
  }

  /// Checks that the files of samples are as long as their commits say.
  private func checkLengths() throws {
    for type in state.types {
      for month in type.months {
        guard let file = type.file(month), let length = type.files[month]?.length, length > 0 else { continue }
        _ = try place.committed(file.path, length: length)
      }
    }
  }

  private func checkDeletions() throws {
    let name = StoreFolder.deletions
    guard try state.deletionsLength > 0 || place.file(name) != nil else { return }
    let file = try place.committed(name, length: state.deletionsLength)
    var scanner = LineScanner(file, from: state.deletionsLength, to: try file.size())
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
    for (file, length) in longer { try place.cut(file.path, to: length) }
    for file in strangers { try place.remove(file.path) }
    try place.cut(StoreFolder.deletions, to: state.deletionsLength)
    // Earlier programs had a file of that name for an instant.
    try place.remove("spool")
    try place.remove(StoreFolder.log + ".new")
  }
}
