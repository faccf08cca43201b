import HealthModel
import HealthPluginKit

/// A row of `assay_samples`, as it is passed on.
struct StoredRow {
  /// The columns selected of rows `s`, in the order that is read here.
  static let columns = "s.id, s.digest, s.type, s.start_us, s.end_us, s.sample"
  /// How many columns that are.
  static let columnCount = 6

  /// The row of a key, as a subquery to join laterally.
  ///
  /// The limit keeps it a lookup for each: a new store has no statistics yet, and a join of a hundred keys would read
  /// all samples.
  static func lookup(type: String, start: String, id: String) -> String {
    "(SELECT * FROM assay_samples x WHERE x.type = \(type) AND x.start_us = \(start) AND x.id = \(id) LIMIT 1)"
  }

  var id: SampleID
  var digest: UInt64
  var type: Int32
  /// `nil` for a sample without a time.
  var start: Int64?
  var end: Int64?
  var sample: [UInt8]

  /// Reads a row of a result.
  init(_ row: Int, of result: QueryResult) {
    id = result.id(row, 0)
    digest = UInt64(bitPattern: result.long(row, 1))
    type = result.integer(row, 2)
    let start = result.long(row, 3)
    let isTimed = start != StoreTables.noTime
    self.start = isTimed ? start : nil
    end = isTimed ? result.long(row, 4) : nil
    sample = result.bytes(row, 5)
  }

  /// Adds the row to a page; with a role it is a member of the last head.
  func append(to page: inout RowPage, type: StoredType, role: String?) {
    page.append(id: id, digest: digest, type: type.name, start: start, end: end, role: role, sample: sample)
  }
}
