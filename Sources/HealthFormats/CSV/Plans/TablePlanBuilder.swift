import HealthModel

/// The plan of a table whose columns are more than fields.
extension TableColumnsBuilder {
  mutating func buildPlan(from cells: [TableHeader.Cell], at first: Range<Int>) {
    columns = cells.map { TableColumn(role: $0.name.isEmpty ? .nameless : .ignored) }
    var single = layout
    single.further = []
    let layouts = [single] + layout.further
    let named = layouts.reduce(into: Set<String>()) { names, layout in
      names.formUnion(layout.columns.keys)
      names.formUnion(layout.mapping.places)
    }
    checkColumns(cells, of: named, at: first)
    var places: [String: Int] = [:]
    for (index, name) in RepeatedColumns.names(of: cells).enumerated() where !name.isEmpty { places[name] = index }
    for (index, cell) in cells.enumerated() where !cell.name.isEmpty {
      let name = String(decoding: cell.name, as: UTF8.self)
      if places[name] == nil {
        places[name] = index
      } else if places[name] == index {
        continue
      } else if named.contains(name) || TableField(name: cell.name) != nil {
        fault(.csvHeader, .columnTwice, at: cell.place)
      }
    }
    guard faults.isEmpty else { return }
    plan = TablePlan()
    let count = layouts.reduce(0) { $0 + max(1, $1.mapping.rows.count) }
    for layout in layouts {
      var rows = PlannedLayout(layout, cells: cells, places: places, named: named)
      rows.isAlone = count == 1
      let samples = layout.mapping.rows.isEmpty ? [nil] : layout.mapping.rows.map { Optional($0) }
      for sample in samples where faults.isEmpty { add(sample, of: rows, at: first) }
    }
    if faults.isEmpty, TableLayout.shareID(layouts) { fault(.csvHeader, .uuidOfSeveral, at: first) }
    memberTypes = []
  }

  /// Adds a sample of each row: one that `rows` names, or the row itself.
  private mutating func add(_ sample: RecordSample?, of rows: PlannedLayout, at first: Range<Int>) {
    var fields = PlannedFields()
    for (name, index) in rows.base() {
      check(name, at: rows.cells[index].place)
      if !fields.set(name, to: .column(index)) { fault(.csvHeader, .columnTwice, at: rows.cells[index].place) }
    }
    if !rows.isAlone, fields.has("uuid") { fault(.csvHeader, .uuidOfSeveral, at: rows.place(of: "uuid") ?? first) }
    for (name, columns) in rows.times() { fields.replace(name, by: .columns(columns)) }
    if let duration = rows.layout.mapping.duration {
      if duration.length != nil {
        fields.replace("end", by: .length(duration.microseconds))
      } else if let column = rows.places[duration.place] {
        fields.replace("end", by: .duration(column, duration.unit))
      }
    }
    for (name, text) in Self.sorted(rows.layout.constants) where !text.isEmpty {
      check(name, at: first)
      if !fields.set(name, to: .text(Array(text.utf8), column: -1)) {
        fault(.csvHeader, .constantTwice, at: rows.place(of: name) ?? first)
      }
    }
    let subjects = (sample?.places ?? [:]).filter { RecordSample.isSubject($0.key) }
    let columns = Self.sorted(subjects).compactMap { rows.places[$0.1] }
    let isNever = columns.isEmpty && !subjects.isEmpty
    for (name, place) in Self.sorted(sample?.places ?? [:]) {
      check(name, at: first)
      if let column = rows.places[place] { fields.replace(name, by: .column(column)) }
    }
    for (name, text) in Self.sorted(sample?.constants ?? [:]) {
      check(name, at: first)
      fields.replace(name, by: .text(Array(text.utf8), column: columns.first ?? -1))
    }
    if faults.isEmpty, !fields.has("type") { fault(.csvHeader, .typeColumnMissing, at: first) }
    guard faults.isEmpty, var plan else { return }
    add(fields, subjects: columns, of: rows, to: &plan, at: first)
    if isNever { plan.samples[plan.samples.count - 1].isNever = true }
    self.plan = plan
  }

  private mutating func add(
    _ fields: PlannedFields, subjects: [Int], of rows: PlannedLayout, to plan: inout TablePlan, at first: Range<Int>
  ) {
    var planned = PlannedSample()
    let (fieldCount, memberCount) = (plan.fields.count, plan.memberTypes.count)
    memberTypes = []
    members = [:]
    // A constant of a member is for members that some cell makes, so cells come first.
    for (name, origin) in fields.ordered {
      let key = Array(name.utf8)
      guard let role = role(of: key, at: first, adds: origin.column != nil) else { continue }
      let numbers = NumberFormat(ofField: key, decimalMark: rows.layout.mapping.decimalMark) { fields.text(of: $0) }
      let source = source(origin, of: key, rows.layout.mapping, numbers, &plan)
      plan.fields.append(PlannedField(role: role, source: source))
    }
    plan.memberTypes += memberTypes
    planned.fields = fieldCount..<plan.fields.count
    planned.memberTypes = memberCount..<plan.memberTypes.count
    let subjectCount = plan.subjects.count
    plan.subjects += subjects
    planned.subjects = subjectCount..<plan.subjects.count
    let conditionCount = plan.conditions.count
    for condition in rows.layout.mapping.conditions {
      guard let column = rows.places[condition.place] else {
        // A column that the table lacks is as one whose cells are empty.
        if condition.texts.contains("") == condition.isNegated { planned.isNever = true }
        continue
      }
      let answers = plan.answers.count
      plan.answers += condition.texts.map { Array($0.utf8) }
      plan.conditions.append(
        PlannedCondition(column: column, answers: answers..<plan.answers.count, isNegated: condition.isNegated))
    }
    planned.conditions = conditionCount..<plan.conditions.count
    if let zone = rows.layout.mapping.zone.flatMap({ rows.places[$0] }) {
      planned.zone = source(.column(zone), of: Array(RecordMapping.zoneName.utf8), rows.layout.mapping, nil, &plan)
    }
    plan.samples.append(planned)
  }

  private mutating func source(
    _ origin: PlannedFields.Origin, of name: [UInt8], _ mapping: RecordMapping, _ numbers: NumberFormat?,
    _ plan: inout TablePlan
  ) -> PlannedSource {
    switch origin {
    case .text(let text, let column): return .text(keep(text, of: column))
    case .length(let digits): return .length(keep(digits))
    case .columns(let columns): return .slot(slot(TextSlot(columns: columns, form: .time(mapping.dates)), &plan))
    case .duration(let column, let unit):
      let slot = slot(TextSlot(columns: [column], form: .duration(unit)), &plan)
      return .cell(column: column, map: -1, slot: slot)
    case .column(let column):
      var map = -1
      if let values = mapping.values[String(decoding: name, as: UTF8.self)], !values.isEmpty {
        map = plan.maps.count
        var texts = TextMap()
        for (text, meaning) in Self.sorted(values) {
          texts.add(Array(text.utf8), meaning: keep(Array(meaning.utf8), of: column))
        }
        plan.maps.append(texts)
      }
      guard let form = numbers.map({ TextSlot.Form.number($0) }) ?? mapping.timeForm(of: name) else {
        return .cell(column: column, map: map, slot: -1)
      }
      return .cell(column: column, map: map, slot: slot(TextSlot(columns: [column], form: form), &plan))
    }
  }

  /// The number of a slot, of which there is one for all samples that need it.
  private func slot(_ slot: TextSlot, _ plan: inout TablePlan) -> Int {
    if let index = plan.slots.firstIndex(of: slot) { return index }
    plan.slots.append(slot)
    return plan.slots.count - 1
  }

  private mutating func check(_ name: String, at place: Range<Int>) {
    if TableField.isTooBroad(Array(name.utf8)) { fault(.csvHeader, .columnTooBroad, at: place) }
  }

  /// Dictionaries have no order, and findings and texts must have one.
  private static func sorted(_ texts: [String: String]) -> [(String, String)] {
    texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension RecordMapping {
  /// How times are written, if not by RFC 3339.
  fileprivate var dates: DateFormat? { dateFormat.flatMap { try? DateFormat($0) } }

  /// How the cells of a time are written anew; `nil` when they are read as they are.
  fileprivate func timeForm(of name: [UInt8]) -> TextSlot.Form? {
    switch TableField(name: name) {
    case .field(let field), .member(_, let field):
      switch field {
      case .start, .end, .created: return dates.map { .time($0) }
      default: return nil
      }
    default: return nil
    }
  }
}

struct PlannedLayout {
  let layout: TableLayout
  let cells: [TableHeader.Cell]
  /// The columns by their names.
  let places: [String: Int]
  /// The names that tell the columns apart.
  private let names: [String]
  private let named: Set<String>
  var isAlone = true

  init(_ layout: TableLayout, cells: [TableHeader.Cell], places: [String: Int], named: Set<String>) {
    self.layout = layout
    self.cells = cells
    self.places = places
    self.named = named
    names = RepeatedColumns.names(of: cells)
  }

  /// The fields that columns give to every sample of a row, in the order of columns.
  func base() -> [(name: String, column: Int)] {
    cells.indices.compactMap { index in field(of: index).map { (name: $0, column: index) } }
  }

  private func field(of index: Int) -> String? {
    let cell = cells[index]
    guard !cell.name.isEmpty else { return nil }
    let name = String(decoding: cell.name, as: UTF8.self)
    if let field = layout.columns[names[index]] ?? layout.columns[name] ?? layout.columns[TableLayout.others] {
      return field == "-" ? nil : field
    }
    // What another part of the layouts uses is not unknown.
    return (named.contains(name) || named.contains(names[index])) && TableField(name: cell.name) == nil ? nil : name
  }

  func times() -> [(name: String, columns: [Int])] {
    layout.mapping.times.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, columns in
      (name: name, columns: columns.compactMap { places[$0] })
    }
  }

  func place(of field: String) -> Range<Int>? { base().first { $0.name == field }.map { cells[$0.column].place } }
}

/// The fields of a sample that is planned, each with the origin of its texts.
struct PlannedFields {
  enum Origin {
    case column(Int)
    /// Several columns that are one time.
    case columns([Int])
    /// A duration after the start, in place of an end.
    case duration(Int, RecordDuration.Unit)
    /// The same duration for all rows, the digits of its microseconds.
    case length([UInt8])
    /// The same text for all rows, and the column that findings about it point at; -1 for none.
    case text([UInt8], column: Int)

    /// The first column; `nil` for a text.
    var column: Int? {
      switch self {
      case .column(let column), .duration(let column, _): column
      case .columns(let columns): columns.min()
      case .text, .length: nil
      }
    }
  }

  private var names: [String] = []
  private var origins: [String: Origin] = [:]

  func has(_ name: String) -> Bool { origins[name] != nil }

  /// The text that a field has in all rows; `nil` if columns give it, or nothing does.
  func text(of name: String) -> String? {
    guard case .text(let text, _) = origins[name] else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Gives a field its origin; `false` when it has one.
  mutating func set(_ name: String, to origin: Origin) -> Bool {
    guard origins[name] == nil else { return false }
    replace(name, by: origin)
    return true
  }

  mutating func replace(_ name: String, by origin: Origin) {
    if origins.updateValue(origin, forKey: name) == nil { names.append(name) }
  }

  /// The fields: first those of columns, in the order of columns, then those of texts.
  ///
  /// The members of a correlation are in the order of their first columns.
  var ordered: [(String, Origin)] {
    let all = names.enumerated().compactMap { place, name in
      origins[name].map { (name: name, origin: $0, key: ($0.column ?? .max, place)) }
    }
    return all.sorted { $0.key < $1.key }.map { ($0.name, $0.origin) }
  }
}
