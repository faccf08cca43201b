import HealthModel
import Testing

@Suite("Rows of batches")
struct SampleRowTests {
  /// A row in which no field is absent.
  private static var full: SampleRow {
    var row = SampleRow(type: 1, id: SampleID(high: 2, low: 3))
    (row.start, row.end, row.created) = (4, 5, 6)
    (row.startOffset, row.endOffset, row.createdOffset) = (7, 8, 9)
    (row.value, row.enumCase, row.text) = (10, 11, ByteRange(12..<13))
    (row.isGivenID, row.digest) = (true, 14)
    (row.source, row.device, row.subject, row.origin) = (15, 16, 17, 18)
    (row.metadata, row.original, row.unknown) = (ByteRange(19..<20), ByteRange(21..<22), ByteRange(23..<24))
    (row.correlation, row.role, row.record) = (25, 26, ByteRange(27..<28))
    return row
  }

  @Test("every field of a row comes back, whatever is around it")
  func fields() {
    let (full, bare) = (Self.full, SampleRow(type: 0, id: .none))
    for (field, absent) in zip(Mirror(reflecting: full).children, Mirror(reflecting: bare).children) {
      #expect("\(field.value)" != "\(absent.value)", "\(field.label ?? "a field") is not in the test")
    }
    var batch = SampleBatch()
    for row in [bare, full, bare, full] { batch.append(row) }
    #expect([0, 1, 2, 3].map { batch[$0] } == [bare, full, bare, full])
    #expect(batch.count == 4)
    #expect(batch.hasWholeRows)
  }

  @Test("room for samples leaves a batch as it is")
  func room() {
    var batch = SampleBatch()
    batch.append(Self.full)
    batch.reserveCapacity(1000)
    #expect(batch.count == 1)
    #expect(batch[0] == Self.full)
    #expect(batch.hasWholeRows)
  }

  @Test("a batch whose columns differ in length is not whole", arguments: 0..<3)
  func columnsOfSeveralLengths(_ column: Int) {
    var batch = SampleBatch()
    batch.append(Self.full)
    switch column {
    case 0: batch.start.append(0)
    case 1: batch.role.removeLast()
    default: batch.type.append(0)
    }
    #expect(!batch.hasWholeRows)
  }
}
