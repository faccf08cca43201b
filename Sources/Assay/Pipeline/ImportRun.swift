import AssayPlatform
import HealthDigest
public import HealthFormats
import HealthModel
public import HealthReports
public import HealthStorage
import HealthValidation

/// Imports one input into a store: exactly once, resumable at any instant.
///
/// From its beginning to its end it has the turn to write: others that write to the same backend wait.
///
/// The read position, the counters and the quarantine's length commit in the same transaction as the samples before
/// the position; the quarantine is synced first. An interrupted run goes on from its last commit when the input's
/// beginning is unchanged, and starts over otherwise, which costs time but never correctness.
public struct ImportRun {
  private let environment: RunEnvironment
  private let store: any StorageBackend

  /// Creates a run that writes to an open store.
  public init(_ environment: RunEnvironment, store: any StorageBackend) {
    self.environment = environment
    self.store = store
  }

  /// Imports an input to its end.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - key: what the store knows the input by, its absolute path; `nil` for a pipe, which always starts over.
  ///   - file: the file for what is not stored.
  /// - Returns: the run's numbers.
  /// - Throws: `InputError`, `StorageError`, `OutputError`, `Interrupted`. What was committed stays. `StorageError.locked`
  ///   when another command writes to the quarantine file for longer than the environment's wait.
  public func run(_ input: ResolvedInput, key: String?, quarantine file: QuarantineFile?) async throws -> Summary {
    let transaction = try await store.begin()
    let summary: Summary
    do {
      summary = try await self.run(input, key: key, quarantine: file, transaction)
    } catch {
      // It waits for the appends that are under way.
      await transaction.rollback()
      throw error
    }
    try await transaction.finish()
    return summary
  }

  private func run(
    _ input: ResolvedInput, key: String?, quarantine wanted: QuarantineFile?, _ transaction: borrowing WriteTransaction
  ) async throws -> Summary {
    let validator = environment.validator
    // Before the progress is read: what another import of the path commits says where this one goes on.
    let (lock, place) = try await environment.lock(wanted)
    var file = place
    defer { lock?.release() }
    let input = try input.inItsDialect(by: validator.registry)
    let run = InputRun(environment, input: input)
    var hash = PrefixHash()
    var earlier: ImportProgress?
    if let subject = validator.options.subject { run.subject = .one(subject) }
    // A file that inputs share cannot be cut back to where one of them was, so such an input starts over.
    var isInterrupted = false
    if let key, file?.isShared != true, let progress = try await store.progress(of: key) {
      isInterrupted = !progress.isFinished && progress.position.byteOffset > 0
      if isInterrupted, let path = file?.path, try file?.isEdited(since: progress) == true {
        file?.isEdited = true
        environment.note(
          "\(TextEscaping.escaped(input.displayPath, limit: 1000)) is imported from its beginning: "
            + "\(TextEscaping.escaped(path, limit: 1000)) was edited since it was interrupted")
      } else if let (prefix, summary) = try await resumption(of: run, from: progress, file) {
        hash = prefix
        run.resume(at: progress.position, with: summary)
        run.subject = InputSubject(details: progress.details)
        earlier = progress
      }
    }
    let bookkeeping = ImportBookkeeping(
      run: run, key: key ?? input.displayPath, path: input.displayPath, hash: hash,
      settings: ImportSettings(validator.options, of: input, quarantine: file))
    if let file {
      // An import that starts over forgets where it was, before anything is added that a third run could take for it.
      if isInterrupted, earlier == nil {
        let beginning = bookkeeping.progress(isFinished: false, catalogHash: validator.registry.contentHash)
        try await transaction.commit(beginning)
      }
      run.quarantine = try Quarantine(
        file, catalogHash: validator.registry.contentHash, resumingAt: earlier.map(file.lengths(of:)))
    }
    run.beginCounts()
    try await transfer(input, run, bookkeeping, transaction)
    // After the commit: an import that is interrupted has not met all of its records yet.
    environment.finish(run.quarantine)
    try run.reportUnusedSamples()
    try run.reportNotes()
    try run.reportUnusedPaths()
    try run.reportEmptiness()
    return run.finished
  }

  /// How many chunks more than at other times workers may read while a commit is brought to the disk.
  private static let ahead = 2
  /// The size from which a chunk waits for the one before to be stored: a route has megabytes, and as much is made of it.
  private static let largeChunk = 1 << 20

  /// Reads, judges and stores from the run's position to the end.
  ///
  /// While the samples of two chunks are appended, so that the store never waits for more, the chunk before them is
  /// settled and the next ones are read and judged.
  private func transfer(
    _ input: ResolvedInput, _ run: InputRun, _ bookkeeping: ImportBookkeeping, _ transaction: borrowing WriteTransaction
  ) async throws {
    let validator = environment.validator
    let keeps = run.quarantine != nil
    let commitSize = min(environment.commitSize, max(1, store.commitSize))
    let files = input.files
    let pipeline = ChunkPipeline(jobs: environment.jobs, inputSize: input.totalSize, ahead: Self.ahead) {
      ChunkWorker(validator: validator, writer: nil, keepsRefused: keeps, files: files)
    }
    var pending = 0
    var underway: [PendingAppend] = []
    do {
      // First the input, or an export's main file; then the files beside that, whose parents are settled.
      var isMainFile = !run.isPastMainFile
      while true {
        let plan = isMainFile ? nil : run.filePlan
        if !isMainFile, plan == nil { break }
        let source = try chunks(of: input, plan, from: run.position.byteOffset)
        try await pipeline.run(source, format: input.format) { result in
          var result = result
          run.findRepeats(in: &result)
          let most = result.chunk.contentCount > Self.largeChunk ? 1 : 2
          let stored = underway.count >= most ? try await underway.removeFirst().finish() : nil
          pending += stored?.result.batch.commitWeight ?? 0
          if let signal = environment.interruption() {
            // Judged chunks are kept.
            if let stored { try settle(stored, run, bookkeeping) }
            underway.append(PendingAppend(result, to: transaction))
            try await settle(&underway, run, bookkeeping)
            try await commit(run, bookkeeping, isFinished: false, transaction)
            throw Interrupted(signal: signal, summary: run.finished)
          }
          if pending >= commitSize {
            // A commit counts only its own content as read: the next chunk waits.
            if let stored { try settle(stored, run, bookkeeping) }
            try await settle(&underway, run, bookkeeping)
            pending = 0
            try await commit(run, bookkeeping, isFinished: false, transaction)
            underway.append(PendingAppend(result, to: transaction))
          } else {
            underway.append(PendingAppend(result, to: transaction))
            if let stored { try settle(stored, run, bookkeeping) }
          }
          return !result.isBroken
        }
        try await settle(&underway, run, bookkeeping)
        guard isMainFile else { break }
        isMainFile = false
      }
      run.countUnnamedFiles()
    } catch let error as InputError {
      try await settle(&underway, run, bookkeeping)
      // A plugin that reads is ended by the signal as well.
      if let signal = environment.interruption() {
        try await commit(run, bookkeeping, isFinished: false, transaction)
        throw Interrupted(signal: signal, summary: run.finished)
      }
      try run.damage(error)
    }
    try await commit(run, bookkeeping, isFinished: true, transaction)
  }

  /// The chunks of an input's main file, or of the files beside it.
  private func chunks(
    of input: ResolvedInput, _ plan: FilePlan?, from offset: Int64
  ) throws(InputError) -> sending any ChunkSource {
    if let plan { return try plan.chunks(of: input) }
    let size = ChunkPipeline.chunkSize(jobs: environment.jobs, of: input.format, input.layout)
    return try input.makeChunks(size: size, from: offset, types: environment.validator.registry)
  }

  /// Settles all chunks that are on their way, in order.
  private func settle(
    _ underway: inout [PendingAppend], _ run: InputRun, _ bookkeeping: ImportBookkeeping
  ) async throws {
    while !underway.isEmpty { try settle(try await underway.removeFirst().finish(), run, bookkeeping) }
  }

  /// Counts what became of a chunk's samples, reports its findings, and moves on after it.
  private func settle(_ stored: StoredChunk, _ run: InputRun, _ bookkeeping: ImportBookkeeping) throws {
    var result = stored.result
    if let receipt = stored.receipt {
      let outcome = try BatchOutcome(receipt, of: result.batch, repeats: result.repeats, isResumed: run.isResumed)
      run.count(outcome, of: result)
      result.take(outcome)
    }
    run.subject.take(result.batch)
    try run.take(result)
    run.advance(over: result)
    bookkeeping.hash(result.chunk)
    environment.progress?(run.position.byteOffset, run.summary.refused)
  }

  private func commit(
    _ run: InputRun, _ bookkeeping: ImportBookkeeping, isFinished: Bool, _ transaction: borrowing WriteTransaction
  ) async throws {
    try run.quarantine?.synchronize()
    try await environment.checkDefinitions(in: store)
    try await transaction.commit(
      bookkeeping.progress(
        isFinished: isFinished, catalogHash: environment.validator.registry.contentHash))
  }

  /// The state to go on where an earlier import stopped; `nil` to start over, with a note when that is a surprise.
  private func resumption(
    of run: InputRun, from progress: ImportProgress, _ file: QuarantineFile?
  ) async throws -> (PrefixHash, Summary)? {
    guard !progress.isFinished, progress.position.byteOffset > 0 else { return nil }
    let input = run.input
    let path = TextEscaping.escaped(input.displayPath, limit: 1000)
    guard progress.catalogHash == environment.validator.registry.contentHash,
      let summary = Summary(saved: progress.details)
    else {
      environment.note("\(path) is imported from its beginning: the catalog has changed since it was interrupted")
      return nil
    }
    let settings = ImportSettings(environment.validator.options, of: input, quarantine: file)
    let comparison = settings.compared(with: progress.details)
    if comparison == .unknown {
      environment.note(
        "\(path) is imported from its beginning: it was interrupted in an earlier version of Assay, which did not save "
          + "its options; samples that are stored already count as duplicates")
      return nil
    }
    guard comparison == .same, summary.files.first?.format == input.format.rawValue else {
      environment.note("\(path) is imported from its beginning: the options have changed since it was interrupted")
      return nil
    }
    let length = progress.position.byteOffset
    if !input.files.files.isEmpty { try await run.gatherNamedFiles(before: length) }
    guard let prefix = try prefixHash(of: run, length: length, expected: progress.prefixHash) else {
      run.named = NamedFiles()
      environment.note("\(path) is imported from its beginning: it has changed since it was interrupted")
      return nil
    }
    return (prefix, summary)
  }

  /// The hash of the input's beginning, when it is what an earlier run consumed.
  private func prefixHash(of run: InputRun, length: Int64, expected: [UInt8]) throws -> PrefixHash? {
    guard !expected.isEmpty else { return nil }
    let input = run.input
    // The files of an export follow its main file.
    let mainFile = input.files.files.isEmpty ? length : min(length, input.size ?? length)
    var source = try input.makeTextSource(types: environment.validator.registry)
    var hash = PrefixHash()
    var left = mainFile
    var buffer: [UInt8] = []
    while left > 0 {
      buffer.removeAll(keepingCapacity: true)
      let got = try source.read(into: &buffer, count: Int(min(left, 1 << 20)))
      if got == 0 { return nil }
      hash.update(buffer.span.bytes)
      left -= Int64(got)
    }
    if length > mainFile {
      var chunks = try input.makeFileChunks(of: run.named.owners, base: mainFile, from: 0)
      while left + mainFile < length, let chunk = try chunks.next()?.loaded() {
        hash.update(chunk.bytes.span.bytes.extracting(first: chunk.contentCount))
        left += Int64(chunk.contentCount)
      }
    }
    return hash.value == expected ? hash : nil
  }
}

/// The progress of an import, as it is committed.
final class ImportBookkeeping {
  private let run: InputRun
  private let key: String
  private let path: String
  private var hash: PrefixHash
  private let settings: ImportSettings
  /// Skipped bytes were never in memory, so the prefix cannot be hashed: such an import does not resume.
  private var isHashed = true

  init(run: InputRun, key: String, path: String, hash: PrefixHash, settings: ImportSettings) {
    self.run = run
    self.key = key
    self.path = path
    self.hash = hash
    self.settings = settings
  }

  func hash(_ chunk: InputChunk) {
    hash.update(chunk.bytes.span.bytes.extracting(first: chunk.contentCount))
    if chunk.skipped > 0 { isHashed = false }
  }

  func progress(isFinished: Bool, catalogHash: String) -> ImportProgress {
    let summary = run.finished
    var saved = summary
    saved.resumedAt = nil
    return ImportProgress(
      input: key, path: path, position: run.position, prefixHash: isHashed ? hash.value : [],
      counts: summary.counts, details: run.subject.added(to: settings.added(to: saved.saved, isFinished: isFinished)),
      quarantineLength: run.quarantine?.lengths.records ?? 0,
      unsupportedLength: run.quarantine?.lengths.unsupported ?? 0, isFinished: isFinished,
      isIncomplete: summary.isIncomplete, catalogHash: catalogHash, version: AssayVersion.current)
  }
}

/// The settings that, besides its bytes and the catalog, decide how an input's samples are read: an import that was
/// interrupted goes on only with the settings it began with, else a part of the samples would have another subject or
/// another unit.
///
/// A store keeps a digest, which names no participant.
struct ImportSettings {
  /// The first digits of a digest.
  private let digest: String
  /// Whether they are those of a run without options.
  private let isPlain: Bool
  private static let key = "settings"

  init(_ options: ValidationOptions, of input: ResolvedInput, quarantine: QuarantineFile?) {
    var context = QuarantineContext()
    context.subject = options.subject
    context.timeZone = options.timeZone?.identifier
    context.units = options.units == .strict ? nil : options.units.rawValue
    context.table = input.layout == TableLayout() ? nil : TableContext(row: [], layout: input.layout)
    var json = JSONBuilder()
    context.append(to: &json)
    if options.requiresSubject { json.value("subject required") }
    let named = quarantine.flatMap { $0.ownsFolder ? nil : PathText.resolved($0.path) }
    if let named { json.value(named) }
    isPlain = context == QuarantineContext() && !options.requiresSubject && named == nil
    digest = String(SHA256Digest(of: json.bytes).hexadecimal.prefix(16))
  }

  // MARK: With an import's details

  /// How the settings of an interrupted import are to those of a run.
  enum Comparison {
    case same, different
    /// An earlier version of Assay did not save them: they may have been any.
    case unknown
  }

  /// Compares the settings with those in an unfinished import's details.
  func compared(with details: String) -> Comparison {
    guard let saved = JSONValue(parsing: details.utf8)?[Self.key]?.text else { return .unknown }
    return saved == digest ? .same : .different
  }

  /// The details of an import, a JSON object, with the settings; a finished one is compared with nothing and names only
  /// those that a run had.
  func added(to details: String, isFinished: Bool) -> String {
    guard !isPlain || !isFinished, details.utf8.count > 2 else { return details }
    return "\(details.dropLast()),\"\(Self.key)\":\"\(digest)\"}"
  }
}

/// A chunk whose samples are on their way into the store.
struct PendingAppend {
  private let result: ChunkResult
  private let queued: QueuedAppend?

  /// Begins to append a chunk's samples, if it has any, after those of the chunks before it.
  init(_ result: ChunkResult, to transaction: borrowing WriteTransaction) {
    self.result = result
    queued = result.batch.count > 0 ? transaction.enqueue(result.batch) : nil
  }

  /// Waits until the samples are appended.
  ///
  /// - Throws: what the store threw, of this chunk's samples or of earlier ones.
  func finish() async throws -> StoredChunk { StoredChunk(result: result, receipt: try await queued?.receipt()) }
}

/// A chunk and what the store said of its samples.
struct StoredChunk {
  let result: ChunkResult
  /// `nil` when the chunk has no samples for the store.
  let receipt: AppendReceipt?
}

/// A hash of what was read of an input, by which a resumed import knows that it is the same: 128 bits, made for speed.
///
/// A hash that distinguishes a changed file from an unchanged one.
///
/// It is not a cryptographic hash: whoever writes an input can construct two with the same hash, and only causes part of
/// their own file to be skipped. Each half multiplies every other sixteen bytes as two words and folds the product
/// (wyhash, Wang Yi, 2019, in the public domain), so that the input is read at memory speed.
struct PrefixHash: Sendable {
  private var first: UInt64 = 0x2D35_8DCC_AA6C_78A5
  private var second: UInt64 = 0x8BB8_4B93_962E_ACC9
  /// The bytes added that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// The number of bytes hashed at once.
  private static let block = 32

  /// Adds bytes; in how many pieces they come makes no difference.
  mutating func update(_ bytes: RawSpan) {
    count &+= UInt64(bytes.byteCount)
    var place = 0
    if !rest.isEmpty {
      place = min(Self.block - rest.count, bytes.byteCount)
      append(bytes, 0..<place)
      guard rest.count == Self.block else { return }
      let whole = rest
      take(whole.span.bytes, 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.byteCount &- place >= Self.block {
      take(bytes, place)
      place &+= Self.block
    }
    append(bytes, place..<bytes.byteCount)
  }

  /// The hash of what was added so far: 16 bytes.
  var value: [UInt8] {
    var end = self
    let last = rest + repeatElement(0, count: Self.block - rest.count)
    end.take(last.span.bytes, 0)
    let low = Self.folded(end.first ^ 0x4B33_A62E_D433_D4A3, end.second ^ count)
    let high = Self.folded(end.second ^ 0x4D5A_2DA5_1DE1_AA47, low ^ count)
    return [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
  }

  private mutating func append(_ bytes: RawSpan, _ range: Range<Int>) {
    for place in range { rest.append(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)) }
  }

  @inline(__always) private mutating func take(_ bytes: RawSpan, _ place: Int) {
    first = Self.folded(Self.word(bytes, place) ^ 0x2D35_8DCC_AA6C_78A5, Self.word(bytes, place &+ 8) ^ first)
    second = Self.folded(Self.word(bytes, place &+ 16) ^ 0x8BB8_4B93_962E_ACC9, Self.word(bytes, place &+ 24) ^ second)
  }

  @inline(__always) private static func word(_ bytes: RawSpan, _ place: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
  }

  @inline(__always) private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
