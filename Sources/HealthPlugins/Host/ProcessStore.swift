import AssayPlatform
import HealthModel
public import HealthStorage
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

/// Stores in other processes: programs in any language that speak the protocol of Documentation/plugin-protocol.md.
public enum ProcessStore {
  /// Starts a plugin and opens its store.
  ///
  /// The plugin runs in its own process group with a clean environment. Whatever happens, nothing of the group is left
  /// when the backend is closed or let go.
  ///
  /// - Parameters:
  ///   - plugin: the program, as the operator named it.
  ///   - url: the store, as the operator named it.
  ///   - context: what the backend is opened with.
  ///   - limits: how long the plugin may take and how much it may write.
  ///   - host: the name and version of the program that asks, as the plugin is reported.
  ///   - log: called, from any thread, with what the plugin says to the operator: a level (`debug`, `info`, `warning`,
  ///     `error`), a colon, the plugin's name, a colon and a text, safe to show.
  /// - Returns: the backend.
  /// - Throws: `StorageError`, with one of the codes that begin with `plugin-` when the plugin cannot be started, does
  ///   not say hello as it should or refuses the store; `incompatible` when the registry would make stored samples mean
  ///   something else.
  public static func open(
    _ plugin: PluginExecutable, url: StorageURL, context: StorageContext, limits: ProcessLimits = ProcessLimits(),
    host: String = "assay", log: @escaping @Sendable (String) -> Void
  ) async throws(StorageError) -> any StorageBackend {
    try context.check()
    guard let parameters = url.parameters else {
      throw StorageError(
        .pluginConfiguration, "the text after `?` in \(url.shown) cannot be read",
        hint: "write it as `name=value&name=value`, with `%20` for a blank")
    }
    let limits = limits.bounded
    let session = newSession()
    let options = context.options
    let hello = HostHello(
      host: host, session: session, url: url.description, parameters: parameters, isReadOnly: options.isReadOnly,
      owner: options.owner, restoresDeleted: options.restoresDeleted, waitMilliseconds: options.waitMilliseconds,
      maximumLine: limits.maximumLine, maximumSample: limits.maximumSample)
    let secrets = StoreSecrets(url, others: plugin.secrets)
    let plan = PluginPlan(executable: plugin, hello: hello, limits: limits, secrets: secrets, log: log)
    var readingPlan = plan
    readingPlan.hello.session = newSession()
    readingPlan.hello.isReadOnly = true
    let budget = RestartBudget(limits)
    let link = PluginLink(plan, budget: budget)
    do throws(StorageError) {
      let conversation = try await link.conversation()
      let notes = try await conversation.notes(prefix: TypeSignatures.prefix)
      let writer = WriteSession(
        link: link, context: context, session: session,
        signatures: try TypeSignatures(notes, registry: context.registry))
      return ProcessBackend(
        name: conversation.name, hello: conversation.hello, context: context, writer: writer,
        reader: PluginLink(readingPlan, budget: budget))
    } catch {
      await link.close()
      throw secrets.blanked(error)
    }
  }

  /// 32 hexadecimal digits that no other run has.
  private static func newSession() -> String { Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: 0...255) }) }

  /// The factory of stores that a program keeps: a kind of store for a program of one's own.
  ///
  /// ```swift
  /// let ring = PluginExecutable(name: "ring", path: "/opt/ring/store")
  /// let store = try await HealthStore(
  ///   "ring:?path=health.ring", backends: StorageBackendFactory.builtIn + [ProcessStore.factory(ring, scheme: "ring")])
  /// ```
  ///
  /// - Parameters:
  ///   - plugin: the program. It is started when a store is opened, with the parameters after `?` of the URL.
  ///   - scheme: the scheme of the URLs that it opens.
  ///   - limits: how long the program may take and how much it may write.
  ///   - host: the name and version of the program that asks, as the plugin is greeted.
  ///   - log: called, from any thread, with what the plugin says to the operator.
  /// - Returns: the factory.
  public static func factory(
    _ plugin: PluginExecutable, scheme: String, limits: ProcessLimits = ProcessLimits(), host: String = "assay",
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) -> StorageBackendFactory {
    StorageBackendFactory(
      scheme: scheme, summary: "keeps samples by the program \(TextEscaping.escaped(plugin.name, limit: 200))",
      location: "?NAME=VALUE"
    ) { (url, context) throws(StorageError) -> any StorageBackend in
      try await open(plugin, url: url, context: context, limits: limits, host: host, log: log)
    }
  }
}
