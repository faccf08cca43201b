import CLibrary
import CPlatform

/// A process that this one started, until it is reaped.
package struct ChildProcess: Sendable {
  /// Its number, which is also that of its group when it leads one.
  package let number: Int32
  /// A descriptor that can be read when the process has ended; `nil` where the system has none.
  package let descriptor: SharedDescriptor?

  package enum End: Sendable, Hashable {
    /// By itself, with a status.
    case exited(Int32)
    case signaled(Int32)
    /// Somebody else knows.
    case unknown
  }

  init(number: Int32) {
    self.number = number
    let descriptor = platform_pidfd(number)
    self.descriptor = descriptor < 0 ? nil : SharedDescriptor(Descriptor(taking: descriptor))
  }

  /// Whether the process has ended; its number stays its own until it is reaped.
  package var hasEnded: Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
      // Somebody else has reaped it.
      if errno != EINTR { return true }
    }
    return information.si_signo != 0
  }

  /// Waits for the end of the process and gives its number back.
  package func reap() -> End {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      if errno != EINTR { return .unknown }
    }
    // The lower seven bits are the signal's number; the status is above.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }

  /// Asks the processes of its group to end.
  package func terminateGroup() { signal(SIGTERM) }

  /// Ends the processes of its group.
  package func killGroup() { signal(SIGKILL) }

  /// Whether the number still belongs to this process: the system does not reuse it until the process is reaped.
  ///
  /// In a process that ignores SIGCHLD, as one may be started, the system reaps children by itself; a host may reap all
  /// children of the process it runs in.
  private var hasNumber: Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Sends a signal to its process group; sends none if the number may belong to another group by now.
  private func signal(_ signal: Int32) {
    if hasNumber { _ = kill(-number, signal) }
  }
}
