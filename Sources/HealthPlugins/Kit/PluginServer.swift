import AssayPlatform
import HealthModel
import HealthStorage
import Synchronization

/// The plugin's side of the protocol, for plugins in Swift.
///
/// A whole `main.swift`:
///
/// ```swift
/// PluginServer.end(with: PluginServer.run(MyStore()))
/// ```
public enum PluginServer {
  /// Serves a store on standard input and output until the host ends it.
  ///
  /// Output that the process prints goes to standard error, and programs that it starts inherit neither of the host's
  /// pipes.
  ///
  /// - Parameter store: called from this thread, one call after the other.
  /// - Returns: the status to exit with: 0 when the host ended it, 1 when it could not go on.
  public static func run(_ store: any LineStore) -> Int32 {
    StopSignals.ignoreClosedPipes()
    guard let streams = try? CurrentProcess.takeStandardStreams() else { return 1 }
    return serve(store, input: streams.input, output: streams.output)
  }

  /// Ends the process.
  ///
  /// A plugin that ends while the host waits for an answer is started again, and goes on after its last commit.
  ///
  /// - Parameters:
  ///   - status: the status to exit with.
  ///   - words: a line for standard error, which the host shows when it gives up.
  public static func end(with status: Int32, saying words: String? = nil) -> Never {
    if let words {
      // Without a reader there is no one to report to.
      try? Array((words + "\n").utf8).withUnsafeBytes { try Descriptor(borrowing: 2).write($0) }
    }
    CurrentProcess.exit(status)
  }

  /// Serves a store on two descriptors.
  package static func serve(_ store: any LineStore, input: Int32, output: Int32) -> Int32 {
    let lines = LineOutput(descriptor: output)
    let watch = CallWatch(input: input, output: lines)
    watch.start()
    defer { watch.end() }
    return ServerSession(store, input: LineInput(descriptor: input), output: lines, watch: watch).run()
  }
}

/// One conversation with a host: reads messages, calls the store, writes answers.
final class ServerSession {
  let store: any LineStore
  let input: LineInput
  let output: LineOutput
  let watch: CallWatch
  private var isReadOnly = false
  private var isOpen = false
  /// Whether the open transaction failed: nothing of it counts until the host rolls it back.
  private var isBroken = false

  init(_ store: any LineStore, input: LineInput, output: LineOutput, watch: CallWatch) {
    self.store = store
    self.input = input
    self.output = output
    self.watch = watch
  }

  /// The consequence of a message.
  private enum Next {
    case goOn
    case end(Int32)
  }

  /// Talks until the host ends it; the result is the status to exit with.
  func run() -> Int32 {
    guard let status = greet() else {
      let status = converse()
      store.close()
      return status
    }
    return status
  }

  /// Hears and says hello; the result is the status to exit with when that fails.
  private func greet() -> Int32? {
    do throws(PluginError) {
      guard let line = try input.line() else { return 0 }
      guard case .hello(let hello) = HostMessage(parsing: line) else {
        return refuse("the first line is not a hello of a host", 1)
      }
      guard hello.versions.contains(1) else {
        return refuse(
          "the host speaks versions \(hello.versions.lowerBound) to \(hello.versions.upperBound) of the protocol, "
            + "this plugin version 1", 1)
      }
      input.maximumLine = hello.maximumLine
      isReadOnly = hello.isReadOnly
      let answer = try watch.during { () throws(PluginError) -> PluginHello in try store.open(hello) }
      say(.hello(answer))
      if let note = store.openingNote { say(.log(level: "warning", message: note)) }
      return nil
    } catch {
      say(.error(ask: nil, batch: nil, error))
      return 1
    }
  }

  private func refuse(_ message: String, _ status: Int32) -> Int32 {
    say(.error(ask: nil, batch: nil, PluginError(.configuration, message)))
    return status
  }

  private func converse() -> Int32 {
    while !output.isClosed {
      do throws(PluginError) {
        guard let line = try input.line() else { return 0 }
        if case .end(let status) = take(HostMessage(parsing: line)) { return status }
      } catch {
        return refuse(error.message, 1)
      }
    }
    return 1
  }

  private func answer(_ fault: MessageFault) -> Next {
    let word = TextEscaping.escaped(fault.word)
    let message: String
    switch fault.kind {
    case .noObject, .noKind: return .end(refuse("a line is not a message", 1))
    case .badBatch:
      return .end(refuse("`\(word)` of a `begin` is not understood, so that the samples after it cannot be read", 1))
    case .unknownKind: message = "there is no message `\(word)` in version 1"
    case .badMember: message = "`\(word)` is missing or not understood"
    }
    say(.error(ask: fault.ask, batch: nil, PluginError(.configuration, message, code: .unsupported)))
    return .goOn
  }

  private func take(_ message: HostMessage) -> Next {
    switch message {
    case .begin(let batch, let count, let bytes, let form): return append(batch, count: count, bytes: bytes, form)
    case .commit(let number, let notes): commit(number, notes)
    case .rollback: rollBack()
    // Committed samples are synced already.
    case .flush: say(.flushed)
    case .shutdown: return .end(0)
    case .hello: return .end(refuse("the host says hello a second time", 1))
    // The answer has come to its end before.
    case .cancel: break
    case .ask(let ask, let question): answer(ask, question)
    case .unreadable(let fault): return answer(fault)
    }
    return .goOn
  }

  func say(_ message: PluginMessage) { output.write(message.line) }

  private func append(_ batch: Int64, count: Int, bytes: Int, _ form: BatchFormat) -> Next {
    var arriving = form == .lines && !isBroken ? ArrivingLines(count: count, bytes: bytes) : nil
    guard let text = input.bytes(bytes, { arriving?.take($0) }) else { return .end(0) }
    // Lines that were in flight when the transaction failed are discarded like those before.
    guard !isBroken else { return .goOn }
    do throws(PluginError) {
      guard !isReadOnly else { throw PluginError(.configuration, "the store was opened for reading only") }
      let answer: BatchAcknowledgement
      if let arriving {
        let lines = try arriving.lines(text)
        isOpen = true
        answer = try watch.during { () throws(PluginError) -> BatchAcknowledgement in try store.append(lines) }
      } else {
        let columns = try ColumnBatch(reading: text, count: count)
        isOpen = true
        answer = try watch.during { () throws(PluginError) -> BatchAcknowledgement in try store.append(columns) }
      }
      let others = answer.duplicates.count + answer.conflicts.count + answer.refused.count
      say(.acknowledgement(batch: batch, accepted: count - others, answer))
    } catch {
      isOpen = true
      fail(ask: nil, batch: batch, error)
    }
    return .goOn
  }

  private func commit(_ number: Int64, _ notes: [StoreNote]) {
    do throws(PluginError) {
      guard !isBroken else { throw PluginError(.configuration, "the transaction failed and must be rolled back") }
      guard !isReadOnly else { throw PluginError(.configuration, "the store was opened for reading only") }
      isOpen = true
      let texts = notes.map { (key: $0.key, text: $0.text) }
      let anchor = try watch.during { () throws(PluginError) -> Int64 in try store.commit(notes: texts) }
      isOpen = false
      say(.committed(number, anchor: anchor, isDurable: true))
    } catch {
      fail(ask: nil, batch: nil, error)
    }
  }

  private func rollBack() {
    do throws(PluginError) {
      try watch.during { () throws(PluginError) in try store.rollback() }
      isOpen = false
      isBroken = false
      say(.rolledBack)
    } catch {
      fail(ask: nil, batch: nil, error)
    }
  }

  /// Reports a failure to the host; an open transaction is lost with it.
  func fail(ask: Int64?, batch: Int64?, _ error: PluginError) {
    if isOpen {
      isOpen = false
      isBroken = true
      try? store.rollback()
    }
    say(.error(ask: ask, batch: batch, error))
  }
}

extension ServerSession {
  private static let deletionsPerMessage = 10_000

  private func answer(_ ask: Int64, _ question: HostQuestion) {
    do throws(PluginError) {
      let last = try watch.during { () throws(PluginError) -> PluginAnswer in try answer(to: question, ask) }
      say(.answer(ask, last))
    } catch {
      fail(ask: ask, batch: nil, error)
    }
  }

  /// Answers a question; the result is the last message of the answer.
  private func answer(to question: HostQuestion, _ ask: Int64) throws(PluginError) -> PluginAnswer {
    switch question {
    case .notes(let prefix):
      return .notes(try store.notes(prefix: prefix).map { StoreNote(key: $0.key, text: $0.text) })
    case .query(let query):
      try store.query(query) { (page: RowPage) throws(PluginError) -> Bool in pass(page, ask) }
      return .end(anchor: nil)
    case .scan(let query, let columns):
      try store.scan(query, columns) { (page: ColumnPage) throws(PluginError) -> Bool in pass(page, ask) }
      return .end(anchor: nil)
    case .changes(let query):
      return .end(
        anchor: try store.changes(query) { (rows: ChangeRows) throws(PluginError) -> Bool in pass(rows, ask) }.commit)
    case .delete(let query): return .deleted(try store.delete(query))
    case .statistics(let query): return .statistics(try store.statistics(query))
    case .counts: return .counts(try store.counts())
    case .information: return .information(try store.information())
    case .verify: return .faults(Array(try store.verify().prefix(100)))
    case .compact: return .compacted(try store.compact())
    case .forget(let keys): return .forgotten(try store.forget(keys))
    }
  }

  private func pass(_ page: RowPage, _ ask: Int64) -> Bool {
    if page.count > 0 {
      output.write(PluginMessage.answer(ask, .rows(count: page.count, bytes: page.text.count)).line, page.text)
    }
    return isWanted(ask)
  }

  private func pass(_ page: ColumnPage, _ ask: Int64) -> Bool {
    if page.count > 0 {
      let message = PluginAnswer.columns(count: page.count, bytes: page.text.count, page.names)
      output.write(PluginMessage.answer(ask, message).line, page.text)
    }
    return isWanted(ask)
  }

  private func pass(_ rows: ChangeRows, _ ask: Int64) -> Bool {
    switch rows {
    case .added(let page): return pass(page, ask)
    case .deleted(let samples):
      var rest = samples[...]
      while !rest.isEmpty {
        say(.answer(ask, .deletions(Array(rest.prefix(Self.deletionsPerMessage)))))
        rest = rest.dropFirst(Self.deletionsPerMessage)
      }
    case .endOfCommit(let commit): say(.answer(ask, .mark(commit: commit)))
    }
    return isWanted(ask)
  }

  /// Whether the host still wants the answer: it may have asked to end it.
  private func isWanted(_ ask: Int64) -> Bool {
    guard !output.isClosed else { return false }
    guard let line = input.waitingLine(), HostMessage(parsing: line) == .cancel(ask: ask) else { return true }
    input.dropWaitingLine()
    return false
  }
}

/// Watches over the plugin from a separate thread: reports to the host that a long call is still running, and ends the
/// process when the host has died.
///
/// A call of the store cannot be interrupted, so the plugin would notice a dead host only after the call. The kernel's
/// signal at the parent's death does not help: the kernel sends it when the *thread* ends that started the process.
final class CallWatch: Sendable {
  private struct State {
    /// When the call under way began; `nil` between calls.
    var begun: Int?
    var isOver = false
  }

  /// After how many silent milliseconds the host is reported.
  static let silence = 5000
  /// How often the watch looks, in milliseconds.
  private static let interval = 500

  private let state = Mutex(State())
  private let input: Int32
  private let output: LineOutput
  private let host = CurrentProcess.parent

  init(input: Int32, output: LineOutput) {
    self.input = input
    self.output = output
  }

  /// Begins to watch; without a thread the host waits no longer than its limit.
  func start() {
    _ = SystemThread.start { [self] in
      while !state.withLock({ $0.isOver }) { look() }
    }
  }

  func end() { state.withLock { $0.isOver = true } }

  func during<Result>(_ call: () throws(PluginError) -> Result) throws(PluginError) -> Result {
    state.withLock { $0.begun = MonotonicTime.milliseconds() }
    defer { state.withLock { $0.begun = nil } }
    return try call()
  }

  private func look() {
    // Without requested events, only the end of the other side is reported.
    if Readiness.of(input, .end, milliseconds: Self.interval).isReady {
      if CurrentProcess.parent != host { CurrentProcess.kill() }
      SystemThread.sleep(milliseconds: Self.interval)
    }
    guard let begun = state.withLock({ $0.begun }) else { return }
    if MonotonicTime.milliseconds() - max(begun, output.lastLine) >= Self.silence {
      output.write(PluginMessage.working.line)
    }
  }
}
