import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "watch", abstract: "Print changes of a store as they are committed.",
    discussion: """
      Commits of every process are seen. Each ends with its anchor, `anchor N` or {"anchor":N}: keep the last one, and \
      --since N goes on after it, whatever the dates of the samples that come. Without --since only what comes is \
      printed. It ends when it is interrupted, with status 130, or when nobody reads its output any more.

      Example: assay watch --store health.db --type heartRate --since beginning --output-format jsonl
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions

  @Option(
    name: .customLong("type"), help: "Only this type. Repeatable.",
    completion: .custom { _, _, _ in CompletionCandidates.types() })
  var types: [String] = []

  @Option(
    name: .customLong("subject"),
    help: "Only what is added of this subject, and deletions, which do not say of whom. Repeatable.")
  var subjects: [String] = []

  @Option(help: "Where to begin: after an anchor that was printed earlier, now, or beginning.")
  var since = "now"

  @Flag(help: "Print what has been committed since, then the new anchor, and end.")
  var once = false

  @Option(name: .customLong("output-format"), help: "text or jsonl.", completion: .list(["text", "jsonl"]))
  var outputFormat = "text"

  @Option(parsing: .unconditional, help: "How many seconds to wait between two looks at the store.")
  var poll = 0.5

  @OptionGroup var project: ProjectOptions

  mutating func run() async throws {
    guard outputFormat == "text" || outputFormat == "jsonl" else {
      throw Failure.usage("--output-format takes text or jsonl (a change a line, since a watch has no end)")
    }
    guard poll >= 0.01, poll <= 3600 else { throw Failure.usage("--poll takes 0.01 to 3600 seconds") }
    let project = try project.project()
    let url = try store.url(project)
    guard url.scheme != "memory" else {
      throw Failure.usage(
        "memory: is empty and seen by this command alone, so nothing changes in it; watch a store that is kept, "
          + "such as sqlite:PATH")
    }
    let anchor = try WatchBeginning(since)
    let registry = try await store.registry(url, catalog, project)
    let types = try types.map { try registry.type(asked: $0).id }
    let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let format: ChangeText.Format = outputFormat == "text" ? .text : .lines
    try await OpenStore.closing(backend) {
      let pages = ChangePages(
        of: types, in: HealthStore(backend), subjects: subjects.isEmpty ? nil : subjects, poll: .seconds(poll),
        follows: !once)
      try await Self.printUntilStopped(pages, from: anchor, format)
    }
  }

  /// Prints until the query ends, a signal arrives, or the reader goes away.
  private static func printUntilStopped(
    _ asked: ChangePages, from anchor: WatchBeginning, _ format: ChangeText.Format
  ) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Self.print(asked, from: anchor, format) }
        group.addTask { await Self.stop() }
        // The other task ends at its next step; everything printed up to that point is whole lines.
        _ = try await group.next()
        group.cancelAll()
        try await group.waitForAll()
      }
    } catch {
      // The signal may have ended a plugin first, and what was stopped need not end well.
      guard StopSignals.pending() != nil || Terminal.output.isUnread else { throw error }
    }
    if let signal = StopSignals.pending() { throw ExitCode(128 + signal) }
  }

  /// Waits for a signal, or for the reader of standard output to go away, which nothing else reports before the next
  /// change.
  private static func stop() async {
    while !Task.isCancelled, StopSignals.pending() == nil, !Terminal.output.isUnread {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private static func print(
    _ asked: ChangePages, from anchor: WatchBeginning, _ format: ChangeText.Format
  ) async throws {
    let output = ByteOutput.standardOutput()
    let writer = ChangeText(format, registry: asked.store.registry)
    var pages = asked
    let start = try await anchor.anchor(in: asked.store)
    pages.anchor = start
    var told: ChangeAnchor?
    var text: [UInt8] = []
    // An anchor that the store never gave is refused before it is printed as one.
    _ = try await asked.store.backend.changes(ChangeQuery(since: start, limit: 1)) { _ in false }
    if pages.follows {
      writer.append(start, to: &text)
      try output.append(text)
      try output.flush()
      told = start
    }
    var updates = pages.makeAsyncIterator()
    while let page = try await updates.next() {
      text.removeAll(keepingCapacity: true)
      try writer.append(page, to: &text)
      if page.isEndOfCommit {
        writer.append(page.anchor, to: &text)
        told = page.anchor
      }
      try output.append(text)
      if page.isEndOfCommit { try output.flush() }
    }
    if !pages.follows, !Task.isCancelled, let end = updates.anchor, end != told {
      text.removeAll()
      writer.append(end, to: &text)
      try output.append(text)
    }
    try output.flush()
  }
}

private enum WatchBeginning {
  case now
  case behind(ChangeAnchor)

  init(_ text: String) throws {
    switch text {
    case "now": self = .now
    case "beginning": self = .behind(.beginning)
    default:
      guard let anchor = ChangeAnchor(text) else {
        throw Failure.usage(
          "--since takes now, beginning, or an anchor, which is a whole number that a watch has printed, "
            + "got `\(TextEscaping.escaped(text))`; use `assay query --from` for times")
      }
      self = .behind(anchor)
    }
  }

  func anchor(in store: HealthStore) async throws -> ChangeAnchor {
    switch self {
    case .now: try await store.currentAnchor()
    case .behind(let anchor): anchor
    }
  }
}

struct ChangeText {
  enum Format: Sendable {
    case text, lines
  }

  private let format: Format
  private let writer: SampleJSONWriter
  private let decoder: SampleDecoder

  init(_ format: Format, registry: Registry) {
    self.format = format
    writer = SampleJSONWriter(registry: registry)
    decoder = SampleDecoder(registry: registry)
  }

  func append(_ anchor: ChangeAnchor, to output: inout [UInt8]) {
    output.append(contentsOf: (format == .text ? "anchor \(anchor)\n" : "{\"anchor\":\(anchor)}\n").utf8)
  }

  func append(_ page: ChangePage, to output: inout [UInt8]) throws(StorageError) {
    switch format {
    case .text:
      for sample in try decoder.samples(in: page.added) { output.append(contentsOf: (Self.line(sample) + "\n").utf8) }
      for sample in page.deleted {
        output.append(contentsOf: "- \(sample.id) \(TextEscaping.escaped(sample.type))\n".utf8)
      }
    case .lines:
      var lines: [UInt8] = []
      writer.append(page.added, to: &lines)
      func append(_ key: String, _ value: (inout JSONBuilder) -> Void) {
        var json = JSONBuilder()
        json.object { json in
          json.member("anchor", page.anchor.commit)
          json.key(key)
          value(&json)
        }
        output += json.bytes + [UInt8(ascii: "\n")]
      }
      // A sample in JSON has no line feed but the one after it.
      for line in lines.split(separator: UInt8(ascii: "\n")) { append("added") { $0.value(json: line) } }
      for sample in page.deleted {
        append("deleted") { json in
          json.object { json in
            json.member("uuid", sample.id.description)
            json.member("type", sample.type)
          }
        }
      }
    }
  }

  private static func line(_ sample: Sample) -> String {
    var words = ["+", time(sample), sample.type]
    if let value = value(sample) { words.append(value) }
    if let source = sample.source?.name ?? sample.source?.bundle { words.append(TextEscaping.escaped(source)) }
    return words.joined(separator: " ")
  }

  /// When it was; of what lasted its start and end.
  private static func time(_ sample: Sample) -> String {
    guard let start = sample.start else { return "-" }
    let begin = TimestampWriter.string(start.microseconds)
    guard let end = sample.end, end.microseconds != start.microseconds else { return begin }
    return begin + "/" + TimestampWriter.string(end.microseconds)
  }

  private static func value(_ sample: Sample) -> String? {
    if let quantity = sample.value.quantity {
      return DecimalWriter.string(quantity.value) + " " + quantity.unit.unitString
    }
    if let text = sample.value.enumCase?.name ?? sample.value.text { return TextEscaping.escaped(text) }
    guard !sample.members.isEmpty else { return nil }
    return sample.members.map { member in
      ([member.role] + [value(member.sample)].compactMap { $0 }).joined(separator: " ")
    }.joined(separator: ", ")
  }
}
