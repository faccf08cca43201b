import CLibrary
import Synchronization

/// The signal that asked the process to stop; the only state outside of values, since a handler has nothing else.
private let received = Atomic<Int32>(0)

/// Signals that ask the process to end: the first asks the run to save its position and end, the second ends at once.
package enum StopSignals {
  package static func prepare() {
    ignoreClosedPipes()
    _ = received.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        if received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }

  /// Makes a closed pipe an error of writing to it, not the end of the process.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The number of the signal that came, if one did.
  @Sendable package static func pending() -> Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
