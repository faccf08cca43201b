import AssayPlatform
import HealthModel
import HealthStorage
import Synchronization

/// A running plugin that has said hello: sends messages, receives answers, and judges what comes instead.
///
/// One question at a time: whoever talks holds the lock of the plugin's link.
final class PluginConversation: Sendable {
  /// The progress of writing, which distinguishes a repeated acknowledgement from one that was never due.
  struct Progress: Sendable {
    var sentBatch: Int64 = 0
    var acknowledgedBatch: Int64 = 0
    var sentCommit: Int64 = 0
    var storedCommit: Int64 = 0
  }

  private struct State {
    var lastAsk: Int64 = 0
    var progress = Progress()
    /// Whether the last thing that came was an error that is not a passing one.
    var hasSaidWhy = false
    var verdict: StorageError?
    var loss: StorageError?
    /// Whether the host has ended the process, which had done nothing wrong.
    var isDismissed = false
  }

  let channel: PluginChannel
  let hello: PluginHello
  private let state = Mutex(State())

  init(channel: PluginChannel, hello: PluginHello) {
    self.channel = channel
    self.hello = hello
  }

  var name: String { channel.name }
  var verdict: StorageError? { state.withLock { $0.verdict } }
  /// The reason that the plugin was lost; a process without a request since has merely ended.
  var loss: StorageError? { state.withLock { $0.loss } }
  /// Whether it ended by itself, or says that it may work when it is tried again: it may be started again.
  var isLost: Bool { loss != nil }
  var isDismissed: Bool { state.withLock { $0.isDismissed } }
  var hasEnded: Bool { channel.hasFailed }
  var credits: Int { channel.credits ?? hello.credits }

  func note(_ change: (inout Progress) -> Void) { state.withLock { change(&$0.progress) } }

  // MARK: Sending

  func send(_ message: HostMessage) { channel.send([message.line]) }

  func ask(_ question: HostQuestion, isAnsweredByRows: Bool = false) -> Int64 {
    let ask = state.withLock { state -> Int64 in
      state.lastAsk += 1
      return state.lastAsk
    }
    channel.expectRows(for: isAnsweredByRows ? ask : nil)
    send(.ask(ask, question))
    return ask
  }

  func send(batch number: Int64, count: Int, text: [UInt8], _ form: BatchFormat) async throws(StorageError) {
    guard form == hello.form else {
      throw await broken(.pluginProtocol, "requests another form of batches than before its restart")
    }
    if let end = await channel.waitForRoom(limit: channel.limits.answerMilliseconds) {
      throw await failure(end, waitedFor: "batch \(number) to be read")
    }
    channel.send([HostMessage.begin(batch: number, count: count, bytes: text.count, form).line, text])
    note { $0.sentBatch = max($0.sentBatch, number) }
  }

  // MARK: Receiving

  /// The next thing that is said: a message of an answer, or rows.
  ///
  /// - Returns: the message; an error that the plugin reports is a message too.
  func receive(_ what: @autoclosure () -> String) async throws(StorageError) -> Arrival {
    let arrival = await channel.next(limit: channel.limits.answerMilliseconds)
    switch arrival {
    case .message(.error(_, _, let error)): state.withLock { $0.hasSaidWhy = error.kind != .transient }
    case .message, .rows, .columns: state.withLock { $0.hasSaidWhy = false }
    case .unreadable(let line, let fault): throw await unreadable(line, fault)
    case .flood(let words): throw await broken(.pluginFlood, "wrote \(words)")
    case .silent, .onlyWorking, .ended: throw await failure(arrival, waitedFor: what())
    }
    return arrival
  }

  func answer<Value>(
    to question: HostQuestion, _ what: String, _ read: (PluginAnswer) -> Value?
  ) async throws(StorageError) -> Value {
    let ask = ask(question)
    let arrival = try await receive(what)
    switch arrival {
    case .message(.error(_, _, let error)): throw refusal(error)
    case .message(.answer(ask, let answer)): if let value = read(answer) { return value }
    default: break
    }
    throw await unexpected(arrival, insteadOf: what)
  }

  // MARK: Failing

  /// Ends the process of a plugin that is needed no longer as it is; another one may be started.
  func dismiss(_ ending: PluginProcess.Ending = .killed) async {
    state.withLock { $0.isDismissed = true }
    await channel.end(ending)
  }

  func refusal(_ error: PluginError) -> StorageError {
    let told = StorageError(error, plugin: name, channel.secrets)
    if error.kind == .transient { state.withLock { $0.loss = told } }
    return told
  }

  func broken(
    _ code: StorageError.Code, _ words: String, hint: String? = nil, remedy: StorageError.Remedy? = nil
  ) async -> StorageError {
    await channel.end(.killed)
    let message = "the plugin \(name) \(words)\(channel.quotedErrorTail)"
    let error = remedy.map { StorageError(code, message, remedy: $0) } ?? StorageError(code, message, hint: hint)
    state.withLock { $0.verdict = error }
    return error
  }

  func unexpected(_ arrival: Arrival, insteadOf what: String) async -> StorageError {
    guard case .message(let message) = arrival else {
      return await broken(.pluginFlood, "wrote rows where \(what) was due")
    }
    let progress = state.withLock { $0.progress }
    let (code, words): (StorageError.Code, String) =
      switch message {
      case .acknowledgement(let batch, _, _) where batch >= 1 && batch <= progress.acknowledgedBatch:
        (.pluginAckRepeated, "acknowledged batch \(batch) a second time")
      case .acknowledgement(let batch, _, _) where batch < 1 || batch > progress.sentBatch:
        (.pluginAckUnknown, "acknowledged batch \(batch), which it was never sent")
      case .acknowledgement(let batch, _, _):
        (.pluginProtocol, "acknowledged batch \(batch) before \(progress.acknowledgedBatch + 1)")
      case .committed(let commit, _, _) where commit >= 1 && commit <= progress.storedCommit:
        (.pluginAckRepeated, "acknowledged commit \(commit) a second time")
      case .committed(let commit, _, _): (.pluginAckUnknown, "acknowledged commit \(commit), which was not requested")
      default: (.pluginProtocol, "said `\(message.kind)` where \(what) was due")
      }
    return await broken(code, words)
  }

  private func unreadable(_ line: [UInt8], _ fault: MessageFault) async -> StorageError {
    let shown = channel.secrets.shown(utf8: line)
    if fault.kind == .noKind, CanonicalObject.value(of: "digest", of: 0..<line.count, in: line) != nil {
      return await broken(.pluginFlood, "wrote a sample line that it had not announced")
    }
    switch fault.kind {
    case .noObject, .noKind:
      return await broken(
        .pluginProtocol, "wrote a line that is not a message: `\(shown)`",
        hint: "what a plugin prints belongs on standard error")
    case .unknownKind:
      return await broken(.pluginProtocol, "said `\(channel.secrets.shown(fault.word))`, which is not a message")
    case .badMember, .badBatch:
      return await broken(.pluginProtocol, "wrote a message with a wrong `\(fault.word)`: `\(shown)`")
    }
  }

  private func failure(_ end: Arrival, waitedFor what: String) async -> StorageError {
    switch end {
    case .silent(let limit):
      return await broken(.pluginTimeout, "did not answer for \(limit) ms where \(what) was due", remedy: .reportWork)
    case .onlyWorking(let limit):
      return await broken(
        .pluginTimeout, "said nothing but `working` for \(limit) ms where \(what) was due", remedy: .allowMoreTime)
    case .ended(let end):
      await channel.end(.killed)
      let error = StorageError(
        .pluginExited, "the plugin \(name) ended \(end) before Assay asked it to\(channel.quotedErrorTail)")
      state.withLock { if $0.hasSaidWhy { $0.verdict = error } else { $0.loss = error } }
      return error
    default: return await unexpected(end, insteadOf: what)
    }
  }
}

extension PluginConversation {
  private static let knownLevels: Set<String> = ["query", "scan", "changes", "delete", "statistics", "compact"]

  /// What came of a start.
  enum Start {
    case started(PluginConversation)
    /// It ended by itself, or says that it may work when it is tried again.
    case lost(StorageError)
  }

  static func start(_ plan: PluginPlan) async throws(StorageError) -> Start {
    let channel = try PluginChannel(plan)
    channel.send([HostMessage.hello(plan.hello).line])
    let arrival = await firstArrival(channel, plan.limits.helloMilliseconds)
    var error: StorageError
    switch arrival {
    case .message(.hello(let hello)):
      guard let fault = fault(of: hello, plan.hello.versions, channel) else {
        return .started(PluginConversation(channel: channel, hello: hello))
      }
      error = fault
    case .message(.error(_, _, let said)): error = StorageError(said, plugin: channel.name, channel.secrets)
    default: error = wrongHello(arrival, channel, plan.limits.helloMilliseconds)
    }
    var isLost = false
    var ending = PluginProcess.Ending.killed
    switch arrival {
    case .ended: isLost = true
    case .message(.error(_, _, let said)): if said.kind == .transient { isLost = true } else { ending = .orderly }
    default: break
    }
    await channel.end(ending)
    // Its standard error is complete now.
    error.message += channel.quotedErrorTail
    guard isLost else { throw error }
    return .lost(error)
  }

  private static func firstArrival(_ channel: PluginChannel, _ limit: Int) async -> Arrival {
    let arrival = await channel.next(limit: limit)
    switch arrival {
    case .silent, .onlyWorking: break
    default: return arrival
    }
    // A line that it began and did not end comes when it is gone.
    await channel.end(.killed)
    return await channel.next(limit: 0)
  }

  private static func wrongHello(_ arrival: Arrival, _ channel: PluginChannel, _ limit: Int) -> StorageError {
    let name = channel.name
    switch arrival {
    case .silent, .onlyWorking:
      return StorageError(
        .pluginTimeout, "the plugin \(name) said no hello within \(limit) ms", remedy: .allowMoreTimeToStart)
    case .ended(let end): return StorageError(.pluginExited, "the plugin \(name) ended \(end) before its hello")
    case .message(let message):
      return StorageError(.pluginHello, "the plugin \(name) said `\(message.kind)` where its hello was due")
    case .unreadable(let line, let fault):
      let shown = channel.secrets.shown(utf8: line)
      guard fault.kind == .badMember else {
        return StorageError(
          .pluginHello, "the plugin \(name) printed text before its hello: `\(shown)`",
          hint: "what a plugin prints belongs on standard error")
      }
      // The member itself, where there is one: a long hello is cut.
      let value = CanonicalObject.value(of: fault.word, of: 0..<line.count, in: line)
      let quoted = value.map { channel.secrets.shown(utf8: line[$0]) } ?? shown
      return StorageError(
        .pluginHello, "the plugin \(name) said hello with a wrong or missing `\(fault.word)`: `\(quoted)`")
    case .rows, .columns: return StorageError(.pluginFlood, "the plugin \(name) wrote rows before its hello")
    case .flood(let words): return StorageError(.pluginFlood, "the plugin \(name) wrote \(words)")
    }
  }

  private static func fault(
    of hello: PluginHello, _ versions: ClosedRange<Int>, _ channel: PluginChannel
  ) -> StorageError? {
    let name = channel.name
    guard versions.contains(hello.protocolVersion) else {
      let isNewer = hello.protocolVersion > versions.upperBound
      return StorageError(
        .pluginHello,
        "the plugin \(name) speaks version \(hello.protocolVersion) of the protocol, and this program versions "
          + "\(versions.lowerBound) to \(versions.upperBound)",
        hint: isNewer ? "update this program, or use an older version of the plugin" : "update the plugin")
    }
    let levels = hello.levels.filter { $0.hasPrefix("*") }.map { $0.dropFirst() }
    guard let level = levels.first(where: { !knownLevels.contains(String($0)) }) else { return nil }
    return StorageError(
      .pluginHello,
      "the plugin \(name) wants its level `\(channel.secrets.shown(level))` to be understood, "
        + "which this program does not", hint: "update this program, or use an older version of the plugin")
  }
}

enum AnswerPart {
  case rows(SampleLines)
  case columns(ColumnNames, count: Int, text: [UInt8])
  case deletions([DeletedSample])
  case endOfCommit(Int64)
}

extension PluginConversation {
  /// How many parts are read after the wish to end an answer, before the process is ended instead.
  ///
  /// They are more than can have been on their way. Nor is read longer than an answer may take, or a plugin could go on
  /// for hours part by part.
  private static let patience = 4096

  /// Asks a question and passes the parts of its answer to a function, until that returns `false`.
  ///
  /// - Returns: the anchor that the end of the answer names; `nil` when it names none, or was not waited for.
  func stream(
    _ what: String, _ question: HostQuestion, _ body: (AnswerPart) async throws(StorageError) -> Bool
  ) async throws(StorageError) -> Int64? {
    let number = ask(question, isAnsweredByRows: true)
    var isWanted = true
    var unwanted = 0
    var unwantedSince = 0
    while true {
      let arrival = isWanted ? try await receive(what) : await channel.next(limit: channel.limits.answerMilliseconds)
      let part: AnswerPart
      switch arrival {
      // Of an answer that was cut off nothing is wanted, so it cannot fail: the plugin is started again when needed.
      case .silent where !isWanted, .onlyWorking where !isWanted, .ended where !isWanted, .flood where !isWanted,
        .unreadable where !isWanted:
        await dismiss()
        return nil
      case .rows(let count, let text): part = .rows(try await lines(text, count: count))
      case .columns(let count, let names, let text): part = .columns(names, count: count, text: text)
      case .message(.answer(number, .deletions(let samples))): part = .deletions(samples)
      case .message(.answer(number, .mark(let commit))): part = .endOfCommit(commit)
      case .message(.answer(number, .end(let anchor))):
        channel.expectRows(for: nil)
        return isWanted ? anchor : nil
      case .message(.error(_, _, let error)):
        channel.expectRows(for: nil)
        // Of an answer that was cut off nothing more is wanted, whatever it ends with.
        guard isWanted else { return nil }
        throw refusal(error)
      default: throw await unexpected(arrival, insteadOf: what)
      }
      if isWanted {
        isWanted = try await body(part)
        if !isWanted {
          unwantedSince = MonotonicTime.milliseconds()
          send(.cancel(ask: number))
        }
      } else {
        unwanted += 1
        let waited = MonotonicTime.milliseconds() - unwantedSince
        guard unwanted < Self.patience, waited < channel.limits.answerMilliseconds else {
          await dismiss()
          return nil
        }
      }
    }
  }

  private func lines(_ text: [UInt8], count: Int) async throws(StorageError) -> SampleLines {
    let fault: PluginError
    do throws(PluginError) { return try SampleLines(parsing: text, count: count) } catch { fault = error }
    throw await broken(.pluginProtocol, "wrote rows that cannot be read: \(fault.message)")
  }
}

extension StorageError {
  init(_ error: PluginError, plugin name: String, _ secrets: StoreSecrets) {
    let said = secrets.shown(error.message, limit: 500)
    // A code of a store says more than the kind; the codes of plugins are the host's own.
    let known = error.code.flatMap { $0.rawValue.hasPrefix("store-") ? $0 : nil }
    let code = known ?? (error.kind == .configuration ? .pluginConfiguration : .pluginFailed)
    let message = said.isEmpty ? "the plugin \(name) failed and does not say why" : "the plugin \(name) says: \(said)"
    if code == .locked, error.hint == nil {
      self.init(code, message, remedy: .waitLonger)
    } else {
      self.init(code, message, hint: error.hint.map { secrets.shown($0, limit: 500) })
    }
  }
}
