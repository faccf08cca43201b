import HealthModel
import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe whose ends no other program inherits.
struct PipeEnds {
  /// The end to read from.
  let readEnd: Int32
  /// The end to write to.
  let writeEnd: Int32

  /// Makes a pipe with as much room as the system gives, up to 1 MiB.
  ///
  /// - Throws: `StorageError` when no descriptor is left.
  static func make() throws(StorageError) -> PipeEnds {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw StorageError(.pluginStart, "no pipe can be made for a plugin: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if os(Linux)
      // F_SETPIPE_SZ, which the C library shows to GNU programs only.
      _ = fcntl(ends[1], 1031, 1 << 20)
    #endif
    return PipeEnds(readEnd: ends[0], writeEnd: ends[1])
  }

  /// Makes reads and writes of an end return at once.
  static func unblock(_ end: Int32) {
    let flags = fcntl(end, F_GETFL)
    if flags >= 0 { _ = fcntl(end, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Closes both ends.
  func close() {
    Self.close(readEnd)
    Self.close(writeEnd)
  }

  /// Closes an end.
  static func close(_ end: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(end)
    #elseif canImport(Musl)
      _ = Musl.close(end)
    #else
      _ = Darwin.close(end)
    #endif
  }
}
