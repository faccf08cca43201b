import HealthStorage
import Synchronization

/// One place for a plugin's process: starts it when it is needed, and again when it was lost.
actor PluginLink {
  nonisolated let lock = AsyncLock()
  nonisolated let limits: ProcessLimits
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

  func conversation() async throws(StorageError) -> PluginConversation {
    guard let former = current else { return try await startFirst() }
    if let verdict = former.verdict { throw verdict }
    if former.isDismissed { return try await startFirst() }
    // One that says it may work later is alive, and another one begins anew.
    guard former.hasEnded || former.isLost else { return former }
    await former.channel.end(.orderly)
    return try await restart(after: former)
  }

  private func startFirst() async throws(StorageError) -> PluginConversation {
    switch try await start() {
    case .started(let conversation): return conversation
    case .lost(let loss): throw loss
    }
  }

  private func start() async throws(StorageError) -> PluginConversation.Start {
    let start = try await PluginConversation.start(plan)
    guard case .started(let conversation) = start else { return start }
    current = conversation
    guard isClosed else { return start }
    // It was closed while the process started.
    await conversation.dismiss()
    throw StorageError(.failed, "the store of the plugin \(conversation.name) is closed")
  }

  private func restart(after former: PluginConversation) async throws(StorageError) -> PluginConversation {
    var loss =
      former.loss
      ?? StorageError(.pluginExited, "the plugin \(former.name) ended by itself\(former.channel.quotedErrorTail)")
    while let pause = budget.take() {
      try? await Task.sleep(for: .milliseconds(pause))
      switch try await start() {
      case .started(let conversation): return conversation
      case .lost(let again): loss = again
      }
    }
    if loss.hint == nil, limits.restarts > 0 {
      loss.hint = "it was started again \(limits.restarts == 1 ? "once" : "\(limits.restarts) times")"
    }
    throw loss
  }

  func close() async {
    isClosed = true
    guard let conversation = current else { return }
    if !conversation.hasEnded { conversation.send(.shutdown) }
    await conversation.dismiss(.orderly)
  }

  deinit { current?.channel.request(.killed) }
}

/// The parameters to start a plugin with.
struct PluginPlan: Sendable {
  var executable: PluginExecutable
  var hello: HostHello
  var limits: ProcessLimits
  var secrets: StoreSecrets
  var log: @Sendable (String) -> Void
}

/// How many times plugins may still be started again, and after which pauses.
final class RestartBudget: Sendable {
  private let used = Mutex(0)
  private let limits: ProcessLimits

  init(_ limits: ProcessLimits) { self.limits = limits }

  /// Takes one start; the result is the pause before it in milliseconds, `nil` when none is left.
  ///
  /// The pause is up to a quarter shorter or longer, so that many hosts do not come back at the same moment.
  func take() -> Int? {
    let number = used.withLock { used -> Int? in
      guard used < limits.restarts else { return nil }
      used += 1
      return used
    }
    guard let number else { return nil }
    let pause = limits.pauses.indices.contains(number - 1) ? limits.pauses[number - 1] : limits.pauses.last ?? 0
    return pause - pause / 4 + Int.random(in: 0...pause / 2)
  }
}

/// Lets one conversation at a time through, in the order they came.
final class AsyncLock: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func enter() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isFree = state.withLock { state -> Bool in
        if state.isTaken {
          state.waiting.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}
