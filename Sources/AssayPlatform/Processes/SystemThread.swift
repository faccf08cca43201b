import CLibrary
import CPlatform
import Synchronization
import SystemPackage

/// A dedicated thread for blocking work: waiting for descriptors must not hold up other tasks.
package enum SystemThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread; returns whether the system could create one.
  ///
  /// Signals are for other threads, but for those of faults, and so a write to a closed pipe is an error here and
  /// nothing else.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(
      Work {
        var others = sigset_t()
        sigfillset(&others)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&others, fault) }
        pthread_sigmask(SIG_BLOCK, &others, nil)
        body()
      })
    let begin: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let status = withRoom { pthread_create($0, &attributes, begin, work.toOpaque()) }
    if status != 0 { work.release() }
    return status == 0
  }

  /// Storage for a thread's handle, whose type differs between C libraries.
  private static func withRoom<Value>(_ body: (UnsafeMutablePointer<Value>) -> Int32) -> Int32 {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { $0.baseAddress.map(body) ?? ENOMEM }
  }

  package static func sleep(milliseconds: Int) {
    var rest = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    var left = timespec()
    while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
  }
}
