import HealthPluginKit
import HealthStorage

/// One place for a plugin's process: starts it when it is needed, and again when it was lost.
actor PluginLink {
  /// Held by whoever talks with the plugin.
  nonisolated let lock = AsyncLock()
  /// How long the plugin may take and how much it may write.
  nonisolated let limits: ProcessLimits
  /// The secrets to remove from all output of the plugin.
  nonisolated let secrets: StoreSecrets
  private let plan: PluginPlan
  private let budget: RestartBudget
  private var current: PluginConversation?
  private var isClosed = false

  init(_ plan: PluginPlan, budget: RestartBudget) {
    self.plan = plan
    limits = plan.limits
    secrets = plan.secrets
    self.budget = budget
  }

  /// The conversation under way, or a new one when the last was lost.
  ///
  /// - Throws: never `lost`: what fails at the first start, or was started again too often, stays so.
  func conversation() async throws(PluginFailure) -> PluginConversation {
    guard let former = current else { return try await startFirst() }
    if let verdict = former.verdict { throw .broken(verdict) }
    if former.isDismissed { return try await startFirst() }
    // One that says it may work later is alive, and another one begins anew.
    guard former.hasEnded || former.loss != nil else { return former }
    await former.channel.end(.orderly)
    return try await restart(after: former)
  }

  private func startFirst() async throws(PluginFailure) -> PluginConversation {
    do throws(PluginFailure) {
      return try await start()
    } catch {
      guard case .lost(let loss) = error else { throw error }
      throw .broken(loss)
    }
  }

  private func start() async throws(PluginFailure) -> PluginConversation {
    let conversation = try await PluginConversation.start(plan)
    current = conversation
    guard isClosed else { return conversation }
    // It was closed while the process started.
    await conversation.dismiss()
    throw .broken(StorageError(.failed, "the store of the plugin \(conversation.name) is closed"))
  }

  private func restart(after former: PluginConversation) async throws(PluginFailure) -> PluginConversation {
    var loss =
      former.loss
      ?? StorageError(.pluginExited, "the plugin \(former.name) ended by itself\(former.channel.quotedErrorTail)")
    while let pause = budget.take() {
      try? await Task.sleep(for: .milliseconds(pause))
      do throws(PluginFailure) {
        return try await start()
      } catch {
        guard case .lost(let again) = error else { throw error }
        loss = again
      }
    }
    if loss.hint == nil, limits.restarts > 0 {
      loss.hint = "it was started again \(limits.restarts == 1 ? "once" : "\(limits.restarts) times")"
    }
    throw .broken(loss)
  }

  /// Ends the process, if there is one.
  func close() async {
    isClosed = true
    guard let conversation = current else { return }
    if !conversation.hasEnded { conversation.send(.shutdown) }
    await conversation.dismiss(.orderly)
  }

  deinit { current?.channel.request(.killed) }
}
