import HealthModel
import HealthStorage

/// Reads samples with the members of those that are correlations, as batches.
struct LineGroupReader {
  private let snapshot: Snapshot
  private let coding: any SampleLineCoding
  private let parent: ParentMatch?
  private var reader: IndexReader
  /// A batch has no more samples, or bytes of text, than this and one group.
  private static let rowLimit = 4096
  private static let byteLimit = 4 << 20

  private struct Member {
    var sample: StoredSample
    var role: String
  }

  init(
    _ snapshot: Snapshot, coding: any SampleLineCoding, ceiling: Int64 = Int64.max, parent: ParentMatch? = nil
  ) {
    self.snapshot = snapshot
    self.coding = coding
    self.parent = parent
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count, ceiling: ceiling)
  }

  /// Passes samples on in their order, a correlation followed by its members, with the part of them in each batch.
  ///
  /// - Throws: `SnapshotMoved` when a line is not there any more, and what the function throws.
  mutating func read(
    _ heads: [StoredSample], _ body: (SampleBatch, ArraySlice<StoredSample>) throws -> Bool
  ) throws -> Bool {
    let lines = try FetchedLines(heads, of: snapshot)
    var members: [Member] = []
    var groups: [Int] = []
    var chosen: [Int] = []
    var begin = 0
    var byteCount = 0
    for place in heads.indices {
      let known = members.count
      if parent?.canMatch(heads[place], lines.ranges[place], in: lines.bytes) ?? true {
        if snapshot.state.types[heads[place].type].hasMembers {
          try appendMembers(of: heads[place], in: lines.ranges[place], of: lines.bytes, to: &members)
        }
        chosen.append(place)
        groups.append(members.count - known + 1)
        byteCount += heads[place].length + members[known...].reduce(0) { $0 + $1.sample.length }
      }
      let isLast = place == heads.count - 1
      guard isLast || groups.count + members.count >= Self.rowLimit || byteCount >= Self.byteLimit else { continue }
      let batch = try chosen.isEmpty ? SampleBatch() : self.batch(chosen, of: heads, lines, members, groups)
      guard try body(batch, heads[begin...place]) else { return false }
      begin = place + 1
      chosen.removeAll(keepingCapacity: true)
      members.removeAll(keepingCapacity: true)
      groups.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    return true
  }

  /// The members that a correlation's line names.
  private mutating func appendMembers(
    of head: StoredSample, in line: Range<Int>, of bytes: [UInt8], to members: inout [Member]
  ) throws {
    for reference in try references(of: head, in: line, of: bytes) {
      guard let sample = try reader.sample(reference.id) else {
        throw SnapshotMoved(message: "the correlation \(head.id) lacks its member \(reference.id)")
      }
      // A type says its role where they have one name.
      members.append(Member(sample: sample, role: reference.role == reference.type ? "" : reference.role))
    }
  }

  private func references(
    of head: StoredSample, in line: Range<Int>, of bytes: [UInt8]
  ) throws -> [MemberReference] {
    guard let stored = StoredLine(line, in: bytes),
      let references = MemberReference.all(from: line.lowerBound + head.bare, to: stored.tail, in: bytes)
    else { throw SnapshotMoved(message: "the correlation \(head.id) has damaged members") }
    return references
  }

  /// The references of correlations to their members, in the order of the correlations.
  func references(of heads: [StoredSample]) throws -> [[MemberReference]] {
    let lines = try FetchedLines(heads, of: snapshot)
    return try heads.indices.map { try references(of: heads[$0], in: lines.ranges[$0], of: lines.bytes) }
  }

  private func batch(
    _ part: [Int], of heads: [StoredSample], _ lines: FetchedLines, _ members: [Member], _ groups: [Int]
  ) throws -> SampleBatch {
    let memberLines = try FetchedLines(members.map(\.sample), of: snapshot)
    var text: [UInt8] = []
    var ids: [SampleID] = []
    var next = 0
    for (place, count) in zip(part, groups) {
      Self.append(heads[place], lines.ranges[place], of: lines.bytes, role: "", to: &text)
      ids.append(heads[place].id)
      for member in next..<next + count - 1 {
        let range = memberLines.ranges[member]
        Self.append(members[member].sample, range, of: memberLines.bytes, role: members[member].role, to: &text)
        ids.append(members[member].sample.id)
      }
      next += count - 1
    }
    let batch = try coding.samples(text, groups: groups)
    guard batch.id == ids else {
      throw SnapshotMoved(message: "\(snapshot.place.shown) has a line of another sample than its index says")
    }
    return batch
  }

  /// Appends a sample's object without what the store added, with its role if it has one, as a line.
  private static func append(
    _ sample: StoredSample, _ line: Range<Int>, of bytes: [UInt8], role: String, to text: inout [UInt8]
  ) {
    text.append(contentsOf: bytes[line.lowerBound..<line.lowerBound + sample.bare])
    if !role.isEmpty {
      text.append(contentsOf: ",\"role\":".utf8)
      JSONText.appendQuoted(role.utf8, to: &text)
    }
    text.append(contentsOf: "}\n".utf8)
  }
}
