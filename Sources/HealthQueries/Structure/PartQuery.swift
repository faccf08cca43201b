public import HealthModel
public import HealthStorage
import HealthUnits

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

  private func place(in type: TypeDefinition) throws(QueryError) -> PartPlace {
    guard let shape = type.shape.structure else {
      throw QueryError(
        .wrongKind, "\(type.id) is a \(type.kind.rawValue), whose samples have no lists",
        instead: "ask for the samples themselves")
    }
    if let index = shape.lists.firstIndex(where: { $0.name == list }) {
      let columns = shape.lists[index].element.fields.map { PartColumn($0.name, $0.value) }
      return PartPlace(index: index, columns: columns, isTimed: false)
    }
    if list == "points", let points = shape.points { return PartPlace(points) }
    let names = shape.lists.map(\.name) + (shape.points == nil ? [] : ["points"])
    let near = Suggestion.nearest(to: list, among: names).map { "did you mean `\($0)`?" }
    throw QueryError(
      .wrongKind, "samples of \(type.id) have no list `\(TextEscaping.escaped(list, limit: 80))`",
      instead: near
        ?? (names.isEmpty ? "they have fields only" : "they have " + Suggestion.alternatives(names)))
  }
}

/// Where the parts of a type's samples are.
struct PartPlace: Sendable {
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
