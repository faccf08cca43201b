import HealthModel

/// Puts the columns of a table together from its header and its layout.
struct TableColumnsBuilder {
  let layout: TableLayout
  var columns: [TableColumn] = []
  private(set) var constants: [TableConstant] = []
  private(set) var memberConstants: [TableConstant] = []
  var memberTypes: [ByteRange] = []
  private(set) var texts: [UInt8] = []
  /// Where the texts begin that belong to a column, and those that belong to none, with -1.
  private(set) var textColumns: [(start: Int, column: Int)] = []
  var plan: TablePlan?
  var faults: [TableFault] = []
  let dates: DateFormat?
  private(set) var headerNames: [String] = []
  /// The names that columns and constants have given, and the number of each member by its type.
  private var names: Set<[UInt8]> = []
  var members: [[UInt8]: Int] = [:]

  /// The most members of one correlation.
  private static let maximumMembers = 10_000
  /// The most faults of one header.
  private static let maximumFaults = 16

  init(layout: TableLayout) {
    self.layout = layout
    // Messages name the format when all layouts have the same.
    let format = layout.further.allSatisfy { $0.dateFormat == layout.dateFormat } ? layout.dateFormat : nil
    dates = format.flatMap { try? DateFormat($0) }
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
  }

  mutating func checkColumns(_ cells: [TableHeader.Cell], of names: Set<String>, at first: Range<Int>) {
    let given = Set(RepeatedColumns.names(of: cells) + cells.map { String(decoding: $0.name, as: UTF8.self) })
    let optional = layout.further.reduce(layout.mapping.optional) { $0.union($1.mapping.optional) }
    let missing = names.subtracting(given).subtracting([TableLayout.others]).subtracting(optional)
    if !missing.isEmpty { headerNames = cells.map { String(decoding: $0.name, as: UTF8.self) } }
    for name in missing.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      fault(.csvHeader, .columnMissing, at: first, name: keep(Array(name.utf8)))
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
    columns.append(TableColumn(role: role, rewriting: rewriting(of: role, name)))
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
    let constant = TableConstant(role: role, text: keep(text))
    if case .member = role { memberConstants.append(constant) } else { constants.append(constant) }
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
  mutating func role(of name: [UInt8], at place: Range<Int>, adds: Bool) -> TableColumn.Role? {
    switch TableField(name: name) {
    case .field(let field): return .field(field)
    case .entry(let kind, let key): return .entry(kind, key: keep(key))
    case .member(let type, let field):
      if let member = members[type] { return .member(member, field) }
      guard adds else { return nil }
      let member = memberTypes.count
      if member == Self.maximumMembers { fault(.objectTooLarge, .tooManyMembers, at: place) }
      members[type] = member
      memberTypes.append(keep(type))
      return .member(member, field)
    case nil:
      let (kind, key) = TableField.unknown(name)
      return .entry(kind, key: keep(key))
    }
  }

  private func rewriting(of role: TableColumn.Role, _ name: [UInt8]) -> TableColumn.Rewriting {
    switch role {
    case .field(let field), .member(_, let field):
      switch field {
      case .start, .end, .created: return dates == nil ? .none : .time
      case .value:
        let form = NumberFormat(ofField: name, decimalMark: layout.decimalMark) { layout.constants[$0] }
        return form.map { .number($0) } ?? .none
      default: return .none
      }
    default: return .none
    }
  }

  mutating func fault(_ code: DiagnosticCode, _ detail: SyntaxDetail, at place: Range<Int>, name: ByteRange? = nil) {
    guard faults.count < Self.maximumFaults else { return }
    faults.append(TableFault(code: code, detail: detail, place: place, name: name))
  }

  /// Adds a text to those that are after each chunk.
  mutating func keep(_ text: [UInt8], of column: Int = -1) -> ByteRange {
    let start = texts.count
    if (textColumns.last?.column ?? -1) != column { textColumns.append((start: start, column: column)) }
    texts.append(contentsOf: text)
    return ByteRange(start..<texts.count)
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
