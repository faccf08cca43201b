#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The plugin's side of the protocol, for plugins in Swift.
///
/// A whole `main.swift`:
///
/// ```swift
/// exit(PluginServer.run(MyStore()))
/// ```
public enum PluginServer {
  /// Serves a store on standard input and output until the host ends it.
  ///
  /// What the process prints goes to standard error, and programs that it starts inherit neither of the host's pipes.
  ///
  /// - Parameter store: called from this thread, one call after the other.
  /// - Returns: the status to exit with: 0 when the host ended it, 1 when it could not go on.
  public static func run(_ store: any LineStore) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, 0) >= 0, dup2(2, 1) >= 0 else { return 1 }
    return serve(store, input: input, output: output)
  }

  /// Serves a store on two descriptors.
  package static func serve(_ store: any LineStore, input: Int32, output: Int32) -> Int32 {
    let lines = LineOutput(descriptor: output)
    let watch = CallWatch(input: input, output: lines)
    watch.start()
    defer { watch.end() }
    return ServerSession(store, input: LineInput(descriptor: input), output: lines, watch: watch).run()
  }
}
