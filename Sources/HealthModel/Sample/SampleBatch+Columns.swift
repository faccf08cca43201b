extension SampleBatch {
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

  /// Whether each column has an entry for each sample.
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

  /// Visits every column with its field of a row.
  @inline(__always)
  private mutating func visitColumns(_ row: SampleRow, _ visitor: inout some ColumnVisitor) {
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
private protocol ColumnVisitor {
  mutating func visit<Element>(_ column: inout [Element], _ field: Element)
}

private struct Reservation: ColumnVisitor {
  let count: Int

  @inline(__always)
  func visit<Element>(_ column: inout [Element], _ field: Element) { column.reserveCapacity(count) }
}

private struct Appending: ColumnVisitor {
  @inline(__always)
  func visit<Element>(_ column: inout [Element], _ field: Element) { column.append(field) }
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
  /// Clock offset of the start in minutes.
  package var startOffset = SampleBatch.noOffset
  /// Clock offset of the end in minutes.
  package var endOffset = SampleBatch.noOffset
  /// Clock offset of `created` in minutes.
  package var createdOffset = SampleBatch.noOffset
  /// The number in the canonical unit, of types whose values are numbers.
  package var value = 0.0
  /// The index of the case, of types whose values are cases.
  package var enumCase: Int32 = -1
  /// The text, of types whose values are texts.
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
  /// Canonical JSON of the metadata object.
  package var metadata = ByteRange.empty
  /// Canonical JSON of the values as they were written.
  package var original = ByteRange.empty
  /// The unknown top-level fields.
  package var unknown = ByteRange.empty
  /// The row of the correlation that the sample is a member of.
  public var correlation: Int32 = -1
  /// The index of the member's role.
  package var role: Int32 = -1
  /// Where the sample's record is in the chunk.
  package var record = ByteRange.empty

  @inlinable package init(type: Int32, id: SampleID) {
    self.type = type
    self.id = id
  }
}
