import HealthModel

/// Which samples name which as their parent: the routes of a workout.
struct MemoryParents: Sendable {
  private var children: [SampleID: Set<SampleID>] = [:]

  /// The samples that can belong to a sample, stored or not.
  func children(of parent: SampleID) -> Set<SampleID> { children[parent] ?? [] }

  /// Notes the parent of a sample that is added.
  mutating func add(_ row: Int, of batch: SampleBatch) {
    guard let parent = Self.parent(row, of: batch) else { return }
    children[parent, default: []].insert(batch.id[row])
  }

  /// Forgets the parent of a sample that is removed.
  mutating func remove(_ row: Int, of batch: SampleBatch) {
    guard let parent = Self.parent(row, of: batch), var left = children[parent] else { return }
    left.remove(batch.id[row])
    children[parent] = left.isEmpty ? nil : left
  }

  /// The parent that a sample names; only structured samples have a text that is an object.
  private static func parent(_ row: Int, of batch: SampleBatch) -> SampleID? {
    let text = batch.text[row].indices
    guard !text.isEmpty, batch.arena[text.lowerBound] == UInt8(ascii: "{") else { return nil }
    return StructureContent.parent(at: text, in: batch.arena.span.bytes)
  }
}
