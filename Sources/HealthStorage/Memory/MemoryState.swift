import HealthModel

/// The tombstone of a deleted sample.
struct Tombstone: Sendable, Hashable {
  /// The type, as index into the registry.
  var type: Int32
  /// The number of the commit that deleted the sample.
  var commit: Int64
}

/// All that a store in memory holds: what is committed, and the open transaction.
struct MemoryState: Sendable {
  private(set) var table = MemoryTable()
  private(set) var groups = MemoryGroups()
  private(set) var tombstones: [SampleID: Tombstone] = [:]
  /// The number of the last commit that added or deleted samples.
  private(set) var lastCommit: Int64 = 0
  /// How far imports have come, in the order of their inputs' first commits.
  private(set) var imports: [ImportProgress] = []
  private var inputs: [String: Int] = [:]
  private var open = MemoryTransaction()
  /// Texts of definitions by their names.
  var definitions: [String: String] = [:]

  /// Whether appended samples wait for a commit.
  var isOpen: Bool { !open.isEmpty }

  /// How far the import of an input has come.
  func progress(of input: String) -> ImportProgress? { inputs[input].map { imports[$0] } }

  /// Adds samples to the open transaction.
  mutating func append(_ batch: SampleBatch, restoresDeleted: Bool) -> AppendReceipt {
    let store = MemoryTransaction.Surroundings(
      table: table, tombstones: tombstones, restoresDeleted: restoresDeleted)
    return open.append(batch, beside: store)
  }

  /// Makes the open transaction part of what is committed; one that changes nothing gets no number.
  mutating func commit(_ progress: ImportProgress?) {
    if !open.isEmpty {
      lastCommit += 1
      for batch in open.batches { table.add(batch, commit: lastCommit) }
      for group in open.groups { groups.add(group.id, open.links[group.links]) }
      for id in open.restored { tombstones[id] = nil }
    }
    open = MemoryTransaction()
    guard let progress else { return }
    if let index = inputs[progress.input] {
      imports[index] = progress
    } else {
      inputs[progress.input] = imports.count
      imports.append(progress)
    }
  }

  /// Forgets the open transaction.
  mutating func rollback() { open = MemoryTransaction() }

  /// Forgets imports; the result is how many.
  mutating func forget(_ inputs: Set<String>) -> Int {
    let count = imports.count
    imports.removeAll { inputs.contains($0.input) }
    self.inputs = Dictionary(uniqueKeysWithValues: imports.enumerated().map { ($0.element.input, $0.offset) })
    return count - imports.count
  }

  /// Removes samples in a separate commit, leaving tombstones.
  mutating func remove(_ ids: Set<SampleID>) {
    guard !ids.isEmpty else { return }
    lastCommit += 1
    for id in ids {
      guard let type = table.type(of: id) else { continue }
      tombstones[id] = Tombstone(type: type, commit: lastCommit)
    }
    groups.remove(ids)
    table.remove(ids)
  }
}
