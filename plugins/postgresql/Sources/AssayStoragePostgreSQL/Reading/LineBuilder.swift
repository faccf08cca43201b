import HealthModel
import HealthPlugins
import HealthStorage

/// Rebuilds the text of samples from their rows, byte for byte as it came.
///
/// Forms and subjects are read once and remembered, as far as one snapshot goes: a later one may have others under
/// their numbers.
struct LineBuilder {
  /// A form, taken apart.
  private struct Form {
    var pieces: [(text: [UInt8], hole: UInt8)] = []
    var end: [UInt8] = []
    var isWhole = false

    init(_ content: [UInt8]) {
      var text: [UInt8] = []
      var index = 0
      while index < content.count {
        if content[index] == SharedForm.mark, index + 1 < content.count {
          if content[index + 1] == SharedForm.whole {
            isWhole = true
            return
          }
          pieces.append((text, content[index + 1]))
          text = []
          index += 2
        } else {
          text.append(content[index])
          index += 1
        }
      }
      end = text
    }
  }

  private static let most = 50_000

  private let connection: ServerConnection
  private var forms: [Int32: Form] = [:]
  private var subjects: [Int32: [UInt8]] = [:]
  private var text: [UInt8] = []

  init(_ connection: ServerConnection) { self.connection = connection }

  /// Reads what the rows share.
  mutating func prepare(_ rows: some Sequence<StoredRow>) throws(PluginError) {
    if forms.count > Self.most { forms = [:] }
    if subjects.count > Self.most { subjects = [:] }
    var newForms: Set<Int32> = []
    var newSubjects: Set<Int32> = []
    for row in rows {
      if forms[row.form] == nil { newForms.insert(row.form) }
      if row.subject != StoreTables.noSubject, subjects[row.subject] == nil { newSubjects.insert(row.subject) }
    }
    if !newForms.isEmpty {
      let found = try connection.run(
        "SELECT id, content FROM assay_forms WHERE id = ANY ($1)", [.integers(Array(newForms))])
      for row in 0..<found.count { forms[found.integer(row, 0)] = Form(found.bytes(row, 1)) }
    }
    if !newSubjects.isEmpty {
      let found = try connection.run(
        "SELECT id, content FROM assay_subjects WHERE id = ANY ($1)", [.integers(Array(newSubjects))])
      for row in 0..<found.count { subjects[found.integer(row, 0)] = found.bytes(row, 1) }
    }
  }

  /// Adds a row that was prepared to a page; with a role it is a member of the last head.
  mutating func append(_ row: StoredRow, type: StoredType, role: String?, to page: inout RowPage) throws(PluginError) {
    try build(row)
    let isTimed = row.start != StoreTables.noTime
    page.append(
      id: row.id, digest: row.digest, type: type.name, start: isTimed ? row.start : nil, end: isTimed ? row.end : nil,
      role: role, sample: text)
  }

  mutating func text(of row: StoredRow) throws(PluginError) -> [UInt8] {
    try build(row)
    return text
  }

  private mutating func build(_ row: StoredRow) throws(PluginError) {
    text.removeAll(keepingCapacity: true)
    guard let form = forms[row.form] else {
      throw PluginError(.data, "the form of the sample \(row.id) is not there", code: .corrupt)
    }
    guard !form.isWhole else { return text.append(contentsOf: row.rest) }
    var parts: [ArraySlice<UInt8>] = []
    if !row.rest.isEmpty { parts = row.rest.split(separator: SharedForm.mark, omittingEmptySubsequences: false) }
    for piece in form.pieces {
      text.append(contentsOf: piece.text)
      guard fill(piece.hole, row, parts) else {
        throw PluginError(.data, "the sample \(row.id) does not have what its form needs", code: .corrupt)
      }
    }
    text.append(contentsOf: form.end)
  }

  /// Appends the value of a hole; `false` when the row does not have it.
  private mutating func fill(_ hole: UInt8, _ row: StoredRow, _ parts: [ArraySlice<UInt8>]) -> Bool {
    let quote = UInt8(ascii: "\"")
    switch hole {
    case SharedForm.Hole.number:
      guard let value = row.value else { return false }
      LineText.append(value, to: &text)
      return true
    case SharedForm.Hole.subject:
      guard let subject = subjects[row.subject] else { return false }
      text.append(contentsOf: subject)
      return true
    case SharedForm.Hole.id, SharedForm.Hole.start, SharedForm.Hole.end, SharedForm.Hole.name:
      text.append(quote)
      switch hole {
      case SharedForm.Hole.id: row.id.append(to: &text)
      case SharedForm.Hole.start: LineText.append(time: row.start, to: &text)
      case SharedForm.Hole.end: LineText.append(time: row.end, to: &text)
      default: text.append(contentsOf: row.name)
      }
      text.append(quote)
      return true
    default:
      let part = Int(hole) - Int(SharedForm.restHoles[0])
      guard parts.indices.contains(part) else { return false }
      text.append(contentsOf: parts[part])
      return true
    }
  }
}

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
