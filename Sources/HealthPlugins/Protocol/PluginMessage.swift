package import HealthModel
package import HealthStorage

/// A message of the plugin; sample lines follow `rows` and are not messages.
package enum PluginMessage: MessageKind, Sendable, Hashable {
  case hello(PluginHello)
  /// The outcome of a batch: its number and how many lines were accepted besides those that are named.
  case acknowledgement(batch: Int64, accepted: Int, BatchAcknowledgement)
  /// A commit is stored: its number, its number in the store's history, whether the bytes are synced.
  case committed(Int64, anchor: Int64?, isDurable: Bool)
  case rolledBack
  case answer(Int64, PluginAnswer)
  /// The plugin cannot do what the host requested; identifies the query or the batch.
  case error(ask: Int64?, batch: Int64?, PluginError)
  case log(level: String, message: String)
  case working
  case credit(Int)
  case flushed
  case unreadable(MessageFault)

  package static let blanks: [PluginMessage] =
    [
      .hello(PluginHello(name: "", version: "", levels: [], conditions: [])),
      .acknowledgement(batch: 0, accepted: 0, BatchAcknowledgement()), .committed(0, anchor: nil, isDurable: false),
      .rolledBack, .flushed, .working, .credit(1), .log(level: "info", message: ""),
      .error(ask: nil, batch: nil, PluginError(.system, "")),
    ] + PluginAnswer.blanks.map { .answer(0, $0) }

  package static func blank(_ kind: String, _ object: JSONValue) -> PluginMessage? {
    if kind == "deleted", object["samples"] != nil { return .answer(0, .deletions([])) }
    return blanks.first { $0.kind == kind }
  }

  package var kind: String {
    switch self {
    case .hello: "hello"
    case .acknowledgement: "ack"
    case .committed: "committed"
    case .rolledBack: "rolledback"
    case .answer(_, let answer): answer.kind
    case .error: "error"
    case .log: "log"
    case .working: "working"
    case .credit: "credit"
    case .flushed: "flushed"
    case .unreadable: ""
    }
  }

  package mutating func code(with coder: inout MessageCoder) {
    switch self {
    case .hello(var hello):
      hello.code(with: &coder)
      self = .hello(hello)
    case .acknowledgement(var batch, var accepted, var rest):
      coder.whole("batch", &batch)
      coder.count("accepted", &accepted)
      coder.counts("duplicate", &rest.duplicates)
      coder.counts("conflicting", &rest.conflicts)
      coder.parts("refused", &rest.refused, BatchAcknowledgement.Refusal(line: 0, reason: "")) { coder, refusal in
        coder.count("line", &refusal.line)
        coder.text("reason", &refusal.reason, .lenient)
      }
      self = .acknowledgement(batch: batch, accepted: accepted, rest)
    case .committed(var number, var anchor, var isDurable):
      coder.whole("commit", &number)
      coder.whole("anchor", &anchor)
      coder.flag("durable", &isDurable)
      self = .committed(number, anchor: anchor, isDurable: isDurable)
    case .answer(var ask, var answer):
      coder.whole("ask", &ask)
      answer.code(with: &coder)
      self = .answer(ask, answer)
    case .error(var ask, var batch, var error):
      coder.whole("ask", &ask)
      coder.whole("batch", &batch)
      coder.text("kind", &error.kind, read: { PluginError.Kind(rawValue: $0) }, write: \.rawValue)
      coder.text("code", &error.code, .lenient, read: { StorageError.Code(rawValue: $0) }, write: { $0?.rawValue })
      coder.text("message", &error.message, .lenient)
      coder.text("hint", &error.hint)
      self = .error(ask: ask, batch: batch, error)
    case .log(var level, var message):
      coder.text("level", &level, .lenient)
      coder.text("message", &message)
      self = .log(level: level, message: message)
    case .credit(var credits):
      coder.count("credits", &credits, in: 1...64)
      self = .credit(credits)
    case .rolledBack, .working, .flushed, .unreadable: break
    }
  }
}

/// A part of an answer.
package enum PluginAnswer: Sendable, Hashable {
  case notes([StoreNote])
  case rows(count: Int, bytes: Int)
  /// Announces lines of columns and their bytes together, with the names that are new in them.
  case columns(count: Int, bytes: Int, ColumnNames)
  /// The end of an answer; that of changes has the anchor after them.
  case end(anchor: Int64?)
  case counts([StoredTypeCount])
  case information(StoreInformation)
  case faults([StoreFault])
  case deletions([DeletedSample])
  case mark(commit: Int64)
  case deleted(DeletionReceipt)
  case statistics(SampleStatistics)
  case compacted(CompactionReceipt)
  case forgotten(Int)

  fileprivate static let blanks: [PluginAnswer] = [
    .notes([]), .rows(count: 0, bytes: 0), .columns(count: 0, bytes: 0, ColumnNames()), .end(anchor: nil), .counts([]),
    .information(StoreInformation(format: "")), .faults([]),
    .deleted(DeletionReceipt(deleted: 0, anchor: .beginning)), .mark(commit: 0), .statistics(SampleStatistics()),
    .compacted(CompactionReceipt(bytesBefore: 0, bytesAfter: 0)), .forgotten(0),
  ]

  fileprivate var kind: String {
    switch self {
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
    }
  }

  fileprivate mutating func code(with coder: inout MessageCoder) {
    switch self {
    case .notes(var notes):
      coder.texts("notes", &notes)
      self = .notes(notes)
    case .rows(var count, var bytes):
      coder.count("count", &count)
      coder.count("bytes", &bytes)
      self = .rows(count: count, bytes: bytes)
    case .columns(var count, var bytes, var names):
      coder.count("count", &count)
      coder.count("bytes", &bytes)
      names.code(with: &coder)
      self = .columns(count: count, bytes: bytes, names)
    case .end(var anchor):
      coder.whole("anchor", &anchor)
      self = .end(anchor: anchor)
    case .counts(var counts):
      coder.counts("types", &counts)
      self = .counts(counts)
    case .information(var information):
      coder.text("format", &information.format)
      coder.whole("bytes", &information.byteCount)
      coder.anchor("anchor", &information.lastCommit)
      coder.count("deletions", &information.deletions, .strict)
      var details = information.details.map { StoreNote(key: $0.name, text: $0.value) }
      coder.texts("details", &details, omitsEmpty: true)
      information.details = details.map { StoreInformation.Detail($0.key, $0.text) }
      self = .information(information)
    case .faults(let faults):
      var texts = faults.map(\.message)
      coder.texts("faults", &texts)
      self = .faults(texts.map { StoreFault($0) })
    case .deletions(var samples):
      coder.parts("samples", &samples, DeletedSample(id: .none, type: ""), omitsEmpty: false) { coder, sample in
        coder.text("id", &sample.id, read: { SampleID($0) }, write: \.description)
        coder.text("type", &sample.type)
      }
      self = .deletions(samples)
    case .mark(var commit):
      coder.whole("commit", &commit)
      self = .mark(commit: commit)
    case .deleted(var receipt):
      coder.count("count", &receipt.deleted)
      coder.anchor("anchor", &receipt.anchor.commit)
      self = .deleted(receipt)
    case .statistics(var statistics):
      coder.count("count", &statistics.count)
      var (sum, duration): (Double?, Int64?) = (statistics.sum, statistics.duration)
      coder.number("sum", &sum)
      coder.number("minimum", &statistics.minimum)
      coder.number("maximum", &statistics.maximum)
      coder.number("most_recent", &statistics.mostRecent)
      coder.whole("first_start", &statistics.firstStart)
      coder.whole("last_start", &statistics.lastStart)
      coder.whole("duration", &duration)
      if coder.isReading { (statistics.sum, statistics.duration) = (sum ?? 0, duration ?? 0) }
      self = .statistics(statistics)
    case .compacted(var receipt):
      coder.whole("before", &receipt.bytesBefore)
      coder.whole("after", &receipt.bytesAfter)
      self = .compacted(receipt)
    case .forgotten(var count):
      coder.count("count", &count)
      self = .forgotten(count)
    }
  }
}

/// The origins, zones and subjects that a `columns` message adds to those before.
package struct ColumnNames: Sendable, Hashable {
  package var origins: [SampleOrigin] = []
  package var zones: [String] = []
  package var subjects: [String?] = []

  package init() {}

  fileprivate mutating func code(with coder: inout MessageCoder) {
    coder.parts("origins", &origins, SampleOrigin()) { coder, origin in
      coder.text("bundle", &origin.bundle)
      coder.text("name", &origin.name)
      coder.text("product", &origin.product)
      coder.text("device_name", &origin.deviceName)
      coder.text("device_model", &origin.deviceModel)
      coder.flag("user_entered", &origin.isUserEntered, isCondition: true)
    }
    coder.texts("zones", &zones, omitsEmpty: true)
    coder.parts("subjects", &subjects, nil) { $0.text("name", &$1) }
  }
}

/// The first line of a plugin: what it is, and what it can do beyond writing.
public struct PluginHello: Sendable, Hashable {
  package var protocolVersion = 1
  package var name: String
  package var version: String
  /// Of `query`, `changes`, `delete`, `statistics`, `compact`.
  package var levels: [String]
  package var conditions: [String]
  package var maximumBatch: Int
  /// How many lines a batch should have at least, if the host has as many, 1 to `maximumBatch`.
  package var minimumBatch: Int
  package var credits: Int
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
    forms = takesColumns ? [.arrow] : []
    self.resume = resume
  }

  mutating func code(with coder: inout MessageCoder) {
    coder.count("protocol", &protocolVersion)
    // What another version says is not for this one to judge.
    guard protocolVersion == 1 || !coder.isReading else { return }
    coder.text("name", &name)
    coder.text("version", &version, .lenient)
    coder.texts("levels", &levels)
    coder.texts("conditions", &conditions)
    coder.count("max_batch", &maximumBatch, in: 1...100_000)
    // A plugin that does not know the member gets what is appended in as few batches as before.
    var minimum = minimumBatch < maximumBatch && !coder.isReading ? minimumBatch : nil
    coder.count("min_batch", &minimum, in: 1...100_000)
    if coder.isReading { minimumBatch = min(minimum ?? maximumBatch, maximumBatch) }
    coder.count("credits", &credits, in: 1...64)
    coder.count("commit_size", &commitSize, in: 1...1_000_000)
    // A form of a later host is not known here, and not used.
    var words = forms.map(\.rawValue)
    coder.texts("forms", &words, omitsEmpty: true)
    forms = words.compactMap { BatchFormat(rawValue: $0) }
    coder.part("resume", &resume, ResumePoint(session: "", commit: 0)) { coder, point in
      coder.text("session", &point.session)
      coder.whole("commit", &point.commit)
    }
  }

  package var form: BatchFormat { forms.first ?? .lines }
}
