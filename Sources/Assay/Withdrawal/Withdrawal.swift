import AssayPlatform
public import HealthFormats
public import HealthModel
import HealthQueries
import HealthReports
public import HealthStorage
import HealthValidation

/// Takes everything of one participant out of a store and of what is beside it: samples, records in quarantine, and
/// the names and counts of imports that were theirs alone.
///
/// Each step is whole or has not happened, and what is left of an interrupted one is found again: run it again.
///
/// ```swift
/// let withdrawal = Withdrawal(of: "P10", from: store, quarantine: folder)
/// let removed = try await withdrawal.run()
/// ```
///
/// The store remembers a digest of the name: later imports skip the participant's files and records, until `readmit`.
/// Files that a run wrote elsewhere, such as `--quarantine FILE`, exports, reports and backups, are unknown here and
/// stay.
public struct Withdrawal {
  /// The content that belongs, or belonged, to the participant.
  public struct Counts: Sendable, Hashable {
    /// Samples of the store, as a query counts them: members of correlations count in theirs.
    public var samples = 0
    /// Records in quarantine, elements without a type included.
    public var records = 0
    /// Imports whose samples were all theirs.
    public var imports = 0
    /// How many lines of each quarantine file may be the participant's and stay: whose they are cannot be read, and
    /// they do not hold the name.
    public var unreadable: [String: Int] = [:]
    /// Whether the store cannot forget imports, so that their names stay.
    public var keepsImports = false
    /// Whether the store remembers the withdrawal; only a plugin's store that keeps no notes does not.
    public var isRemembered = true

    package init() {}

    /// Whether there is nothing to remove.
    public var isEmpty: Bool { samples == 0 && records == 0 && (imports == 0 || keepsImports) }
  }

  /// How long it waits for an import or a replay that writes to the quarantine, in milliseconds.
  public var waitMilliseconds = 60_000
  /// The moment that the store remembers.
  public var moment = Instant.now
  private let subject: String
  private let store: any StorageBackend
  private let quarantine: SubjectQuarantine?

  /// Prepares a withdrawal; it reads nothing yet.
  ///
  /// - Parameters:
  ///   - subject: the participant, as samples name it.
  ///   - store: the open store.
  ///   - folder: the folder of the store's quarantine; `nil` when it has none.
  ///   - formats: the formats that records in it may be of.
  public init(
    of subject: String, from store: any StorageBackend, quarantine folder: String?, formats: FormatList = .core
  ) {
    self.subject = subject
    self.store = store
    quarantine = folder.map { SubjectQuarantine($0, of: subject, formats) }
  }

  /// The question that finds the participant's samples, and no condition beside.
  package static func query(for subject: String) -> SampleQuery {
    var query = SampleQuery()
    query.subject = subject
    return query
  }

  /// Counts what `run` would remove.
  ///
  /// - Throws: `StorageError`, `InputError` when the quarantine cannot be read.
  public func found() async throws -> Counts {
    var counts = Counts()
    try await store.query(Self.query(for: subject)) { batch in
      counts.samples += batch.correlation.count { $0 < 0 }
      return true
    }
    let imports = try await store.imports()
    counts.imports = imports.count(where: isTheirs)
    if let quarantine {
      let survey = try quarantine.survey()
      (counts.records, counts.unreadable) = (survey.records, survey.unreadable)
    }
    return counts
  }

  /// Removes everything that is found.
  ///
  /// The quarantine goes first: its own records name the subject, so a run after an interrupted one finds the rest.
  ///
  /// - Returns: what is gone; `samples` counts members by themselves, as `DeletionReceipt` does.
  /// - Throws: `StorageError`, `locked` when an import writes to the quarantine for longer than the wait; `InputError`,
  ///   `OutputError` for the quarantine; `Failure` before anything is removed, when an import of others would go
  ///   on in a file that has to be written anew.
  public func run() async throws -> Counts {
    guard store.capabilities.contains(.delete) else {
      throw StorageError(.unsupported, "this store cannot delete samples")
    }
    // The turn before the locks, as imports do.
    let counts = try await store.withTurn { turn in try await run(in: turn) }
    try await HealthStore(store).forgetZone(of: subject)
    return counts
  }

  private func run(in turn: borrowing WriteTurn) async throws -> Counts {
    var counts = Counts()
    let theirs = try await store.imports().filter(isTheirs)
    var first = Self.query(for: subject)
    first.limit = 1
    var isKnown = !theirs.isEmpty
    try await store.query(first) { batch in
      isKnown = isKnown || batch.count > 0
      return false
    }
    // Remembered before anything is gone: an interrupted withdrawal blocks imports.
    if let quarantine {
      let locks = try await quarantine.lock(waitMilliseconds: waitMilliseconds)
      defer { for lock in locks { lock.release() } }
      let unfinished = try await store.imports().filter { !$0.isFinished && !isTheirs($0) }
      let found = try quarantine.survey(unfinished: Set(unfinished.map(\.path)))
      (counts.records, counts.unreadable) = (found.records, found.unreadable)
      isKnown = isKnown || found.records > 0
      if isKnown { try await remember("withdrawal", in: turn) }
      try quarantine.remove(found)
    } else if isKnown {
      try await remember("withdrawal", in: turn)
    }
    counts.samples = try await store.delete(Self.query(for: subject), in: turn).deleted
    if !theirs.isEmpty {
      let forgotten = try await forget(Set(theirs.map(\.input)), in: turn)
      counts.imports = forgotten ?? theirs.count
      counts.keepsImports = forgotten == nil
    }
    if isKnown { counts.isRemembered = try await remember("withdrawal", counts, in: turn) }
    return counts
  }

  // MARK: What the store remembers

  /// Lets later imports take the participant's data again; deleted samples stay deleted.
  ///
  /// - Returns: whether the participant had withdrawn.
  /// - Throws: `StorageError`.
  public func readmit() async throws -> Bool {
    guard try await day() != nil else { return false }
    return try await store.withTurn { turn in try await remember("readmission", in: turn) }
  }

  /// The day on which the participant withdrew; `nil` for one who did not, or was readmitted.
  package func day() async throws -> String? {
    WithdrawnSubjects(try await [store.progress(of: key)].compactMap(\.self)).day(of: subject)
  }

  /// The key of what changes with each withdrawal, so that an import sees at once whether there is a new one.
  static let mark = "withdrawal:"
  private var key: String { Self.mark + SubjectSearch.digest(of: Array(subject.utf8)) }

  /// The digest of the participant whose withdrawal a store remembers as a progress; `nil` for an import's.
  package static func digest(of progress: ImportProgress) -> String? {
    progress.input.hasPrefix(mark) ? String(progress.input.dropFirst(mark.count)) : nil
  }

  /// Adds to what the store remembers; a withdrawal that goes on is the same event.
  ///
  /// - Returns: whether the store keeps it.
  @discardableResult private func remember(
    _ word: String, _ counts: Counts = Counts(), in turn: borrowing WriteTurn
  ) async throws -> Bool {
    var events = try await store.progress(of: key).map { StoreEvent.list($0) } ?? []
    let date = moment.description
    if events.last?.event != word || events.last?.date != date { events.append(StoreEvent(word, date)) }
    let removed =
      word == "withdrawal" ? [counts.samples, counts.records, counts.keepsImports ? 0 : counts.imports] : []
    for (number, name) in zip(removed, ["removed_samples", "removed_records", "removed_imports"]) {
      events[events.count - 1].counts[name, default: 0] += number
    }
    var details = JSONBuilder()
    details.object { json in
      json.member("length", subject.utf8.count)
      StoreEvent.append(events, to: &json)
    }
    let changes = [
      (key, String(decoding: details.bytes, as: UTF8.self)), (Self.mark, "{\"change\":\"\(word) \(moment) \(key)\"}"),
    ]
    for (key, text) in changes {
      let note = ImportProgress(
        input: key, path: "withdrawal", details: text, isFinished: true, catalogHash: "", version: AssayVersion.current)
      do {
        try await store.commit(note, in: turn)
      } catch {
        await store.rollback(in: turn)
        throw error
      }
    }
    return try await store.progress(of: key) != nil
  }

  private func forget(_ inputs: Set<String>, in turn: borrowing WriteTurn) async throws -> Int? {
    do {
      return try await store.forget(imports: inputs, in: turn)
    } catch  where error.code == .unsupported {
      return nil
    }
  }

  /// Whether all that an import stored was the participant's.
  ///
  /// Imports of former versions do not record the subject; finished ones are recognized by a file that is named for the
  /// participant.
  private func isTheirs(_ progress: ImportProgress) -> Bool {
    if Self.digest(of: progress) != nil { return false }
    return switch InputSubject(JSONValue(parsing: progress.details.utf8)?["subject"]) {
    case .one(let name): SubjectSearch(subject).isSame(as: name)
    case .several: false
    case .none: progress.isFinished && SubjectSearch(subject).isName(ofFile: progress.path)
    }
  }
}

/// A folder of quarantine files, out of which the records of one subject go.
///
/// A file is written anew beside itself and put in its place in one step; one of which nothing is left is removed, and
/// so is an empty one, whose name is that of an input, and what an interrupted replay left.
struct SubjectQuarantine {
  struct Survey {
    var records = 0
    var unreadable: [String: Int] = [:]
    fileprivate var changed: [String] = []

    fileprivate mutating func add(_ content: Content, of path: String) {
      records += content.records
      if content.unreadableLines > 0 { unreadable[path] = content.unreadableLines }
    }
  }

  private let folder: String
  private let formats: FormatList
  private let records: SubjectRecords

  init(_ folder: String, of subject: String, _ formats: FormatList) {
    self.folder = folder
    self.formats = formats
    records = SubjectRecords(subject, formats)
  }

  /// Counts what would go.
  ///
  /// - Throws: `Failure` when an import that is unfinished would go on in a file that has to be written anew.
  func survey(unfinished: Set<String> = []) throws -> Survey {
    var survey = Survey()
    for path in try files(endingWith: ".ndjson") {
      let found = try sift(path, unfinished: unfinished, keep: nil)
      survey.add(found, of: path)
      if found.records > 0, let input = found.unfinished, !EarlierRecords.holds(path) {
        throw Failure.unfinishedImport(input, status: .usage)
      }
      if found.records > 0 || found.bytes == 0 { survey.changed.append(path) }
    }
    return survey
  }

  /// Waits until no import or replay writes to the files.
  ///
  /// - Returns: the locks, one for each input, to be released at the end.
  func lock(waitMilliseconds: Int) async throws -> [QuarantineLock] {
    var locks: [QuarantineLock] = []
    // In one order, so that two withdrawals do not wait for each other; also what killed imports left.
    let paths = try files(endingWith: ".ndjson").map(QuarantineLock.path) + files(endingWith: QuarantineLock.ending)
    for path in Set(paths).sorted() {
      locks.append(try await QuarantineLock.acquire(path, waitMilliseconds: waitMilliseconds))
    }
    return locks
  }

  func remove(_ survey: Survey) throws {
    for path in try files(endingWith: ".new") { try FolderEntry.remove(path) }
    for path in survey.changed { try rewrite(path) }
  }

  private func rewrite(_ path: String) throws {
    let file = try PendingFile(path, mode: 0o600)
    let found = try sift(path) { bytes in try file.output.append(bytes) }
    if found.keptBytes > 0 {
      try file.finish()
    } else {
      file.discard()
      try FolderEntry.remove(path)
    }
  }

  fileprivate struct Content {
    var records = 0
    var unreadableLines = 0
    var bytes: Int64 = 0
    var keptBytes = 0
    /// The first input of a record that stays whose import would go on in the file.
    var unfinished: String?
  }

  /// Reads a file, and passes on what is not the subject's.
  private func sift(_ path: String, unfinished: Set<String> = [], keep: (([UInt8]) throws -> Void)?) throws -> Content {
    var content = Content()
    var reader = try QuarantineReader(path: path, formats)
    // More of a line over the limit goes where its beginning went.
    var takesRest = false
    while let item = try reader.next() {
      let bytes: [UInt8]
      let owner: SubjectRecords.Owner
      switch item {
      case .record(let record):
        (bytes, owner) = (record.text, records.owner(of: record))
        if owner != .theirs, content.unfinished == nil, unfinished.contains(record.location.path) {
          content.unfinished = record.location.path
        }
        if owner == .unknown { content.unreadableLines += record.lines.count }
      case .faulty(let text, let number, _):
        (bytes, owner) = (text, records.owner(ofDamaged: text, line(text, number)))
        if owner == .unknown { content.unreadableLines += max(1, text.count { $0 == UInt8(ascii: "\n") }) }
      case .rest(let text):
        if takesRest { continue }
        (bytes, owner) = (text, .others)
      }
      takesRest = owner == .theirs
      if owner == .theirs {
        content.records += 1
        continue
      }
      content.keptBytes += bytes.count
      try keep?(bytes)
    }
    content.bytes = reader.offset
    return content
  }

  private func line(_ text: [UInt8], _ number: Int) -> QuarantineLine? {
    guard let first = text.split(separator: UInt8(ascii: "\n")).first else { return nil }
    return try? QuarantineLine(QuarantineLines.Line(bytes: Array(first), number: number, offset: 0, part: .whole))
  }

  private func files(endingWith suffix: String) throws -> [String] {
    guard FolderEntry.kind(of: folder) == .folder else { return [] }
    let names = try FolderEntry.names(in: folder).names.filter { $0.hasSuffix(suffix) }
    return names.sorted().map { PathText.join(folder, $0) }.filter { FolderEntry.kind(of: $0) == .file }
  }
}

/// Determines the subject of a record in a quarantine file.
struct SubjectRecords {
  /// The known facts about a record.
  enum Owner {
    case theirs
    /// Another subject's, or of no subject.
    case others
    case unknown
  }

  private enum Word {
    case theirs, others, nothing, unreadable
  }

  private let subject: SubjectSearch
  /// A subject is found without the types.
  private let forms: PublishedFormats

  init(_ subject: String, _ formats: FormatList) {
    self.subject = SubjectSearch(subject)
    forms = PublishedFormats(formats, nil)
  }

  /// The subject of a record: the one it names, or the one that its import was given.
  ///
  /// One whose subject cannot be read is the participant's when it holds the name.
  func owner(of record: RefusedRecord) -> Owner {
    let kept = QuarantinedRecord(
      record.bytes, format: record.format, at: ReadPosition(), table: record.table(by: forms), file: record.context.file
    )
    let (reading, isCorrection) = record.reading(by: forms)
    let corrected = isCorrection ? word(of: reading) : .nothing
    if corrected == .theirs { return .theirs }
    if corrected == .unreadable, subject.isHeld(in: reading.bytes) { return .theirs }
    var said = word(of: kept)
    // A file of an export names no subject, and the text of a clinical record may hold the name.
    if record.isFragment || record.context.file != nil, said == .nothing { said = .unreadable }
    switch said {
    case .theirs: return .theirs
    case .others: return .others
    case .nothing: break
    case .unreadable: if subject.isHeld(in: record.bytes) { return .theirs }
    }
    if let named = record.context.subject { return subject.isSame(as: named) ? .theirs : .others }
    // A partial export names no subject, like the whole one.
    guard said == .unreadable, corrected != .others, record.format != .appleHealth else { return .others }
    return .unknown
  }

  func owner(ofDamaged text: [UInt8], _ line: QuarantineLine?) -> Owner {
    let named = line.flatMap { QuarantineContext($0.value("context"), in: $0.text).subject }
    if subject.isHeld(in: text) { return .theirs }
    return named.map { subject.isSame(as: $0) ? .theirs : .others } ?? .unknown
  }

  private func word(of record: QuarantinedRecord) -> Word {
    guard var chunk = record.chunk?.chunk else { return .unreadable }
    // Exports name no subject.
    if record.format == .appleHealth { return .nothing }
    var buffer = RawSampleBuffer(syntax: record.syntax)
    guard case .sample = record.format.readFirst(of: &chunk, into: &buffer) else { return .unreadable }
    let (names, isReadable) = SubjectSearch.subjects(of: buffer, in: chunk.bytes.span.bytes)
    if names.contains(where: { subject.isName($0[...]) }) { return .theirs }
    return !isReadable ? .unreadable : names.isEmpty ? .nothing : .others
  }
}
