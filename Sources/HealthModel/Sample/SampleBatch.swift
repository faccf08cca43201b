/// Normalized samples as columns: what passed the rules of one chunk of input, in input order.
///
/// All columns have one entry per sample. Text lives in `arena` and columns hold ranges into it; text of objects
/// (source, device, metadata, original, unknown fields) is canonical JSON, so that a writer copies it as it is.
public struct SampleBatch: Sendable {
  /// The registry that types, cases and roles are indexes into.
  ///
  /// `nil` when it is not known, or when samples of several registries were copied together: no store accepts such
  /// samples.
  public internal(set) var registry: RegistrySignature?
  /// Index into `Registry.types`.
  @usableFromInline package var type: [Int32] = []
  /// Start in microseconds since 1970 UTC; characteristics have `noTime`.
  package var start: [Int64] = []
  /// End in microseconds since 1970 UTC; characteristics have `noTime`.
  package var end: [Int64] = []
  /// When the sample was created; `noTime` when unknown.
  package var created: [Int64] = []
  /// Clock offset of the start in minutes; `noOffset` when the time is absent.
  package var startOffset: [Int16] = []
  /// Clock offset of the end in minutes; `noOffset` when the time is absent.
  package var endOffset: [Int16] = []
  /// Clock offset of `created` in minutes; `noOffset` when the time is absent.
  package var createdOffset: [Int16] = []
  /// The quantity's value in the canonical unit; 0 for other kinds.
  package var value: [Double] = []
  /// The case's index in the type's enum; -1 for other kinds.
  package var enumCase: [Int32] = []
  /// The value of a type whose values are neither numbers nor cases, such as a date; stores keep it at any length.
  package var text: [ByteRange] = []
  /// The id: the sample's own UUID, or one derived from its content.
  package var id: [SampleID] = []
  package var isGivenID: [Bool] = []
  /// 64 bits of the digest over the identity fields, which distinguish a conflict from a duplicate.
  package var digest: [UInt64] = []
  /// Index into `sources`; -1 when absent.
  package var source: [Int32] = []
  /// Index into `devices`; -1 when absent.
  package var device: [Int32] = []
  /// Index into `subjects`; -1 when absent.
  package var subject: [Int32] = []
  /// Index into `origins`; -1 when absent.
  package var origin: [Int32] = []
  /// Canonical JSON of the metadata object, sorted by key; empty when there is none.
  package var metadata: [ByteRange] = []
  /// Canonical JSON of the values as they were written, where normalizing changed them; empty otherwise.
  package var original: [ByteRange] = []
  /// The unknown top-level fields as `"key":value` pairs with commas between; empty when there are none.
  package var unknown: [ByteRange] = []
  /// The index of the correlation in this batch that the sample is a member of; -1 for others.
  package var correlation: [Int32] = []
  /// The index of the member's role in the correlation's definition; -1 for others.
  package var role: [Int32] = []
  /// Where the sample's record is in the chunk; members carry their correlation's record.
  package var record: [ByteRange] = []

  package var arena: [UInt8] = []
  /// Distinct sources of this batch, as ranges of the arena: canonical JSON objects.
  package var sources = InternTable()
  /// Distinct devices of this batch, as ranges of the arena: canonical JSON objects.
  package var devices = InternTable()
  /// Distinct subjects of this batch, as ranges of the arena: plain text.
  package var subjects = InternTable()
  /// Distinct origins of this batch, as ranges of the arena: plain text.
  package var origins = InternTable()

  /// Creates a batch without samples, for copies: it is of the registry whose samples are copied first.
  public init() {}

  @usableFromInline package init(of registry: Registry) { self.registry = registry.signature }

  /// How many samples there are.
  @inlinable public var count: Int { type.count }

  /// Stands for a time that is absent.
  public static let noTime = Int64.min
  package static let noOffset = Int16.min
  @usableFromInline package func string(_ range: ByteRange) -> String {
    String(decoding: arena[range.indices], as: UTF8.self)
  }
}

/// A range of a buffer in 8 bytes.
@usableFromInline package struct ByteRange: Sendable, Hashable {
  @usableFromInline package var start: Int32
  @usableFromInline package var end: Int32

  /// Creates a range whose bounds fit in 32 bits.
  @inlinable package init(_ range: Range<Int>) {
    start = Int32(truncatingIfNeeded: range.lowerBound)
    end = Int32(truncatingIfNeeded: range.upperBound)
  }

  @inlinable init(start: Int32, end: Int32) {
    self.start = start
    self.end = end
  }

  package static let empty = ByteRange(0..<0)
  @inlinable package var indices: Range<Int> { Int(start)..<Int(end) }
  @inlinable package var isEmpty: Bool { start == end }
}

/// Distinct byte strings of an arena, numbered in the order they first came.
@usableFromInline package struct InternTable: Sendable {
  package private(set) var ranges: [ByteRange] = []
  private var hashes: [UInt64] = []
  private var slots: [Int32] = []

  @usableFromInline package init() {}

  @usableFromInline package var count: Int { ranges.count }

  /// The number of the text that was just appended to the arena's end; when it was there before, the arena is cut back.
  ///
  /// A start outside of the arena is its nearer end.
  @usableFromInline package mutating func intern(from start: Int, in arena: inout [UInt8]) -> Int32 {
    let range = min(max(0, start), arena.count)..<arena.count
    let hash = arena.span.bytes.contentHash(of: range)
    if slots.isEmpty { slots = Array(repeating: -1, count: 64) }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if hashes[index] == hash, arena[ranges[index].indices] == arena[range] {
        arena.removeSubrange(range)
        return Int32(truncatingIfNeeded: index)
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: ranges.count)
    ranges.append(ByteRange(range))
    hashes.append(hash)
    if ranges.count * 2 > slots.count { grow() }
    return Int32(truncatingIfNeeded: ranges.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    let mask = slots.count - 1
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }
}

extension SampleBatch {
  /// Appends one sample of another batch with all its texts; `correlation` is its new correlation's row, or -1.
  ///
  /// A batch that has samples of several registries is of none, and no store accepts it.
  public mutating func append(_ index: Int, of other: SampleBatch, correlation parent: Int32 = -1) {
    if registry != other.registry { registry = count == 0 ? other.registry : nil }
    var row = other[index]
    row.correlation = parent
    row.text = copy(row.text, of: other)
    row.metadata = copy(row.metadata, of: other)
    row.original = copy(row.original, of: other)
    row.unknown = copy(row.unknown, of: other)
    row.source = sources.intern(row.source, from: other.sources, of: other.arena, in: &arena)
    row.device = devices.intern(row.device, from: other.devices, of: other.arena, in: &arena)
    row.subject = subjects.intern(row.subject, from: other.subjects, of: other.arena, in: &arena)
    row.origin = origins.intern(row.origin, from: other.origins, of: other.arena, in: &arena)
    append(row)
  }

  private mutating func copy(_ range: ByteRange, of other: SampleBatch) -> ByteRange {
    let start = arena.count
    arena.append(contentsOf: other.arena[range.indices])
    return ByteRange(start..<arena.count)
  }
}

extension InternTable {
  /// The number of another table's text here; -1 stays -1.
  mutating func intern(
    _ index: Int32, from other: InternTable, of otherArena: [UInt8], in arena: inout [UInt8]
  ) -> Int32 {
    guard index >= 0 else { return -1 }
    let start = arena.count
    arena.append(contentsOf: otherArena[other.ranges[Int(index)].indices])
    return intern(from: start, in: &arena)
  }
}

extension SampleBatch {
  /// The rows of the group that begins at a row: a correlation with its members, or a sample by itself.
  public func group(at row: Int) -> Range<Int> {
    var end = row + 1
    while end < count, correlation[end] == Int32(truncatingIfNeeded: row) { end += 1 }
    return row..<end
  }

  /// Reserves capacity for this number of samples, so that the columns do not grow step by step.
  @usableFromInline package mutating func reserveCapacity(_ count: Int) {
    guard count > 0 else { return }
    var reservation = Reservation(count: count)
    visitColumns(SampleRow(type: 0, id: .none), &reservation)
  }

  @usableFromInline package mutating func append(_ row: SampleRow) {
    var appending = Appending()
    visitColumns(row, &appending)
  }

  @usableFromInline package var hasWholeRows: Bool {
    var copy = self
    var check = LengthCheck(count: count)
    copy.visitColumns(SampleRow(type: 0, id: .none), &check)
    return check.isMet
  }

  /// One sample.
  public subscript(index: Int) -> SampleRow {
    var row = SampleRow(type: type[index], id: id[index])
    row.start = start[index]
    row.end = end[index]
    row.created = created[index]
    row.startOffset = startOffset[index]
    row.endOffset = endOffset[index]
    row.createdOffset = createdOffset[index]
    row.value = value[index]
    row.enumCase = enumCase[index]
    row.text = text[index]
    row.isGivenID = isGivenID[index]
    row.digest = digest[index]
    row.source = source[index]
    row.device = device[index]
    row.subject = subject[index]
    row.origin = origin[index]
    row.metadata = metadata[index]
    row.original = original[index]
    row.unknown = unknown[index]
    row.correlation = correlation[index]
    row.role = role[index]
    row.record = record[index]
    return row
  }

  @inline(__always) private mutating func visitColumns(_ row: SampleRow, _ visitor: inout some ColumnVisitor) {
    visitor.visit(&type, row.type)
    visitor.visit(&start, row.start)
    visitor.visit(&end, row.end)
    visitor.visit(&created, row.created)
    visitor.visit(&startOffset, row.startOffset)
    visitor.visit(&endOffset, row.endOffset)
    visitor.visit(&createdOffset, row.createdOffset)
    visitor.visit(&value, row.value)
    visitor.visit(&enumCase, row.enumCase)
    visitor.visit(&text, row.text)
    visitor.visit(&id, row.id)
    visitor.visit(&isGivenID, row.isGivenID)
    visitor.visit(&digest, row.digest)
    visitor.visit(&source, row.source)
    visitor.visit(&device, row.device)
    visitor.visit(&subject, row.subject)
    visitor.visit(&origin, row.origin)
    visitor.visit(&metadata, row.metadata)
    visitor.visit(&original, row.original)
    visitor.visit(&unknown, row.unknown)
    visitor.visit(&correlation, row.correlation)
    visitor.visit(&role, row.role)
    visitor.visit(&record, row.record)
  }
}

/// An operation on each column of a batch.
private protocol ColumnVisitor { mutating func visit<Element>(_ column: inout [Element], _ field: Element) }

private struct Reservation: ColumnVisitor {
  let count: Int

  @inline(__always) func visit<Element>(_ column: inout [Element], _ field: Element) { column.reserveCapacity(count) }
}

private struct Appending: ColumnVisitor {
  @inline(__always) func visit<Element>(_ column: inout [Element], _ field: Element) { column.append(field) }
}

private struct LengthCheck: ColumnVisitor {
  let count: Int
  var isMet = true

  mutating func visit<Element>(_ column: inout [Element], _ field: Element) { isMet = isMet && column.count == count }
}

/// One sample of a batch: an entry for each of its columns.
///
/// Texts are ranges of the batch's arena, and sources, devices, subjects and origins are numbers in its tables, so a row
/// means nothing without its batch. What is not set is absent.
public struct SampleRow: Sendable, Hashable {
  /// Index into `Registry.types`.
  public var type: Int32
  /// Start in microseconds since 1970 UTC.
  public var start = SampleBatch.noTime
  /// End in microseconds since 1970 UTC.
  public var end = SampleBatch.noTime
  package var created = SampleBatch.noTime
  package var startOffset = SampleBatch.noOffset
  package var endOffset = SampleBatch.noOffset
  package var createdOffset = SampleBatch.noOffset
  /// The number in the canonical unit, of types whose values are numbers.
  package var value = 0.0
  package var enumCase: Int32 = -1
  package var text = ByteRange.empty
  /// The id.
  public var id: SampleID
  package var isGivenID = false
  /// 64 bits of the digest over the identity fields.
  public var digest: UInt64 = 0
  package var source: Int32 = -1
  package var device: Int32 = -1
  package var subject: Int32 = -1
  package var origin: Int32 = -1
  package var metadata = ByteRange.empty
  /// Canonical JSON of the values as they were written.
  package var original = ByteRange.empty
  package var unknown = ByteRange.empty
  /// The row of the correlation that the sample is a member of.
  public var correlation: Int32 = -1
  package var role: Int32 = -1
  package var record = ByteRange.empty

  @inlinable package init(type: Int32, id: SampleID) {
    self.type = type
    self.id = id
  }
}
