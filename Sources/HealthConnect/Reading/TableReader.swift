import HealthModel

/// Makes samples of a table, one after the other.
protocol TableReader: AnyObject {
  /// Where the last sample came from.
  var place: DatabaseLocation { get }
  /// Why what was written last is not a sample; `nil` if it is one.
  var fault: String? { get }
  /// What was left over after the last sample, by the name of its table.
  var leftovers: [(table: String, reason: String)] { get }

  func next(into line: inout SampleText) throws(Failure) -> Bool
}

extension TableReader {
  var fault: String? { nil }
  var leftovers: [(table: String, reason: String)] { [] }
}

extension SampleText {
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func times(of row: RecordStatement) {
    time(",\"start\":", milliseconds: row.setInteger(RecordColumns.start))
    let hasOffset = offset(",\"offset\":", seconds: row.setZone(RecordColumns.startOffset))
    guard let end = row.setInteger(RecordColumns.end) else { return }
    time(",\"end\":", milliseconds: end)
    guard hasOffset else { return }
    offset(",\"end_offset\":", seconds: row.setZone(RecordColumns.endOffset))
  }

  /// Adds a number as the value of a quantity: nothing if it is not set, and a text, which is reported, if it is not a
  /// number.
  mutating func value(_ row: RecordStatement, _ column: Int32, unit: [UInt8]) {
    switch row.kind(column) {
    case .null: return
    case .integer, .number:
      guard let number = row.setNumber(column) else { return }
      append(",\"value\":")
      append(number)
    case .text:
      append(",\"value\":")
      row.withBytes(column) { quote($0) }
    case .blob:
      append(",\"value\":")
      let count = row.withBytes(column) { $0.count }
      quote("\(count) bytes")
    }
    append(",\"unit\":")
    bytes += unit
  }

  /// Adds a case of a category by its raw number.
  ///
  /// A number without a case stays a text, which is reported.
  mutating func value(_ number: Int64?, cases: [Int], column: String) {
    guard let number else { return }
    append(",\"value\":")
    if number >= 0, number < cases.count, cases[Int(number)] >= 0 {
      append(Int64(cases[Int(number)]))
    } else {
      quote("\(column) \(number)")
    }
  }
}
