import HealthModel
import HealthPluginKit
import HealthStorage

/// Scans: a plugin that has the level `scan` passes on numbers instead of whole samples.
extension ProcessBackend {
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    if scan.partCount > 0, scans, hasNumbers(scan.query), let stored = await storedForm(of: scan.queryOfAllParts),
      // Samples that are stored under two ids of a type come one after the other.
      stored.types.count == 1, let results = try await scanned(scan, stored, initial, update)
    {
      return results
    }
    return try await scanByQuery(scan, into: initial, update)
  }

  /// Whether the samples' values are numbers: of others the registry knows the cases, not the plugin.
  private func hasNumbers(_ query: SampleQuery) -> Bool {
    guard query.types.count == 1, query.limit != 0, query.ids?.isEmpty != true,
      let type = query.types.first.flatMap({ registry.type(named: $0) })
    else { return false }
    return type.shape.column == .number && type.shape.members == nil
  }

  /// The results of the plugin's answer; `nil` when the question has to be put otherwise.
  private func scanned<Result: Sendable>(
    _ scan: SampleScan, _ stored: SampleQuery, _ initial: @Sendable (_ part: Int) -> Result,
    _ update: @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result]? {
    var thrown: (any Error)?
    let results = try await question { (conversation) async throws(PluginFailure) -> [Result]? in
      let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
      guard plan.isWhollySent else { return nil }
      // A query to a plugin that is lost meanwhile is repeated from the beginning.
      var results = (0..<scan.partCount).map(initial)
      var reader = ScanColumnReader(scan.columns, plan.sent)
      _ = try await conversation.stream("the answer to a scan", { .scan(ask: $0, plan.sent, scan.columns) }) {
        (part) async throws(PluginFailure) -> Bool in
        guard case .columns(let names, let count, let text) = part else {
          throw await conversation.broken(.pluginProtocol, "wrote something else in the answer to a scan")
        }
        do throws(ScanColumnReader.Fault) {
          try reader.take(names, count: count, text)
        } catch {
          throw await conversation.broken(.pluginProtocol, "wrote columns that cannot be read: \(error.words)")
        }
        do {
          try Task.checkCancellation()
          try Self.update(&results, with: reader.columns, of: scan, update)
        } catch {
          thrown = error
          return false
        }
        return true
      }
      return results
    }
    if let thrown { throw blanked(thrown) }
    return results
  }

  private static func update<Result: Sendable>(
    _ results: inout [Result], with columns: SampleColumns, of scan: SampleScan,
    _ update: @Sendable (inout Result, SampleColumns) throws -> Void
  ) throws {
    guard let first = columns.start.first, let last = columns.start.last, let end = columns.end.max() else { return }
    for part in results.indices {
      guard let time = scan.time(ofPart: part) else {
        try update(&results[part], columns)
        continue
      }
      guard end >= time.from, first < time.to else { continue }
      if first >= time.from, last < time.to {
        try update(&results[part], columns)
        continue
      }
      let chosen = columns.overlapping(time)
      if chosen.count > 0 { try update(&results[part], chosen) }
    }
  }
}
