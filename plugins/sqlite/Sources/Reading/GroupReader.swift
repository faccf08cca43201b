import HealthModel
import HealthStorage

/// Reads samples into batches, each correlation followed by its members.
struct GroupReader {
  private let scope: ReadScope
  /// The types' indexes in the registry by their numbers.
  private let types: [Int64: Int]
  private var builder: BatchBuilder

  init(_ scope: ReadScope) {
    self.scope = scope
    types = scope.stored.indexes
    builder = BatchBuilder(in: scope.db, registry: scope.registry, plans: scope.plans)
  }

  /// Whether no sample has been read since the last batch was taken.
  var isEmpty: Bool { builder.count == 0 }

  /// Whether the batch is large enough to be passed on.
  var isFull: Bool { builder.isFull }

  /// The batch so far, leaving an empty one.
  mutating func take() -> SampleBatch { builder.take() }

  /// Appends the sample in a statement's current row, with its members.
  mutating func append(_ head: PreparedStatement, type: Int) throws {
    let row = Int32(truncatingIfNeeded: builder.count)
    try builder.append(head, type: type)
    if case .absent = scope.plans[type].value { try appendMembers(of: head, type, row) }
  }

  private mutating func appendMembers(of head: PreparedStatement, _ type: Int, _ row: Int32) throws {
    guard let id = head.sampleID(SampleColumn.id) else { return }
    let members = try PreparedStatement(
      """
      SELECT \(SelectStatement.columns), m.member_type, m.role
      FROM assay_members m CROSS JOIN assay_samples s
        ON s.type = m.member_type AND s.start_us = m.member_start_us AND s.id = m.member_id
      WHERE m.correlation_type = ?1 AND m.correlation_start_us = ?2 AND m.correlation_id = ?3 ORDER BY m.position
      """, in: scope.db)
    members.bind(1, scope.stored.numbers[type])
    members.bind(2, head.integer(SampleColumn.start))
    members.bind(3, id)
    while try members.step() {
      let name = members.text(SampleColumn.memberRole)
      guard let member = types[members.integer(SampleColumn.memberType)],
        let role = scope.plans[type].roles.firstIndex(of: name)
      else {
        throw StorageError(
          .incompatible,
          "the store has samples of \(scope.registry.types[type].id) with the member \(TextEscaping.escaped(name)), "
            + "which is no longer part of it",
          hint: "give the definition its former members back")
      }
      try builder.append(members, type: member, correlation: row, role: Int32(truncatingIfNeeded: role))
    }
  }
}
