import HealthModel
import HealthPluginKit
import HealthStorage

/// A query made ready for what the store has: the types that can match, and the conditions that are the same for all.
struct PreparedQuery {
  /// The types of which samples can match, in order.
  private(set) var types: [StoredType]
  /// The last sample of the page before.
  var after: PageToken? { query.after }

  private let query: SampleQuery
  private var common = WhereClause()
  /// Whether some condition cannot be met by anything that is stored.
  private var isHopeless = false

  /// Looks types, sources, subjects and devices up.
  init(_ query: SampleQuery, _ connection: ServerConnection) throws(PluginError) {
    self.query = query
    types = try StoredTypes(connection).all
    let all = types
    if !query.types.isEmpty {
      let wanted = Set(query.types)
      types = types.filter { wanted.contains($0.name) }
    }
    if let ids = query.ids { try keepTypes(of: ids, connection) }
    if let source = query.source {
      let text = BoundValue.text(StoredText.encoded(source))
      try addNumbers("source", "SELECT id FROM assay_sources WHERE bundle = $1 OR name = $1", [text], connection)
    }
    if let subject = query.subject {
      let text = BoundValue.text(StoredText.encoded(subject))
      try addNumbers("subject", "SELECT id FROM assay_subjects WHERE name = $1", [text], connection)
    }
    if let device = query.device {
      let texts = BoundValue.texts(device.values.map { StoredText.encoded($0) })
      let column = device.property.rawValue
      try addNumbers("device", "SELECT id FROM assay_devices WHERE \"\(column)\" = ANY ($1)", [texts], connection)
    }
    for condition in query.metadata { common.add(condition) }
    for condition in query.values { common.add(condition, of: "s") }
    for condition in query.members { addMember(condition, all) }
  }

  // MARK: Conditions

  /// The conditions of all given types together; `nil` when nothing can match.
  func conditions(ofAll types: [StoredType]) -> WhereClause? {
    guard !isHopeless, !types.isEmpty else { return nil }
    var conditions = common
    if types.count == 1, let type = types.first {
      conditions.add("s.type = \(conditions.bind(.integer(type.number)))")
    } else {
      conditions.add("s.type = ANY (\(conditions.bind(.integers(types.map(\.number)))))")
    }
    conditions.addTime(query, longest: types.map(\.longest).max() ?? 0)
    if let ids = query.ids {
      // By their places, since the key of samples begins with type and start.
      let list = conditions.bind(.ids(ids))
      conditions.add(
        "(s.type, s.start_us, s.id) IN (SELECT i.type, i.start_us, i.id FROM assay_ids i WHERE i.id = ANY (\(list)))")
    }
    if query.omitsMembers, types.contains(where: \.isMember) {
      conditions.add("NOT EXISTS (SELECT FROM assay_members m WHERE m.member = s.id)")
    }
    return conditions
  }

  private mutating func keepTypes(of ids: [SampleID], _ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run("SELECT DISTINCT type FROM assay_ids WHERE id = ANY ($1)", [.ids(ids)])
    let numbers = Set((0..<found.count).map { found.integer($0, 0) })
    types = types.filter { numbers.contains($0.number) }
  }

  private mutating func addNumbers(
    _ column: String, _ sql: String, _ values: [BoundValue], _ connection: ServerConnection
  ) throws(PluginError) {
    let found = try connection.run(sql, values)
    guard found.count > 0 else {
      isHopeless = true
      return
    }
    let numbers = (0..<found.count).map { found.integer($0, 0) }
    common.add("s.\(column) = ANY (\(common.bind(.integers(numbers))))")
  }

  /// The name of a role, or that of its member's type.
  private mutating func addMember(_ condition: MemberCondition, _ types: [StoredType]) {
    var inner = WhereClause(within: common)
    inner.add("m.correlation = s.id")
    let role = inner.bind(.text(StoredText.encoded(condition.role)))
    if let type = types.first(where: { $0.name == condition.role }) {
      inner.add("(m.role = \(role) OR m.member_type = \(inner.bind(.integer(type.number))))")
    } else {
      inner.add("m.role = \(role)")
    }
    for value in condition.values { inner.add(value, of: "x") }
    common.add(
      """
      EXISTS (SELECT FROM assay_members m JOIN assay_samples x
        ON x.type = m.member_type AND x.start_us = m.member_start_us AND x.id = m.member
        WHERE \(inner.sql))
      """)
    common.takeValues(of: inner)
  }
}
