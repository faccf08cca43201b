import HealthModel
public import HealthStorage
public import HealthUnits

/// A question for a wide table: a row for each time and subject, a column for each type.
///
/// A sample is in the row of its start. The members of a correlation are cells of its row: a member whose role is named
/// like its type is in the column of that type, another one in `TYPE.ROLE`. A structured sample such as a workout has a
/// column for its length, for each field and for what its type computes: `workout.activity`.
///
/// If several samples of a subject and a column start at the same time, the one of the best source by `priority` is
/// shown, and of one source the one with the greatest id. `WideTable.Counts` says how many are not shown.
///
/// ```swift
/// let table = try await WideQuery(.samples(of: "bodyMass", "bloodPressure")).table(for: store)
/// print(table.columns.map(\.title))
/// try await table.forEachRow { row in
///   print(row.start, row.cells)
///   return true
/// }
/// ```
public struct WideQuery: Sendable {
  /// Which samples; without types those of all stored types that have a value and a time.
  ///
  /// Order and page do not matter; the limit is one of rows.
  package var predicate: SampleQuery
  /// Which source is shown if several samples start at the same time.
  package var priority: SourcePriority
  /// The units of the columns, by the id of the type; types without one have their own unit.
  package var units: [String: UnitOfMeasure]

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - predicate: which samples.
  ///   - priority: which source is shown if several samples start at the same time.
  ///   - units: the units of the columns, by the id of the type.
  public init(
    _ predicate: SampleQuery, priority: SourcePriority = SourcePriority(), units: [String: UnitOfMeasure] = [:]
  ) {
    self.predicate = predicate
    self.priority = priority
    self.units = units
  }

  /// The table of a store: its columns are known at once, its rows are read when they are asked for.
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: the table.
  /// - Throws: `QueryError`: `wrongKind` for a type without a time, `wrongUnit`, and as
  ///   `SampleQuery.checked(for:)`; `StorageError` when the store cannot be read.
  public func table(for store: HealthStore) async throws -> WideTable {
    let query = try predicate.checked(for: store)
    var types: [TypeDefinition] = []
    if query.types.isEmpty {
      // Members are stored in their own types as well.
      for count in try await store.counts() {
        let type = try store.type(named: count.type)
        if type.shape.hasTimedValue { types.append(type) }
      }
    } else {
      for name in query.types { types.append(try store.type(named: name)) }
    }
    var layout = WideLayout()
    for type in types {
      try layout.add(type, in: store.registry, units: units)
    }
    return WideTable(columns: layout.columns, layout: layout, query: query, priority: priority, store: store)
  }
}

/// The columns of a wide table, and which column the samples of a type go to.
struct WideLayout: Sendable {
  /// Where the value of a sample goes.
  struct Place: Sendable {
    var column: Int
    var conversion: UnitConversion?
    var cases: [String]
  }

  private(set) var columns: [WideColumn] = []
  /// The ids of the types that are read, in the order they were named.
  private(set) var types: [String] = []
  /// By the index of a type; members are found by their correlation's type and their role.
  private(set) var places: [Int: Place] = [:]
  private(set) var members: [Int: [Place?]] = [:]
  /// What samples of structured types say, by the index of the type.
  private(set) var structures: [Int: WideStructure] = [:]

  mutating func add(_ type: TypeDefinition, in registry: Registry, units: [String: UnitOfMeasure]) throws(QueryError) {
    guard !types.contains(type.id), let index = registry.typeIndex(named: type.id) else { return }
    guard type.shape.hasTime else {
      throw QueryError(
        .wrongKind, "\(type.id) has no time, so no row of a wide table has it", instead: "ask for it alone")
    }
    types.append(type.id)
    if let shape = type.shape.structure {
      structures[index] = WideStructure(type, shape, in: registry) { column(named: $0, $1) }
      return
    }
    guard let roles = type.shape.members else {
      places[index] = try place(named: type.id, of: type, units)
      return
    }
    // A place for each role, since samples name them by number.
    var found: [Place?] = []
    for role in roles {
      guard let member = registry.type(named: role.type) else {
        found.append(nil)
        continue
      }
      let name = role.role == member.id ? member.id : "\(type.id).\(role.role)"
      found.append(try place(named: name, of: member, units))
    }
    members[index] = found
  }

  private mutating func place(
    named name: String, of type: TypeDefinition, _ units: [String: UnitOfMeasure]
  ) throws(QueryError) -> Place {
    var conversion: UnitConversion?
    var unit = type.shape.quantity?.unit
    if let own = unit, let other = units[type.id] {
      do throws(UnitError) {
        conversion = try own.conversion(to: other)
      } catch {
        throw QueryError(.wrongUnit, error.description)
      }
      unit = other
    }
    return Place(
      column: column(named: name, unit), conversion: conversion, cases: type.shape.enumeration?.cases.map(\.name) ?? [])
  }

  private mutating func column(named name: String, _ unit: UnitOfMeasure?) -> Int {
    if let column = columns.firstIndex(where: { $0.name == name }) { return column }
    columns.append(WideColumn(name: name, unit: unit))
    return columns.count - 1
  }
}

/// What samples of a structured type say in a wide table: how long they are, their fields, and what their type computes.
///
/// A definition that computes values gives its required fields and these, as in tables of the type alone; another one
/// gives all its fields. Lists and points have more than one value, and numbers with a unit of their own do not fit under
/// a header: `PartQuery` and `SampleQuery` have them.
struct WideStructure: Sendable {
  private enum Content: Sendable {
    case number(SampleExpression)
    case field(Int)
  }

  private var contents: [(column: Int, content: Content)] = []

  /// The columns of a type, each named `TYPE.NAME`.
  init(
    _ type: TypeDefinition, _ shape: StructureShape, in registry: Registry,
    _ place: (String, UnitOfMeasure?) -> Int
  ) {
    if let length = SampleExpression.length(of: type, in: registry) {
      contents.append((place("\(type.id).duration", length.unit), .number(length)))
    }
    // An expression that means nothing by this catalog is a finding of lint.
    let computed = type.expressions.compactMap { try? SampleExpression($0.name, of: type, in: registry) }
    for (index, field) in shape.fields.enumerated() where field.name != "duration" {
      guard computed.isEmpty || field.isRequired, field.value.fitsCell else { continue }
      contents.append((place("\(type.id).\(field.name)", field.value.quantity?.unit), .field(index)))
    }
    for expression in computed {
      contents.append((place("\(type.id).\(expression.text)", expression.unit), .number(expression)))
    }
  }

  /// The cells of a sample, empty ones too: what it lacks is not taken from another sample that starts at the same time.
  func cells(of sample: Sample) -> [(column: Int, cell: WideCell)] {
    let outline = sample.outline
    return contents.map { column, content in
      let cell: WideCell
      switch content {
      case .number(let expression):
        let number =
          expression.needsPoints ? expression.value(of: sample) : expression.value(of: sample, content: outline)
        cell = number.map { .number($0) } ?? .empty
      case .field(let index): cell = outline?.fields.values[index].map(WideCell.init) ?? .empty
      }
      return (column, cell)
    }
  }
}

extension WideCell {
  /// The value of a field, its number in the field's unit.
  fileprivate init(_ value: FieldContent) {
    switch value {
    case .quantity(let number, _), .number(let number): self = .number(number)
    case .boolean(let value): self = .text(value ? "true" : "false")
    case .enumeration(let text), .text(let text): self = .text(text)
    case .time(let moment): self = .text(TimestampWriter.string(moment))
    case .metadata, .document: self = .empty
    }
  }
}

extension FieldValue {
  /// Whether a value fits into a cell whose header says its unit.
  fileprivate var fitsCell: Bool {
    switch self {
    case .quantityOf, .metadata, .document: false
    default: true
    }
  }
}

/// A wide table of stored samples: a row for each time and subject, a column for each type.
public struct WideTable: Sendable {
  /// The columns beside start and subject, in the order that types were named.
  public let columns: [WideColumn]
  let layout: WideLayout
  let query: SampleQuery
  let priority: SourcePriority
  let store: HealthStore

  /// What became of the samples of a table.
  public struct Counts: Sendable, Hashable {
    /// How many rows were passed on.
    public var rows = 0
    /// How many values are not shown, since another sample of the column starts at the same time.
    public var hidden = 0
    /// Whether there are more rows than the limit.
    public var hasMore = false
  }

  /// Passes the rows on, by start, then by subject: samples without one first, the others by bytes.
  ///
  /// The types are read beside each other in pages, so the first row comes at once and memory does not grow with the
  /// number of rows.
  ///
  /// - Parameter body: called for each row; `false` ends the table.
  /// - Returns: how many rows there were, and how many values are not shown.
  /// - Throws: `StorageError` when the store cannot be read or changed meanwhile; what `body` throws.
  @discardableResult
  public func forEachRow(_ body: (WideRow) throws -> Bool) async throws -> Counts {
    var counts = Counts()
    let commit = try await store.backend.information().lastCommit
    var lanes: [WideSeries] = []
    for type in layout.types {
      var lane = WideSeries(type, of: query, layout, priority, in: store)
      try await lane.fill()
      if lane.head != nil { lanes.append(lane) }
    }
    while let start = lanes.compactMap({ $0.head?.start }).min() {
      var rows: [SubjectName: WideTimestamp] = [:]
      for index in lanes.indices {
        while let entry = lanes[index].head, entry.start == start {
          let subject = SubjectName(entry.subject)
          if rows[subject] == nil { rows[subject] = WideTimestamp(entry, columns: columns.count) }
          rows[subject]?.take(entry)
          try await lanes[index].advance()
        }
      }
      counts.hidden += rows.values.reduce(0) { $0 + $1.hidden.count }
      for (_, moment) in rows.sorted(by: { $0.key < $1.key }) {
        if let limit = query.limit, counts.rows >= limit {
          counts.hasMore = true
          return counts
        }
        counts.rows += 1
        guard try body(moment.row) else { return counts }
      }
      lanes.removeAll { $0.head == nil }
    }
    guard try await store.backend.information().lastCommit == commit else {
      throw StorageError(
        .failed, "the store changed while the table was read, so its rows may not be as of one moment",
        hint: "ask again when nothing is imported")
    }
    return counts
  }
}

/// A row that is being made.
private struct WideTimestamp {
  var row: WideRow
  /// The source and the id of each cell that is taken.
  private var winners: [(source: MergeSource, id: SampleID)?]
  /// The values that are not shown: the member of a correlation comes a second time, as a sample of its type.
  private(set) var hidden: Set<Hidden> = []

  /// A sample in a column.
  struct Hidden: Hashable {
    var column: Int
    var id: SampleID
  }

  init(_ entry: WideSeries.Entry, columns: Int) {
    row = WideRow(
      start: entry.start, offset: entry.offset, subject: entry.subject,
      cells: Array(repeating: .empty, count: columns))
    winners = Array(repeating: nil, count: columns)
  }

  /// Takes a value into its cell, or hides it or the one before.
  mutating func take(_ entry: WideSeries.Entry) {
    if let winner = winners[entry.column] {
      if winner.id == entry.id { return }
      let isBetter = entry.source == winner.source ? winner.id < entry.id : entry.source < winner.source
      // A field that a sample lacks is a cell without a value.
      let value = isBetter ? row.cells[entry.column] : entry.cell
      if value != .empty { hidden.insert(Hidden(column: entry.column, id: isBetter ? winner.id : entry.id)) }
      guard isBetter else { return }
    }
    set(entry)
  }

  private mutating func set(_ entry: WideSeries.Entry) {
    row.cells[entry.column] = entry.cell
    winners[entry.column] = (entry.source, entry.id)
  }
}
