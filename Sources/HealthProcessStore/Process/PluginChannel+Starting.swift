import AssayPlatform
import HealthModel
import HealthStorage

extension PluginChannel {
  /// Starts a plugin: in its own process group, with a clean environment, three pipes and no other descriptor, every
  /// signal at its default.
  ///
  /// - Throws: `StorageError` of the code `pluginStart`.
  static func start(
    _ plugin: PluginExecutable, limits: ProcessLimits, secrets: StoreSecrets, log: @escaping @Sendable (String) -> Void
  ) throws(StorageError) -> PluginChannel {
    try ProgramFile.check(plugin)
    let name = TextEscaping.escaped(plugin.name)
    let wake: (readEnd: PipeEnd, writeEnd: PipeEnd)
    let program: StartedProgram
    do {
      wake = try PipeEnd.pair()
      for end in [wake.readEnd, wake.writeEnd] { end.unblock() }
      program = try ProgramStart(
        path: plugin.path, arguments: plugin.arguments, environment: PluginEnvironment.variables(plugin.environment)
      ).start()
    } catch {
      throw StorageError(
        .pluginStart,
        "the plugin \(name) cannot be started: \(TextEscaping.escaped(plugin.path, limit: 1000)): \(reason(error))")
    }
    let channel = PluginChannel(name: name, limits: limits, secrets: secrets, wakeEnd: wake.writeEnd, log: log)
    let hasThread = SystemThread.start { ChannelLoop(channel: channel, program: program, wake: wake.readEnd).run() }
    if !hasThread {
      // The end that would be read is gone: writing to it would raise SIGPIPE.
      channel.closeWakeEnd()
      program.process.killGroup()
      channel.finish(ProcessEnd(program.process.reap()))
    }
    return channel
  }

  private static func reason(_ error: SystemError) -> String {
    guard error == .noProgram else { return error.description }
    return "it is neither a program nor a script with a first line such as `#!/usr/bin/env python3`"
  }
}
