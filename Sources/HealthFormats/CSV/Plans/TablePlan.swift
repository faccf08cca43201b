import HealthModel

/// How samples are made of the rows of a table whose columns are more than fields: made once for a header.
///
/// Lists are flat, and samples have ranges of them, so that following a plan counts no references.
struct TablePlan: Sendable {
  /// The samples of a row, in order.
  var samples: [PlannedSample] = []
  /// The fields of all samples: those of cells before those of constants.
  var fields: [PlannedField] = []
  var conditions: [PlannedCondition] = []
  var answers: [[UInt8]] = []
  /// For all samples, the columns of which one must hold something.
  var subjects: [Int] = []
  /// The types of the members of all samples, as ranges of the table's texts.
  var memberTypes: [ByteRange] = []
  /// What the texts of some columns stand for.
  var maps: [TextMap] = []
  /// The texts that are written anew for each row.
  var slots: [TextSlot] = []
}

struct PlannedSample: Sendable {
  /// Its places in the plan's lists.
  var fields = 0..<0
  var conditions = 0..<0
  /// Empty when the sample is there in every row.
  var subjects = 0..<0
  var memberTypes = 0..<0
  /// Whether no row has it, since the table lacks a column.
  var isNever = false
  /// Where its time zone is; `nil` when rows do not say it.
  var zone: PlannedSource?
}

struct PlannedField: Sendable {
  var role: TableColumn.Role
  var source: PlannedSource
}

enum PlannedSource: Sendable {
  /// In the table's own texts.
  case text(ByteRange)
  /// In the table's own texts: how many microseconds all samples last.
  case length(ByteRange)
  /// In a cell: replaced by what it stands for, or by what a slot has written of it; -1 for neither.
  case cell(column: Int, map: Int, slot: Int)
  /// In a slot that joins several cells.
  case slot(Int)
}

/// What a cell must be for the samples of its row to be there.
struct PlannedCondition: Sendable {
  var column: Int
  /// The places of its texts in the plan's list.
  var answers: Range<Int>
  var isNegated: Bool
}

extension TablePlan {
  func holds(_ condition: PlannedCondition, for cell: RawField, in bytes: RawSpan) -> Bool {
    for index in condition.answers where Self.isText(cell, answers[index], in: bytes) { return !condition.isNegated }
    return condition.isNegated
  }

  private static func isText(_ cell: RawField, _ text: [UInt8], in bytes: RawSpan) -> Bool {
    guard cell.isPresent else { return text.isEmpty }
    guard cell.isEscaped else { return bytes.equals(cell.range, text) }
    var decoded: [UInt8] = []
    CSVText.appendDecoded(cell.range, in: bytes, to: &decoded)
    return decoded == text
  }

  /// The column of a field in the first sample that has one, the first of several columns; `nil` when none has.
  func column(of wanted: SampleField) -> Int? {
    for field in fields {
      guard case .field(let own) = field.role, own == wanted else { continue }
      switch field.source {
      case .cell(let column, _, _): return column
      case .slot(let slot): return slots[slot].columns.first
      case .text, .length: continue
      }
    }
    return nil
  }
}

/// What the texts of a column stand for, looked up by the bytes of a cell.
struct TextMap: Sendable {
  private var places = ByteKeyTable()
  private var meanings: [ByteRange] = []
  /// What all other texts stand for; `nil` if they stay as they are.
  private var rest: ByteRange?

  /// Adds a text and what it stands for, as a range of the table's texts.
  mutating func add(_ text: [UInt8], meaning: ByteRange) {
    if text.elementsEqual(RecordMapping.others.utf8) { return rest = meaning }
    if places.insert(text, value: meanings.count) == nil { meanings.append(meaning) }
  }

  /// What a cell's text stands for; `nil` when it is not listed.
  @inline(__always) func meaning(of cell: RawField, in bytes: RawSpan) -> ByteRange? {
    guard !cell.isEscaped else { return meaning(ofEscaped: cell, in: bytes) }
    return places.value(at: cell.range, in: bytes).map { meanings[$0] } ?? rest
  }

  private func meaning(ofEscaped cell: RawField, in bytes: RawSpan) -> ByteRange? {
    var text: [UInt8] = []
    CSVText.appendDecoded(cell.range, in: bytes, to: &text)
    return places.value(for: text).map { meanings[$0] } ?? rest
  }
}
