import HealthFormats
import HealthModel

/// Reads what was eaten: a record with a column for each nutrient becomes a correlation of those that are set.
///
/// Nutrients that a food does not have in HealthKit become samples of their own.
final class NutritionReader: TableReader {
  private struct Nutrient {
    /// The name of its part, in ids and in codes.
    let name: String
    let part: [UInt8]
    let column: Int32
    let type: [UInt8]
    let unit: [UInt8]
  }

  private let context: RecordContext
  private let table: RecordTable
  private let row: RecordStatement
  private let type: [UInt8]
  private var members: [Nutrient] = []
  private var others: [Nutrient] = []
  private let firstNote: Int32
  private(set) var place: DatabaseLocation
  /// The next of the others of this row; -1 to go to the next row.
  private var next = -1

  /// The nutrients that are not members of a food.
  private static let apart: Set<String> = ["energy_from_fat", "trans_fat", "unsaturated_fat", "folic_acid"]
  private static let energies: Set<String> = ["energy", "energy_from_fat"]
  private static let columns = [
    "energy", "energy_from_fat", "protein", "total_carbohydrate", "total_fat", "saturated_fat", "unsaturated_fat",
    "monounsaturated_fat", "polyunsaturated_fat", "trans_fat", "sugar", "dietary_fiber", "cholesterol", "sodium",
    "potassium", "calcium", "chloride", "chromium", "copper", "iodine", "iron", "magnesium", "manganese", "molybdenum",
    "phosphorus", "selenium", "zinc", "biotin", "caffeine", "folate", "folic_acid", "niacin", "pantothenic_acid",
    "riboflavin", "thiamin", "vitamin_a", "vitamin_b6", "vitamin_b12", "vitamin_c", "vitamin_d", "vitamin_e",
    "vitamin_k",
  ]

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(Failure) {
    self.context = context
    self.table = table
    place = DatabaseLocation(table: table.name, row: 0)
    type = context.types.id(of: table.record)
    firstNote = RecordColumns.own + Int32(truncatingIfNeeded: Self.columns.count)
    row = try RecordStatement(
      RecordColumns.sql(of: table, Self.columns + table.notes.map(\.column), in: known), in: context.database)
    for (index, name) in Self.columns.enumerated() {
      let nutrient = Nutrient(
        name: name, part: Array(name.utf8), column: RecordColumns.own + Int32(truncatingIfNeeded: index),
        type: context.types.id(of: "\(table.record).\(Self.fieldName(of: name))"),
        unit: Array((Self.energies.contains(name) ? "\"cal\"" : "\"g\"").utf8))
      if Self.apart.contains(name) { others.append(nutrient) } else { members.append(nutrient) }
    }
  }

  /// The name of a column in codes: `vitaminB6` of `vitamin_b6`.
  private static func fieldName(of column: String) -> String {
    let words = column.split(separator: "_")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    while true {
      if next >= 0 {
        while next < others.count, !isSet(others[next]) { next += 1 }
        if next < others.count {
          try append(others[next], to: &line)
          next += 1
          return true
        }
        next = -1
      }
      guard try row.step() else { return false }
      place.row = row.integer(RecordColumns.row)
      next = 0
      // A record of nothing is a food without members, which is reported.
      if members.contains(where: isSet) || !others.contains(where: isSet) {
        try appendFood(to: &line)
        return true
      }
    }
  }

  private func isSet(_ nutrient: Nutrient) -> Bool {
    switch row.kind(nutrient.column) {
    case .null: false
    case .integer, .number: row.setNumber(nutrient.column) != nil
    case .text, .blob: true
    }
  }

  private func appendFood(to line: inout SampleText) throws(Failure) {
    line.removeAll()
    let id = context.id(of: row)
    line.begin(id, type: type)
    line.append(",\"members\":[")
    var isFirst = true
    for nutrient in members where isSet(nutrient) {
      if !isFirst { line.append(",") }
      isFirst = false
      line.begin(context.id(of: id, part: nutrient.part), type: nutrient.type)
      line.value(row, nutrient.column, unit: nutrient.unit)
      line.append("}")
    }
    line.append("]")
    line.times(of: row)
    try context.appendMetadata(of: row, .whole, to: &line)
    context.append(table.notes, of: row, from: firstNote, to: &line)
    line.end()
  }

  private func append(_ nutrient: Nutrient, to line: inout SampleText) throws(Failure) {
    line.removeAll()
    let id = context.id(of: row)
    line.begin(context.id(of: id, part: nutrient.part), type: nutrient.type)
    line.value(row, nutrient.column, unit: nutrient.unit)
    line.times(of: row)
    try context.appendMetadata(of: row, .part(of: id), to: &line)
    context.append(table.notes, of: row, from: firstNote, to: &line)
    line.end()
  }
}
