import AssayPlatform
import HealthModel
import HealthStorage

/// A plugin that is asked and that answers in lines, such as a reader or rules.
///
/// Used by one thread at a time; what is written waits here while the plugin is busy.
final class PluginLines {
  static let room = 8 << 20
  /// How long a program may go on after it has closed its standard input: it may be about to end and say why.
  private static let refusalMilliseconds = 1000

  let name: String
  let limits: ProcessLimits
  let secrets: StoreSecrets
  /// Whether messages show nothing of what the program wrote, which may be the samples that it was sent.
  let redacts: Bool
  /// Whether the user wants the run to end: nothing is waited for then.
  let isInterrupted: () -> Bool
  private(set) var hasWrittenMore = false
  private let process: PluginProcess
  private let longestLine: Int
  private var incoming = LineBuffer()

  init(
    _ plugin: PluginExecutable, limits: ProcessLimits, longestLine: Int, redacts: Bool = false,
    isInterrupted: @escaping () -> Bool
  ) throws(StorageError) {
    name = TextEscaping.escaped(plugin.name)
    self.limits = limits.bounded
    self.longestLine = longestLine
    self.redacts = redacts
    self.isInterrupted = isInterrupted
    secrets = StoreSecrets(StorageURL(scheme: "process", location: ""), others: plugin.secrets)
    process = PluginProcess(try plugin.start(), limits.bounded)
  }

  var unwritten: Int { process.unwritten }

  var untaken: Int { process.untaken }

  func send(_ bytes: [UInt8]) { process.send(bytes) }

  /// Waits until something is the case, or the run is to end.
  ///
  /// The plugin may be silent for as long as its limit for the hello or for an answer.
  func wait(
    hasHello: () -> Bool, until isDone: () -> Bool, ending: (String) -> StorageError,
    _ take: ([UInt8]) throws(StorageError) -> Bool
  ) throws(StorageError) {
    var since = MonotonicTime.milliseconds()
    while !isDone(), !isInterrupted() {
      let limit = hasHello() ? limits.answerMilliseconds : max(limits.helloMilliseconds, limits.answerMilliseconds)
      if try pump(milliseconds: 100, take) { since = MonotonicTime.milliseconds() }
      guard !isDone() else { return }
      let silence = MonotonicTime.milliseconds() - since
      if process.refused != nil, silence >= Self.refusalMilliseconds {
        kill()
        throw StorageError(
          .pluginExited, "the plugin \(name) closed its standard input before it had read everything\(quotedErrors)")
      }
      // Something that it started may hold its pipes open.
      if process.isOutputOver || silence >= Self.refusalMilliseconds && process.hasEnded { throw lost(ending) }
      guard silence >= limit else { continue }
      kill()
      throw StorageError(
        .pluginTimeout, "the plugin \(name) was silent for \(limit) ms\(quotedErrors)", remedy: .allowMoreTime)
    }
  }

  /// Refuses a program that only says that it is working for many times as long as it may be silent.
  func checkWorking(since: Int) throws(StorageError) {
    let most = limits.answerMilliseconds.multipliedReportingOverflow(by: limits.workingTimes)
    let silence = MonotonicTime.milliseconds() - since
    guard most.overflow || silence < most.partialValue else {
      throw .breach("said that it is working for \(silence) ms, and nothing else")
    }
  }

  var isOver: Bool { process.isOutputOver }

  /// Writes and reads what can be written and read.
  ///
  /// - Returns: whether a line was a sign of work.
  func pump(milliseconds: Int, _ take: ([UInt8]) throws(StorageError) -> Bool) throws(StorageError) -> Bool {
    var hasAnswer = false
    do throws(StorageError) {
      try process.step(milliseconds: milliseconds, watchesEnd: false) { (bytes) throws(StorageError) in
        incoming.append(bytes)
        while let line = incoming.takeLine() {
          if try take(line) { hasAnswer = true }
        }
        guard incoming.count <= longestLine else {
          throw StorageError(.pluginFlood, "wrote a line of more than \(longestLine) bytes")
        }
      }
    } catch {
      kill()
      throw StorageError(error.code, "the plugin \(name) \(error.message)")
    }
    return hasAnswer
  }

  /// The end of what the plugin wrote to standard error, for messages; empty if there is nothing.
  var quotedErrors: String {
    process.errorTail.shown(secrets).map { redacts ? "; what it wrote is left out (redacted)" : "; it wrote: \($0)" }
      ?? ""
  }

  /// Waits for the program to end by itself, and then ends what it started.
  ///
  /// - Returns: how it ended; `nil` if it did not, or the run is to end: it was ended then.
  func finish(within milliseconds: Int) -> ProcessEnd? {
    process.closeInput()
    process.end(.orderly, within: milliseconds)
    while !process.hasEnded {
      if isInterrupted() {
        kill()
        return nil
      }
      if process.advance(MonotonicTime.milliseconds()).isHopeless { return nil }
      // A full pipe would keep it from ending.
      process.step(milliseconds: 20) { _ in hasWrittenMore = true }
    }
    let isTold = process.isTold
    process.readRest(upTo: 0) { _ in }
    let end = process.kill()
    return isTold ? nil : end
  }

  /// The error for a program that ended what it writes too early: it may end by itself, but not live on.
  ///
  /// - Returns: that error, or another one for a program that had to be ended.
  func lost(_ ending: (String) -> StorageError) -> StorageError {
    guard let end = finish(within: limits.shutdownMilliseconds) else {
      return StorageError(
        .pluginExited, "the plugin \(name) closed its standard output, and did not end\(quotedErrors)")
    }
    return ending("\(end)")
  }

  func kill() { process.kill() }
}

extension StorageError {
  static func breach(_ words: String) -> StorageError { StorageError(.pluginProtocol, words) }
}
