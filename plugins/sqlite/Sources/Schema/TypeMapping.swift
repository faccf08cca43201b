import HealthModel
import HealthStorage

/// The types a store holds, as it remembers them, matched with the registry.
struct TypeMapping: Sendable {
  /// For each type of the registry its number in the store; 0 when the store has none.
  private(set) var numbers: [Int64]
  /// For each type of the registry the length of its longest sample, in microseconds.
  private(set) var longest: [Int64]
  /// Types of the store that the registry does not have, with their numbers.
  private(set) var strangers: [(number: Int64, name: String)] = []
  /// Which types have a view and remember all their cases since this was read.
  private var isReady: [Bool]

  /// Reads what the store remembers.
  ///
  /// - Throws: `StorageError.incompatible` when the registry would make stored samples mean something else.
  init(in db: Database, registry: Registry) throws {
    numbers = Array(repeating: 0, count: registry.types.count)
    longest = Array(repeating: 0, count: registry.types.count)
    isReady = Array(repeating: false, count: registry.types.count)
    let cases = try Self.storedCases(in: db)
    let statement = try PreparedStatement(
      "SELECT id, name, kind, shape, unit, aggregation, longest_us FROM assay_types ORDER BY id", in: db)
    while try statement.step() {
      let number = statement.integer(0)
      let name = statement.text(1)
      guard let index = registry.typeIndex(named: name) else {
        strangers.append((number, name))
        continue
      }
      let stored = TypeSignature(
        kind: statement.text(2), shape: statement.optionalText(3), unit: statement.optionalText(4),
        aggregation: statement.optionalText(5), cases: cases[number] ?? [:])
      if let change = stored.change(to: registry.types[index]) { throw Self.incompatible(name, change) }
      guard numbers[index] == 0 else {
        throw Self.incompatible(name, "it is now the same type as another one in the store")
      }
      numbers[index] = number
      longest[index] = statement.integer(6)
    }
  }

  /// The names of cases by raw value, for each type by its number.
  private static func storedCases(in db: Database) throws -> [Int64: [Int64: String]] {
    let statement = try PreparedStatement("SELECT type, raw, name FROM assay_cases", in: db)
    var cases: [Int64: [Int64: String]] = [:]
    while try statement.step() {
      cases[statement.integer(0), default: [:]][statement.integer(1)] = statement.text(2)
    }
    return cases
  }

  /// The indexes of the store's types in the registry, by their numbers.
  var indexes: [Int64: Int] {
    var indexes: [Int64: Int] = [:]
    for (index, number) in numbers.enumerated() where number != 0 { indexes[number] = index }
    return indexes
  }

  /// Makes a type ready for its samples: gives it a number and a view when it is new, and remembers its new cases.
  mutating func prepare(_ index: Int, registry: Registry, in db: Database) throws {
    guard !isReady[index] else { return }
    let type = registry.types[index]
    if numbers[index] == 0 {
      let signature = TypeSignature(type)
      let statement = try PreparedStatement(
        """
        INSERT INTO assay_types (name, kind, shape, unit, aggregation, longest_us) VALUES (?1, ?2, ?3, ?4, ?5, 0)
        """, in: db)
      statement.bind(1, copying: type.id)
      statement.bind(2, copying: signature.kind)
      statement.bind(3, optional: signature.shape)
      statement.bind(4, optional: signature.unit)
      statement.bind(5, optional: signature.aggregation)
      try statement.run()
      numbers[index] = statement.lastRowID
      try TypeViews(of: type, number: numbers[index], registry, in: db).make()
      try ParentIndex(of: type, number: numbers[index])?.make(in: db)
    } else if type.shape.structure != nil {
      // The definition may have more parts than when the first samples came.
      try TypeViews(of: type, number: numbers[index], registry, in: db).make()
      try ParentIndex(of: type, number: numbers[index])?.make(in: db)
    }
    let statement = try PreparedStatement(
      "INSERT INTO assay_cases (type, raw, name) VALUES (?1, ?2, ?3) ON CONFLICT (type, raw) DO NOTHING", in: db)
    for item in type.shape.enumeration?.cases ?? [] {
      guard let raw = item.raw else { continue }
      statement.bind(1, numbers[index])
      statement.bind(2, Int64(raw))
      statement.bind(3, copying: item.name)
      try statement.run()
    }
    isReady[index] = true
  }

  /// Remembers the length of a type's longest sample, by which queries find samples that began earlier.
  mutating func lengthen(_ index: Int, to length: Int64, in db: Database) throws {
    guard length > longest[index] else { return }
    longest[index] = length
    let statement = try PreparedStatement("UPDATE assay_types SET longest_us = ?2 WHERE id = ?1", in: db)
    statement.bind(1, numbers[index])
    statement.bind(2, length)
    try statement.run()
  }

  private static func incompatible(_ name: String, _ change: String) -> StorageError {
    StorageError(
      .incompatible, "the store has samples of \(TextEscaping.escaped(name)), and \(TextEscaping.escaped(change))",
      hint: "give the changed type a new id, or use a new store")
  }
}
