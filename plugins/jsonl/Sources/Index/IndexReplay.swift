import HealthModel
import HealthStorage
import SQLiteStore

/// How far the index has come: the last line of `commits.jsonl` whose commit it has, and the line's sum.
struct IndexPosition: Sendable, Hashable {
  var line = 0
  var head: UInt32 = 0

  init(of state: StoreState) {
    line = state.line
    head = state.head
  }

  init(in db: Database) throws {
    line = Int(try db.integer("SELECT value FROM assay_counters WHERE name = 'log_line'"))
    head = UInt32(truncatingIfNeeded: try db.integer("SELECT value FROM assay_counters WHERE name = 'log_head'"))
  }

  func write(in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO assay_counters (name, value) VALUES ('log_line', \(line)), ('log_head', \(head))")
  }

  /// Whether the log has the line that the index knows last.
  func belongs(to state: StoreState) -> Bool {
    line == 0 || (line <= state.line && state.lines[line - 1].crc == head)
  }

  /// Refuses a log that ends before what the index knows, which was written when the log had it.
  ///
  /// - Throws: `StorageError.corrupt`: the log lost lines that were committed.
  func checkNotAhead(of state: StoreState, _ place: StoreFolder) throws {
    guard line > state.line else { return }
    throw StorageError.corrupt(
      place, "\(StoreFolder.log) ends with line \(state.line), and the index knows line \(line) of it")
  }
}

/// Brings an index to what the files say: after an interruption, after another program wrote, and where there was none.
///
/// It goes on after the last line that the index knows. It begins anew when the log was written anew, or when a deletion
/// was committed that the index missed. It commits every now and then: an interrupted one is continued.
struct IndexReplay {
  private let place: StoreFolder
  private let state: StoreState
  private let context: StorageContext
  private let types: TypeTable
  private let db: Database
  private var loader: CommitLoader
  /// How much of the current files is read.
  private var cursors: [SampleFile: Int] = [:]
  /// Lines that a committed deletion has not overwritten yet.
  private let deleted: [SampleFile: Set<Int>]

  /// Samples that are decoded at once.
  private var text: [UInt8] = []
  private var groups: [Int] = []
  private var ids: [SampleID] = []
  private var digests: [UInt64] = []
  private var correlations: [Correlation] = []

  private struct Correlation {
    var text: [UInt8]
    var id: SampleID
    var digest: UInt64
    var members: [MemberReference]
  }

  private static let samplesOfCommit = 50_000
  private static let samplesAtOnce = 4096
  private static let bytesAtOnce = 4 << 20

  /// Brings the index up to a state, outside of a transaction; no one else may write to it.
  ///
  /// - Returns: whether it was changed.
  static func run(_ db: Database, _ place: StoreFolder, _ state: StoreState, _ context: StorageContext) throws -> Bool {
    var position = try IndexPosition(in: db)
    try position.checkNotAhead(of: state, place)
    guard position != IndexPosition(of: state) else { return false }
    if !position.belongs(to: state) || (position.line > 0 && state.lastDeletion > position.line) {
      position = IndexPosition(of: StoreState())
      try db.execute(sql: "BEGIN IMMEDIATE")
      do {
        try CommitLoader.removeAll(in: db)
        try PendingRewrite.note(in: db)
        try db.execute(sql: "COMMIT")
      } catch {
        try? db.execute(sql: "ROLLBACK")
        throw error
      }
    }
    var replay = try IndexReplay(db, place, state, context)
    try replay.skip(to: position.line)
    try replay.readAll(from: position.line)
    if try PendingRewrite.isDue(in: db) { try PendingRewrite.run(in: db) }
    return true
  }

  private init(_ db: Database, _ place: StoreFolder, _ state: StoreState, _ context: StorageContext) throws {
    self.db = db
    self.place = place
    self.state = state
    self.context = context
    types = try TypeTable(state.types, registry: context.registry)
    loader = try CommitLoader(in: db, registry: context.registry)
    deleted = try LineErasure.places(place, state)
  }

  private mutating func skip(to last: Int) throws {
    var line = 1
    while line <= last {
      note(try CommitLog(place: place).commit(ofLine: line, in: state))
      line += 1
    }
  }

  /// Takes over how long the current files were after a commit.
  private mutating func note(_ commit: CommitLine) {
    for file in commit.files where current(file.file) == file.file { cursors[file.file] = file.length }
  }

  private func current(_ file: SampleFile) -> SampleFile? {
    state.number(of: file.type).flatMap { state.types[$0].file(file.month) }
  }

  private mutating func readAll(from last: Int) throws {
    var line = last
    while line < state.line {
      try db.execute(sql: "BEGIN IMMEDIATE")
      do {
        line = try read(from: line + 1)
        try db.execute(sql: "COMMIT")
      } catch {
        try? db.execute(sql: "ROLLBACK")
        throw error
      }
    }
  }

  /// Adds commits from a line on, up to a number of samples; returns the last line.
  private mutating func read(from first: Int) throws -> Int {
    var line = first
    var count = 0
    while true {
      let commit = try CommitLog(place: place).commit(ofLine: line, in: state)
      if !commit.added.isEmpty { try addSamples(of: commit) }
      if let range = commit.deletions { try addDeletions(range) }
      let progress = commit.progress.flatMap { ForgottenImports.isForgotten($0.input) ? nil : $0 }
      try loader.end(commit.commit, progress)
      note(commit)
      count += commit.added.reduce(1) { $0 + $1.count }
      if line == state.line || count >= Self.samplesOfCommit { break }
      line += 1
    }
    var position = IndexPosition(of: state)
    position.line = line
    position.head = state.lines[line - 1].crc
    try position.write(in: db)
    return line
  }

  private mutating func addDeletions(_ range: Range<Int>) throws {
    try DeletionLine.forEach(in: range, of: place) { deletion in
      guard let number = state.number(of: deletion.type) else {
        throw StorageError.corrupt(place, "\(StoreFolder.deletions) has the unknown type of \(deletion.id)")
      }
      let type = state.types[number]
      try loader.delete(
        deletion.id, type: types.indexes[number], name: type.id, type.signature, commit: deletion.commit)
    }
  }

  private mutating func addSamples(of commit: CommitLine) throws {
    for entry in commit.files {
      guard let number = state.number(of: entry.file.type), let file = current(entry.file),
        let length = state.types[number].files[file.month]?.length
      else { continue }
      let open = try place.committed(file.path, length: length)
      var scanner = LineScanner(open, from: cursors[file] ?? 0, to: length)
      cursors[file] = try addSamples(of: commit.commit, from: &scanner, file, number)
    }
    try flush(commit.commit)
    try link(commit.commit)
  }

  /// Adds the samples of a commit from one file; returns where those of later ones begin.
  private mutating func addSamples(
    of commit: Int64, from scanner: inout LineScanner, _ file: SampleFile, _ number: Int
  ) throws -> Int {
    let type = state.types[number]
    var offset = scanner.offset
    while let line = try scanner.next() {
      if !StoredLine.isBlank(line, in: scanner.bytes) {
        guard let facts = SampleFacts(line, in: scanner.bytes, hasMembers: type.hasMembers) else {
          throw StorageError.corrupt(place, "\(file.path) has no sample at byte \(offset)")
        }
        if facts.line.commit > commit { return offset }
        if facts.line.commit == commit, deleted[file]?.contains(offset) != true {
          try add(facts, line, in: scanner.bytes, of: type, commit)
        }
      }
      offset = scanner.offset
    }
    return offset
  }

  private mutating func add(
    _ facts: SampleFacts, _ line: Range<Int>, in bytes: [UInt8], of type: LoggedType, _ commit: Int64
  ) throws {
    let end = line.lowerBound + facts.bare
    let bare = bytes[line.lowerBound..<end]
    guard type.hasMembers else {
      text += bare
      text += "}\n".utf8
      groups.append(1)
      ids.append(facts.id)
      digests.append(facts.line.digest)
      if groups.count >= Self.samplesAtOnce || text.count >= Self.bytesAtOnce { try flush(commit) }
      return
    }
    guard let members = MemberReference.all(from: end, to: facts.line.tail, in: bytes) else {
      throw StorageError.corrupt(place, "the correlation \(facts.id) has damaged members")
    }
    correlations.append(
      Correlation(text: bare + Array("}\n".utf8), id: facts.id, digest: facts.line.digest, members: members))
  }

  /// Stores the samples that wait.
  private mutating func flush(_ commit: Int64) throws {
    guard !groups.isEmpty else { return }
    var batch = try context.lines.samples(text, groups: groups)
    guard batch.id == ids else {
      throw StorageError.corrupt(place, "a line has another sample than its id says")
    }
    batch.digest = digests
    let outcomes = try loader.append(batch, commit: commit)
    var row = 0
    for count in groups {
      guard outcomes[row] == .accepted else {
        throw StorageError.corrupt(place, "the sample \(ids[row]) of commit \(commit) is there twice")
      }
      row += count
    }
    text.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    digests.removeAll(keepingCapacity: true)
  }

  /// Stores the correlations that wait, each with its members, which are stored by now.
  private mutating func link(_ commit: Int64) throws {
    for correlation in correlations {
      let members = try loader.samples(correlation.members.map(\.id))
      text += correlation.text
      ids.append(correlation.id)
      digests.append(correlation.digest)
      for (row, member) in correlation.members.enumerated() {
        context.lines.append(row, of: members, to: &text)
        // A type says its role where they have one name.
        if member.role != member.type {
          text.removeLast()
          text += ",\"role\":".utf8
          JSONText.appendQuoted(member.role.utf8, to: &text)
          text.append(UInt8(ascii: "}"))
        }
        text.append(UInt8(ascii: "\n"))
        ids.append(member.id)
        digests.append(members.digest[row])
      }
      groups.append(1 + members.count)
      if ids.count >= Self.samplesAtOnce || text.count >= Self.bytesAtOnce { try flush(commit) }
    }
    try flush(commit)
    correlations.removeAll()
  }
}
