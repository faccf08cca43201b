import HealthModel
public import HealthStorage
public import HealthUnits

extension HealthStore {
  /// A wide table: a row for each time and subject, a column for each type.
  ///
  /// A sample is in the row of its start. The members of a correlation are cells of its row: a member whose role is named
  /// like its type is in the column of that type, another one in `TYPE.ROLE`. A structured sample such as a workout has a
  /// column for its length, for each field and for what its type computes: `workout.activity`.
  ///
  /// If several samples of a subject and a column start at the same time, the one of the best source by `priority` is
  /// shown, and of one source the one with the greatest id. `WideTable.Counts` says how many are not shown.
  ///
  /// ```swift
  /// let table = try await store.wideTable(matching: .samples(of: "bodyMass", "bloodPressure"))
  /// print(table.columns.map(\.title))
  /// try await table.forEachRow { row in
  ///   print(row.start, row.cells)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - asked: which samples; without types those of all stored types that have a value and a time. Order and page do
  ///     not matter; the limit is one of rows.
  ///   - priority: which source is shown if several samples start at the same time.
  ///   - units: the units of the columns, by the id of the type; types without one have their own unit.
  /// - Returns: the table: its columns are known at once, its rows are read when they are asked for.
  /// - Throws: `QueryError`: `wrongKind` for a type without a time, `wrongUnit`, and as `samples(matching:)`;
  ///   `StorageError` when the store cannot be read.
  public func wideTable(
    matching asked: SampleQuery, priority: SourcePriority = SourcePriority(), units: [String: UnitOfMeasure] = [:]
  ) async throws -> WideTable {
    let query = try asked.checked(for: self)
    var types: [TypeDefinition] = []
    if query.types.isEmpty {
      // Members are stored in their own types as well.
      for count in try await counts() {
        let type = try type(named: count.type)
        if type.shape.hasTimedValue { types.append(type) }
      }
    } else {
      for name in query.types { types.append(try type(named: name)) }
    }
    var layout = WideLayout()
    for type in types { try layout.add(type, in: registry, units: units) }
    return WideTable(columns: layout.columns, layout: layout, query: query, priority: priority, store: self)
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
      do throws(UnitError) { conversion = try own.conversion(to: other) } catch {
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
/// a header: `HealthStore.forEachParts` and samples have them.
struct WideStructure: Sendable {
  private enum Content: Sendable {
    case number(SampleExpression)
    case field(Int)
  }

  private var contents: [(column: Int, content: Content)] = []

  init(
    _ type: TypeDefinition, _ shape: StructureShape, in registry: Registry,
    _ place: (String, UnitOfMeasure?) -> Int
  ) {
    if let length = SampleExpression.length(of: type, in: registry) {
      contents.append((place("\(type.id).duration", length.unit), .number(length)))
    }
    // An expression that means nothing by this catalog is a finding of lint.
    let computed = type.expressions.compactMap {
      try? SampleExpression($0.name, unit: $0.unit?.answered, of: type, in: registry)
    }
    for (index, field) in shape.fields.enumerated() where field.name != "duration" {
      guard computed.isEmpty || field.isRequired, field.value.fitsCell else { continue }
      contents.append((place("\(type.id).\(field.name)", field.value.quantity?.unit.answered), .field(index)))
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
  fileprivate init(_ value: FieldContent) {
    switch value {
    case .quantity(let number, let unit): self = .number(unit.answer(number))
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .text(value ? "true" : "false")
    case .enumeration(let text), .text(let text): self = .text(text)
    case .time(let moment): self = .text(TimestampWriter.string(moment))
    case .metadata, .document: self = .empty
    }
  }
}

extension FieldValue {
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
  @discardableResult public func forEachRow(_ body: (WideRow) throws -> Bool) async throws -> Counts {
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
      start: entry.start, offset: entry.offset, subject: entry.subject, cells: Array(repeating: .empty, count: columns))
    winners = Array(repeating: nil, count: columns)
  }

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

/// A column of a wide table: one type, one role of a correlation, or one statistic of a type.
public struct WideColumn: Sendable, Hashable {
  /// The name: `heartRate`, `test.sitting.before`, `stepCount.sum`, `sleepAnalysis.asleepCore.duration`.
  public var name: String
  /// The unit of its numbers; `nil` if they have none.
  public var unit: UnitOfMeasure?

  package init(name: String, unit: UnitOfMeasure? = nil) {
    self.name = name
    self.unit = unit
  }

  /// The name with the unit as people write it, `heartRate (count/min)`: what a header says.
  ///
  /// A molar mass, which HealthKit's grammar needs, is left out: `bloodGlucose (mmol/L)`. `unit` has it.
  public var title: String { title(unit?.sampleText) }

  /// The title for people, with `%` for percent.
  package var heading: String { title(unit?.peopleText) }

  private func title(_ text: String?) -> String {
    guard let text else { return name }
    // A mass begins with `<` and ends with `>`; nothing else in a unit has either.
    let parts = text.split(separator: "<", omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
    return "\(name) (\(([parts[0]] + rest).joined()))"
  }
}

/// A cell of a wide table.
public enum WideCell: Sendable, Hashable {
  /// Nothing was measured.
  case empty
  /// A number in the unit of the column.
  case number(Double)
  /// The case of a category.
  case text(String)
}

/// A row of a wide table: a time, or an interval of it, of one subject.
public struct WideRow: Sendable, Hashable {
  /// The start in microseconds since 1970 UTC.
  public var start: Int64
  /// The offset that the first of its samples was written with, in minutes; `nil` for intervals.
  public var offset: Int16?
  /// The end of the interval; `nil` for a time.
  public var end: Int64?
  /// Whether start and end are readings of each sample's own clock, written as if it showed UTC.
  public var isLocal = false
  /// Whose samples they are; `nil` when they do not say it.
  public var subject: String?
  /// One cell for each column.
  public var cells: [WideCell]
}

/// The samples of one type in the order of their starts, read page by page.
struct WideSeries {
  /// A value on its way to a cell.
  struct Entry {
    var start: Int64
    var offset: Int16
    var subject: String?
    var column: Int
    var cell: WideCell
    var source: MergeSource
    var id: SampleID
  }

  private static let pageLength = 4096

  private var query: SampleQuery
  private let layout: WideLayout
  private let priority: SourcePriority
  private let store: HealthStore
  /// Decodes samples of a structured type; `nil` for other types, whose values are columns of a batch.
  private let decoder: SampleDecoder?
  private var page: [Entry] = []
  private var place = 0
  private var isLastPage = false

  init(_ type: String, of query: SampleQuery, _ layout: WideLayout, _ priority: SourcePriority, in store: HealthStore) {
    var query = query
    query.types = [type]
    (query.sort, query.limit, query.after, query.omitsMembers) = (.ascending, Self.pageLength, nil, false)
    self.query = query
    self.layout = layout
    self.priority = priority
    self.store = store
    let isStructured = store.registry.type(named: type)?.shape.structure != nil
    decoder = isStructured ? SampleDecoder(registry: store.registry) : nil
  }

  var head: Entry? { place < page.count ? page[place] : nil }

  mutating func advance() async throws {
    place += 1
    try await fill()
  }

  mutating func fill() async throws {
    while place >= page.count, !isLastPage {
      page.removeAll(keepingCapacity: true)
      place = 0
      var count = 0
      var last: PageToken?
      var found: [Entry] = []
      let (layout, priority, registry, decoder) = (layout, priority, store.registry, decoder)
      try await store.read(query) { batch in
        var reading = WideValue(batch, priority, structured: decoder?.structured(in: batch) ?? [:])
        var head = 0
        while head < batch.count {
          let group = batch.group(at: head)
          count += 1
          last = PageToken(head, of: batch, in: registry, sort: .ascending)
          reading.append(group, layout, to: &found)
          head = group.upperBound
        }
        return true
      }
      page = found
      query.after = last
      isLastPage = count < Self.pageLength
    }
  }
}

/// Makes values of the samples of one batch.
private struct WideValue {
  private let batch: SampleBatch
  private let priority: SourcePriority
  private let subjects: [String]
  private let structured: [Int: Sample]
  /// The sources that were met, by the indexes of source and device and whether a person typed the sample in.
  private var known: [SourceKey: MergeSource] = [:]

  private struct SourceKey: Hashable {
    var source: Int32
    var device: Int32
    var isUserEntered: Bool
  }

  init(_ batch: SampleBatch, _ priority: SourcePriority, structured: [Int: Sample]) {
    self.batch = batch
    self.priority = priority
    self.structured = structured
    subjects = batch.subjects.ranges.map { String(decoding: batch.arena[$0.indices], as: UTF8.self) }
  }

  mutating func append(_ group: Range<Int>, _ layout: WideLayout, to entries: inout [WideSeries.Entry]) {
    let head = group.lowerBound
    let type = Int(batch.type[head])
    guard batch.start[head] != SampleBatch.noTime else { return }
    if let structure = layout.structures[type] {
      guard let sample = structured[head] else { return }
      for (column, cell) in structure.cells(of: sample) { append(cell, column, of: head, in: head, to: &entries) }
    } else if let place = layout.places[type] {
      append(head, in: head, place, to: &entries)
    } else if let roles = layout.members[type] {
      for member in group.dropFirst() {
        let role = Int(batch.role[member])
        if roles.indices.contains(role), let place = roles[role] { append(member, in: head, place, to: &entries) }
      }
    }
  }

  private mutating func append(
    _ row: Int, in head: Int, _ place: WideLayout.Place, to entries: inout [WideSeries.Entry]
  ) {
    let cell: WideCell
    let item = Int(batch.enumCase[row])
    if place.cases.indices.contains(item) {
      cell = .text(place.cases[item])
    } else if place.cases.isEmpty {
      cell = .number(place.conversion?(batch.value[row]) ?? batch.value[row])
    } else {
      return
    }
    append(cell, place.column, of: row, in: head, to: &entries)
  }

  private mutating func append(
    _ cell: WideCell, _ column: Int, of row: Int, in head: Int, to entries: inout [WideSeries.Entry]
  ) {
    let subject = Int(batch.subject[head])
    let offset = batch.startOffset[head]
    entries.append(
      WideSeries.Entry(
        start: batch.start[head], offset: offset == SampleBatch.noOffset ? 0 : offset,
        subject: subject < 0 ? nil : subjects[subject], column: column, cell: cell, source: source(of: row),
        id: batch.id[row]))
  }

  private mutating func source(of row: Int) -> MergeSource {
    let isUserEntered = ScannedMetadata.isUserEntered(batch.metadata[row].indices, in: batch.arena)
    let key = SourceKey(source: batch.source[row], device: batch.device[row], isUserEntered: isUserEntered)
    if let source = known[key] { return source }
    let source = key.source < 0 ? nil : batch.sources.ranges[Int(key.source)].indices
    let device = key.device < 0 ? nil : batch.devices.ranges[Int(key.device)].indices
    let found = priority.source(
      of: SampleOrigin(source: source, device: device, in: batch.arena, isUserEntered: isUserEntered))
    known[key] = found
    return found
  }
}

/// Statistics of several types as a wide table: a row for each interval and subject, a column for each type, case and
/// statistic.
///
/// The answers of one kind of interval are added one after the other; rows are kept in memory until they are asked for.
/// Statistics that are separated by source have no place in it.
public struct WideStatistics: Sendable {
  /// A statistic of a type, or of one case of it.
  public struct Measure: Sendable, Hashable {
    /// The id of the type.
    public var type: String
    /// The name of the case, or `WideStatistics.allAsleep`; `nil` for types without cases.
    public var value: String?
    /// The name of the statistic: `sum`, `average`, `duration`.
    public var statistic: String
    /// The unit of the numbers; `nil` for counts.
    public var unit: UnitOfMeasure?

    /// Creates a measure.
    public init(type: String, value: String? = nil, statistic: String, unit: UnitOfMeasure? = nil) {
      self.type = type
      self.value = value
      self.statistic = statistic
      self.unit = unit
    }

    /// Its column: `stepCount.sum (count)`, `sleepAnalysis.asleepCore.duration (s)`.
    package var column: WideColumn {
      WideColumn(name: ([type] + [value].compactMap(\.self) + [statistic]).joined(separator: "."), unit: unit)
    }
  }

  /// The cases of `sleepAnalysis` together in which a person is asleep, as the case of a measure.
  public static let allAsleep = "allAsleep"

  private struct Key: Hashable {
    var start: Int64
    var subject: SubjectName
  }

  /// The measures, in the order of the columns.
  public let measures: [Measure]
  private var places: [String: Int] = [:]
  private var found: [Key: WideRow] = [:]

  /// Creates a table without rows.
  public init(_ measures: [Measure]) {
    self.measures = measures
    for (index, measure) in measures.enumerated() { places[measure.column.name] = index }
  }

  /// The columns beside the interval and the subject.
  public var columns: [WideColumn] { measures.map(\.column) }

  /// Puts the numbers of an answer's row into their cells.
  ///
  /// - Parameters:
  ///   - row: the statistics of one interval.
  ///   - numbers: the results by the names of their statistics; others than the table's are left out.
  public mutating func add(_ row: Statistics, numbers: [String: Double]) {
    let key = Key(start: row.start, subject: SubjectName(row.subject))
    var wide =
      found[key]
      ?? WideRow(
        start: row.start, end: row.end, isLocal: row.isLocal, subject: row.subject,
        cells: Array(repeating: .empty, count: measures.count))
    for value in [row.value] + (row.isAsleep ? [Self.allAsleep] : []) {
      for (statistic, number) in numbers {
        let measure = Measure(type: row.type, value: value, statistic: statistic)
        guard let place = places[measure.column.name] else { continue }
        if case .number(let other) = wide.cells[place] {
          wide.cells[place] = .number(other + number)
        } else {
          wide.cells[place] = .number(number)
        }
      }
    }
    // Of one subject's samples alone, the whole time of one type may end after that of another.
    wide.end = max(wide.end ?? row.end, row.end)
    found[key] = wide
  }

  /// The rows, by start, then by subject: samples without one first, the others by bytes.
  public var rows: [WideRow] {
    found.sorted { ($0.key.start, $0.key.subject) < ($1.key.start, $1.key.subject) }.map(\.value)
  }
}
