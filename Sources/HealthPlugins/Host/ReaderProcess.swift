import AssayPlatform
import HealthModel
package import HealthStorage

/// A plugin that reads one input: the input's bytes go in, samples with their places come out.
///
/// Used by one thread at a time. The pipes are short, so that neither side is far ahead of the other.
package final class ReaderProcess {
  package static let pieceSize = 64 * 1024
  /// What is sent after the last piece, which a plugin need not take.
  private static let endOfInput = "{\"t\":\"bytes\",\"count\":0}\n"
  /// The longest line of the plugin: a sample of the longest kind that inputs may have, and what is around it.
  private static let longestLine = 12 << 20

  private let program: PluginLines
  private var messages: [ReaderMessage] = []
  private var hasHello = false
  private var isInputAtEnd = false
  private var lastRecord = MonotonicTime.milliseconds()
  package private(set) var isAtEnd = false
  /// Whether it said so with a part of what it was sent still to be taken.
  private var hasLeftInput = false
  /// What is thrown once all that was said before is taken.
  private var failure: StorageError?
  /// Why the plugin cannot run at all: what it said before its hello.
  private var absence: String?

  package init(
    _ plugin: PluginExecutable, format: String, name: String, part: String? = nil, limits: ProcessLimits, host: String,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(StorageError) {
    program = try PluginLines(plugin, limits: limits, longestLine: Self.longestLine, isInterrupted: isInterrupted)
    program.send(
      JSONBuilder(
        helloOf: host, level: "read", limits: ["line": Self.longestLine, "words": ReaderMessage.maximumWords]
      ).line)
    var read = JSONBuilder(message: "read")
    read.member("format", format)
    read.member("name", name)
    read.member("part", part)
    program.send(read.line)
  }

  /// Whether the plugin has taken what it was sent of the input, and there may be more.
  package var wantsInput: Bool { !isInputAtEnd && !isAtEnd && program.unwritten == 0 }

  package var hasWholeInput: Bool { isInputAtEnd }

  /// Sends the next bytes of the input; none say that it ends.
  package func send(_ piece: some Collection<UInt8>) {
    guard !piece.isEmpty else {
      isInputAtEnd = true
      return program.send(Array(Self.endOfInput.utf8))
    }
    program.send(Array("{\"t\":\"bytes\",\"count\":\(piece.count)}\n".utf8))
    program.send(Array(piece))
  }

  /// What the plugin has said since the last call; nothing if it wants more of the input, or if the run is to end.
  package func next() throws(StorageError) -> [ReaderMessage] {
    if let failure { throw failure }
    do throws(StorageError) { try wait() } catch {
      let thrown = absence.map { StorageError(.pluginStart, "the plugin \(program.name) cannot run: \($0)") } ?? error
      guard !messages.isEmpty else { throw thrown }
      failure = thrown
    }
    defer { messages = [] }
    return messages
  }

  private func wait() throws(StorageError) {
    try program.wait(
      hasHello: { hasHello }, until: { !messages.isEmpty || isAtEnd || wantsInput }, ending: ended, takeLine)
    guard messages.isEmpty, !isAtEnd, wantsInput else { return }
    _ = try program.pump(milliseconds: 0, takeLine)
    if program.isOver, messages.isEmpty, !isAtEnd { throw program.lost(ended) }
  }

  package func stop() { program.kill() }

  /// Waits for the end of the plugin after its last message: one that fails then may not have said all.
  package func finish(unsent rest: Int) throws(StorageError) {
    try awaitEnd()
    guard hasLeftInput || rest > 0 else { return }
    throw StorageError(
      .pluginProtocol, "the plugin \(program.name) said that all was read before it had taken the whole input",
      hint: "it should read up to the piece with the count 0, also what it makes no samples of")
  }

  private func awaitEnd() throws(StorageError) {
    let milliseconds = program.limits.shutdownMilliseconds
    switch program.finish(within: milliseconds) {
    case .status(0)?:
      guard program.hasWrittenMore else { return }
      throw StorageError(.pluginProtocol, "the plugin \(program.name) wrote a line after its last message")
    case let end?:
      throw StorageError(
        .pluginExited, "the plugin \(program.name) ended \(end) after its last message\(program.quotedErrors)",
        hint: "it should end with status 0 once all is read")
    case nil:
      if program.isInterrupted() { return }
      throw StorageError(
        .pluginTimeout, "the plugin \(program.name) did not end within \(milliseconds) ms after its last message",
        remedy: .allowMoreTime)
    }
  }

  private func takeLine(_ line: [UInt8]) throws(StorageError) -> Bool { try take(ReaderMessage(line)) }

  private func ended(_ end: String) -> StorageError {
    StorageError(
      .pluginExited, "the plugin \(program.name) ended \(end) before it had read the input\(program.quotedErrors)",
      hint: "it should write `end` after the last sample")
  }

  private func take(_ message: ReaderMessage) throws(StorageError) -> Bool {
    guard !isAtEnd else { throw .breach("wrote a line after its last message") }
    if case .hello = message {
      guard !hasHello else { throw .breach("said hello twice") }
      hasHello = true
      return true
    }
    switch message {
    case .log: return false
    case .error(let words) where !hasHello:
      absence = program.secrets.shown(words, limit: 500)
      throw .breach("cannot run")
    case .error(let words): throw .breach("failed: \(program.secrets.shown(words, limit: 500))")
    case _ where !hasHello: throw .breach("did not begin with its hello")
    case .working: try program.checkWorking(since: lastRecord)
    case .end, .damaged:
      isAtEnd = true
      hasLeftInput = message == .end && program.untaken > Self.endOfInput.utf8.count
      messages.append(message)
    default:
      lastRecord = MonotonicTime.milliseconds()
      messages.append(message)
    }
    return true
  }
}

/// What a reader plugin says, read from one line.
package enum ReaderMessage: Sendable, Hashable {
  case hello
  /// A sample in Assay's JSON form, as its bytes.
  case sample([UInt8], ReaderLocation)
  /// A record of which no sample can be made: why, and what of it is worth keeping.
  case fault(String, ReaderLocation, record: [UInt8])
  case unsupported(String, ReaderLocation, record: [UInt8])
  /// The next rows of the table that the plugin makes of the input, as CSV.
  case text([UInt8])
  case damaged(String)
  case end
  case working
  case log
  case error(String)

  package static let maximumWords = 1000

  init(_ text: [UInt8]) throws(StorageError) {
    let whole = 0..<text.count
    guard let kind = Self.text("t", of: whole, in: text) else { throw .breach("wrote a line that is not a message") }
    switch kind {
    case "sample":
      guard let sample = Self.object("sample", of: whole, in: text) else {
        throw .breach("wrote `sample` without an object `sample`")
      }
      self = .sample(sample, try Self.place(of: whole, in: text))
    case "fault":
      self = .fault(
        try Self.words("message", of: whole, in: text, kind), try Self.place(of: whole, in: text),
        record: Self.object("record", of: whole, in: text) ?? Array("{}".utf8))
    case "unsupported":
      self = .unsupported(
        try Self.words("kind", of: whole, in: text, kind), try Self.place(of: whole, in: text),
        record: Self.object("record", of: whole, in: text) ?? Array("{}".utf8))
    case "hello":
      guard let value = JSONValue(parsing: text) else { throw .breach("wrote a hello that is not JSON") }
      guard value["protocol"]?.int == 1 else { throw .breach("speaks another version of the protocol than 1") }
      guard (value["levels"]?.elements ?? []).contains(.string("read")) else {
        throw .breach("does not name the level `read` in its hello")
      }
      self = .hello
    case "text":
      guard let rows = Self.text("text", of: whole, in: text) else { throw .breach("wrote `text` without `text`") }
      self = .text(Array(rows.utf8))
    case "damaged": self = .damaged(try Self.words("message", of: whole, in: text, kind))
    case "end": self = .end
    case "working": self = .working
    case "log": self = .log
    case "error": self = .error(Self.text("message", of: whole, in: text) ?? "")
    default: throw .breach("wrote a message of an unknown kind")
    }
  }

  private static func text(_ key: String, of range: Range<Int>, in text: [UInt8]) -> String? {
    CanonicalObject.value(of: key, of: range, in: text).flatMap { CanonicalObject.text(of: $0, in: text) }
  }

  private static func object(_ key: String, of range: Range<Int>, in text: [UInt8]) -> [UInt8]? {
    guard let value = CanonicalObject.value(of: key, of: range, in: text), text[value.lowerBound] == UInt8(ascii: "{")
    else { return nil }
    return Array(text[value])
  }

  private static func words(
    _ key: String, of range: Range<Int>, in text: [UInt8], _ kind: String
  ) throws(StorageError) -> String {
    guard let words = Self.text(key, of: range, in: text), !words.isEmpty else {
      throw .breach("wrote `\(kind)` without `\(key)`")
    }
    return String(words.prefix(maximumWords))
  }

  /// The place in `at`: a text, or an object with one of `line`, `byte`, or `name` and `number`.
  private static func place(of range: Range<Int>, in text: [UInt8]) throws(StorageError) -> ReaderLocation {
    guard let at = CanonicalObject.value(of: "at", of: range, in: text),
      let value = JSONValue(parsing: text[at])
    else { throw .breach("wrote a record without `at`, its place in the input") }
    if let name = value.text, !name.isEmpty { return .name(String(name.prefix(200))) }
    if let line = value["line"]?.integer, line > 0 { return .line(line) }
    if let byte = value["byte"]?.integer, byte >= 0 { return .byte(byte) }
    if let name = value["name"]?.text, !name.isEmpty {
      guard let number = value["number"]?.integer, number >= 0 else { return .name(String(name.prefix(200))) }
      return .item(String(name.prefix(200)), number)
    }
    throw .breach("wrote a place that is neither a text nor `line`, `byte`, or `name` and `number`")
  }
}
