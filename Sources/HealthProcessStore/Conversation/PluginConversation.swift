import HealthModel
import HealthPluginKit
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
    /// Why the plugin is not started again.
    var verdict: StorageError?
    /// How the plugin was lost.
    var loss: StorageError?
    /// Whether the host has ended the process, which had done nothing wrong.
    var isDismissed = false
  }

  let channel: PluginChannel
  /// The plugin's identity and capabilities.
  let hello: PluginHello
  private let state = Mutex(State())

  init(channel: PluginChannel, hello: PluginHello) {
    self.channel = channel
    self.hello = hello
  }

  /// The plugin's name, made safe to show.
  var name: String { channel.name }
  /// Why the plugin is not started again, if that is so.
  var verdict: StorageError? { state.withLock { $0.verdict } }
  /// The reason that the plugin was lost; a process without a request since has merely ended.
  var loss: StorageError? { state.withLock { $0.loss } }
  /// Whether the host has ended the process, which had done nothing wrong.
  var isDismissed: Bool { state.withLock { $0.isDismissed } }
  /// Whether nothing more will come.
  var hasEnded: Bool { channel.hasFailed }
  /// How many batches may be on their way.
  var credits: Int { channel.credits ?? hello.credits }

  /// Notes how far writing has come.
  func note(_ change: (inout Progress) -> Void) { state.withLock { change(&$0.progress) } }

  // MARK: Sending

  /// Sends a message.
  func send(_ message: HostMessage) { channel.send([message.line]) }

  /// Sends a question.
  ///
  /// - Parameters:
  ///   - isAnsweredByRows: whether rows may come as its answer.
  ///   - question: makes the message from the number.
  /// - Returns: the number.
  func ask(isAnsweredByRows: Bool = false, _ question: (Int64) -> HostMessage) -> Int64 {
    let ask = state.withLock { state -> Int64 in
      state.lastAsk += 1
      return state.lastAsk
    }
    channel.expectRows(for: isAnsweredByRows ? ask : nil)
    send(question(ask))
    return ask
  }

  /// Sends a batch, if the plugin has credit for it.
  func send(batch number: Int64, count: Int, text: [UInt8], _ form: BatchForm) async throws(PluginFailure) {
    guard form == hello.form else {
      throw await broken(.pluginProtocol, "requests another form of batches than before its restart")
    }
    do throws(ChannelFailure) {
      try await channel.waitForRoom(limit: channel.limits.answerMilliseconds)
    } catch {
      throw await failure(error, waitedFor: "batch \(number) to be read")
    }
    channel.send([HostMessage.begin(batch: number, count: count, bytes: text.count, form).line, text])
    note { $0.sentBatch = max($0.sentBatch, number) }
  }

  // MARK: Receiving

  /// The next thing that is said: a message of an answer, or rows.
  ///
  /// - Parameter what: what is waited for, for messages: `the acknowledgement of batch 3`.
  /// - Returns: the message; an error that the plugin reports is a message too.
  /// - Throws: `PluginFailure` if no message arrives, or one that the protocol does not allow.
  func receive(_ what: @autoclosure () -> String) async throws(PluginFailure) -> Arrival {
    let arrival: Arrival
    do throws(ChannelFailure) {
      arrival = try await channel.next(limit: channel.limits.answerMilliseconds)
    } catch {
      throw await failure(error, waitedFor: what())
    }
    switch arrival {
    case .message(.error(_, _, let error)): state.withLock { $0.hasSaidWhy = error.kind != .transient }
    case .message, .rows, .columns: state.withLock { $0.hasSaidWhy = false }
    case .unreadable(let line, let fault): throw await unreadable(line, fault)
    case .flood(let words): throw await broken(.pluginFlood, "wrote \(words)")
    }
    return arrival
  }

  /// The one message that answers a question.
  func answer(to ask: Int64, _ what: String) async throws(PluginFailure) -> PluginMessage {
    let arrival = try await receive(what)
    guard case .message(let message) = arrival else { throw await unexpected(arrival, insteadOf: what) }
    if case .error(_, _, let error) = message { throw refusal(error) }
    guard message.ask == ask else { throw await unexpected(arrival, insteadOf: what) }
    return message
  }

  // MARK: Failing

  /// Ends the process of a plugin that is needed no longer as it is; another one may be started.
  func dismiss(_ ending: ChannelState.Ending = .killed) async {
    state.withLock { $0.isDismissed = true }
    await channel.end(ending)
  }

  /// The consequence of an error that the plugin reports.
  func refusal(_ error: PluginError) -> PluginFailure {
    let told = StorageError(error, plugin: name, channel.secrets)
    guard error.kind == .transient else { return .refused(told) }
    state.withLock { $0.loss = told }
    return .lost(told)
  }

  /// Ends the process of a plugin that broke the protocol.
  func broken(
    _ code: StorageError.Code, _ words: String, hint: String? = nil, remedy: StorageError.Remedy? = nil
  ) async -> PluginFailure {
    await channel.end(.killed)
    let message = "the plugin \(name) \(words)\(channel.quotedErrorTail)"
    let error = remedy.map { StorageError(code, message, remedy: $0) } ?? StorageError(code, message, hint: hint)
    state.withLock { $0.verdict = error }
    return .broken(error)
  }

  /// The consequence of an unexpected message.
  func unexpected(_ arrival: Arrival, insteadOf what: String) async -> PluginFailure {
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
      case .committed(let commit, _, _):
        (.pluginAckUnknown, "acknowledged commit \(commit), which was not requested")
      default: (.pluginProtocol, "said `\(message.kind)` where \(what) was due")
      }
    return await broken(code, words)
  }

  private func unreadable(_ line: [UInt8], _ fault: MessageFault) async -> PluginFailure {
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

  private func failure(_ failure: ChannelFailure, waitedFor what: String) async -> PluginFailure {
    switch failure {
    case .silent(let limit):
      return await broken(
        .pluginTimeout, "did not answer for \(limit) ms where \(what) was due",
        remedy: .reportWork)
    case .onlyWorking(let limit):
      return await broken(
        .pluginTimeout, "said nothing but `working` for \(limit) ms where \(what) was due",
        remedy: .allowMoreTime)
    case .ended(let end):
      await channel.end(.killed)
      let error = StorageError(
        .pluginExited, "the plugin \(name) ended \(end) before Assay asked it to\(channel.quotedErrorTail)")
      let hasSaidWhy = state.withLock { state -> Bool in
        if state.hasSaidWhy { state.verdict = error } else { state.loss = error }
        return state.hasSaidWhy
      }
      return hasSaidWhy ? .broken(error) : .lost(error)
    }
  }
}

extension PluginChannel {
  /// The end of what the plugin wrote to standard error, for the end of a message; empty when there are none.
  var quotedErrorTail: String { errorTail.map { "; on standard error: \($0)" } ?? "" }
}
