#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Processor time in seconds: of user and system, of all threads.
enum ProcessorTime {
  static func ofProcess() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Of the children that have ended.
  static func ofChildren() -> Double {
    var times = tms()
    times_(&times)
    return Double(times.tms_cutime + times.tms_cstime) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func times_(_ place: inout tms) { _ = times(&place) }
}
