struct PlannedLayout {
  let layout: TableLayout
  let cells: [TableHeader.Cell]
  /// The columns by their names.
  let places: [String: Int]
  /// The names that tell the columns apart.
  private let names: [String]
  private let named: Set<String>
  /// Whether a row is one sample.
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

  /// The times that are made of several columns, by their fields.
  func times() -> [(name: String, columns: [Int])] {
    layout.mapping.times.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, columns in
      (name: name, columns: columns.compactMap { places[$0] })
    }
  }

  /// Where the column of a field is in the header.
  func place(of field: String) -> Range<Int>? {
    base().first { $0.name == field }.map { cells[$0.column].place }
  }
}

/// The fields of a sample that is planned, each with the origin of its texts.
struct PlannedFields {
  /// Where the texts of a field come from.
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

  /// Gives a field an origin in place of the one that it has.
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
