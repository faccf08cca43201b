import HealthModel
import HealthStorage

/// One conversation with a host: reads messages, calls the store, writes answers.
final class ServerSession {
  let store: any LineStore
  let input: LineInput
  let output: LineOutput
  let watch: CallWatch
  private var isReadOnly = false
  /// Whether samples were appended since the last commit.
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
    let line: [UInt8]
    do throws(LineInput.End) {
      line = try input.line()
    } catch {
      return error == .closed ? 0 : 1
    }
    guard case .hello(let hello)? = try? HostMessage(parsing: line) else {
      return refuse("the first line is not a hello of a host", 1)
    }
    guard hello.versions.contains(1) else {
      return refuse(
        "the host speaks versions \(hello.versions.lowerBound) to \(hello.versions.upperBound) of the protocol, "
          + "this plugin version 1", 1)
    }
    input.maximumLine = hello.maximumLine
    isReadOnly = hello.isReadOnly
    do throws(PluginError) {
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
      let line: [UInt8]
      do throws(LineInput.End) {
        line = try input.line()
      } catch {
        return error == .closed ? 0 : refuse("a line is longer than \(input.maximumLine) bytes", 1)
      }
      let message: HostMessage
      do throws(MessageFault) {
        message = try HostMessage(parsing: line)
      } catch {
        guard let status = answer(error) else { continue }
        return status
      }
      if case .end(let status) = take(message) { return status }
    }
    return 1
  }

  /// Answers input that is not a message; returns the exit status if the session cannot go on.
  private func answer(_ fault: MessageFault) -> Int32? {
    let word = TextEscaping.escaped(fault.word)
    switch fault.kind {
    case .noObject, .noKind: return refuse("a line is not a message", 1)
    case .badBatch:
      return refuse("`\(word)` of a `begin` is not understood, so that the samples after it cannot be read", 1)
    case .unknownKind:
      say(
        .error(
          ask: fault.ask, batch: nil,
          PluginError(.configuration, "there is no message `\(word)` in version 1", code: .unsupported)))
    case .badMember:
      say(
        .error(
          ask: fault.ask, batch: nil,
          PluginError(.configuration, "`\(word)` is missing or not understood", code: .unsupported)))
    }
    return nil
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
    default: answer(message)
    }
    return .goOn
  }

  func say(_ message: PluginMessage) { output.write(message.line) }

  // MARK: Writing

  private func append(_ batch: Int64, count: Int, bytes: Int, _ form: BatchForm) -> Next {
    var arriving = form == .lines && !isBroken ? ArrivingLines(count: count, bytes: bytes) : nil
    let text: [UInt8]
    do throws(LineInput.End) {
      text = try input.bytes(bytes) { arriving?.take($0) }
    } catch {
      return .end(0)
    }
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
