import HealthModel
import HealthStorage
import SQLiteStore

/// What the files need to know of the samples appended since the last commit; the index has the samples.
struct Transaction: Sendable {
  /// The committed state when the transaction began.
  let state: StoreState
  /// The types of the store and those that the transaction adds.
  private(set) var types: TypeTable
  /// The store's numbers of the types that get samples.
  private(set) var added: Set<Int> = []
  /// The digests of samples whose ids follow from their content, which the index does not keep.
  private(set) var digests: [SampleID: UInt64] = [:]

  init(_ state: StoreState, _ types: TypeTable) {
    self.state = state
    self.types = types
  }

  /// Adds the accepted samples of a batch.
  mutating func append(_ batch: SampleBatch, _ outcomes: [AppendReceipt.Outcome]) {
    for row in outcomes.indices where outcomes[row] == .accepted {
      added.insert(types.number(of: Int(batch.type[row])))
      if !batch.isGivenID[row] { digests[batch.id[row]] = batch.digest[row] }
    }
  }

  /// Appends the line of a sample, whose members follow it.
  func append(
    _ group: Range<Int>, of batch: SampleBatch, commit: Int64, _ context: StorageContext, to text: inout [UInt8]
  ) throws {
    let row = group.lowerBound
    let start = text.count
    context.lines.append(row, of: batch, to: &text)
    MemberReference.append(group, of: batch, context.registry, to: &text)
    let digest = batch.isGivenID[row] ? batch.digest[row] : digests[batch.id[row]]
    guard let digest, text.count > start + 1 else {
      throw StorageError(.failed, "the sample \(batch.id[row]) has no text to be kept")
    }
    StoredLine.close(from: start, commit: commit, digest: digest, in: &text)
  }
}

/// Writes the samples of a transaction to their files, as the index has them, and commits them.
struct CommitWriter {
  private let place: StoreFolder
  private let context: StorageContext
  private let transaction: Transaction
  private var line = CommitLine()
  /// The files that were written to, with what they were before.
  private var files: [(file: SampleFile, before: StoredFile?)] = []
  private var newFolders: Set<String> = []
  private var needsSamplesFolder = false

  init(_ transaction: Transaction, at place: StoreFolder, _ context: StorageContext) {
    self.place = place
    self.context = context
    self.transaction = transaction
  }

  /// Writes the files and the commit's line.
  ///
  /// - Returns: the state with the commit.
  /// - Throws: an error; nothing is committed then. After a failed sync it is unknown what a power cut would bring back:
  ///   the files stay as such a commit needs them. Otherwise they are as they were.
  mutating func commit(_ progress: ImportProgress?, restored: Int, in db: Database) throws -> StoreState {
    do {
      return try write(progress, restored, db)
    } catch {
      if error.cause != .unsynced { undo() }
      throw error
    }
  }

  private mutating func write(_ progress: ImportProgress?, _ restored: Int, _ db: Database) throws -> StoreState {
    line.line = transaction.state.line + 1
    line.commit = transaction.state.commit + (transaction.added.isEmpty ? 0 : 1)
    line.restored = restored
    line.progress = progress
    if !transaction.added.isEmpty {
      let samples = try CommitLoader(in: db, registry: context.registry)
      for number in transaction.added.sorted() { try write(samples, of: number) }
    }
    for folder in newFolders.sorted() { try place.synchronize(StoreFolder.samples + "/" + folder) }
    if needsSamplesFolder { try place.synchronize(StoreFolder.samples) }
    return try CommitLog(place: place).append(line, behind: transaction.state)
  }

  /// Writes the samples of a type, and notes in the commit's line what they change.
  private mutating func write(_ samples: CommitLoader, of number: Int) throws {
    guard let index = transaction.types.indexes[number] else {
      throw StorageError(.failed, "\(place.shown): a sample has no type")
    }
    let state = transaction.state
    let known = number < state.types.count ? state.types[number] : nil
    let signature = TypeSignature(context.registry.types[index])
    let type = known ?? LoggedType(id: context.registry.types[index].id, signature: signature)
    var change = type.signature
    if known != nil { change.cases = signature.cases.filter { change.cases[$0.key] == nil } }
    if known == nil || !change.cases.isEmpty { line.types.append((type.id, change)) }
    if type.files.isEmpty { needsSamplesFolder = true }
    let (context, transaction, commit) = (context, transaction, line.commit)
    var (count, longest) = (0, 0 as Int64)
    var output: (month: SampleMonth, file: OpenFile, lines: PieceWriter)?
    try samples.forEach(ofType: index, addedBy: commit) { batch in
      var row = 0
      while row < batch.count {
        let month = SampleMonth(start: batch.start[row])
        if output?.month != month {
          if let output { try finish(output.lines, output.file) }
          output = try begin(month, of: type)
        }
        let group = batch.group(at: row)
        try output?.lines.append { try transaction.append(group, of: batch, commit: commit, context, to: &$0) }
        if month != .untimed {
          let (length, isTooLong) = batch.end[row].subtractingReportingOverflow(batch.start[row])
          longest = max(longest, isTooLong ? Int64.max : length)
        }
        count += 1
        row = group.upperBound
      }
    }
    if let output { try finish(output.lines, output.file) }
    line.added.append((type.id, count))
    if longest > type.longest { line.longest.append((type.id, longest)) }
  }

  /// Opens the file of a month, to write after what is committed of it.
  private mutating func begin(
    _ month: SampleMonth, of type: LoggedType
  ) throws -> (SampleMonth, OpenFile, PieceWriter) {
    let before = type.files[month]
    let name = SampleFile(type: type.id, month: month, generation: before?.generation ?? 0)
    try place.makeFolder(StoreFolder.samples + "/" + type.id)
    let start = before?.length ?? 0
    // Files that no commit records may not be on the disk, even if another process made them.
    if start == 0 { newFolders.insert(type.id) }
    files.append((name, before))
    let file = try place.extended(name.path, from: start)
    return (month, file, PieceWriter(file, at: start))
  }

  private mutating func finish(_ lines: PieceWriter, _ file: OpenFile) throws {
    let end = try lines.finish()
    try file.synchronize()
    if let name = files.last?.file { line.files.append((name, end)) }
  }

  /// Takes the files back to what they were; what stays after their committed length means nothing, and the next writer
  /// cuts it off.
  func undo() {
    for (name, before) in files {
      if let before {
        let file = try? place.file(name.path, isWritable: true)
        try? file?.cut(to: before.length)
      } else {
        try? place.remove(name.path)
      }
    }
  }
}
