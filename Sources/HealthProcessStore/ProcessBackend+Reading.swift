import HealthModel
import HealthPluginKit
import HealthStorage

extension ProcessBackend {
  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try require(.query, "does not answer queries")
    if query.limit == 0 || query.ids?.isEmpty == true { return }
    if query.types.isEmpty { try await refuseStrangers() }
    guard let stored = await storedForm(of: query) else { return }
    var thrown: (any Error)?
    var hasPassedOn = false
    try await question(mayRepeat: !hasPassedOn) { (conversation) async throws(PluginFailure) in
      let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
      var answer = QueryAnswer(plan, decoder: decoder)
      var isWanted = true
      _ = try await conversation.stream("the answer to a query", { .query(ask: $0, plan.sent) }) {
        (part) async throws(PluginFailure) -> Bool in
        guard case .rows(let rows) = part else {
          throw await conversation.broken(.pluginProtocol, "wrote something other than rows in the answer to a query")
        }
        if let fault = answer.firstFault(in: rows) {
          throw await conversation.broken(
            .pluginProtocol, "answers out of order: \(rows.lines[fault].id) comes too late")
        }
        if let stranger = answer.firstStranger(in: rows) {
          throw await conversation.broken(
            .pluginProtocol, "answered a query with \(rows.lines[stranger].id), a sample that does not match it")
        }
        do {
          let batches = try answer.take(rows)
          hasPassedOn = hasPassedOn || !batches.isEmpty
          isWanted = try Self.pass(batches, to: body) && !answer.isDone
        } catch {
          thrown = error
          isWanted = false
        }
        return isWanted
      }
      guard isWanted else { return }
      do {
        _ = try Self.pass(answer.finish(), to: body)
      } catch {
        thrown = error
      }
    }
    if let thrown { throw blanked(thrown) }
  }

  /// Passes batches on; says whether more are wanted.
  private static func pass(_ batches: [SampleBatch], to body: (SampleBatch) throws -> Bool) rethrows -> Bool {
    for batch in batches {
      guard try body(batch) else { return false }
    }
    return true
  }

  /// An error without secrets, when it is the store's; those of the caller stay as they are.
  func blanked(_ error: any Error) -> any Error { (error as? StorageError).map { secrets.blanked($0) } ?? error }

  /// The decoder of samples from rows.
  var decoder: RowDecoder { RowDecoder(registry: context.registry, lines: context.lines, name: name) }

  /// Refuses questions for all types when the store has samples of one that the registry does not have.
  private func refuseStrangers() async throws(StorageError) {
    let strangers = await writer.signatures.strangers
    guard !strangers.isEmpty else { return }
    let stored = Set(try await counts().map(\.type))
    if let stranger = strangers.first(where: { stored.contains($0) }) { throw StorageError.stranger(stranger) }
  }

  /// A question with the ids that its types are stored under; `nil` when it asks for unknown types only.
  func storedForm(of query: SampleQuery) async -> SampleQuery? {
    guard !query.types.isEmpty else { return query }
    var stored = query
    stored.types = await writer.signatures.storedNames(of: query.types)
    return stored.types.isEmpty ? nil : stored
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] {
    do throws(StorageError) {
      let counts = try await question { (conversation) async throws(PluginFailure) -> [StoredTypeCount] in
        let number = conversation.ask { .counts(ask: $0) }
        let message = try await conversation.answer(to: number, "counts")
        guard case .counts(_, let counts) = message else {
          throw await conversation.unexpected(.message(message), insteadOf: "counts")
        }
        return counts
      }
      return Self.ordered(counts.map(shown))
    } catch {
      guard error.code == .unsupported, capabilities.contains(.query) else { throw error }
    }
    return try await countedByQuery()
  }

  /// A count with the id of its type; of one that is not known, only what is not a secret.
  private func shown(_ count: StoredTypeCount) -> StoredTypeCount {
    guard context.registry.typeIndex(named: count.type) == nil else { return count }
    return StoredTypeCount(type: secrets.blanked(count.type), count: count.count)
  }

  private func countedByQuery() async throws(StorageError) -> [StoredTypeCount] {
    var counts = Array(repeating: 0, count: context.registry.types.count)
    try await question { (conversation) async throws(PluginFailure) in
      // A query to a plugin that is lost meanwhile is repeated from the beginning.
      counts = Array(repeating: 0, count: context.registry.types.count)
      _ = try await conversation.stream("the answer to a query", { .query(ask: $0, SampleQuery()) }) {
        (part) async throws(PluginFailure) -> Bool in
        guard case .rows(let rows) = part else { return true }
        for line in rows.lines where line.correlation == nil {
          if let type = context.registry.typeIndex(at: line.type, in: rows.text.span.bytes) { counts[type] += 1 }
        }
        return true
      }
    }
    return Self.ordered(
      counts.enumerated().map { StoredTypeCount(type: context.registry.types[$0.offset].id, count: $0.element) })
  }

  private static func ordered(_ counts: [StoredTypeCount]) -> [StoredTypeCount] {
    counts.filter { $0.count > 0 }.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }

  func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    // Values are added in the order of start and id, whatever the order of the answer.
    var asked = query
    if query.limit == nil, query.after == nil { asked.sort = .ascending }
    guard let stored = await storedForm(of: asked) else { return SampleStatistics() }
    if capabilities.contains(.statistics) {
      let answer = try await question { (conversation) async throws(PluginFailure) -> SampleStatistics? in
        let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
        guard plan.isWhollySent, plan.sent.limit == plan.limit else { return nil }
        let number = conversation.ask { .statistics(ask: $0, plan.sent) }
        let message = try await conversation.answer(to: number, "statistics")
        guard case .statistics(_, let statistics) = message else {
          throw await conversation.unexpected(.message(message), insteadOf: "statistics")
        }
        return statistics
      }
      if let answer { return answer }
    }
    var statistics = SampleStatistics()
    try await self.query(asked) { batch in
      statistics.add(batch)
      return true
    }
    return statistics
  }
}
