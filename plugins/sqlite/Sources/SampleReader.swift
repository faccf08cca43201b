import GRDB
import HealthModel
import HealthStorage

/// Answers queries: type by type in the order of their ids, each in the order of its key, so that nothing is sorted in
/// memory.
struct SampleReader {
  private let db: Database
  private let registry: Registry
  private let plans: [TypePlan]
  private let stored: StoredTypes

  init(in db: Database, registry: Registry, plans: [TypePlan]) throws {
    self.db = db
    self.registry = registry
    self.plans = plans
    stored = try StoredTypes(in: db, registry: registry)
  }

  /// Passes the samples that match to a function until it returns `false`.
  func run(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) throws {
    var builder = BatchBuilder(in: db, registry: registry, plans: plans)
    let types = Dictionary(
      uniqueKeysWithValues: stored.numbers.enumerated().filter { $0.element != 0 }.map { ($0.element, $0.offset) })
    var left = query.limit ?? Int.max
    for type in try wanted(query) where left > 0 {
      let number = stored.numbers[type]
      let selection = SampleSelection(
        query, type: number, longest: stored.longest[type],
        omitsMembers: try query.omitsMembers && hasMembers(number))
      let heads = try PreparedStatement(selection.sql, in: db)
      selection.bind(to: heads)
      while left > 0, try heads.step() {
        let head = Int32(truncatingIfNeeded: builder.count)
        try builder.append(heads, type: type)
        if case .absent = plans[type].value { try appendMembers(of: heads, type, head, types, to: &builder) }
        left -= 1
        if builder.isFull, try !body(builder.take()) { return }
      }
      heads.reset()
    }
    if builder.count > 0 { _ = try body(builder.take()) }
  }

  /// The indexes of the types to read, in order.
  ///
  /// - Throws: `StorageError.incompatible` when all types are asked for and the registry lacks one that has samples:
  ///   leaving it out would pass for a whole answer.
  private func wanted(_ query: SampleQuery) throws -> [Int] {
    let held = stored.numbers.indices.filter { stored.numbers[$0] != 0 }
    guard query.types.isEmpty else {
      let asked = Set(query.types.compactMap { registry.typeIndex(named: $0) })
      return held.filter { asked.contains($0) }
    }
    for stranger in stored.strangers {
      let statement = try PreparedStatement("SELECT 1 FROM assay_samples WHERE type = ?1 LIMIT 1", in: db)
      statement.bind(1, stranger.number)
      guard try statement.step() else { continue }
      throw StorageError(
        .incompatible, "the store has samples of \(TextEscaping.escaped(stranger.name)), which the catalog lacks",
        hint: "name the catalog that defines it with `--catalog`, or ask for types by name")
    }
    return held
  }

  private func hasMembers(_ type: Int64) throws -> Bool {
    let statement = try PreparedStatement("SELECT 1 FROM assay_members WHERE member_type = ?1 LIMIT 1", in: db)
    statement.bind(1, type)
    return try statement.step()
  }

  private func appendMembers(
    of head: PreparedStatement, _ type: Int, _ row: Int32, _ types: [Int64: Int], to builder: inout BatchBuilder
  ) throws {
    guard let id = head.sampleID(SampleColumn.id) else { return }
    let members = try PreparedStatement(
      """
      SELECT \(SampleSelection.columns), m.member_type, m.role
      FROM assay_members m CROSS JOIN assay_samples s
        ON s.type = m.member_type AND s.start_us = m.member_start_us AND s.id = m.member_id
      WHERE m.correlation_id = ?1 ORDER BY m.position
      """, in: db)
    members.bind(1, id)
    while try members.step() {
      let name = members.text(SampleColumn.memberRole)
      guard let member = types[members.integer(SampleColumn.memberType)],
        let role = plans[type].roles.firstIndex(of: name)
      else {
        throw StorageError(
          .incompatible,
          "the store has samples of \(registry.types[type].id) with the member \(TextEscaping.escaped(name)), "
            + "which is no part of it any more",
          hint: "give the definition its former members back")
      }
      try builder.append(members, type: member, correlation: row, role: Int32(truncatingIfNeeded: role))
    }
  }

  /// How many samples each type has, in the order of the types' ids.
  static func counts(in db: Database, registry: Registry) throws -> [StoredTypeCount] {
    let statement = try PreparedStatement(
      "SELECT t.name, count(*) FROM assay_types t CROSS JOIN assay_samples s ON s.type = t.id GROUP BY t.id", in: db)
    var counts: [StoredTypeCount] = []
    while try statement.step() {
      let type = registry.type(named: statement.text(0))?.id ?? statement.text(0)
      counts.append(StoredTypeCount(type: type, count: Int(statement.integer(1))))
    }
    return counts.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }
}
