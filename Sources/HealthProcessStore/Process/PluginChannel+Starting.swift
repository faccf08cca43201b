import HealthModel
import HealthPluginKit
import HealthStorage
import Subprocess
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PluginChannel {
  /// Starts a plugin: in its own process group, with a clean environment, three pipes and no other descriptor, every
  /// signal at its default.
  ///
  /// - Throws: `StorageError` of the code `pluginStart`.
  static func start(
    _ plugin: PluginExecutable, limits: ProcessLimits, secrets: StoreSecrets, log: @escaping @Sendable (String) -> Void
  ) async throws(StorageError) -> PluginChannel {
    try ProgramFile.check(plugin)
    let pipes = try Pipes()
    let channel = PluginChannel(
      name: TextEscaping.escaped(plugin.name), limits: limits, secrets: secrets,
      wakeEnd: pipes.wake.writeEnd, log: log)
    let reason = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
      channel.run(plugin, pipes, started: continuation)
    }
    guard let reason else { return channel }
    throw StorageError(
      .pluginStart,
      "the plugin \(channel.name) cannot be started: \(TextEscaping.escaped(plugin.path, limit: 1000)): \(reason)")
  }

  /// The pipes of a process and of the thread that serves it.
  private struct Pipes: Sendable {
    let input: PipeEnds
    let output: PipeEnds
    let error: PipeEnds
    let wake: PipeEnds

    init() throws(StorageError) {
      var made: [PipeEnds] = []
      do throws(StorageError) {
        while made.count < 4 { made.append(try PipeEnds.make()) }
      } catch {
        for pipe in made { pipe.close() }
        throw error
      }
      input = made[0]
      output = made[1]
      error = made[2]
      wake = made[3]
      for end in [input.writeEnd, output.readEnd, error.readEnd, wake.readEnd, wake.writeEnd] {
        PipeEnds.unblock(end)
      }
    }

    /// Closes the ends that are the host's; the others were handed over.
    func closeOwn() {
      for end in [input.writeEnd, output.readEnd, error.readEnd, wake.readEnd, wake.writeEnd] { PipeEnds.close(end) }
    }
  }

  /// Runs the process in a task of its own, which lasts until it is reaped.
  ///
  /// The continuation gets `nil` when the process has started, otherwise the reason why not.
  private func run(_ plugin: PluginExecutable, _ pipes: Pipes, started: CheckedContinuation<String?, Never>) {
    var options = PlatformOptions()
    options.processGroupID = 0
    let configuration = Configuration(
      executable: .path(FilePath(plugin.path)), arguments: Arguments(plugin.arguments),
      environment: .custom(PluginEnvironment.variables(plugin.environment)), platformOptions: options)
    let starter = Starter(started)
    Task.detached {
      do {
        let result = try await Subprocess.run(
          configuration,
          input: .fileDescriptor(FileDescriptor(rawValue: pipes.input.readEnd), closeAfterSpawningProcess: true),
          output: .fileDescriptor(FileDescriptor(rawValue: pipes.output.writeEnd), closeAfterSpawningProcess: true),
          error: .fileDescriptor(FileDescriptor(rawValue: pipes.error.writeEnd), closeAfterSpawningProcess: true)
        ) { execution in
          self.serve(execution.processIdentifier, pipes)
          starter.resume(nil)
          await self.waitForGate()
        }
        switch result.terminationStatus {
        case .exited(let status): self.finish(.status(status))
        case .signaled(let number): self.finish(.signal(number))
        }
      } catch {
        // Before the start this tells why there is none; afterwards, that the end of the process cannot be told.
        if starter.resume(Self.reason(error)) {
          self.openGate()
          pipes.closeOwn()
        }
        self.finish(.unknown)
      }
    }
  }

  /// Starts the thread for a process; without one the process is killed.
  private func serve(_ identifier: ProcessIdentifier, _ pipes: Pipes) {
    #if os(Linux)
      let descriptor = identifier.processDescriptor
    #else
      let descriptor: Int32 = -1
    #endif
    let process = StartedProcess(
      number: identifier.value, descriptor: descriptor, input: pipes.input.writeEnd, output: pipes.output.readEnd,
      error: pipes.error.readEnd, wake: pipes.wake.readEnd)
    let hasThread = SystemThread.start { [self] in ChannelLoop(channel: self, process: process).run() }
    guard !hasThread else { return }
    kill(-process.number, SIGKILL)
    openGate()
    pipes.closeOwn()
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? SubprocessError, let cause = error.underlyingError else { return "\(error)" }
    if cause.rawValue == ENOEXEC {
      return "it is neither a program nor a script with a first line such as `#!/usr/bin/env python3`"
    }
    return String(cString: strerror(cause.rawValue))
  }
}

/// Resumes a continuation once.
private final class Starter: Sendable {
  private let continuation: Mutex<CheckedContinuation<String?, Never>?>

  init(_ continuation: CheckedContinuation<String?, Never>) { self.continuation = Mutex(continuation) }

  /// Says whether this was the first time.
  @discardableResult func resume(_ reason: String?) -> Bool {
    let waiting = continuation.withLock { continuation in
      let waiting = continuation
      continuation = nil
      return waiting
    }
    waiting?.resume(returning: reason)
    return waiting != nil
  }
}
