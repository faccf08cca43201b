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
      do throws(UnitConversionError) {
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
