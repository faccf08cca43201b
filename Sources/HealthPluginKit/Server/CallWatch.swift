import AssayPlatform
import Synchronization

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

  /// Ends the watch.
  func end() { state.withLock { $0.isOver = true } }

  /// Watches over a call.
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
