public import HealthModel
import Synchronization

/// Keeps samples in memory: for tests, dry runs and the library; the reference that other backends are compared with.
public final class MemoryStore: StorageBackend {
  private struct State {
    var samples: [SampleID: SampleBatch] = [:]
    /// Members of each correlation, with their roles.
    var members: [SampleID: [(id: SampleID, role: Int32)]] = [:]
    var progress: [String: ImportProgress] = [:]
  }

  private struct Contents {
    var committed = State()
    var open: State?
  }

  private let contents = Mutex(Contents())
  private let registry: Registry

  /// Creates an empty store for samples of the registry's types.
  public init(registry: Registry) { self.registry = registry }

  /// The factory for `memory:`.
  public static let factory = StorageBackendFactory(
    scheme: "memory", summary: "keeps samples until the command ends"
  ) { (_, registry, _) throws(StorageError) in
    MemoryStore(registry: registry)
  }

  /// Queries, and imports that go on where they were interrupted.
  public var capabilities: StorageCapabilities { [.query, .resume] }

  /// What an earlier import of an input left; `nil` when there was none.
  public func progress(of input: String) -> ImportProgress? {
    contents.withLock { $0.committed.progress[input] }
  }

  /// Adds samples to the open transaction, beginning one when none is open.
  public func append(_ batch: SampleBatch) -> AppendReceipt {
    contents.withLock { contents in
      var state = contents.open ?? contents.committed
      contents.open = nil
      var outcomes: [AppendReceipt.Outcome] = []
      var row = 0
      while row < batch.count {
        var end = row + 1
        while end < batch.count, batch.correlation[end] == Int32(truncatingIfNeeded: row) { end += 1 }
        outcomes += Self.appendGroup(row..<end, of: batch, to: &state)
        row = end
      }
      contents.open = state
      return AppendReceipt(outcomes: outcomes)
    }
  }

  /// Stores a sample, or a correlation with its members, whole or not at all.
  private static func appendGroup(
    _ rows: Range<Int>, of batch: SampleBatch, to state: inout State
  ) -> [AppendReceipt.Outcome] {
    // One id twice in a group with different content is a conflict with itself.
    var digests: [SampleID: UInt64] = [:]
    var outcomes = rows.map { row -> AppendReceipt.Outcome in
      let stored = state.samples[batch.id[row]]?.digest[0]
      let known = stored ?? digests.updateValue(batch.digest[row], forKey: batch.id[row])
      guard let known else { return .accepted }
      return known == batch.digest[row] ? .duplicate : .conflict
    }
    if outcomes.contains(.conflict) {
      for index in outcomes.indices where outcomes[index] == .accepted { outcomes[index] = .conflict }
      return outcomes
    }
    for (index, row) in rows.enumerated() {
      if state.samples[batch.id[row]] != nil {
        outcomes[index] = .duplicate
      } else {
        var single = SampleBatch()
        single.append(row, of: batch)
        state.samples[batch.id[row]] = single
      }
    }
    if rows.count > 1, state.members[batch.id[rows.lowerBound]] == nil {
      state.members[batch.id[rows.lowerBound]] = rows.dropFirst().map { (batch.id[$0], batch.role[$0]) }
    }
    return outcomes
  }

  /// Commits what was appended together with the import's progress.
  public func commit(_ progress: ImportProgress) {
    contents.withLock { contents in
      if let open = contents.open { contents.committed = open }
      contents.open = nil
      contents.committed.progress[progress.input] = progress
    }
  }

  /// Drops what was appended since the last commit.
  public func rollback() { contents.withLock { $0.open = nil } }

  /// Drops what was not committed; the committed samples stay as long as the store.
  public func close() { rollback() }

  /// The types that have committed samples, with how many, in the registry's order.
  public func counts() -> [StoredTypeCount] {
    let state = contents.withLock { $0.committed }
    var counts: [Int32: Int] = [:]
    for sample in state.samples.values { counts[sample.type[0], default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map {
      StoredTypeCount(type: registry.types[Int($0.key)].id, count: $0.value)
    }
  }

  /// Passes the committed samples that match to a function, a correlation followed by its members.
  ///
  /// - Throws: what the function throws.
  public func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) throws {
    let state = contents.withLock { $0.committed }
    let types = Set(query.types.compactMap { registry.typeIndex(named: $0) })
    let linked = query.omitsMembers ? Set(state.members.values.joined().map(\.id)) : []
    let found = state.samples.values.filter { sample in
      (query.types.isEmpty || types.contains(Int(sample.type[0]))) && !linked.contains(sample.id[0])
        && query.matchesTime(sample.start[0], sample.end[0]) && query.matchesSource(sample)
    }
    let isDescending = query.sort == .descending
    let ordered = found.sorted { left, right in
      if left.type[0] != right.type[0] { return left.type[0] < right.type[0] }
      if left.start[0] != right.start[0] { return (left.start[0] < right.start[0]) != isDescending }
      return left.id[0] < right.id[0]
    }
    for sample in ordered.prefix(query.limit ?? Int.max) {
      var batch = sample
      for member in state.members[sample.id[0]] ?? [] {
        guard let stored = state.samples[member.id] else { continue }
        batch.append(0, of: stored, correlation: 0)
        batch.role[batch.count - 1] = member.role
      }
      if try !body(batch) { return }
    }
  }
}

extension SampleQuery {
  /// Whether a sample's time matches; characteristics have no time and match when no time is asked for.
  func matchesTime(_ start: Int64, _ end: Int64) -> Bool {
    if start == SampleBatch.noTime { return from == nil && to == nil }
    if let from, isStrictStart ? start < from : end < from { return false }
    if let to, isStrictEnd ? end > to : start >= to { return false }
    return true
  }

  /// Whether the source's bundle or name, and the subject, are those asked for.
  func matchesSource(_ sample: SampleBatch) -> Bool {
    if let subject {
      guard sample.subject[0] >= 0, sample.string(sample.subjects.ranges[Int(sample.subject[0])]) == subject else {
        return false
      }
    }
    guard let source else { return true }
    guard sample.source[0] >= 0 else { return false }
    let object = sample.string(sample.sources.ranges[Int(sample.source[0])])
    var quoted: [UInt8] = []
    JSONText.appendQuoted(source.utf8, to: &quoted)
    let text = String(decoding: quoted, as: UTF8.self)
    return object.contains("\"bundle\":" + text) || object.contains("\"name\":" + text)
  }
}
