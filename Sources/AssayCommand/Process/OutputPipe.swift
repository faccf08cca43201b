#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output as a pipe whose reader may go away while nothing is written.
enum OutputPipe {
  /// Whether standard output is a pipe or socket that nobody reads any more.
  static var isUnread: Bool {
    var output = pollfd(fd: 1, events: 0, revents: 0)
    guard poll(&output, 1, 0) > 0 else { return false }
    return Int32(output.revents) & (POLLERR | POLLHUP) != 0
  }
}
