import HealthModel
import HealthStorage

/// The file `commits.jsonl`.
struct CommitLog: Sendable {
  let place: StoreFolder

  /// The state that the committed lines describe.
  ///
  /// A last line that is not whole was never committed, and is left out. Readers take no lock: a line that is being
  /// written is not whole yet. A line with its line feed and without zeros, which a power cut leaves, was whole once:
  /// when its sum is wrong it is damaged.
  ///
  /// - Throws: `StorageError`: `corrupt` when a line is damaged.
  func state(after known: StoreState? = nil) throws -> StoreState {
    let file = try place.committed(StoreFolder.log, length: 0)
    let size = try file.size()
    var state = StoreState()
    if let known, known.log?.identity == file.identity, known.logLength <= size, try ends(known, in: file) {
      state = known
    }
    state.log = file
    var scanner = LineScanner(file, from: state.logLength, to: size)
    var isTorn = false
    while let line = try scanner.next() {
      guard let crc = SealedLine.crc(line, in: scanner.bytes) else {
        let bytes = scanner.bytes[line]
        if bytes.last == UInt8(ascii: "\n"), !bytes.contains(0) {
          throw damage(state, " is damaged")
        }
        isTorn = true
        continue
      }
      if isTorn { throw damage(state, " is not whole") }
      guard let commit = CommitLine(line, in: scanner.bytes) else {
        throw damage(state, " is not a commit")
      }
      do {
        try state.apply(commit, length: line.count, crc: crc)
      } catch let fault as StorageError {
        throw damage(state, ": \(fault.message)")
      }
    }
    return state
  }

  private func damage(_ state: StoreState, _ what: String) -> StorageError {
    StorageError.corrupt(place, "line \(state.line + 1) of \(StoreFolder.log)\(what)")
  }

  /// Whether the log still has the last line that is known: another process may have taken back a line whose sync failed.
  private func ends(_ known: StoreState, in file: OpenFile) throws -> Bool {
    guard let place = known.place(ofLine: known.line) else { return true }
    let bytes = try file.bytes(at: place.lowerBound, count: place.count)
    return SealedLine.crc(0..<bytes.count, in: bytes) == known.head
  }

  func commit(ofLine line: Int, in state: StoreState) throws -> CommitLine {
    let bytes = try bytes(ofLine: line, in: state)
    guard let commit = CommitLine(0..<bytes.count, in: bytes) else { throw changed(line) }
    return commit
  }

  func bytes(ofLine line: Int, in state: StoreState) throws -> [UInt8] {
    guard let range = state.place(ofLine: line), let file = state.log else {
      throw StorageError.corrupt(place, "\(StoreFolder.log) is missing")
    }
    let bytes = try file.bytes(at: range.lowerBound, count: range.count)
    guard SealedLine.crc(0..<bytes.count, in: bytes) == state.lines[line - 1].crc else { throw changed(line) }
    return bytes
  }

  private func changed(_ line: Int) -> StorageError {
    StorageError.corrupt(place, "line \(line) of \(StoreFolder.log) was changed")
  }

  /// Cuts off a last line that is not whole.
  func cut(to state: StoreState) throws {
    try place.cut(StoreFolder.log, to: state.logLength)
  }

  /// Writes a line after those of a state and returns when it is on the disk: the instant of the commit.
  ///
  /// - Returns: the state with the line.
  /// - Throws: an error; with the cause `unsynced` if it is unknown whether the line is on the disk. Then the line is
  ///   removed again, if possible.
  func append(_ line: CommitLine, behind state: StoreState) throws -> StoreState {
    let bytes = line.bytes
    var next = state
    do {
      guard let crc = SealedLine.crc(0..<bytes.count, in: bytes) else { throw StorageError(.failed, "it has no sum") }
      try next.apply(line, length: bytes.count, crc: crc)
    } catch let fault as StorageError {
      throw StorageError(.failed, "\(place.shown): a commit cannot be written: \(fault.message)")
    }
    let file = try place.committed(StoreFolder.log, length: 0, isWritable: true)
    do {
      try file.put(bytes, at: state.logLength)
      try file.synchronize()
    } catch {
      do {
        try file.cut(to: state.logLength)
      } catch let failure {
        throw StorageError.unsynced(FileFailure.storageError(failure))
      }
      throw error
    }
    return next
  }
}

/// Removes the names of inputs from `commits.jsonl`, when it must no longer show what was imported from them.
///
/// The log is written anew beside itself and put in its place in one step. Each line keeps its length, so that the
/// places that readers know stay right; what named the input is overwritten and the line sealed again.
struct ForgottenImports {
  private static let filler = UInt8(ascii: "*")
  private static let fields = ["input", "path", "prefix_hash", "details"]

  let place: StoreFolder
  let inputs: Set<String>

  /// Whether a name is what is left of one that was taken out.
  static func isForgotten(_ input: String) -> Bool { !input.isEmpty && input.utf8.allSatisfy { $0 == filler } }

  /// Writes the log anew; the lock must be held.
  ///
  /// - Returns: the state that its lines describe: the same one, by other sums.
  func run(_ state: StoreState) throws -> StoreState {
    var log: [UInt8] = []
    log.reserveCapacity(state.logLength)
    for line in 1..<state.line + 1 { log += blanked(try CommitLog(place: place).bytes(ofLine: line, in: state)) }
    try place.replace(StoreFolder.log, with: log)
    return try CommitLog(place: place).state(after: nil)
  }

  /// A line without the names, when it is about one of the inputs.
  private func blanked(_ line: [UInt8]) -> [UInt8] {
    guard SealedLine.crc(0..<line.count, in: line) != nil,
      let progress = CanonicalObject.value(of: "import", of: 0..<line.count, in: line),
      let input = CanonicalObject.value(of: "input", of: progress, in: line),
      let text = CanonicalObject.text(of: input, in: line), inputs.contains(text)
    else { return line }
    var changed = line
    for field in Self.fields {
      guard let value = CanonicalObject.value(of: field, of: progress, in: line), value.count > 2 else { continue }
      // The hash of a beginning stays one, of zeros.
      let byte = field == "prefix_hash" ? UInt8(ascii: "0") : Self.filler
      for index in value.dropFirst().dropLast() { changed[index] = byte }
    }
    return SealedLine.resealed(changed)
  }
}
