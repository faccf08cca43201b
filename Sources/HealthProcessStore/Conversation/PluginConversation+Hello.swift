import HealthModel
import HealthPluginKit
import HealthStorage

extension PluginConversation {
  /// The levels that a plugin may name.
  private static let knownLevels: Set<String> = ["query", "scan", "changes", "delete", "statistics", "compact"]

  /// Starts a plugin and says hello.
  ///
  /// - Throws: `lost` when it ended before its hello, or says that it may work later.
  static func start(_ plan: PluginPlan) async throws(PluginFailure) -> PluginConversation {
    let channel: PluginChannel
    do throws(StorageError) {
      channel = try PluginChannel.start(
        plan.executable, limits: plan.limits, secrets: plan.secrets, log: plan.log)
    } catch {
      throw .broken(error)
    }
    channel.send([HostMessage.hello(plan.hello).line])
    do throws(PluginFailure) {
      let hello = try await hear(channel, plan.limits.helloMilliseconds)
      try check(hello, plan.hello.versions, channel)
      return PluginConversation(channel: channel, hello: hello)
    } catch {
      if case .refused = error { await channel.end(.orderly) } else { await channel.end(.killed) }
      // Its standard error is complete now.
      throw error.adding(channel.quotedErrorTail)
    }
  }

  private static func firstArrival(_ channel: PluginChannel, _ limit: Int) async throws(PluginFailure) -> Arrival {
    do throws(ChannelFailure) {
      return try await channel.next(limit: limit)
    } catch {
      switch error {
      case .silent, .onlyWorking:
        // A line that it began and did not end comes when it is gone.
        await channel.end(.killed)
        if let rest = try? await channel.next(limit: 0) { return rest }
        throw .broken(
          StorageError(
            .pluginTimeout, "the plugin \(channel.name) said no hello within \(limit) ms",
            remedy: .allowMoreTimeToStart))
      case .ended(let end):
        throw .lost(StorageError(.pluginExited, "the plugin \(channel.name) ended \(end) before its hello"))
      }
    }
  }

  private static func hear(_ channel: PluginChannel, _ limit: Int) async throws(PluginFailure) -> PluginHello {
    let arrival = try await firstArrival(channel, limit)
    switch arrival {
    case .message(.hello(let hello)): return hello
    case .message(.error(_, _, let error)):
      let told = StorageError(error, plugin: channel.name, channel.secrets)
      throw error.kind == .transient ? .lost(told) : .refused(told)
    case .message(let message):
      throw .broken(
        StorageError(.pluginHello, "the plugin \(channel.name) said `\(message.kind)` where its hello was due"))
    case .unreadable(let line, let fault):
      let shown = channel.secrets.shown(utf8: line)
      guard fault.kind != .badMember else {
        // The member itself, where there is one: a long hello is cut.
        let value = CanonicalObject.value(of: fault.word, of: 0..<line.count, in: line)
        let quoted = value.map { channel.secrets.shown(utf8: line[$0]) } ?? shown
        let words = "the plugin \(channel.name) said hello with a wrong or missing `\(fault.word)`: `\(quoted)`"
        throw .broken(StorageError(.pluginHello, words))
      }
      throw .broken(
        StorageError(
          .pluginHello, "the plugin \(channel.name) printed text before its hello: `\(shown)`",
          hint: "what a plugin prints belongs on standard error"))
    case .rows, .columns:
      throw .broken(StorageError(.pluginFlood, "the plugin \(channel.name) wrote rows before its hello"))
    case .flood(let words): throw .broken(StorageError(.pluginFlood, "the plugin \(channel.name) wrote \(words)"))
    }
  }

  /// Checks that the hello promises nothing that the host cannot follow.
  private static func check(
    _ hello: PluginHello, _ versions: ClosedRange<Int>, _ channel: PluginChannel
  ) throws(PluginFailure) {
    let name = channel.name
    guard versions.contains(hello.protocolVersion) else {
      let isNewer = hello.protocolVersion > versions.upperBound
      throw .broken(
        StorageError(
          .pluginHello,
          "the plugin \(name) speaks version \(hello.protocolVersion) of the protocol, and this program versions "
            + "\(versions.lowerBound) to \(versions.upperBound)",
          hint: isNewer ? "update this program, or use an older version of the plugin" : "update the plugin"))
    }
    for level in hello.levels where level.hasPrefix("*") && !knownLevels.contains(String(level.dropFirst())) {
      throw .broken(
        StorageError(
          .pluginHello,
          "the plugin \(name) wants its level `\(channel.secrets.shown(level.dropFirst()))` to be understood, "
            + "which this program does not", hint: "update this program, or use an older version of the plugin"))
    }
  }
}

extension PluginFailure {
  /// The failure with more words at the end of its message.
  fileprivate func adding(_ words: String) -> PluginFailure {
    var error = self.error
    error.message += words
    switch self {
    case .lost: return .lost(error)
    case .broken: return .broken(error)
    case .refused: return .refused(error)
    }
  }
}
