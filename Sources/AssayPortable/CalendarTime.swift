import CLibrary

package enum CalendarTime {
  /// The time now, in microseconds since 1970 UTC.
  ///
  /// By the function of the C standard, which Windows has as well.
  package static func microseconds() -> Int64 {
    var time = timespec()
    timespec_get(&time, TIME_UTC)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
