import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signal that asked the process to stop; the only state outside of values, since a handler has nothing else.
private let received = Atomic<Int32>(0)

/// Interrupt and termination: the first asks the run to save its position and end, the second ends at once.
enum ProcessSignals {
  /// Sets the handlers; a closed pipe is an error of `write`, not the end of the process.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    _ = received.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        if received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }

  /// The number of the signal that came, if one did.
  @Sendable static func pending() -> Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}

/// The end of the process.
enum ProcessEnd {
  /// Ends with a status, without running what other libraries registered for the end.
  static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}
