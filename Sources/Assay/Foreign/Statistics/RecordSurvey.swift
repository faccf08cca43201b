import HealthModel
import HealthQueries

/// The records of a table, or those at one path of JSON, with all that was found out about their values.
struct RecordSurvey: Sendable {
  struct Column: Sendable {
    /// The name in the header, or the path as `fields` takes it: `/val`, `../../id`, `#`.
    var place: String
    /// The name that says what it is: the header's, or the last keys of the path.
    var label: String
    var shown: String
    var values: ValueSurvey
    var form: ValueForm
    /// How many records there are that may have a value.
    var records: Int
    /// Whether the value is of the record itself, not of something around it.
    var isOwn = true
    /// The values of the first records; empty texts where there is none.
    var sample: [String] = []
  }

  /// The path to the records as `records` takes it, empty for the document; `nil` for a table.
  var path: String?
  var count: Int
  var columns: [Column]
}

/// All that was found out about a file of records of a form that nothing describes.
struct FormSurvey: Sendable {
  /// The records: those of a table, or one list for each path of JSON that leads to several, in the order of their
  /// first places.
  var lists: [RecordSurvey] = []
  /// The byte between the cells of a table.
  var delimiter: UInt8?
  /// How many rows, lines or documents could not be read.
  var damaged = 0
  /// Why nothing could be read.
  var fault: String?
  /// How many columns or paths were passed over, since there are too many.
  var passedOver = 0

  /// The most columns or paths that have statistics.
  static let maximumColumns = 512
  /// How many records are kept to compare their values with one another.
  static let sampleSize = 500
  /// The most numbers that the distributions of all columns count by themselves.
  static let maximumNumbers = 1_000_000

  /// Makes distributions coarser until all of them fit in memory.
  static func bound(_ values: inout [ValueSurvey], to maximumNumbers: Int = FormSurvey.maximumNumbers) {
    var total = values.reduce(0) { $0 + $1.numbers.countedValues }
    guard total > maximumNumbers, var limit = values.map(\.numbers.limit).max() else { return }
    while total > maximumNumbers, limit > 64 {
      limit /= 2
      for index in values.indices where values[index].numbers.limit > limit { values[index].numbers.limit = limit }
      total = values.reduce(0) { $0 + $1.numbers.countedValues }
    }
  }
}
