import AssayPlatform

/// The plugin's side of the protocol, for plugins in Swift.
///
/// A whole `main.swift`:
///
/// ```swift
/// PluginServer.end(with: PluginServer.run(MyStore()))
/// ```
public enum PluginServer {
  /// Serves a store on standard input and output until the host ends it.
  ///
  /// Output that the process prints goes to standard error, and programs that it starts inherit neither of the host's
  /// pipes.
  ///
  /// - Parameter store: called from this thread, one call after the other.
  /// - Returns: the status to exit with: 0 when the host ended it, 1 when it could not go on.
  public static func run(_ store: any LineStore) -> Int32 {
    StopSignals.ignoreClosedPipes()
    guard let streams = try? CurrentProcess.takeStandardStreams() else { return 1 }
    return serve(store, input: streams.input, output: streams.output)
  }

  /// Ends the process.
  ///
  /// A plugin that ends while the host waits for an answer is started again, and goes on after its last commit.
  ///
  /// - Parameters:
  ///   - status: the status to exit with.
  ///   - words: a line for standard error, which the host shows when it gives up.
  public static func end(with status: Int32, saying words: String? = nil) -> Never {
    if let words {
      // Without a reader there is no one to report to.
      try? Array((words + "\n").utf8).withUnsafeBytes { try Descriptor(borrowing: 2).write($0) }
    }
    CurrentProcess.exit(status)
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
