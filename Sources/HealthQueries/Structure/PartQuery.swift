public import HealthModel
public import HealthStorage
public import HealthUnits

/// A question for the parts of structured samples: the elements of a list, or the points of a series.
///
/// ```swift
/// let query = PartQuery("events", of: "workout")
/// try await query.forEachSample(for: store) { events in
///   for position in 0..<events.count { print(events.sample.id, events.value("kind", at: position) as Any) }
///   return true
/// }
/// ```
public struct PartQuery: Sendable, Hashable {
  /// The samples' type, by any of its names.
  package var type: String
  /// The name of the list, or `points`.
  package var list: String
  /// The conditions on the samples, their order, limit and page; its types do not matter.
  package var predicate: SampleQuery

  /// Creates a query for the parts of samples.
  ///
  /// - Parameters:
  ///   - list: the name of the list as the definition has it, or `points`.
  ///   - type: the samples' type, by any of its names.
  ///   - predicate: the conditions on the samples.
  public init(_ list: String, of type: String, matching predicate: SampleQuery = SampleQuery()) {
    self.type = type
    self.list = list
    self.predicate = predicate
  }

  /// What each part says, in the order of the definition; of points that have a time, `time` and `seconds` come first.
  ///
  /// - Throws: `QueryError`: `unknownType`; `wrongKind` when samples of the type have no such list.
  public func columns(in registry: Registry) throws(QueryError) -> [PartColumn] {
    let definition = try registry.type(asked: type)
    return try place(in: definition).columns
  }

  /// Passes the parts of each sample that matches to a function, all of them as of one moment; samples without parts are
  /// left out.
  ///
  /// Memory use does not grow with the answer: the parts of one sample are decoded at a time.
  ///
  /// - Parameters:
  ///   - store: the store that runs the query.
  ///   - body: called in the predicate's order; `false` ends the query.
  /// - Throws: as `columns(in:)` and `SampleQuery.result(for:)`, and what `body` throws.
  public func forEachSample(for store: HealthStore, _ body: (SampleParts) throws -> Bool) async throws {
    let definition = try store.type(named: type)
    let place = try place(in: definition)
    var query = predicate
    query.types = [definition.id]
    try await query.forEachSample(for: store) { sample in
      guard let parts = SampleParts(sample, place), parts.count > 0 else { return true }
      return try body(parts)
    }
  }

  private func place(in type: TypeDefinition) throws(QueryError) -> PartLocation {
    guard let shape = type.shape.structure else {
      throw QueryError(
        .wrongKind, "\(type.id) is a \(type.kind.rawValue), whose samples have no lists",
        instead: "ask for the samples themselves")
    }
    if let index = shape.lists.firstIndex(where: { $0.name == list }) {
      let columns = shape.lists[index].element.fields.map { PartColumn($0.name, $0.value) }
      return PartLocation(index: index, columns: columns, isTimed: false)
    }
    if list == "points", let points = shape.points { return PartLocation(points) }
    let names = shape.lists.map(\.name) + (shape.points == nil ? [] : ["points"])
    let near = Suggestion.nearest(to: list, among: names).map { "did you mean `\($0)`?" }
    throw QueryError(
      .wrongKind, "samples of \(type.id) have no list `\(TextEscaping.escaped(list, limit: 80))`",
      instead: near
        ?? (names.isEmpty ? "they have fields only" : "they have " + Suggestion.alternatives(names)))
  }
}

/// Where the parts of a type's samples are.
struct PartLocation: Sendable {
  /// The list, as index into the definition's; `nil` for points.
  let index: Int?
  let columns: [PartColumn]
  /// Whether `time` and `seconds` are before the columns of points.
  let isTimed: Bool

  init(index: Int?, columns: [PartColumn], isTimed: Bool) {
    self.index = index
    self.columns = columns
    self.isTimed = isTimed
  }

  init(_ points: PointsDefinition) {
    var isTimed = true
    if case .none = points.timing { isTimed = false }
    let times = [
      PartColumn("time", .time), PartColumn("seconds", .number(ValueBounds()), unit: try? UnitOfMeasure("s")),
    ]
    let columns = points.columns.map { PartColumn($0.name, $0.value) }
    self.init(index: nil, columns: (isTimed ? times : []) + columns, isTimed: isTimed)
  }
}

/// What each element of a list, or each point, says: a field, or a column of points.
public struct PartColumn: Sendable, Hashable {
  /// The name as the definition has it; `time` and `seconds` of points that have a time.
  public let name: String
  package let value: FieldValue

  /// The unit of the numbers; `nil` for values without one, and for numbers that each have a unit of their own.
  public let unit: UnitOfMeasure?

  init(_ name: String, _ value: FieldValue, unit: UnitOfMeasure? = nil) {
    self.name = name
    self.value = value
    self.unit = unit ?? value.quantity?.unit
  }
}

/// The parts of one sample: the elements of a list, or its points.
public struct SampleParts: Sendable {
  /// The sample; its content is decoded.
  public let sample: Sample
  /// How many parts there are.
  public let count: Int
  /// What each part says.
  public let columns: [PartColumn]
  private let place: PartLocation
  private let elements: [GroupContent]
  private let series: Series?

  /// The parts of a sample at a place; `nil` when it is not of a structured type.
  init?(_ sample: Sample, _ place: PartLocation) {
    self.place = place
    columns = place.columns
    if let index = place.index {
      guard let content = sample.value.storedStructure?.content(withPoints: false),
        content.lists.indices.contains(index)
      else { return nil }
      self.sample = sample
      elements = content.lists[index]
      series = nil
      count = elements.count
    } else {
      guard let series = Series(sample) else { return nil }
      self.sample = series.sample
      self.series = series
      elements = []
      count = series.count
    }
  }

  /// What a part says; `nil` when it lacks that, and for a position or column that is not there.
  ///
  /// Numbers are in canonical units, those of points without the unit, which `columns` has.
  ///
  /// - Parameters:
  ///   - column: the column, as index into `columns`.
  ///   - position: the part, from 0.
  /// - Returns: the value.
  public func value(_ column: Int, at position: Int) -> FieldContent? {
    guard columns.indices.contains(column), position >= 0, position < count else { return nil }
    guard let series else { return elements[position].values[column] }
    guard place.isTimed else { return point(column, at: position, in: series) }
    switch column {
    case 0: return series.time(at: position).map { .time($0) }
    case 1: return series.seconds(to: position).map { .number($0) }
    default: return point(column - 2, at: position, in: series)
    }
  }

  /// What a part says, by the column's name.
  public func value(_ column: String, at position: Int) -> FieldContent? {
    columns.firstIndex { $0.name == column }.flatMap { value($0, at: position) }
  }

  /// A number of a point; an array that is shorter than another one lacks it.
  private func point(_ column: Int, at position: Int, in series: Series) -> FieldContent? {
    guard let points = series.content.points, points.columns.indices.contains(column),
      points.columns[column].indices.contains(position)
    else { return nil }
    let number = points.columns[column][position]
    if number.isNaN { return nil }
    if case .boolean = columns[column + (place.isTimed ? 2 : 0)].value { return .boolean(number != 0) }
    return .number(number)
  }
}
