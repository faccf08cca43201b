import HealthJSON

/// The first line of a plugin: what it is, and what it can do beyond writing.
public struct PluginHello: Sendable, Hashable {
  /// The version of the protocol that both will speak.
  package var protocolVersion = 1
  /// The plugin's name.
  package var name: String
  /// The plugin's version.
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
  package var forms: [BatchForm]
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

  /// The conditions that every plugin looks at.
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
    forms = try message.texts("forms").compactMap(BatchForm.init(rawValue:))
    if let point = message["resume"] {
      resume = ResumePoint(session: try point.text("session"), commit: try point.whole("commit"))
    }
  }

  /// The form in which the plugin is sent samples.
  package var form: BatchForm { forms.first ?? .lines }

  var writer: JSONBuilder {
    var writer = JSONBuilder(message: "hello")
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
    return writer
  }
}
