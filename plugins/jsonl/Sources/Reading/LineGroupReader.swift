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

  init(_ snapshot: Snapshot, coding: any SampleLineCoding, ceiling: Int64 = Int64.max, parent: ParentMatch? = nil) {
    self.snapshot = snapshot
    self.coding = coding
    self.parent = parent
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count, ceiling: ceiling)
  }

  /// Passes samples on in their order, a correlation followed by its members, with the part of them in each batch.
  ///
  /// - Throws: `StorageError` with `movedLine` when a line is not there any more, and what the function throws.
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
        throw StorageError.movedLine("the correlation \(head.id) lacks its member \(reference.id)")
      }
      // A type says its role where they have one name.
      members.append(Member(sample: sample, role: reference.role == reference.type ? "" : reference.role))
    }
  }

  private func references(of head: StoredSample, in line: Range<Int>, of bytes: [UInt8]) throws -> [MemberReference] {
    guard let stored = StoredLine(line, in: bytes),
      let references = MemberReference.all(from: line.lowerBound + head.bare, to: stored.tail, in: bytes)
    else { throw StorageError.movedLine("the correlation \(head.id) has damaged members") }
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
      throw StorageError.movedLine("\(snapshot.place.shown) has a line of another sample than its index says")
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

/// Lines of samples, read from their files.
struct FetchedLines {
  private(set) var bytes: [UInt8] = []
  /// The place of each sample's line in `bytes`, in the requested order.
  private(set) var ranges: [Range<Int>]

  /// Lines that are so close together are read at once.
  private static let gap = 1 << 14
  private static let piece = 1 << 20

  private struct Place {
    var type: Int
    var month: SampleMonth
    var offset: Int
    var index: Int

    static func precedes(_ left: Place, _ right: Place) -> Bool {
      if left.type != right.type { return left.type < right.type }
      if left.month != right.month { return left.month < right.month }
      return left.offset < right.offset
    }
  }

  /// Reads the lines of samples, each file from its beginning on.
  ///
  /// - Throws: `StorageError` with `movedLine` when a line is not there any more.
  init(_ samples: [StoredSample], of snapshot: Snapshot) throws {
    ranges = Array(repeating: 0..<0, count: samples.count)
    var places = samples.indices.map { index in
      let sample = samples[index]
      return Place(type: sample.type, month: sample.month, offset: sample.offset, index: index)
    }
    places.sort(by: Place.precedes)
    bytes.reserveCapacity(samples.reduce(0) { $0 + $1.length })
    var next = 0
    var file: OpenFile?
    while next < places.count {
      let first = places[next]
      if next == 0 || places[next - 1].type != first.type || places[next - 1].month != first.month {
        file = try snapshot.open(first.type, first.month)
      }
      guard let file else { throw StorageError.movedLine("\(snapshot.place.shown) has a sample without a file") }
      var end = first.offset
      let begin = next
      while next < places.count, places[next].type == first.type, places[next].month == first.month {
        let place = places[next]
        let length = samples[place.index].length
        let reach = max(end, place.offset + length)
        if next > begin, place.offset > end + Self.gap || reach - first.offset > Self.piece { break }
        end = reach
        next += 1
      }
      let window = try file.bytes(at: first.offset, count: end - first.offset)
      for place in places[begin..<next] {
        let start = place.offset - first.offset
        try take(samples[place.index], start..<start + samples[place.index].length, of: window, file, place.index)
      }
    }
  }

  private mutating func take(
    _ sample: StoredSample, _ line: Range<Int>, of window: [UInt8], _ file: OpenFile, _ index: Int
  ) throws {
    guard line.upperBound <= window.count, let stored = StoredLine(line, in: window), stored.commit == sample.commit,
      sample.bare > 0, sample.bare <= stored.tail - line.lowerBound
    else { throw StorageError.movedLine("\(file.name) does not have \(sample.id) at byte \(sample.offset)") }
    let start = bytes.count
    bytes.append(contentsOf: window[line])
    ranges[index] = start..<bytes.count
  }
}

/// Tells by the bytes of a line whether its sample can belong to another one, before the line is read as a sample: most
/// routes of a store are of other workouts, and a route is long.
struct ParentMatch {
  private let lookup: ParentLookup
  /// The parent's id in lower case.
  private let id: [UInt8]
  private static let mark = Array(#""parent":""#.utf8)

  /// Prepares what a query says of a parent; `nil` when samples of any can match.
  init?(_ query: SampleQuery) {
    guard let lookup = query.parentLookup else { return nil }
    self.lookup = lookup
    id = lookup.parent.description.lowercased().utf8.map { $0 }
  }

  /// Whether a sample can match.
  ///
  /// What is in metadata or a text under the same key is looked at in vain, never left out.
  func canMatch(_ sample: StoredSample, _ line: Range<Int>, in bytes: [UInt8]) -> Bool {
    if let starts = lookup.orphanStarts, starts.contains(sample.start) { return true }
    let text = bytes.span
    var place = line.lowerBound
    let last = line.upperBound - Self.mark.count - id.count
    while place <= last {
      if text[place] == Self.mark[0], Self.holds(Self.mark, at: place, text), isID(at: place + Self.mark.count, text) {
        return true
      }
      place += 1
    }
    return false
  }

  private static func holds(_ mark: [UInt8], at place: Int, _ text: Span<UInt8>) -> Bool {
    for index in mark.indices where text[place + index] != mark[index] { return false }
    return true
  }

  private func isID(at place: Int, _ text: Span<UInt8>) -> Bool {
    for index in id.indices where text[place + index] | 0x20 != id[index] | 0x20 { return false }
    return true
  }
}
