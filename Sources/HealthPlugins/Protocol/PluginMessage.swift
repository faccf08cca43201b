import HealthModel
package import HealthStorage

/// A message of the plugin; sample lines follow `rows` and are not messages.
package enum PluginMessage: Sendable, Hashable {
  /// The plugin's identity and capabilities.
  case hello(PluginHello)
  /// The outcome of a batch: its number and how many lines were accepted besides those that are named.
  case acknowledgement(batch: Int64, accepted: Int, BatchAcknowledgement)
  /// A commit is stored: its number, its number in the store's history, whether the bytes are synced.
  case committed(Int64, anchor: Int64?, isDurable: Bool)
  /// Uncommitted samples are dropped.
  case rolledBack
  /// Notes, in answer to a query.
  case notes(ask: Int64, [StoreNote])
  /// Announces sample lines and their bytes together.
  case rows(ask: Int64, count: Int, bytes: Int)
  /// Announces lines of columns and their bytes together, with the names that are new in them.
  case columns(ask: Int64, count: Int, bytes: Int, ColumnNames)
  /// The end of an answer; that of changes has the anchor after them.
  case end(ask: Int64, anchor: Int64?)
  case counts(ask: Int64, [StoredTypeCount])
  case information(ask: Int64, StoreInformation)
  case faults(ask: Int64, [StoreFault])
  /// Among changes: samples that were deleted.
  case deletions(ask: Int64, [DeletedSample])
  /// Among changes: the end of the commit with this number.
  case mark(ask: Int64, commit: Int64)
  case deleted(ask: Int64, DeletionReceipt)
  /// Statistics, in answer to a query.
  case statistics(ask: Int64, SampleStatistics)
  case compacted(ask: Int64, CompactionReceipt)
  /// How many notes were removed.
  case forgotten(ask: Int64, count: Int)
  /// The plugin cannot do what the host requested; identifies the query or the batch.
  case error(ask: Int64?, batch: Int64?, PluginError)
  /// A word for the operator.
  case log(level: String, message: String)
  case working
  /// How many batches may be on their way from now on.
  case credit(Int)
  /// Everything committed is on the disk.
  case flushed
}

extension PluginMessage {
  /// Reads a line, given without its line feed.
  package init(parsing line: [UInt8]) throws(MessageFault) {
    guard let message = JSONValue(parsing: line), message.members != nil else { throw MessageFault(.noObject) }
    guard let kind = message["t"]?.text else { throw MessageFault(.noKind) }
    switch kind {
    case "hello": self = .hello(try PluginHello(message))
    case "ack": self = try Self.acknowledgement(message)
    case "committed":
      self = .committed(
        try message.whole("commit"), anchor: message["anchor"]?.integer, isDurable: message["durable"]?.flag ?? false)
    case "rolledback": self = .rolledBack
    case "flushed": self = .flushed
    case "working": self = .working
    case "credit": self = .credit(try message.whole("credits", in: 1...64))
    case "log": self = .log(level: message["level"]?.text ?? "info", message: try message.text("message"))
    case "error": self = .error(ask: message["ask"]?.integer, batch: message["batch"]?.integer, try Self.error(message))
    default: self = try Self.answer(kind, ask: try message.whole("ask"), message)
    }
  }

  private static func answer(
    _ kind: String, ask: Int64, _ message: JSONValue
  ) throws(MessageFault) -> PluginMessage {
    switch kind {
    case "notes": return .notes(ask: ask, try StoreNote.notes(in: message))
    case "rows":
      let count = try message.whole("count", in: 0...Int.max)
      return .rows(ask: ask, count: count, bytes: try message.whole("bytes", in: 0...Int.max))
    case "columns":
      let count = try message.whole("count", in: 0...Int.max)
      return .columns(
        ask: ask, count: count, bytes: try message.whole("bytes", in: 0...Int.max), try ColumnNames(message))
    case "end": return .end(ask: ask, anchor: message["anchor"]?.integer)
    case "counts": return .counts(ask: ask, try counts(message))
    case "info": return .information(ask: ask, try information(message))
    case "verify": return .faults(ask: ask, try message.texts("faults").map { StoreFault($0) })
    case "mark": return .mark(ask: ask, commit: try message.whole("commit"))
    case "deleted":
      if message["samples"] != nil { return .deletions(ask: ask, try deletions(message)) }
      return .deleted(
        ask: ask,
        DeletionReceipt(
          deleted: try message.whole("count", in: 0...Int.max),
          anchor: ChangeAnchor(commit: message["anchor"]?.integer ?? 0)))
    case "statistics": return .statistics(ask: ask, try statistics(message))
    case "compacted":
      return .compacted(
        ask: ask,
        CompactionReceipt(bytesBefore: try message.whole("before"), bytesAfter: try message.whole("after")))
    case "forgotten": return .forgotten(ask: ask, count: try message.whole("count", in: 0...Int.max))
    default: throw MessageFault(.unknownKind, kind)
    }
  }

  private static func acknowledgement(_ message: JSONValue) throws(MessageFault) -> PluginMessage {
    var refused: [BatchAcknowledgement.Refusal] = []
    if let list = message["refused"] {
      guard let elements = list.elements else { throw .member("refused") }
      for element in elements {
        refused.append(
          BatchAcknowledgement.Refusal(
            line: try element.whole("line", in: 0...Int.max), reason: element["reason"]?.text ?? ""))
      }
    }
    return .acknowledgement(
      batch: try message.whole("batch"), accepted: try message.whole("accepted", in: 0...Int.max),
      BatchAcknowledgement(
        duplicates: try message.wholes("duplicate"), conflicts: try message.wholes("conflicting"), refused: refused))
  }

  private static func error(_ message: JSONValue) throws(MessageFault) -> PluginError {
    guard let kind = PluginError.Kind(rawValue: try message.text("kind")) else { throw .member("kind") }
    return PluginError(
      kind, message["message"]?.text ?? "", code: message["code"]?.text.flatMap(StorageError.Code.init(rawValue:)),
      hint: message["hint"]?.text)
  }

  private static func counts(_ message: JSONValue) throws(MessageFault) -> [StoredTypeCount] {
    var counts: [StoredTypeCount] = []
    var total = 0
    for member in message["types"]?.members ?? [] {
      guard let count = member.value.integer.flatMap(Int.init(exactly:)), count >= 0 else { throw .member("types") }
      let (sum, isTooLarge) = total.addingReportingOverflow(count)
      guard !isTooLarge else { throw .member("types") }
      total = sum
      counts.append(StoredTypeCount(type: member.key, count: count))
    }
    return counts
  }

  private static func information(_ message: JSONValue) throws(MessageFault) -> StoreInformation {
    var details: [StoreInformation.Detail] = []
    for member in message["details"]?.members ?? [] {
      guard let text = member.value.text else { throw .member("details") }
      details.append(StoreInformation.Detail(member.key, text))
    }
    return StoreInformation(
      format: try message.text("format"), byteCount: message["bytes"]?.integer,
      lastCommit: message["anchor"]?.integer ?? 0,
      deletions: try message.whole("deletions", in: 0...Int.max, default: 0), details: details)
  }

  private static func deletions(_ message: JSONValue) throws(MessageFault) -> [DeletedSample] {
    guard let elements = message["samples"]?.elements else { throw .member("samples") }
    var samples: [DeletedSample] = []
    samples.reserveCapacity(elements.count)
    for element in elements {
      guard let id = SampleID(try element.text("id")) else { throw .member("samples") }
      samples.append(DeletedSample(id: id, type: try element.text("type")))
    }
    return samples
  }

  private static func statistics(_ message: JSONValue) throws(MessageFault) -> SampleStatistics {
    var statistics = SampleStatistics()
    statistics.count = try message.whole("count", in: 0...Int.max)
    // A sum that is not finite is written as null.
    if message["sum"] == .null { throw .member("sum") }
    statistics.sum = message["sum"]?.number ?? 0
    statistics.minimum = message["minimum"]?.number
    statistics.maximum = message["maximum"]?.number
    statistics.mostRecent = message["most_recent"]?.number
    statistics.firstStart = message["first_start"]?.integer
    statistics.lastStart = message["last_start"]?.integer
    statistics.duration = message["duration"]?.integer ?? 0
    return statistics
  }

  /// The message as a line, its line feed included.
  package var line: [UInt8] {
    var writer = JSONBuilder(message: kind)
    writer.member("ask", ask)
    switch self {
    case .hello(let hello): hello.write(to: &writer)
    case .acknowledgement(let batch, let accepted, let rest):
      writer.member("batch", batch)
      writer.member("accepted", accepted)
      writer.member("duplicate", numbers: rest.duplicates)
      writer.member("conflicting", numbers: rest.conflicts)
      guard !rest.refused.isEmpty else { break }
      writer.member(
        "refused",
        objects: rest.refused.map { refusal in
          var object = JSONBuilder.openObject()
          object.member("line", refusal.line)
          object.member("reason", refusal.reason)
          return object
        })
    case .committed(let number, let anchor, let isDurable):
      writer.member("commit", number)
      writer.member("anchor", anchor)
      writer.member("durable", isDurable)
    case .rolledBack, .flushed, .working: break
    case .credit(let credits): writer.member("credits", credits)
    case .log(let level, let message):
      writer.member("level", level)
      writer.member("message", message)
    case .error(_, let batch, let error):
      writer.member("batch", batch)
      writer.member("kind", error.kind.rawValue)
      writer.member("code", error.code?.rawValue)
      writer.member("message", error.message)
      writer.member("hint", error.hint)
    case .notes(_, let notes): writer.member("notes", object: StoreNote.writer(of: notes))
    case .rows(_, let count, let bytes):
      writer.member("count", count)
      writer.member("bytes", bytes)
    case .columns(_, let count, let bytes, let names):
      writer.member("count", count)
      writer.member("bytes", bytes)
      names.write(to: &writer)
    case .end(_, let anchor): writer.member("anchor", anchor)
    case .counts(_, let counts):
      var types = JSONBuilder.openObject()
      for count in counts { types.member(count.type, count.count) }
      writer.member("types", object: types)
    case .information(_, let information):
      writer.member("format", information.format)
      writer.member("bytes", information.byteCount)
      writer.member("anchor", information.lastCommit)
      writer.member("deletions", information.deletions)
      guard !information.details.isEmpty else { break }
      var details = JSONBuilder.openObject()
      for detail in information.details { details.member(detail.name, detail.value) }
      writer.member("details", object: details)
    case .faults(_, let faults): writer.member("faults", texts: faults.map(\.message))
    case .deletions(_, let samples):
      writer.member(
        "samples",
        objects: samples.lazy.map { sample in
          var object = JSONBuilder.openObject()
          object.member("id", sample.id.description)
          object.member("type", sample.type)
          return object
        })
    case .mark(_, let commit): writer.member("commit", commit)
    case .deleted(_, let receipt):
      writer.member("count", receipt.deleted)
      writer.member("anchor", receipt.anchor.commit)
    case .statistics(_, let statistics):
      writer.member("count", statistics.count)
      writer.member("sum", finite: statistics.sum)
      writer.member("minimum", finite: statistics.minimum)
      writer.member("maximum", finite: statistics.maximum)
      writer.member("most_recent", finite: statistics.mostRecent)
      writer.member("first_start", statistics.firstStart)
      writer.member("last_start", statistics.lastStart)
      writer.member("duration", statistics.duration)
    case .compacted(_, let receipt):
      writer.member("before", receipt.bytesBefore)
      writer.member("after", receipt.bytesAfter)
    case .forgotten(_, let count): writer.member("count", count)
    }
    return writer.line
  }

  /// The question that a message answers.
  var ask: Int64? {
    switch self {
    case .notes(let ask, _), .rows(let ask, _, _), .end(let ask, _), .counts(let ask, _), .information(let ask, _),
      .faults(let ask, _), .deletions(let ask, _), .mark(let ask, _), .deleted(let ask, _), .statistics(let ask, _),
      .compacted(let ask, _), .forgotten(let ask, _), .columns(let ask, _, _, _):
      ask
    case .error(let ask, _, _): ask
    case .hello, .acknowledgement, .committed, .rolledBack, .log, .working, .credit, .flushed: nil
    }
  }

  /// The word that the protocol has for the message.
  var kind: String {
    switch self {
    case .hello: "hello"
    case .acknowledgement: "ack"
    case .committed: "committed"
    case .rolledBack: "rolledback"
    case .notes: "notes"
    case .rows: "rows"
    case .columns: "columns"
    case .end: "end"
    case .counts: "counts"
    case .information: "info"
    case .faults: "verify"
    case .deletions, .deleted: "deleted"
    case .mark: "mark"
    case .statistics: "statistics"
    case .compacted: "compacted"
    case .forgotten: "forgotten"
    case .error: "error"
    case .log: "log"
    case .working: "working"
    case .credit: "credit"
    case .flushed: "flushed"
    }
  }
}

/// The first line of a plugin: what it is, and what it can do beyond writing.
public struct PluginHello: Sendable, Hashable {
  /// The version of the protocol that both will speak.
  package var protocolVersion = 1
  package var name: String
  package var version: String
  /// Of `query`, `changes`, `delete`, `statistics`, `compact`.
  package var levels: [String]
  /// Which members of a query the plugin looks at, see section 5 of the protocol.
  package var conditions: [String]
  /// The most lines of a batch, 1 to 100,000; a larger group is a separate batch.
  package var maximumBatch: Int
  /// How many lines a batch should have at least, if the host has as many, 1 to `maximumBatch`.
  package var minimumBatch: Int
  /// How many batches may be on their way without an acknowledgement, 1 to 64.
  package var credits: Int
  /// How many lines should come between two commits, at most.
  package var commitSize: Int
  /// The forms of batches that the plugin requests instead of lines, as far as they are known, in its order of preference.
  package var forms: [BatchFormat]
  /// The last commit of a host; `nil` in a new store.
  public var resume: ResumePoint?

  /// A commit of a host: what the note `session` says.
  public struct ResumePoint: Sendable, Hashable {
    /// The host's session.
    public var session: String
    /// The number of the session's commit.
    public var commit: Int64

    /// Creates a point.
    public init(session: String, commit: Int64) {
      self.session = session
      self.commit = commit
    }

    /// Reads the note `session`, `SESSION NUMBER`; `nil` when it says something else.
    public init?(note: String) {
      let words = note.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 2, !words[0].isEmpty, let commit = Int64(words[1]) else { return nil }
      self.init(session: String(words[0]), commit: commit)
    }

    /// The text of the note `session`.
    public var note: String { "\(session) \(commit)" }
  }

  @usableFromInline package static let basicConditions = ["types", "ids", "from", "to", "omit_members", "descending"]

  /// Creates a hello.
  ///
  /// - Parameters:
  ///   - name: the plugin's name.
  ///   - version: the plugin's version.
  ///   - levels: of `query`, `changes`, `delete`, `statistics`, `compact`.
  ///   - conditions: which members of a query the plugin looks at.
  ///   - maximumBatch: the most lines of a batch, 1 to 100,000.
  ///   - minimumBatch: how many lines a batch should have at least, if the host has as many. With a small number the
  ///     plugin works on the first lines while the host writes the next ones; with a large one a store is called less often.
  ///   - credits: how many batches may be on their way without an acknowledgement, 1 to 64.
  ///   - commitSize: how many lines should come between two commits, at most.
  ///   - takesColumns: whether samples should come as columns instead of lines.
  ///   - resume: the last commit of a host; `nil` in a new store.
  public init(
    name: String, version: String, levels: [String], conditions: [String] = PluginHello.basicConditions,
    maximumBatch: Int = 5000, minimumBatch: Int = 256, credits: Int = 4, commitSize: Int = 50_000,
    takesColumns: Bool = false, resume: ResumePoint? = nil
  ) {
    self.name = name
    self.version = version
    self.levels = levels
    self.conditions = conditions
    self.maximumBatch = maximumBatch
    self.minimumBatch = min(minimumBatch, maximumBatch)
    self.credits = credits
    self.commitSize = commitSize
    forms = takesColumns ? [.columns] : []
    self.resume = resume
  }

  init(_ message: JSONValue) throws(MessageFault) {
    // The version first: what another one says is not for this one to judge.
    protocolVersion = try message.whole("protocol", in: 0...Int.max)
    name = message["name"]?.text ?? ""
    version = message["version"]?.text ?? ""
    levels = try message.texts("levels")
    conditions = try message.texts("conditions")
    maximumBatch = 1
    minimumBatch = 1
    credits = 1
    commitSize = 1
    forms = []
    guard protocolVersion == 1 else { return }
    _ = try message.text("name")
    maximumBatch = try message.whole("max_batch", in: 1...100_000)
    // A plugin that does not know the member gets what is appended in as few batches as before.
    minimumBatch = try message.whole("min_batch", in: 1...100_000, default: maximumBatch)
    minimumBatch = min(minimumBatch, maximumBatch)
    credits = try message.whole("credits", in: 1...64)
    commitSize = try message.whole("commit_size", in: 1...1_000_000)
    // A form of a later host is not known here, and not used.
    forms = try message.texts("forms").compactMap(BatchFormat.init(rawValue:))
    if let point = message["resume"] {
      resume = ResumePoint(session: try point.text("session"), commit: try point.whole("commit"))
    }
  }

  /// The form in which the plugin is sent samples.
  package var form: BatchFormat { forms.first ?? .lines }

  func write(to writer: inout JSONBuilder) {
    writer.member("protocol", protocolVersion)
    writer.member("name", name)
    writer.member("version", version)
    writer.member("levels", texts: levels)
    writer.member("conditions", texts: conditions)
    writer.member("max_batch", maximumBatch)
    if minimumBatch < maximumBatch { writer.member("min_batch", minimumBatch) }
    writer.member("credits", credits)
    writer.member("commit_size", commitSize)
    if !forms.isEmpty { writer.member("forms", texts: forms.map(\.rawValue)) }
    if let resume {
      var point = JSONBuilder.openObject()
      point.member("session", resume.session)
      point.member("commit", resume.commit)
      writer.member("resume", object: point)
    }
  }
}
