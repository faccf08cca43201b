public import HealthModel
public import HealthStorage
public import HealthUnits

extension HealthStore {
  /// Passes the parts of each sample that matches to a function: the elements of a list, or the points of a series.
  ///
  /// All are as of one moment, and samples without parts are left out. Memory use does not grow with the answer: the parts
  /// of one sample are decoded at a time.
  ///
  /// ```swift
  /// try await store.forEachParts("events", matching: .samples(of: "workout")) { events in
  ///   for position in 0..<events.count { print(events.sample.id, events.value("kind", at: position) as Any) }
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - list: the name of the list as the definition has it, or `points`.
  ///   - query: samples of one type.
  ///   - body: called in the query's order; `false` ends the query.
  /// - Throws: `QueryError`: `wrongKind` when samples of the type have no such list; else as `samples(matching:)`, and
  ///   what `body` throws.
  public func forEachParts(
    _ list: String, matching query: SampleQuery, _ body: (SampleParts) throws -> Bool
  ) async throws {
    let place = try PartLocation(list, of: try query.onlyType(in: self, for: "parts"))
    try await forEachSample(matching: query) { sample in
      guard let parts = SampleParts(sample, place), parts.count > 0 else { return true }
      return try body(parts)
    }
  }
}

extension TypeDefinition {
  /// What each part of its samples says, in the order of the definition; of points that have a time, `time` and `seconds`
  /// come first.
  ///
  /// - Throws: `QueryError.Reason.wrongKind` when samples of the type have no such list.
  public func partColumns(_ list: String) throws(QueryError) -> [PartColumn] {
    try PartLocation(list, of: self).columns
  }
}

/// Where the parts of a type's samples are.
struct PartLocation: Sendable {
  let index: Int?
  let columns: [PartColumn]
  /// Whether `time` and `seconds` are before the columns of points.
  let isTimed: Bool

  init(_ list: String, of type: TypeDefinition) throws(QueryError) {
    guard let shape = type.shape.structure else {
      throw QueryError(
        .wrongKind, "\(type.id) is a \(type.kind.rawValue), whose samples have no lists",
        instead: "ask for the samples themselves")
    }
    if let index = shape.lists.firstIndex(where: { $0.name == list }) {
      self.index = index
      columns = shape.lists[index].element.fields.map { PartColumn($0.name, $0.value) }
      isTimed = false
    } else if list == "points", let points = shape.points {
      index = nil
      if case .none = points.timing { isTimed = false } else { isTimed = true }
      let times = [
        PartColumn("time", .time), PartColumn("seconds", .number(ValueBounds()), unit: try? UnitOfMeasure("s")),
      ]
      columns = (isTimed ? times : []) + points.columns.map { PartColumn($0.name, $0.value) }
    } else {
      let names = shape.lists.map(\.name) + (shape.points == nil ? [] : ["points"])
      let near = Suggestion.nearest(to: list, among: names).map { "did you mean `\($0)`?" }
      throw QueryError(
        .wrongKind, "samples of \(type.id) have no list `\(TextEscaping.escaped(list, limit: 80))`",
        instead: near ?? (names.isEmpty ? "they have fields only" : "they have " + Suggestion.alternatives(names)))
    }
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
  package func value(_ column: Int, at position: Int) -> FieldContent? {
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
