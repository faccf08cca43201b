import HealthModel
import HealthPlugins
import HealthStorage

/// A query made ready for what the store has: the types that can match, and the conditions that are the same for all.
struct PreparedQuery {
  /// The types of which samples can match, in order.
  private(set) var types: [StoredType]
  /// The periods of which the store has samples, in order.
  let periods: [Period]
  /// The subjects of which samples can match, by number.
  private(set) var subjects: [Int32] = []
  /// The last sample of the page before.
  var after: PageToken? { query.after }
  private let query: SampleQuery
  private var common = WhereClause()
  /// The wanted ids with their places.
  private var chosen: [(id: SampleID, place: SampleLocation)]?
  /// Whether some condition cannot be met by anything that is stored.
  private var isHopeless = false
  /// The most subjects that a condition names; with more the server reads all of them.
  private static let mostSubjects = 10_000

  /// Looks types, sources, subjects and devices up.
  init(_ query: SampleQuery, _ connection: ServerConnection) throws(PluginError) {
    self.query = query
    types = try StoredTypes(connection).all
    periods = try Period.present(connection)
    let all = types
    if !query.types.isEmpty {
      let wanted = Set(query.types)
      types = types.filter { wanted.contains($0.name) }
    }
    try findSubjects(connection)
    if let ids = query.ids { try choose(ids, connection) }
    if let source = query.source {
      let text = BoundValue.text(StoredText.encoded(source))
      try addForms("source", "SELECT id FROM assay_sources WHERE bundle = $1 OR name = $1", [text], connection)
    }
    if let device = query.device {
      let texts = BoundValue.texts(device.values.map { StoredText.encoded($0) })
      let column = device.property.rawValue
      try addForms("device", "SELECT id FROM assay_devices WHERE \"\(column)\" = ANY ($1)", [texts], connection)
    }
    if !query.metadata.isEmpty { common.from = WhereClause.samplesWithForms }
    for condition in query.metadata { common.add(condition) }
    for condition in query.values { common.add(condition, of: "s") }
    for condition in query.members { addMember(condition, all) }
  }

  /// Whether samples of one subject only can match, which the index has in order.
  var isOfOneSubject: Bool { subjects.count == 1 }

  /// Whether samples are named by their ids.
  var isOfIDs: Bool { chosen != nil }

  /// Whether a sample that begins in a period can match the times of the query.
  func mayMatch(_ period: Period, longest: Int64) -> Bool {
    if let from = query.from, let end = period.end {
      let (earliest, isTooEarly) = from.subtractingReportingOverflow(query.isStrictStart ? 0 : longest)
      if !isTooEarly, end <= earliest { return false }
    }
    if let to = query.to, let start = period.start, start > to { return false }
    return true
  }

  /// The conditions of all given types together; `nil` when nothing can match.
  func conditions(ofAll types: [StoredType]) -> WhereClause? {
    guard !isHopeless, !types.isEmpty else { return nil }
    var conditions = common
    if let chosen {
      let numbers = Set(types.map(\.number))
      conditions.choose(chosen.filter { numbers.contains($0.place.type) })
    } else {
      addSubjects(to: &conditions)
    }
    if types.count == 1, let type = types.first {
      conditions.add("s.type = \(conditions.bind(.integer(type.number)))")
    } else {
      conditions.add("s.type = ANY (\(conditions.bind(.integers(types.map(\.number)))))")
    }
    conditions.addTime(query, longest: types.map(\.longest).max() ?? 0)
    if query.omitsMembers, types.contains(where: \.isMember) {
      conditions.add("NOT EXISTS (SELECT FROM assay_members m WHERE m.member = s.id)")
    }
    return conditions
  }

  /// The index begins with the subject: it serves only what names subjects, if need be all of them.
  private func addSubjects(to conditions: inout WhereClause) {
    if subjects.count == 1, let subject = subjects.first {
      conditions.add("s.subject = \(conditions.bind(.integer(subject)))")
    } else if subjects.count <= Self.mostSubjects {
      conditions.add("s.subject = ANY (\(conditions.bind(.integers(subjects))))")
    }
  }

  private mutating func findSubjects(_ connection: ServerConnection) throws(PluginError) {
    if let subject = query.subject {
      let found = try connection.run(
        "SELECT id FROM assay_subjects WHERE name = $1", [.text(StoredText.encoded(subject))])
      subjects = (0..<found.count).map { found.integer($0, 0) }
      isHopeless = isHopeless || subjects.isEmpty
    } else {
      let found = try connection.run(
        """
        SELECT \(StoreTables.noSubject) AS id
        WHERE EXISTS (SELECT FROM assay_samples WHERE subject = \(StoreTables.noSubject))
        UNION ALL (SELECT id FROM assay_subjects ORDER BY id LIMIT \(Self.mostSubjects + 1))
        """)
      subjects = (0..<found.count).map { found.integer($0, 0) }
    }
  }

  private mutating func choose(_ ids: [SampleID], _ connection: ServerConnection) throws(PluginError) {
    let wanted = Set(subjects)
    let isOfSubject = query.subject != nil
    var found: [(id: SampleID, place: SampleLocation)] = []
    let given = try connection.run(
      "SELECT id, digest, subject, type, start_us FROM assay_ids WHERE id = ANY ($1)", [.ids(ids)])
    for row in 0..<given.count { found.append((given.id(row, 0), DerivedIDs.sample(row, of: given).place)) }
    let known = Set(found.map(\.id))
    for (id, sample) in try DerivedIDs.find(ids.filter { !known.contains($0) }, connection) {
      found.append((id, sample.place))
    }
    if isOfSubject { found = found.filter { wanted.contains($0.place.subject) } }
    let numbers = Set(found.map(\.place.type))
    types = types.filter { numbers.contains($0.number) }
    chosen = found.sorted { $0.id < $1.id }
  }

  private mutating func addForms(
    _ column: String, _ sql: String, _ values: [BoundValue], _ connection: ServerConnection
  ) throws(PluginError) {
    let found = try connection.run(sql, values)
    guard found.count > 0 else {
      isHopeless = true
      return
    }
    let numbers = (0..<found.count).map { found.integer($0, 0) }
    let list = common.bind(.integers(numbers))
    common.add("s.form IN (SELECT x.id FROM assay_forms x WHERE x.\(column) = ANY (\(list)))")
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
        ON x.subject = m.member_subject AND x.type = m.member_type AND x.start_us = m.member_start_us
          AND x.id = m.member
        WHERE \(inner.sql))
      """)
    common.takeValues(of: inner)
  }
}

/// The statements of a question: an answer is in the order of types, so each type has its own, which reads along the
/// key.
extension PreparedQuery {
  /// A part of an answer that one statement gives.
  enum Part: Hashable {
    /// Samples of any time.
    case all
    /// Those without a time, which come first in a backward order as well.
    case untimed
    case timed
  }

  /// The statements that answer together for one type and one direction, in order; the columns are of rows `s`, and no
  /// limit is set.
  ///
  /// The samples of one subject are in order in the index. Those of several are sorted, a period at a time: so the first
  /// ones come early, and no sort is larger than a period.
  func statements(of type: StoredType, _ sort: SampleQuery.Sort, columns: String) -> [Statement] {
    let parts: [Part] = sort.isDescending ? [.untimed, .timed] : [.all]
    return parts.flatMap { part -> [Statement] in
      guard part != .untimed, !sort.isByEnd, !isOfOneSubject, !isOfIDs, periods.count > 1 else {
        return [statement(of: type, part, nil, sort, columns)].compactMap { $0 }
      }
      let ordered = sort.isDescending ? periods.reversed() : periods
      return ordered.compactMap { statement(of: type, part, $0, sort, columns) }
    }
  }

  private func statement(
    of type: StoredType, _ part: Part, _ period: Period?, _ sort: SampleQuery.Sort, _ columns: String
  ) -> Statement? {
    guard var conditions = self.conditions(ofAll: [type]) else { return nil }
    if let period {
      guard mayMatch(period, longest: type.longest) else { return nil }
      if let start = period.start { conditions.add("s.start_us >= \(conditions.bind(.long(start)))") }
      if let end = period.end { conditions.add("s.start_us < \(conditions.bind(.long(end)))") }
    }
    let time = sort.isByEnd ? "s.end_us" : "s.start_us"
    switch part {
    case .all: break
    case .untimed: conditions.add("s.start_us = \(conditions.bind(.long(StoreTables.noTime)))")
    case .timed: conditions.add("s.start_us > \(conditions.bind(.long(StoreTables.noTime)))")
    }
    guard addPlace(type, part, sort, time, &conditions) else { return nil }
    let order = part == .timed && sort.isDescending ? "\(time) DESC" : time
    return Statement(
      sql: "SELECT \(columns) FROM \(conditions.from) WHERE \(conditions.sql) ORDER BY \(order), s.id",
      values: conditions.values)
  }

  /// Adds that a sample comes after the last one of the page before; `false` when none of the part does.
  private func addPlace(
    _ type: StoredType, _ part: Part, _ sort: SampleQuery.Sort, _ time: String, _ conditions: inout WhereClause
  ) -> Bool {
    guard let after else { return true }
    guard after.type == type.name else { return after.type.utf8.lexicographicallyPrecedes(type.name.utf8) }
    switch (part, after.time) {
    case (.untimed, nil): conditions.add("s.id > \(conditions.bind(.id(after.id)))")
    case (.untimed, _?): return false
    case (.timed, nil): break
    case (.timed, let moment?):
      let place = conditions.bind(.long(moment))
      let id = conditions.bind(.id(after.id))
      conditions.add("\(time) <= \(place) AND (\(time) < \(place) OR s.id > \(id))")
    case (.all, let moment):
      let place = conditions.bind(.long(moment ?? StoreTables.noTime))
      conditions.add("(\(time), s.id) > (\(place), \(conditions.bind(.id(after.id))))")
    }
    return true
  }
}

struct StoredType: Sendable, Hashable {
  var number: Int32
  var name: String
  var hasMembers: Bool
  var isMember: Bool
  /// The length of its longest sample in microseconds.
  var longest: Int64
}

/// The types that the store knows, in the order of their ids as bytes.
struct StoredTypes: Sendable {
  let all: [StoredType]
  private let places: [Int32: Int]

  init(_ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run(
      "SELECT id, name, has_members, is_member, longest_us FROM assay_types ORDER BY name")
    all = (0..<found.count).map { row in
      StoredType(
        number: found.integer(row, 0), name: found.text(row, 1), hasMembers: found.flag(row, 2),
        isMember: found.flag(row, 3), longest: found.long(row, 4))
    }
    var places: [Int32: Int] = [:]
    for (place, type) in all.enumerated() { places[type.number] = place }
    self.places = places
  }

  /// The type of a number; `nil` when the store is damaged.
  subscript(number: Int32) -> StoredType? { places[number].map { all[$0] } }
}
