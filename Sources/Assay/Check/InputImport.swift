import AssayPlatform
import HealthDigest
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// Imports one input into a store: exactly once, resumable at any instant.
///
/// From its beginning to its end it has the turn to write: others that write to the same backend wait.
///
/// The read position, the counters and the quarantine's length commit in the same transaction as the samples before
/// the position; the quarantine is synced first. An interrupted run goes on from its last commit when the input's
/// beginning is unchanged, and starts over otherwise, which costs time but never correctness.
final class InputImport {
  private let run: InputRun
  private let store: any StorageBackend
  private var engine: CheckEngine { run.engine }
  private var key = ""
  private var settings: ImportDetails.Settings
  /// What the store knows of earlier runs.
  private var log: [StoreEvent] = []
  private var withdrawn = WithdrawnSubjects()
  private var hash = PrefixHash()
  /// Skipped bytes were never in memory, so the prefix cannot be hashed: such an import does not resume.
  private var isHashed = true
  private var underway: [(result: ChunkResult, append: QueuedAppend?)] = []

  init(_ run: InputRun, _ store: any StorageBackend) {
    self.run = run
    self.store = store
    settings = ImportDetails.Settings(run.validator.options, of: run.input, quarantine: nil)
  }

  func importInput(key: String?, quarantine wanted: QuarantineFile?) async throws -> Summary {
    let transaction = try await store.begin()
    let summary: Summary
    do {
      // Before the progress is read: what another import of the path commits says where this one goes on.
      let (lock, file) = try await engine.lock(wanted)
      defer { lock?.release() }
      self.key = key ?? run.input.displayPath
      withdrawn = try await engine.withdrawn()
      if let day = run.validator.options.subject.flatMap(withdrawn.day) {
        summary = run.skipWithdrawn(since: day)
      } else {
        summary = try await importInput(file, transaction)
      }
    } catch {
      // It waits for the appends that are under way.
      await transaction.rollback()
      throw error
    }
    try await transaction.finish()
    return summary
  }

  private func importInput(
    _ file: QuarantineFile?, _ transaction: borrowing WriteTransaction
  ) async throws -> Summary {
    if let subject = run.validator.options.subject { run.subject = .one(subject) }
    let resumed = try await resume(key, file)
    if let earlier = try await store.progress(of: key) {
      log = StoreEvent.list(earlier, isWhole: resumed.progress == nil)
    }
    if let file = resumed.file {
      // An import that starts over forgets where it was, before anything is added that a third run could take for it.
      if resumed.isInterrupted, resumed.progress == nil {
        try await transaction.commit(progress(isFinished: false))
      }
      run.quarantine = try Quarantine(
        file, catalogHash: engine.registry.contentHash, resumingAt: resumed.progress.map(file.lengths(of:)))
    }
    run.beginCounts()
    try await storeChunks(transaction)
    // After the commit: an import that is interrupted has not met all of its records yet.
    run.quarantine?.finish(engine.request.note)
    return try await run.finish()
  }

  /// Goes to where an earlier import of the input stopped, if it goes on there.
  ///
  /// - Returns: the quarantine file, whether an earlier import was interrupted, and its progress if this one goes on there.
  private func resume(
    _ key: String?, _ file: QuarantineFile?
  ) async throws -> (file: QuarantineFile?, isInterrupted: Bool, progress: ImportProgress?) {
    var file = file
    settings = ImportDetails.Settings(run.validator.options, of: run.input, quarantine: file)
    // A file that inputs share cannot be cut back to where one of them was, so such an input starts over.
    guard let key, file?.isShared != true, let progress = try await store.progress(of: key) else {
      return (file, false, nil)
    }
    let isInterrupted = !progress.isFinished && progress.position.byteOffset > 0
    if isInterrupted, let path = file?.path, try file?.isEdited(since: progress) == true {
      file?.isEdited = true
      startOver("\(TextEscaping.escaped(path, limit: 1000)) was edited since it was interrupted")
    } else if let (prefix, details) = try await resumption(from: progress) {
      hash = prefix
      run.resume(at: progress.position, with: details.summary)
      run.subject = details.subject
      return (file, isInterrupted, progress)
    }
    return (file, isInterrupted, nil)
  }

  /// How many chunks more than at other times workers may read while a commit is brought to the disk.
  private static let ahead = 2
  /// The size from which a chunk waits for the one before to be stored: a route has megabytes, and as much is made of it.
  private static let largeChunk = 1 << 20

  /// Reads, judges and stores from the run's position to the end.
  ///
  /// While the samples of two chunks are appended, so that the store never waits for more, the chunk before them is
  /// settled and the next ones are read and judged.
  private func storeChunks(_ transaction: borrowing WriteTransaction) async throws {
    let (input, jobs) = (run.input, engine.request.jobs)
    let (validator, keepsRefused, withdrawn) = (run.validator, run.keepsRefused, withdrawn)
    let commitSize = engine.commitSize(of: store)
    let pipeline = ChunkPipeline(jobs: jobs, inputSize: input.totalSize, ahead: Self.ahead) {
      ChunkWorker(
        validator: validator, writer: nil, keepsRefused: keepsRefused, withdrawn: withdrawn, files: input.files)
    }
    var pending = 0
    func storeSamples(of source: sending any ChunkSource) async throws {
      try await pipeline.judge(source, format: input.format) { result in
        var result = result
        run.findRepeats(in: &result)
        let most = result.chunk.contentCount > Self.largeChunk ? 1 : 2
        let stored = underway.count >= most ? try await takeStored() : nil
        pending += stored?.result.batch.commitWeight ?? 0
        let signal = engine.request.interruption()
        // A commit counts only its own content as read: the next chunk waits, unless the run ends with it.
        let isFull = signal == nil && pending >= commitSize
        if isFull || signal != nil, let stored { try await settle(stored) }
        if isFull {
          try await settleAll()
          pending = 0
          try await commit(isFinished: false, transaction)
        }
        underway.append((result, result.batch.count > 0 ? transaction.enqueue(result.batch) : nil))
        if let signal {
          // Judged chunks are kept.
          try await settleAll()
          try await commit(isFinished: false, transaction)
          throw Failure.stopped(by: signal)
        }
        if !isFull, let stored { try await settle(stored) }
        return !result.isBroken
      }
      try await settleAll()
    }
    do {
      if !run.isPastMainFile {
        let size = ChunkPipeline.chunkSize(jobs: jobs, of: input.format, input.layout)
        try await storeSamples(of: input.makeChunks(size: size, from: run.position.byteOffset, types: engine.registry))
      }
      // The files beside an export's main file, whose parents are settled.
      if let plan = run.filePlan { try await storeSamples(of: plan.chunks(of: input)) }
      run.countUnnamedFiles()
    } catch let error as InputError {
      try await settleAll()
      // A plugin that reads is ended by the signal as well.
      if let signal = engine.request.interruption() {
        try await commit(isFinished: false, transaction)
        throw Failure.stopped(by: signal)
      }
      try run.damage(error)
    }
    try await commit(isFinished: true, transaction)
  }

  /// The first chunk under way, with what the store says of its samples.
  private func takeStored() async throws -> (result: ChunkResult, receipt: AppendReceipt?) {
    let first = underway.removeFirst()
    return (first.result, try await first.append?.receipt())
  }

  private func settleAll() async throws { while !underway.isEmpty { try await settle(try await takeStored()) } }

  /// Counts what became of a chunk's samples, reports its findings, and moves on after it.
  private func settle(_ stored: (result: ChunkResult, receipt: AppendReceipt?)) async throws {
    var result = stored.result
    if let receipt = stored.receipt {
      let outcome = try BatchOutcome(receipt, of: result.batch, repeats: result.repeats, isResumed: run.isResumed)
      run.count(outcome, of: result)
      result.addRejected(outcome)
    }
    run.subject.add(result.batch)
    let refused = try run.merge(result)
    hash.update(result.chunk.bytes.span.bytes.extracting(first: result.chunk.contentCount))
    if result.chunk.skipped > 0 { isHashed = false }
    try await run.handOn(result, refused)
  }

  private func commit(isFinished: Bool, _ transaction: borrowing WriteTransaction) async throws {
    try run.quarantine?.synchronize()
    try await engine.checkDefinitions(in: store)
    // Of an input that was skipped whole, the store keeps not even the name.
    let isSkipped = run.summary.withdrawn != nil && run.summary.read == 0 && log.isEmpty
    if !isSkipped || run.quarantine.map({ $0.lengths != (0, 0) }) ?? false {
      try await transaction.commit(progress(isFinished: isFinished))
    }
    engine.partial = run.finished
  }

  private func progress(isFinished: Bool) -> ImportProgress {
    let summary = run.finished
    let details = ImportDetails(
      summary: summary, settings: settings.isPlain && isFinished ? nil : settings.digest, subject: run.subject,
      log: isFinished ? StoreEvent.add(summary, at: engine.request.judging.now, to: log) : log)
    return ImportProgress(
      input: key, path: run.input.displayPath, position: run.position, prefixHash: isHashed ? hash.value : [],
      counts: summary.counts, details: details.text,
      quarantineLength: run.quarantine?.lengths.records ?? 0,
      unsupportedLength: run.quarantine?.lengths.unsupported ?? 0, isFinished: isFinished,
      isIncomplete: summary.isIncomplete, catalogHash: engine.registry.contentHash, version: AssayVersion.current)
  }

  private func startOver(_ reason: String) {
    let path = TextEscaping.escaped(run.input.displayPath, limit: 1000)
    engine.request.note("\(path) is imported from its beginning: \(reason)")
  }

  /// The state to go on where an earlier import stopped; `nil` to start over, with a note when that is a surprise.
  private func resumption(from progress: ImportProgress) async throws -> (PrefixHash, ImportDetails)? {
    guard !progress.isFinished, progress.position.byteOffset > 0 else { return nil }
    guard progress.catalogHash == engine.registry.contentHash, let details = ImportDetails(progress.details) else {
      startOver("the catalog has changed since it was interrupted")
      return nil
    }
    guard let earlier = details.settings else {
      startOver(
        "it was interrupted in an earlier version of Assay, which did not save its options; samples that are stored "
          + "already count as duplicates")
      return nil
    }
    guard earlier == settings.digest, details.summary.files.first?.format == run.input.format.rawValue else {
      startOver("the options have changed since it was interrupted")
      return nil
    }
    let length = progress.position.byteOffset
    if !run.input.files.files.isEmpty { try await run.gatherNamedFiles(before: length) }
    guard let prefix = try prefixHash(length: length, expected: progress.prefixHash) else {
      run.named = NamedFiles()
      startOver(
        progress.prefixHash.isEmpty
          ? "what a line over the limit has is not known" : "it has changed since it was interrupted")
      return nil
    }
    return (prefix, details)
  }

  /// The hash of the input's beginning, when it is what an earlier run consumed.
  private func prefixHash(length: Int64, expected: [UInt8]) throws -> PrefixHash? {
    guard !expected.isEmpty else { return nil }
    let input = run.input
    // The files of an export follow its main file.
    let mainFile = input.files.files.isEmpty ? length : min(length, input.size ?? length)
    var source = try input.makeTextSource(types: engine.registry)
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

/// A hash of what was read of an input, by which a resumed import knows that it is the same: 128 bits, made for speed.
///
/// It is not a cryptographic hash: whoever writes an input can construct two with the same hash, and only causes part of
/// their own file to be skipped. Each half multiplies every other sixteen bytes as two words and folds the product
/// (wyhash, Wang Yi, 2019, in the public domain), so that the input is read at memory speed.
struct PrefixHash: Sendable {
  private var first: UInt64 = 0x2D35_8DCC_AA6C_78A5
  private var second: UInt64 = 0x8BB8_4B93_962E_ACC9
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let block = 32

  mutating func update(_ bytes: RawSpan) {
    count &+= UInt64(bytes.byteCount)
    var place = 0
    if !rest.isEmpty {
      place = min(Self.block - rest.count, bytes.byteCount)
      append(bytes, 0..<place)
      guard rest.count == Self.block else { return }
      let whole = rest
      fold(whole.span.bytes, 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.byteCount &- place >= Self.block {
      fold(bytes, place)
      place &+= Self.block
    }
    append(bytes, place..<bytes.byteCount)
  }

  var value: [UInt8] {
    var end = self
    let last = rest + repeatElement(0, count: Self.block - rest.count)
    end.fold(last.span.bytes, 0)
    let low = Self.folded(end.first ^ 0x4B33_A62E_D433_D4A3, end.second ^ count)
    let high = Self.folded(end.second ^ 0x4D5A_2DA5_1DE1_AA47, low ^ count)
    return [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
  }

  private mutating func append(_ bytes: RawSpan, _ range: Range<Int>) {
    for place in range { rest.append(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)) }
  }

  @inline(__always) private mutating func fold(_ bytes: RawSpan, _ place: Int) {
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

/// What a store keeps of an import beside its position, as one JSON object: the counts, the settings, and whose the
/// samples are.
struct ImportDetails {
  var summary: Summary
  /// The first digits of a digest of the settings; `nil` if there were none, or an earlier version did not save them.
  var settings: String?
  var subject = InputSubject.none
  /// The runs of the import that ended.
  private var log: [StoreEvent]

  init(summary: Summary, settings: String? = nil, subject: InputSubject = .none, log: [StoreEvent] = []) {
    self.log = log
    self.summary = summary
    self.summary.resumedAt = nil
    self.settings = settings
    self.subject = subject
  }

  /// Reads what `text` wrote; `nil` if it is not that.
  init?(_ text: String) {
    guard let json = JSONValue(parsing: text.utf8), case .object = json, let summary = Summary(json, isWhole: false),
      !summary.files.isEmpty
    else { return nil }
    self.init(summary: summary, settings: json["settings"]?.text, subject: InputSubject(json["subject"]))
  }

  var text: String {
    var json = JSONBuilder()
    summary.append(to: &json) { json in
      if let scoped = summary.scoped {
        json.key("thresholds")
        json.array { list in
          for count in scoped {
            list.object { item in
              item.member("condition", count.condition)
              item.member("count", count.count)
              item.member("read", count.read)
            }
          }
        }
      }
      json.member("settings", settings)
      switch subject {
      case .none: break
      case .one(let name): json.member("subject", name)
      case .several: json.member("subject", false)
      }
      StoreEvent.append(log, to: &json)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The settings that, besides its bytes and the catalog, decide how an input's samples are read: an import that was
  /// interrupted goes on only with the settings it began with, else a part of the samples would have another subject or
  /// another unit.
  ///
  /// A store keeps a digest, which names no participant.
  struct Settings {
    let digest: String
    /// Whether they are those of a run without options.
    let isPlain: Bool

    init(_ options: ValidationOptions, of input: ResolvedInput, quarantine: QuarantineFile?) {
      var context = QuarantineContext()
      context.subject = options.subject
      context.timeZone = options.timeZone?.identifier
      context.units = options.units == .strict ? nil : options.units.rawValue
      context.table = input.layout == TableLayout() ? nil : TableContext(row: [], layout: input.layout)
      var json = JSONBuilder()
      context.append(to: &json)
      if options.requiresSubject { json.value("subject required") }
      if options.unknownTypes != .refuse { json.value("unknown types: \(options.unknownTypes)") }
      let named = quarantine.flatMap { $0.ownsFolder ? nil : PathText.resolved($0.path) }
      if let named { json.value(named) }
      isPlain =
        context == QuarantineContext() && !options.requiresSubject && options.unknownTypes == .refuse && named == nil
      digest = String(SHA256Digest(of: json.bytes).hexadecimal.prefix(16))
    }
  }
}

/// The subject of an input's stored samples, remembered with its import, so that withdrawing a participant also removes
/// the name of the import.
enum InputSubject: Sendable, Equatable {
  case none
  case one(String)
  case several

  init(_ json: JSONValue?) { self = json.map { $0.text.map { .one($0) } ?? .several } ?? .none }

  mutating func add(_ batch: SampleBatch) {
    guard self != .several, batch.count > 0 else { return }
    guard batch.subjects.ranges.count == 1, !batch.subject.contains(-1) else {
      self = .several
      return
    }
    let subject = batch.arena[batch.subjects.ranges[0].indices]
    switch self {
    case .none: self = .one(String(decoding: subject, as: UTF8.self))
    // By bytes, as stores compare: `==` takes two spellings of one accented letter for the same name.
    case .one(let name): if !name.utf8.elementsEqual(subject) { self = .several }
    case .several: break
    }
  }
}
