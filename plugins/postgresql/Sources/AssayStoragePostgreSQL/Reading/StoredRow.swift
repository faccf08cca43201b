import HealthModel
import HealthPlugins

/// A row of `assay_samples`, as it is read.
struct StoredRow {
  /// The columns selected of rows `s`, in the order that is read here.
  static let columns =
    "s.id, s.digest, s.type, s.start_us, s.end_us, s.subject, s.form, s.value, s.name, s.rest"
  static let columnCount = 10

  /// The row of a place, as a subquery to join laterally.
  ///
  /// The limit keeps it a lookup for each: a new store has no statistics yet, and a join of a hundred places would read
  /// all samples.
  static func lookup(subject: String, type: String, start: String, id: String) -> String {
    "(SELECT * FROM assay_samples x WHERE x.subject = \(subject) AND x.type = \(type) AND x.start_us = \(start) "
      + "AND x.id = \(id) LIMIT 1)"
  }

  var id: SampleID
  var digest: UInt64
  var type: Int32
  var start: Int64
  var end: Int64
  var subject: Int32
  var form: Int32
  var value: Double?
  var name: [UInt8]
  var rest: [UInt8]

  init(_ row: Int, of result: QueryResult) {
    id = result.id(row, 0)
    digest = UInt64(bitPattern: result.long(row, 1))
    type = result.integer(row, 2)
    start = result.long(row, 3)
    end = result.long(row, 4)
    subject = result.integer(row, 5)
    form = result.integer(row, 6)
    value = result.number(row, 7)
    name = result.bytes(row, 8)
    rest = result.bytes(row, 9)
  }
}
