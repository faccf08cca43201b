import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

/// The kit for plugins in Swift says what the transcripts say.
@Suite(.timeLimit(.minutes(10)))
struct KitTranscriptTests {
  /// The transcripts whose plugin is one that the kit serves.
  @Test("the kit answers as the transcripts do", arguments: ["writing", "reading", "changing", "refusing"])
  func transcripts(_ name: String) async throws {
    let transcript = try Transcript(Bench.transcript(name))
    let host = try HostPart { store in
      store.refusedType = "stepCount"
      if name == "refusing" { store.failingAppend = 3 }
    }
    defer { host.hangUp() }
    var rest = transcript.lines[...]
    while let line = rest.popFirst() {
      switch line {
      case .host(let message): host.say(HostPart.counted(TranscriptValues.filled(message), rest))
      case .plugin(let wanted): try host.expect(TranscriptValues.filled(wanted))
      case .end: break
      }
    }
    #expect(await host.status() == 0)
  }

  @Test("the end of standard input ends the plugin") func hangUp() async throws {
    let host = try HostPart()
    host.hangUp()
    #expect(await host.status() == 0)
  }

  /// What a host says that it should not, with a word of the error that answers it and whether the plugin goes on.
  static let faults: [(String, String, Bool)] = [
    (#"{"t":"wish","ask":7}"#, "no message `wish`", true), (#"{"t":"counts"}"#, "`ask` is missing", true),
    (#"{"t":"query","ask":1,"limit":-1}"#, "`limit` is missing", true), ("[]", "not a message", false),
    ("{}", "not a message", false), ("hello", "not a message", false),
    (#"{"t":"begin","batch":1,"count":1,"bytes":3}"# + "\n{}", "sample lines cannot be read", true),
    (#"{"t":"begin","batch":1,"count":2,"bytes":0}"#, "there are 0 lines of the 2 announced", true),
    (#"{"t":"hello","protocol":{"min":1,"max":1},"host":"h","session":"s","store":{"url":"u"}}"#, "second time", false),
  ]

  @Test("a host that breaks the protocol is told so", arguments: KitTranscriptTests.faults)
  func isTold(_ text: String, _ word: String, _ goesOn: Bool) async throws {
    let host = try HostPart()
    defer { host.hangUp() }
    host.greet()
    host.send(Array((text + "\n").utf8))
    let answer = try #require(host.answer())
    #expect(answer["t"]?.text == "error")
    #expect(answer["message"]?.text?.contains(word) == true, "\(answer)")
    if goesOn {
      host.send(Array((#"{"t":"rollback"}"# + "\n" + #"{"t":"info","ask":8}"# + "\n").utf8))
      #expect(host.answer()?["t"]?.text == "rolledback")
      #expect(host.answer()?["t"]?.text == "info")
      host.send(Array((#"{"t":"shutdown"}"# + "\n").utf8))
    }
    #expect(await host.status() == (goesOn ? 0 : 1))
  }

  @Test("what a store says of its opening follows the hello") func openingNote() async throws {
    let host = try HostPart { $0.openingNote = "migrated from version 1" }
    defer { host.hangUp() }
    host.greet()
    let note = try #require(host.answer())
    #expect(note["t"]?.text == "log" && note["level"]?.text == "warning")
    #expect(note["message"]?.text == "migrated from version 1")
    host.send(Array((#"{"t":"shutdown"}"# + "\n").utf8))
    #expect(await host.status() == 0)
  }

  @Test("a store that cannot be opened is told, and the plugin ends") func noStore() async throws {
    let host = try HostPart()
    defer { host.hangUp() }
    let hello = HostHello(host: "h", session: TranscriptValues.session, url: "process:x")
    host.send(HostMessage.hello(hello).line)
    let answer = try #require(host.answer())
    #expect(answer["kind"]?.text == "config")
    #expect(answer["hint"]?.text == "name one as `?path=FILE`")
    #expect(await host.status() == 1)
  }

  @Test("a host of another version is told which one the plugin speaks") func version() async throws {
    let host = try HostPart()
    defer { host.hangUp() }
    host.send(HostMessage.hello(HostHello(versions: 2...3, host: "h", session: "s", url: "u")).line)
    #expect(host.answer()?["message"]?.text?.contains("versions 2 to 3") == true)
    #expect(await host.status() == 1)
  }

  @Test("a second host is told the last commit of the first") func resume() async throws {
    let host = try HostPart()
    host.greet()
    host.send(HostMessage.commit(7, notes: [StoreNote(key: "session", text: "abc 7")]).line)
    #expect(host.answer()?["commit"]?.integer == 7)
    // The same store, asked by the kit's next conversation.
    host.send(HostMessage.ask(1, .notes(prefix: "session")).line)
    #expect(host.answer()?["notes"]?["session"]?.text == "abc 7")
    host.hangUp()
    #expect(await host.status() == 0)
    #expect(PluginHello.ResumePoint(note: "abc 7") == PluginHello.ResumePoint(session: "abc", commit: 7))
    for note in ["", "abc", "abc x", "abc 7 8", " 7"] { #expect(PluginHello.ResumePoint(note: note) == nil) }
  }
}

/// The host's part of a conversation with the kit, over two pipes; the kit runs on a thread of its own.
final class HostPart: Sendable {
  private let input: Int32
  private let output: FileHandle
  private let rest = Mutex<[UInt8]>([])
  private let isOpen = Mutex(true)
  private let end = Mutex<Int32?>(nil)

  init(_ change: @escaping @Sendable (MemoryLineStore) -> Void = { _ in }) throws {
    let toKit = Pipe()
    let toHost = Pipe()
    let (kitInput, kitOutput) = (
      dup(toKit.fileHandleForReading.fileDescriptor), dup(toHost.fileHandleForWriting.fileDescriptor)
    )
    input = dup(toKit.fileHandleForWriting.fileDescriptor)
    output = toHost.fileHandleForReading
    try toKit.fileHandleForReading.close()
    try toKit.fileHandleForWriting.close()
    try toHost.fileHandleForWriting.close()
    Thread.detachNewThread { [self] in
      let store = MemoryLineStore()
      change(store)
      let status = PluginServer.serve(store, input: kitInput, output: kitOutput)
      close(kitInput)
      close(kitOutput)
      end.withLock { $0 = status }
    }
  }

  /// A line with its announced bytes counted: those of the host's lines that follow.
  static func counted(_ message: JSONValue, _ rest: ArraySlice<Transcript.Line>) -> JSONValue {
    guard case .object(var members) = message, let place = members.firstIndex(where: { $0.key == "bytes" }),
      let count = message["count"]?.integer
    else { return message }
    let lines = rest.prefix(Int(count)).map { line in
      if case .host(let sample) = line { TranscriptValues.filled(sample).json.count + 1 } else { 0 }
    }
    members[place].value = .int64(Int64(lines.reduce(0, +)))
    return .object(members)
  }

  /// Writes bytes, as far as the kit is there to read them.
  func send(_ bytes: [UInt8]) {
    signal(SIGPIPE, SIG_IGN)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func say(_ message: JSONValue) { send(message.json + [0x0A]) }

  /// Says hello for a store at a path, and hears the answer.
  func greet() {
    send(HostMessage.hello(HostHello(host: "h", session: "s", url: "u?path=x", parameters: ["path": "x"])).line)
    _ = answer()
  }

  /// The next line that the kit says; `nil` when it has ended.
  func answer() -> JSONValue? {
    while true {
      let line = rest.withLock { rest -> [UInt8]? in
        guard let feed = rest.firstIndex(of: 0x0A) else { return nil }
        let line = Array(rest[..<feed])
        rest.removeSubrange(...feed)
        return line
      }
      if let line { return JSONValue(parsing: line) }
      let data = output.availableData
      if data.isEmpty { return nil }
      rest.withLock { $0 += Array(data) }
    }
  }

  /// Compares the next line with what the transcript says; announced bytes are for the lines that follow.
  func expect(_ wanted: JSONValue) throws {
    guard let found = answer() else { throw Transcript.Mismatch(description: "nothing came where \(wanted) was due") }
    let same = Self.withoutBytes(found) == Self.withoutBytes(wanted)
    #expect(same, "\(String(decoding: found.json, as: UTF8.self)), not \(String(decoding: wanted.json, as: UTF8.self))")
  }

  private static func withoutBytes(_ message: JSONValue) -> JSONValue {
    guard case .object(let members) = message else { return message }
    let isRows = message["t"]?.text == "rows"
    return .object(members.filter { !isRows || $0.key != "bytes" })
  }

  func hangUp() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if wasOpen { close(input) }
  }

  /// The status that the kit ended with.
  func status() async -> Int32? {
    for _ in 0..<2000 {
      if let status = end.withLock({ $0 }) { return status }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }
}
