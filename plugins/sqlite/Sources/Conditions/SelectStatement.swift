import HealthModel
import HealthStorage

/// The SQL of a query for one type, in the query's order.
struct SelectStatement {
  static let columns = """
    s.id, s.start_us, s.end_us, s.value, s.start_offset, s.end_offset, s.created_us, s.created_offset, \
    s.source, s.device, s.subject, s.origin, s.digest, s.metadata, s.original, s.unknown
    """

  static let isNoMember = """
    NOT EXISTS (SELECT 1 FROM assay_members m \
    WHERE m.member_type = s.type AND m.member_start_us = s.start_us AND m.member_id = s.id)
    """

  private var conditions = Conditions()
  private var table = "assay_samples s"
  private let order: String
  private var firstStart = Int64.min
  private var lastStart = Int64.max
  private var isPossible = true

  /// Puts a query's conditions into words, for one type; `nil` when no sample of it can match.
  ///
  /// - Throws: `DatabaseError`.
  init?(_ query: SampleQuery, of type: Int, keys: [SampleKey]?, owner: String?, in scope: ReadScope) throws {
    order = Self.order(query.sort)
    conditions.require("s.type =", scope.stored.numbers[type])
    addTime(query, longest: scope.stored.longest[type])
    addPage(query, of: scope.registry.types[type].id, longest: scope.stored.longest[type])
    addTexts(query, owner)
    addContent(query, of: type, in: scope)
    if let keys { addKeys(keys) } else { try addParent(query, of: type, in: scope) }
    if try query.omitsMembers && scope.hasMembers(of: type) { conditions.require(Self.isNoMember) }
    guard isPossible, firstStart <= lastStart else { return nil }
    if firstStart > Int64.min { conditions.require("s.start_us >=", firstStart) }
    if lastStart < Int64.max { conditions.require("s.start_us <=", lastStart) }
  }

  /// The rows that match.
  ///
  /// - Throws: `DatabaseError`.
  func rows(_ columns: String, limit: Int? = nil, in db: Database) throws -> PreparedStatement {
    let statement = try PreparedStatement(sql(columns, isLimited: limit != nil), in: db)
    conditions.bind(to: statement)
    if let limit { statement.bind(Int32(conditions.valueCount + 1), Int64(limit)) }
    return statement
  }

  func sql(_ columns: String, isLimited: Bool) -> String {
    let sql = "SELECT \(columns) FROM \(table) WHERE \(conditions.text) ORDER BY \(order)"
    // Without a limit SQLite sorts in a way that is faster and spills to the disk.
    return isLimited ? sql + " LIMIT ?\(conditions.valueCount + 1)" : sql
  }

  /// A type's samples all have times, or none has one.
  private static func order(_ sort: SampleQuery.Sort) -> String {
    switch sort {
    case .ascending: "s.start_us, s.id"
    case .descending: "s.start_us DESC, s.id"
    case .endAscending: "s.end_us, s.id"
    case .endDescending: "s.end_us DESC, s.id"
    }
  }

  /// A sample that ends after `from` began at most the longest duration of the type before it.
  private mutating func addTime(_ query: SampleQuery, longest: Int64) {
    if let from = query.from {
      if query.isStrictStart {
        firstStart = max(firstStart, from)
      } else {
        firstStart = max(firstStart, Self.earlier(from, by: longest))
        conditions.require("s.end_us >=", from)
      }
    }
    if let to = query.to {
      if query.isStrictEnd {
        lastStart = min(lastStart, to)
        conditions.require("s.end_us <=", to)
      } else {
        if to == Int64.min { isPossible = false }
        lastStart = min(lastStart, Self.earlier(to, by: 1))
      }
    }
    // A sample without a time matches if the query has no time.
    if query.from != nil || query.to != nil { conditions.require("s.end_us IS NOT NULL") }
  }

  /// After the token's place in the order; samples without a time come first.
  private mutating func addPage(_ query: SampleQuery, of type: String, longest: Int64) {
    guard let token = query.after else { return }
    guard token.type == type else {
      if type.utf8.lexicographicallyPrecedes(token.type.utf8) { isPossible = false }
      return
    }
    let id = conditions.place(.bytes(token.id.bytes))
    guard let time = token.time else {
      conditions.require("(s.end_us IS NOT NULL OR s.id > \(id))")
      return
    }
    conditions.require("s.end_us IS NOT NULL")
    let moment = conditions.place(.integer(time))
    switch query.sort {
    case .ascending:
      firstStart = max(firstStart, time)
      conditions.require("(s.start_us > \(moment) OR s.id > \(id))")
    case .descending:
      lastStart = min(lastStart, time)
      conditions.require("(s.start_us < \(moment) OR s.id > \(id))")
    case .endAscending:
      firstStart = max(firstStart, Self.earlier(time, by: longest))
      conditions.require("(s.end_us > \(moment) OR s.end_us = \(moment) AND s.id > \(id))")
    case .endDescending: conditions.require("(s.end_us < \(moment) OR s.end_us = \(moment) AND s.id > \(id))")
    }
  }

  private static func earlier(_ moment: Int64, by length: Int64) -> Int64 {
    let (result, isBeforeAll) = moment.subtractingReportingOverflow(length)
    return isBeforeAll ? Int64.min : result
  }

  private mutating func addTexts(_ query: SampleQuery, _ owner: String?) {
    if let source = query.source {
      let text = conditions.place(.text(source))
      conditions.require("s.source IN (SELECT id FROM assay_sources WHERE bundle = \(text) OR name = \(text))")
    }
    if let owner {
      let text = conditions.place(.text(owner))
      conditions.require("s.source IN (SELECT id FROM assay_sources WHERE bundle = \(text))")
    }
    if let subject = query.subject {
      let text = conditions.place(.text(subject))
      conditions.require("s.subject = (SELECT id FROM assay_subjects WHERE name = \(text))")
    }
    if let subjects = query.subjects {
      let names = conditions.place(.text(Self.array(subjects)))
      conditions.require(
        "s.subject IN (SELECT id FROM assay_subjects WHERE name IN (SELECT value FROM json_each(\(names))))")
    }
    if !query.excludedSubjects.isEmpty {
      let names = conditions.place(.text(Self.array(query.excludedSubjects)))
      // NULL, which is not a subject, is in no list.
      conditions.require(
        "s.subject IN (SELECT id FROM assay_subjects WHERE name NOT IN (SELECT value FROM json_each(\(names))))")
    }
    if let device = query.device {
      let values = conditions.place(.text(Self.array(device.values)))
      // The property's name is one of ours.
      conditions.require(
        """
        s.device IN (SELECT id FROM assay_devices \
        WHERE \(device.property.rawValue) IN (SELECT value FROM json_each(\(values))))
        """)
    }
  }

  private mutating func addContent(_ query: SampleQuery, of type: Int, in scope: ReadScope) {
    for value in query.values { add(ValueClause.text(value, of: "s.value", scope.plans[type], &conditions)) }
    for member in query.members { add(MemberClause.text(member, of: type, in: scope, &conditions)) }
    for condition in query.metadata {
      let key = conditions.place(.text(Self.quoted(condition.key)))
      // A key that is there otherwise than quoted has an escape in it.
      conditions.require("(instr(s.metadata, \(key)) OR instr(s.metadata, '\\'))")
    }
  }

  private mutating func add(_ clause: String?) {
    if let clause { conditions.require(clause) } else { isPossible = false }
  }

  /// Reads any number of keys, which are bound as a list of starts and the concatenated ids.
  private mutating func addKeys(_ keys: [SampleKey]) {
    if keys.isEmpty { isPossible = false }
    let starts = conditions.place(.text("[" + keys.map { String($0.start) }.joined(separator: ",") + "]"))
    let ids = conditions.place(.bytes(keys.flatMap { $0.id.bytes }))
    table = """
      json_each(\(starts)) k CROSS JOIN assay_samples s \
      ON s.start_us = k.value AND s.id = substr(\(ids), k.key * 16 + 1, 16)
      """
  }

  /// Reads what can belong to a sample, where the type has an index of parents.
  private mutating func addParent(_ query: SampleQuery, of type: Int, in scope: ReadScope) throws {
    guard let lookup = query.parentLookup else { return }
    let index = ParentIndex(of: scope.registry.types[type], number: scope.stored.numbers[type])
    if index == nil, lookup.orphanStarts == nil { isPossible = false }
    guard let index, try index.isMade(in: scope.db) else { return }
    let parent = conditions.place(.text(lookup.parent.description))
    let orphans = lookup.orphanStarts.map {
      (first: conditions.place(.integer($0.lowerBound)), last: conditions.place(.integer($0.upperBound)))
    }
    table = """
      \(index.keys(of: parent, orphans: orphans)) k CROSS JOIN assay_samples s \
      ON s.start_us = k.start_us AND s.id = k.id
      """
  }

  private static func array(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ",") + "]" }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.appendQuoted(text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The places of `SelectStatement.columns`.
enum SampleColumn {
  static let id: Int32 = 0
  static let start: Int32 = 1
  static let end: Int32 = 2
  static let value: Int32 = 3
  static let startOffset: Int32 = 4
  static let endOffset: Int32 = 5
  static let created: Int32 = 6
  static let createdOffset: Int32 = 7
  static let source: Int32 = 8
  static let device: Int32 = 9
  static let subject: Int32 = 10
  static let origin: Int32 = 11
  static let digest: Int32 = 12
  static let metadata: Int32 = 13
  static let original: Int32 = 14
  static let unknown: Int32 = 15
  /// Of a member: its type's number and its role's name.
  static let memberType: Int32 = 16
  static let memberRole: Int32 = 17
}

/// Conditions of an SQL statement with the values they compare with: data is bound, never written into the text.
struct Conditions {
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  private var texts: [String] = []
  private var values: [Value] = []

  var valueCount: Int { values.count }

  mutating func place(_ value: Value) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  mutating func require(_ text: String) { texts.append(text) }

  mutating func require(_ comparison: String, _ number: Int64) { require("\(comparison) \(place(.integer(number)))") }

  /// All conditions, which must hold together.
  var text: String { texts.isEmpty ? "TRUE" : texts.joined(separator: " AND ") }

  /// Binds the values to the first places of a statement.
  func bind(to statement: PreparedStatement) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let number): statement.bind(place, number)
      case .real(let number): statement.bind(place, real: number)
      case .text(let text): statement.bind(place, copying: text)
      case .bytes(let bytes): statement.bind(place, blob: bytes)
      }
    }
  }
}

/// The SQL of a condition on the members of correlations.
enum MemberClause {
  /// Puts a condition into words.
  ///
  /// - Returns: the words; `nil` when no sample of the type can meet it.
  static func text(
    _ condition: MemberCondition, of type: Int, in scope: ReadScope, _ conditions: inout Conditions
  ) -> String? {
    guard let parts = scope.registry.types[type].shape.members else { return nil }
    let part = parts.first { $0.role == condition.role }
    guard let memberType = scope.registry.typeIndex(named: part?.type ?? condition.role) else { return nil }
    let link =
      part == nil
      ? "m.member_type = \(conditions.place(.integer(scope.stored.numbers[memberType])))"
      : "m.role = \(conditions.place(.text(condition.role)))"
    var text = """
      EXISTS (SELECT 1 FROM assay_members m CROSS JOIN assay_samples x \
      ON x.type = m.member_type AND x.start_us = m.member_start_us AND x.id = m.member_id \
      WHERE m.correlation_type = s.type AND m.correlation_start_us = s.start_us AND m.correlation_id = s.id \
      AND \(link)
      """
    for value in condition.values {
      guard let clause = ValueClause.text(value, of: "x.value", scope.plans[memberType], &conditions) else {
        return nil
      }
      text += " AND \(clause)"
    }
    return text + ")"
  }
}

/// The SQL of a condition on a sample's value, which depends on how values of its type are stored.
enum ValueClause {
  /// Puts a condition into words.
  ///
  /// - Returns: the words; `nil` when no value of the type can meet it.
  static func text(
    _ condition: ValueCondition, of column: String, _ plan: TypeCoding, _ conditions: inout Conditions
  ) -> String? {
    // Comparisons are written as SQL writes them.
    let sign = condition.comparison.rawValue
    switch (plan.value, condition.operand) {
    case (.number, .number(let number)): return "\(column) \(sign) \(conditions.place(.real(number)))"
    case (.cases(let cases), .text(let name)):
      guard let isEqual = condition.isEquality else { return nil }
      return text(of: cases.filter { $0.names.contains(name) }, isEqual, column, &conditions)
    case (.text, .text(let text)):
      guard condition.isEquality != nil else { return nil }
      return "coalesce(\(column), '') \(sign) \(conditions.place(.text(text)))"
    case (.number, .text), (.cases, .number), (.text, .number), (.parts, _), (.absent, _): return nil
    }
  }

  /// A case is stored by its raw value, or by the name it had where it had none.
  private static func text(
    of cases: [TypeCoding.Case], _ isEqual: Bool, _ column: String, _ conditions: inout Conditions
  ) -> String? {
    guard !cases.isEmpty else { return isEqual ? nil : "\(column) IS NOT NULL" }
    var places: [String] = []
    for item in cases {
      if let raw = item.raw { places.append(conditions.place(.integer(raw))) }
      for name in item.names { places.append(conditions.place(.text(name))) }
    }
    return "\(column) \(isEqual ? "IN" : "NOT IN") (\(places.joined(separator: ", ")))"
  }
}

extension ValueCondition {
  /// Whether the values must be equal; `nil` for a comparison that texts do not have.
  fileprivate var isEquality: Bool? {
    switch comparison {
    case .equal: true
    case .notEqual: false
    case .less, .lessOrEqual, .greater, .greaterOrEqual: nil
    }
  }
}

/// A query as selections, type by type in the order of their ids.
struct QueryPlan {
  struct Part {
    /// The type, as index into the registry.
    var type: Int
    var selection: SelectStatement
  }

  /// The types that can have samples that match.
  let parts: [Part]

  /// Plans a query.
  ///
  /// - Throws: `StorageError.incompatible`, see `ReadScope.types(named:)`.
  init(_ query: SampleQuery, owner: String? = nil, in scope: ReadScope) throws {
    let keys = try query.ids.map { try KeyLookup.keys(of: $0, in: scope.db) }
    parts = try scope.types(named: query.types).compactMap { type -> Part? in
      let number = scope.stored.numbers[type]
      let selection = try SelectStatement(query, of: type, keys: keys.map { $0[number] ?? [] }, owner: owner, in: scope)
      return selection.map { Part(type: type, selection: $0) }
    }
  }
}
