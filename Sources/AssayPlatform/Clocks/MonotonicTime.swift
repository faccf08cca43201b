import CLibrary
import CPlatform
import Synchronization
import SystemPackage

/// A clock that only moves forward.
package enum MonotonicTime {
  /// The time now, in milliseconds.
  package static func milliseconds() -> Int {
    let time = now(CLOCK_MONOTONIC)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// The time now, in seconds.
  package static func seconds() -> Double {
    let time = now(CLOCK_MONOTONIC)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

private func now(_ clock: clockid_t) -> timespec {
  var time = timespec()
  clock_gettime(clock, &time)
  return time
}
