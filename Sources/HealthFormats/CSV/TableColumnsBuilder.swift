import HealthModel

/// Puts the columns of a table together from its header and its layout.
struct TableColumnsBuilder {
  let layout: TableLayout
  private(set) var columns: [TableColumn] = []
  private(set) var constants: [TableConstant] = []
  /// The texts that every row gets, and what makes samples of rows.
  private(set) var recipes = RecipeBuilder(isTable: true)
  private(set) var plan: SamplePlan?
  var faults: [TableFault] = []
  let dates: DateFormat?
  private(set) var headerNames: [String] = []
  private var names: Set<[UInt8]> = []

  private static let maximumMembers = 10_000
  private static let maximumFaults = 16

  init(layout: TableLayout) {
    self.layout = layout
    // Messages name the format when all layouts have the same.
    let format = layout.further.allSatisfy { $0.dateFormat == layout.dateFormat } ? layout.dateFormat : nil
    dates = format.flatMap { try? DateFormat($0) }
    recipes.takesUnits = layout.isForeign
    for layout in [layout] + layout.further { recipes.add(missing: layout.mapping.missing) }
  }

  mutating func build(from header: TableHeader, in bytes: RawSpan) {
    var buffer = RawSampleBuffer(syntax: .csv)
    let cells = header.cells(in: bytes, into: &buffer)
    for problem in buffer.problems {
      let code = problem.code == .csvShape ? DiagnosticCode.csvHeader : problem.code
      fault(code, problem.detail, at: Int(problem.span.lowerBound)..<Int(problem.span.upperBound))
    }
    let first = header.row.lowerBound..<header.row.lowerBound + 1
    guard layout.isDirect else {
      buildPlan(from: cells, at: first)
      return
    }
    var places: [[UInt8]: Range<Int>] = [:]
    for cell in cells {
      add(cell)
      places[fieldName(of: cell)] = cell.place
    }
    // Dictionaries have no order, and findings must have one.
    for (name, text) in layout.constants.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let key = Array(name.utf8)
      add(constant: Array(text.utf8), for: key, at: places[key] ?? first, isTwice: places[key] != nil)
    }
    checkColumns(cells, of: Set(layout.columns.keys), at: first)
    if faults.isEmpty, !names.contains(Array("type".utf8)) { fault(.csvHeader, .typeColumnMissing, at: first) }
    let needsPlan = !recipes.memberTypes.isEmpty || columns.contains { $0.form != nil }
    if faults.isEmpty, needsPlan { plan = SamplePlan([[directRecipe()]], recipes) }
  }

  /// The recipe of rows of which each is a sample, and each column a field: for members, and texts that are written anew.
  private mutating func directRecipe() -> SampleRecipe {
    var fields: [SampleRecipe.Field] = []
    for (index, column) in columns.enumerated() {
      switch column.role {
      case .nameless, .ignored: break
      default: fields.append(recipes.field(column.role, [index], column.form))
      }
    }
    let texts = constants.map {
      SampleRecipe.Field($0.role, .text($0.text, about: -1))
    }
    return SampleRecipe(
      conditions: ([], false), subjects: [], fields + texts, zone: nil, memberTypes: recipes.memberTypes)
  }

  private mutating func checkColumns(_ cells: [TableHeader.Cell], of names: Set<String>, at first: Range<Int>) {
    let given = Set(RepeatedColumns.names(of: cells) + cells.map { String(decoding: $0.name, as: UTF8.self) })
    let optional = layout.further.reduce(layout.mapping.optional) { $0.union($1.mapping.optional) }
    let missing = names.subtracting(given).subtracting([TableLayout.others]).subtracting(optional)
    if !missing.isEmpty { headerNames = cells.map { String(decoding: $0.name, as: UTF8.self) } }
    for name in missing.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      fault(.csvHeader, .columnMissing, at: first, name: recipes.keep(Array(name.utf8)))
    }
  }

  private mutating func add(_ cell: TableHeader.Cell) {
    guard !cell.name.isEmpty else {
      columns.append(TableColumn(role: .nameless))
      return
    }
    let name = fieldName(of: cell)
    guard name != TableLayout.ignored else {
      columns.append(TableColumn(role: .ignored))
      return
    }
    check(name, at: cell.place)
    let role = role(of: name, at: cell.place, adds: true) ?? .nameless
    columns.append(TableColumn(role: role, form: form(of: role, name)))
  }

  private func fieldName(of cell: TableHeader.Cell) -> [UInt8] {
    let own = String(decoding: cell.name, as: UTF8.self)
    return (layout.columns[own] ?? layout.columns[TableLayout.others]).map { Array($0.utf8) } ?? cell.name
  }

  private mutating func add(constant text: [UInt8], for name: [UInt8], at place: Range<Int>, isTwice: Bool) {
    guard !text.isEmpty else { return }
    guard !isTwice else { return fault(.csvHeader, .constantTwice, at: place) }
    check(name, at: place)
    // A member of which the table has no cell is in no row.
    guard let role = role(of: name, at: place, adds: false) else { return }
    constants.append(TableConstant(role: role, text: recipes.keep(text)))
  }

  /// Reports a name that is there already, or cannot be one of a column.
  private mutating func check(_ name: [UInt8], at place: Range<Int>) {
    if !names.insert(name).inserted {
      fault(.csvHeader, .columnTwice, at: place)
    } else if TableField.isTooBroad(name) {
      fault(.csvHeader, .columnTooBroad, at: place)
    }
  }

  /// The meaning of a name; `nil` for a member that is absent and not to be added.
  private mutating func role(of name: [UInt8], at place: Range<Int>, adds: Bool) -> TableColumn.Role? {
    let isFull = recipes.memberTypes.count == Self.maximumMembers
    let role = recipes.role(of: name, adds: adds)
    if isFull, recipes.memberTypes.count > Self.maximumMembers { fault(.objectTooLarge, .tooManyMembers, at: place) }
    return role
  }

  /// How the cells of a field are written anew; `nil` if they stay.
  private func form(of role: TableColumn.Role, _ name: [UInt8]) -> TextForm? {
    NumberFormat(ofField: name, layout.mapping) { layout.constants[$0] }.map { .number($0) }
      ?? layout.mapping.timeForm(of: role)
  }

  mutating func fault(_ code: DiagnosticCode, _ detail: SyntaxDetail, at place: Range<Int>, name: ByteRange? = nil) {
    guard faults.count < Self.maximumFaults else { return }
    faults.append(TableFault(code: code, detail: detail, place: place, name: name))
  }
}

/// The names of a header's columns, of which several may have the same.
///
/// A layout tells columns of one name apart by their numbers: `Distance#1` is the first of several, `Distance#2` the
/// second.
enum RepeatedColumns {
  /// The names that tell the columns apart, in their order; a name that is there once stays as it is.
  static func names(of cells: [TableHeader.Cell]) -> [String] {
    var counts: [[UInt8]: Int] = [:]
    for cell in cells { counts[cell.name, default: 0] += 1 }
    var numbers: [[UInt8]: Int] = [:]
    return cells.map { cell in
      let name = String(decoding: cell.name, as: UTF8.self)
      guard counts[cell.name] ?? 1 > 1, !cell.name.isEmpty else { return name }
      numbers[cell.name, default: 0] += 1
      return "\(name)#\(numbers[cell.name] ?? 1)"
    }
  }
}

/// The plan of a table whose columns are more than fields.
extension TableColumnsBuilder {
  private mutating func buildPlan(from cells: [TableHeader.Cell], at first: Range<Int>) {
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
    let isAlone = layouts.reduce(0) { $0 + max(1, $1.mapping.rows.count) } == 1
    var made: [SampleRecipe] = []
    for layout in layouts {
      let rows = PlannedLayout(layout, cells: cells, places: places, named: named, isAlone: isAlone)
      let samples = layout.mapping.rows.isEmpty ? [RecordSample(places: [:])] : layout.mapping.rows
      for sample in samples where faults.isEmpty {
        if let recipe = recipe(sample, of: rows, at: first) { made.append(recipe) }
      }
    }
    if faults.isEmpty, TableLayout.shareID(layouts) { fault(.csvHeader, .uuidOfSeveral, at: first) }
    plan = SamplePlan([made], recipes)
  }

  /// A sample of each row: one that `rows` names, or the row itself.
  private mutating func recipe(_ sample: RecordSample, of rows: PlannedLayout, at first: Range<Int>) -> SampleRecipe? {
    let mapping = rows.layout.mapping
    func column(_ place: String) -> Int? { rows.places[place] }
    var fields = RecipeFields()
    for (name, index) in rows.base() {
      check(broad: name, at: rows.cells[index].place)
      if !fields.set(name, to: .columns([index])) { fault(.csvHeader, .columnTwice, at: rows.cells[index].place) }
    }
    if !rows.isAlone, fields["uuid"] != nil { fault(.csvHeader, .uuidOfSeveral, at: rows.place(of: "uuid") ?? first) }
    for (name, columns) in mapping.times.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      fields.replace(name, by: .columns(columns.compactMap(column)))
    }
    if let duration = mapping.duration {
      if duration.length != nil {
        fields.replace("end", by: .length(duration.microseconds))
      } else if let column = column(duration.place) {
        fields.replace("end", by: .duration(column, duration.unit))
      }
    }
    for (name, text) in Self.sorted(mapping.constants) where !text.isEmpty {
      check(broad: name, at: first)
      if !fields.set(name, to: .text(Array(text.utf8), about: -1)) {
        fault(.csvHeader, .constantTwice, at: rows.place(of: name) ?? first)
      }
    }
    let subjects = Self.sorted(sample.places.filter { RecordSample.isSubject($0.key) })
    var columns = subjects.compactMap { column($0.1) }
    for (name, place) in Self.sorted(sample.places) {
      check(broad: name, at: first)
      if let column = column(place) { fields.replace(name, by: .columns([column])) }
    }
    for (name, text) in Self.sorted(sample.constants) {
      check(broad: name, at: first)
      fields.replace(name, by: .text(Array(text.utf8), about: columns.first ?? -1))
    }
    if faults.isEmpty, fields["type"] == nil { fault(.csvHeader, .typeColumnMissing, at: first) }
    guard faults.isEmpty else { return nil }
    if columns.isEmpty, subjects.isEmpty, !mapping.missing.isEmpty { columns = fields.subjects }
    recipes.beginSample()
    // A constant of a member is for members that some cell makes, so cells come first.
    let made = fields.byColumn.compactMap { name, origin in
      role(of: Array(name.utf8), at: first, adds: origin.column != nil).map {
        recipes.field(name, $0, origin, mapping, unit: fields.text)
      }
    }
    return SampleRecipe(
      conditions: recipes.conditions(mapping, column), subjects: columns, isNever: columns.isEmpty && !subjects.isEmpty,
      made, zone: recipes.zone(mapping, column), memberTypes: recipes.memberTypes)
  }

  private mutating func check(broad name: String, at place: Range<Int>) {
    if TableField.isTooBroad(Array(name.utf8)) { fault(.csvHeader, .columnTooBroad, at: place) }
  }

  /// Dictionaries have no order, and findings and texts must have one.
  private static func sorted(_ texts: [String: String]) -> [(String, String)] {
    texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

/// A layout of a table, with the columns that the table has.
private struct PlannedLayout {
  let layout: TableLayout
  let cells: [TableHeader.Cell]
  let places: [String: Int]
  private let names: [String]
  private let named: Set<String>
  let isAlone: Bool

  init(
    _ layout: TableLayout, cells: [TableHeader.Cell], places: [String: Int], named: Set<String>, isAlone: Bool
  ) {
    (self.layout, self.cells, self.places, self.named, self.isAlone) = (layout, cells, places, named, isAlone)
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

  func place(of field: String) -> Range<Int>? { base().first { $0.name == field }.map { cells[$0.column].place } }
}
