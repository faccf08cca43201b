import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// A folder of quarantine files, out of which the records of one subject go.
///
/// A file is written anew beside itself and put in its place in one step; one of which nothing is left is removed, and
/// so is an empty one, whose name is that of an input, and what an interrupted replay left.
struct SubjectQuarantine {
  struct Survey {
    var records = 0
    /// How many lines of a file may be the subject's.
    var unreadable: [String: Int] = [:]

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

  /// Counts the subject's records.
  func survey() throws -> Survey {
    var survey = Survey()
    for path in try files(endingWith: ".ndjson") {
      let found = try sift(path, keep: nil)
      survey.add(found, of: path)
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

  /// Removes the subject's records.
  ///
  /// - Throws: `Failure` before anything is changed.
  func remove(unfinished: Set<String>) throws -> Survey {
    var survey = Survey()
    var changed: [String] = []
    for path in try files(endingWith: ".ndjson") {
      let found = try sift(path, unfinished: unfinished, keep: nil)
      survey.add(found, of: path)
      if found.records > 0, let input = found.unfinished, !EarlierRecords.holds(path) {
        throw Failure.unfinishedImport(input, status: .usage)
      }
      if found.records > 0 || found.bytes == 0 { changed.append(path) }
    }
    for path in try files(endingWith: ".new") { try FolderEntry.remove(path) }
    for path in changed { try rewrite(path) }
    return survey
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
    /// Lines that stay and whose subject cannot be read.
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
      case .entry(let entry):
        (bytes, owner) = (entry.text, records.owner(of: entry))
        if owner != .theirs, content.unfinished == nil, unfinished.contains(entry.location.path) {
          content.unfinished = entry.location.path
        }
        if owner == .unknown { content.unreadableLines += entry.lines.count }
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

  /// A line that is whole, though its record is not.
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
    /// The participant's.
    case theirs
    /// Another subject's, or of no subject.
    case others
    /// It cannot be read whose it is.
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
  func owner(of entry: QuarantineEntry) -> Owner {
    let kept = QuarantinedRecord(
      entry.raw, format: entry.format, at: ReadPosition(), table: entry.table(by: forms), file: entry.context.file)
    let (record, isCorrection) = entry.record(by: forms)
    let corrected = isCorrection ? word(of: record) : .nothing
    if corrected == .theirs { return .theirs }
    if corrected == .unreadable, subject.isHeld(in: record.bytes) { return .theirs }
    var said = word(of: kept)
    // A file of an export names no subject, and the text of a clinical record may hold the name.
    if entry.isFragment || entry.context.file != nil, said == .nothing { said = .unreadable }
    switch said {
    case .theirs: return .theirs
    case .others: return .others
    case .nothing: break
    case .unreadable: if subject.isHeld(in: entry.raw) { return .theirs }
    }
    if let named = entry.context.subject { return subject.isSame(as: named) ? .theirs : .others }
    // A partial export names no subject, like the whole one.
    guard said == .unreadable, corrected != .others, entry.format != .appleHealth else { return .others }
    return .unknown
  }

  /// Whose a line is that is not a whole record.
  func owner(ofDamaged text: [UInt8], _ line: QuarantineLine?) -> Owner {
    let named = line.flatMap { QuarantineContext($0.value("context"), in: $0.text).subject }
    if subject.isHeld(in: text) { return .theirs }
    return named.map { subject.isSame(as: $0) ? .theirs : .others } ?? .unknown
  }

  private func word(of record: QuarantinedRecord) -> Word {
    guard var chunk = record.chunk?.chunk else { return .unreadable }
    // Exports name no subject.
    if record.format == .appleHealth { return .nothing }
    let syntax = record.syntax
    var buffer = RawSampleBuffer(syntax: syntax)
    guard case .sample = record.format.readFirst(of: &chunk, into: &buffer) else { return .unreadable }
    let bytes = chunk.bytes.span.bytes
    var said = Word.nothing
    for sample in buffer.samples {
      let field = sample[.subject]
      guard field.isPresent else { continue }
      var text: [UInt8] = []
      if syntax == .json || syntax == .foreignJSON {
        JSONText.appendDecoded(field.range, in: bytes, to: &text)
      } else {
        CSVText.appendDecoded(field.range, in: bytes, to: &text)
      }
      if text == subject.bytes { return .theirs }
      said = .others
    }
    // A mistake is read as it was meant.
    return buffer.problems.allSatisfy { $0.code == .dialectMistake } ? said : .unreadable
  }
}
