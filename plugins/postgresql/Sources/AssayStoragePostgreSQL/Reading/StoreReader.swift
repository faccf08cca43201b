import HealthModel
import HealthPlugins
import HealthStorage

/// Answers questions: each sees what is committed as of one moment, on a connection that never writes.
final class StoreReader {
  let connection: ServerConnection

  init(_ connection: ServerConnection) { self.connection = connection }

  /// Whether the server is gone.
  var isLost: Bool { connection.isLost }

  /// Begins to see the store as of one moment; `endSnapshot` must follow.
  func beginSnapshot() throws(PluginError) {
    try connection.run(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  }

  /// Ends it; on a lost connection there is nothing to end.
  func endSnapshot() { _ = try? connection.run(script: "ROLLBACK") }

  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    try beginSnapshot()
    defer { endSnapshot() }
    let question = try PreparedQuery(query, connection)
    let reader = GroupPager(connection, try StoredTypes(connection))
    for type in question.types {
      for var statement in question.statements(of: type, query.sort, columns: StoredRow.columns) {
        if let limit = query.limit {
          if reader.passed >= limit { break }
          statement.limit(to: limit - reader.passed)
        }
        try reader.pass(statement, hasMembers: type.hasMembers, body)
        if reader.isOver { return }
      }
    }
    try reader.finish(body)
  }

  func scan(
    _ query: SampleQuery, _ columns: SampleScan.Columns, _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    try beginSnapshot()
    defer { endSnapshot() }
    let question = try PreparedQuery(query, connection)
    let reader = ColumnPager(connection, columns)
    for type in question.types {
      for statement in question.statements(of: type, .ascending, columns: StoredRow.columns) {
        try reader.pass(statement, body)
        if reader.isOver { return }
      }
    }
    try reader.finish(body)
  }

  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ServerStatistics(connection).statistics(query)
  }

  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ChangePager(connection, query).pass(body)
  }

  /// The notes whose keys begin so.
  ///
  /// Who is going to import waits for the writers' lock: the writer before may be the rest of an import that was
  /// killed, and it must be seen how far that came.
  func notes(prefix: String, behind lock: StoreLock?) throws(PluginError) -> [(key: String, text: String)] {
    guard let lock else { return try Notes.all(prefix: prefix, connection) }
    return try lock.behind(connection) { () throws(PluginError) in try Notes.all(prefix: prefix, connection) }
  }

  func counts() throws(PluginError) -> [StoredTypeCount] {
    let found = try connection.run(
      """
      SELECT name, samples FROM assay_types WHERE samples > 0 ORDER BY name
      """)
    return (0..<found.count).map {
      StoredTypeCount(type: found.text($0, 0), count: Int(clamping: found.long($0, 1)))
    }
  }

  func information() throws(PluginError) -> StoreInformation {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ServerFacts.information(connection)
  }

  func verify() throws(PluginError) -> [StoreFault] {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ConsistencyCheck(connection).faults()
  }
}

extension Statement {
  /// Ends the answer after a number of rows.
  mutating func limit(to count: Int) {
    values.append(.long(Int64(count)))
    sql += " LIMIT $\(values.count)"
  }
}

/// The additions and deletions, commit by commit.
///
/// A sample that was added and deleted since is no longer there to be passed on, so it comes as deleted only.
struct ChangePager {
  private let connection: ServerConnection
  private let query: ChangeQuery
  private let types: StoredTypes
  /// The requested types; `nil` for all.
  private let wanted: [StoredType]?

  /// How many deleted samples are passed on at once.
  private static let fetched = 1000

  init(_ connection: ServerConnection, _ query: ChangeQuery) throws(PluginError) {
    self.connection = connection
    self.query = query
    let types = try StoredTypes(connection)
    self.types = types
    let names = Set(query.types)
    wanted = names.isEmpty ? nil : types.all.filter { names.contains($0.name) }
  }

  func pass(_ body: (ChangeRows) throws(PluginError) -> Bool) throws(PluginError) -> ChangeAnchor {
    let last = try connection.run("SELECT coalesce(max(number), 0) FROM assay_commits").long(0, 0)
    guard query.anchor.commit <= last else {
      throw PluginError(
        .configuration, "the store has come to commit \(last), not to \(query.anchor.commit)", code: .failed)
    }
    var anchor = query.anchor
    var count = 0
    while anchor.commit < last {
      if let limit = query.limit, count >= limit { return anchor }
      let commit = anchor.commit + 1
      guard let passed = try passCommit(commit, body) else { return anchor }
      anchor = ChangeAnchor(commit: commit)
      guard passed > 0 else { continue }
      count += passed
      guard try body(.endOfCommit(commit)) else { return anchor }
    }
    return anchor
  }

  /// Passes the changes of one commit on; the result is how many, or `nil` when no more is wanted.
  private func passCommit(
    _ commit: Int64, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> Int? {
    let reader = GroupPager(connection, types)
    try reader.pass(additions(of: commit), hasMembers: types.all.contains(where: \.hasMembers)) {
      (page: RowPage) throws(PluginError) -> Bool in try body(.added(page))
    }
    try reader.finish { (page: RowPage) throws(PluginError) -> Bool in try body(.added(page)) }
    if reader.isOver { return nil }
    guard let deleted = try passDeletions(of: commit, body) else { return nil }
    return reader.passed + deleted
  }

  private func additions(of commit: Int64) -> Statement {
    var conditions = WhereClause()
    conditions.add("s.added = \(conditions.bind(.integer(Int32(clamping: commit))))")
    if let wanted { conditions.add("s.type = ANY (\(conditions.bind(.integers(wanted.map(\.number)))))") }
    if query.omitsMembers { conditions.add("NOT EXISTS (SELECT FROM assay_members m WHERE m.member = s.id)") }
    return Statement(
      sql: """
        SELECT \(StoredRow.columns)
        FROM assay_samples s JOIN assay_types t ON t.id = s.type
        WHERE \(conditions.sql) ORDER BY t.name, s.start_us, s.id
        """, values: conditions.values)
  }

  private func passDeletions(
    of commit: Int64, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> Int? {
    var conditions = WhereClause()
    conditions.add("d.deleted = \(conditions.bind(.long(commit)))")
    if let wanted { conditions.add("d.type = ANY (\(conditions.bind(.integers(wanted.map(\.number)))))") }
    let rows = try connection.rows(
      """
      SELECT d.id, t.name FROM assay_deletions d JOIN assay_types t ON t.id = d.type
      WHERE \(conditions.sql) ORDER BY t.name, d.id
      """, conditions.values)
    var count = 0
    var samples: [DeletedSample] = []
    while let row = try rows.next() {
      samples.append(DeletedSample(id: row.id(0, 0), type: row.text(0, 1)))
      count += 1
      if samples.count == Self.fetched {
        guard try body(.deleted(samples)) else { return nil }
        samples = []
      }
    }
    if !samples.isEmpty {
      guard try body(.deleted(samples)) else { return nil }
    }
    return count
  }
}

/// Passes the rows of statements on as numbers: what statistics need, without the text of samples.
///
/// What samples with one form have in common is read once; only metadata that are not part of a form are looked at row by
/// row.
final class ColumnPager {
  /// What a form says of its samples.
  private struct Facts {
    var offset: Int
    var origin: Int32
    var zone: Int32
    /// Whether rows have their own metadata, or all of their text.
    var isOwn: Bool
  }

  private let connection: ServerConnection
  private let wanted: SampleScan.Columns
  private var builder: LineBuilder
  private var page = ColumnPage()
  private var facts: [Int32: Facts] = [:]
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  private var subjects: [Int32: Int32] = [:]
  /// Whether no more is wanted.
  private(set) var isOver = false

  /// How many rows are read at once, and fewer at first, since one may have 33 MiB.
  private static let fetched = 10_000
  private var next = 16
  private static let fetchedBytes = 4 << 20
  /// How many forms are remembered.
  private static let most = 50_000

  init(_ connection: ServerConnection, _ wanted: SampleScan.Columns) {
    self.connection = connection
    self.wanted = wanted
    builder = LineBuilder(connection)
  }

  /// Passes on what a statement selects, which has the columns of `StoredRow`.
  func pass(_ statement: Statement, _ body: (ColumnPage) throws(PluginError) -> Bool) throws(PluginError) {
    try connection.run("DECLARE samples NO SCROLL CURSOR FOR " + statement.sql, statement.values)
    while !isOver {
      let count = next
      let result = try connection.run("FETCH FORWARD \(count) FROM samples")
      let rows = (0..<result.count).map { StoredRow($0, of: result) }
      try pass(rows, body)
      let bytes = rows.reduce(0) { $0 + $1.rest.count }
      next = bytes < Self.fetchedBytes ? min(next * 4, Self.fetched) : max(1, next / 4)
      if rows.count < count { break }
    }
    try connection.run("CLOSE samples")
  }

  /// Passes on the last page.
  func finish(_ body: (ColumnPage) throws(PluginError) -> Bool) throws(PluginError) {
    if !isOver { isOver = try !body(page) }
  }

  private func pass(
    _ rows: [StoredRow], _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    if facts.count > Self.most { facts = [:] }
    if wanted.contains(.subjects) { try learnSubjects(rows) }
    let looksAtText = wanted.contains(.sources) || wanted.contains(.zones)
    for row in rows where row.start != StoreTables.noTime {
      if page.isFull {
        isOver = try !body(page)
        page.removeAll()
        if isOver { return }
      }
      var shown = Facts(offset: 0, origin: 0, zone: -1, isOwn: false)
      if looksAtText { shown = try look(at: row) }
      guard let subject = wanted.contains(.subjects) ? subjects[row.subject] : 0 else {
        throw PluginError(.data, "the store has samples of a subject that it does not know", code: .corrupt)
      }
      page.append(
        start: row.start, end: row.end, value: row.value ?? 0, offset: shown.offset, origin: shown.origin,
        zone: shown.zone, subject: subject, id: wanted.contains(.ids) ? row.id : nil)
    }
  }

  /// What the text of a row says, read once for all rows with its form if it says the same of them.
  private func look(at row: StoredRow) throws(PluginError) -> Facts {
    if let known = facts[row.form], !known.isOwn { return known }
    try builder.prepare([row])
    let text = try builder.text(of: row)
    var source: Range<Int>?
    var device: Range<Int>?
    var metadata: Range<Int>?
    var offset = 0
    _ = CanonicalObject.forEachMember(of: 0..<text.count, in: text) { key, value in
      switch text[key].first {
      case UInt8(ascii: "s") where text[key].elementsEqual("source".utf8): source = value
      case UInt8(ascii: "d") where text[key].elementsEqual("device".utf8): device = value
      case UInt8(ascii: "m") where text[key].elementsEqual("metadata".utf8): metadata = value
      case UInt8(ascii: "o") where text[key].elementsEqual("offset".utf8): offset = Self.minutes(text[value])
      default: break
      }
      return true
    }
    let isEntered = metadata.flatMap { CanonicalObject.value(of: "HKWasUserEntered", of: $0, in: text) }
      .map { text[$0].elementsEqual("true".utf8) }
    let zone = metadata.flatMap { CanonicalObject.value(of: "HKTimeZone", of: $0, in: text) }
      .flatMap { CanonicalObject.text(of: $0, in: text) }
    let origin = SampleOrigin(source: source, device: device, in: text, isUserEntered: isEntered ?? false)
    let found = Facts(
      offset: offset, origin: wanted.contains(.sources) ? number(of: origin) : 0,
      zone: wanted.contains(.zones) ? zone.map { number(ofZone: $0) } ?? -1 : -1,
      isOwn: !row.rest.isEmpty)
    facts[row.form] = found
    return found
  }

  private func number(of origin: SampleOrigin) -> Int32 {
    if let number = origins[origin] { return number }
    let number = page.add(origin: origin)
    origins[origin] = number
    return number
  }

  private func number(ofZone zone: String) -> Int32 {
    if let number = zones[zone] { return number }
    let number = page.add(zone: zone)
    zones[zone] = number
    return number
  }

  /// Gives subjects their numbers in the answer.
  private func learnSubjects(_ rows: [StoredRow]) throws(PluginError) {
    var new: Set<Int32> = []
    for row in rows where subjects[row.subject] == nil { new.insert(row.subject) }
    guard !new.isEmpty else { return }
    let found = try connection.run(
      "SELECT id, content FROM assay_subjects WHERE id = ANY ($1) ORDER BY id", [.integers(Array(new))])
    for row in 0..<found.count {
      let content = found.bytes(row, 1)
      subjects[found.integer(row, 0)] = page.add(
        subject: CanonicalObject.text(of: 0..<content.count, in: content) ?? "")
    }
    if new.contains(StoreTables.noSubject) { subjects[StoreTables.noSubject] = page.add(subject: nil) }
  }

  /// The minutes of `"±HH:MM"`; 0 for anything else.
  private static func minutes(_ text: ArraySlice<UInt8>) -> Int {
    guard text.count == 8 else { return 0 }
    let digits = text.dropFirst().map { Int($0) - 0x30 }
    guard [1, 2, 4, 5].allSatisfy({ (0...9).contains(digits[$0]) }) else { return 0 }
    let size = (digits[1] * 10 + digits[2]) * 60 + digits[4] * 10 + digits[5]
    return text[text.startIndex + 1] == UInt8(ascii: "-") ? -size : size
  }
}

/// Passes the rows of statements on in pages, each correlation followed by its members.
///
/// It reads within the snapshot that is open on its connection, with a cursor: memory does not grow with the answer.
final class GroupPager {
  private let connection: ServerConnection
  private let types: StoredTypes
  private var builder: LineBuilder
  private var page = RowPage()
  /// How many samples were passed on, members after their correlations not counted.
  private(set) var passed = 0
  /// Whether no more is wanted.
  private(set) var isOver = false

  /// The most samples that are read at once; correlations are held until their members are read.
  private static let fetched = (alone: 1000, correlations: 100)
  /// How many samples are read next: few at first, since one may have 33 MiB, then as many as have this many bytes.
  private var next = 16
  private static let fetchedBytes = 1 << 20

  init(_ connection: ServerConnection, _ types: StoredTypes) {
    self.connection = connection
    self.types = types
    builder = LineBuilder(connection)
  }

  /// Passes on what a statement selects, which begins with the columns of `StoredRow`.
  ///
  /// - Throws: `PluginError` when the store cannot be read, and what `body` throws.
  func pass(
    _ statement: Statement, hasMembers: Bool, _ body: (RowPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    try connection.run("DECLARE heads NO SCROLL CURSOR FOR " + statement.sql, statement.values)
    while !isOver {
      let count = min(next, hasMembers ? Self.fetched.correlations : Self.fetched.alone)
      let read = try hasMembers ? passGroups(count, body) : passAlone(count, body)
      if read < count { break }
    }
    try connection.run("CLOSE heads")
  }

  /// Passes on the last page.
  func finish(_ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    if page.count > 0, !isOver { try turn(body) }
  }

  private func noteSize(of rows: [StoredRow]) {
    let bytes = rows.reduce(0) { $0 + $1.rest.count }
    next = bytes < Self.fetchedBytes ? min(next * 2, Self.fetched.alone) : max(1, next / 4)
  }

  private func passAlone(
    _ count: Int, _ body: (RowPage) throws(PluginError) -> Bool
  ) throws(PluginError) -> Int {
    let result = try connection.run("FETCH FORWARD \(count) FROM heads")
    let heads = (0..<result.count).map { StoredRow($0, of: result) }
    noteSize(of: heads)
    try builder.prepare(heads)
    for head in heads where !isOver { try pass(head, [], body) }
    return heads.count
  }

  private func passGroups(
    _ count: Int, _ body: (RowPage) throws(PluginError) -> Bool
  ) throws(PluginError) -> Int {
    let result = try connection.run("FETCH FORWARD \(count) FROM heads")
    let heads = (0..<result.count).map { StoredRow($0, of: result) }
    noteSize(of: heads)
    let correlations = heads.filter { types[$0.type]?.hasMembers ?? false }.map(\.id)
    let members = try self.members(of: correlations)
    try builder.prepare(heads)
    try builder.prepare(members.values.lazy.joined().map(\.row))
    for head in heads where !isOver { try pass(head, members[head.id] ?? [], body) }
    return heads.count
  }

  /// Passes on a sample and what belongs to it.
  private func pass(
    _ head: StoredRow, _ members: [Member], _ body: (RowPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    if page.isFull {
      try turn(body)
      if isOver { return }
    }
    let type = try known(head.type)
    try builder.append(head, type: type, role: nil, to: &page)
    for member in members {
      let type = try known(member.row.type)
      try builder.append(member.row, type: type, role: member.role, to: &page)
    }
    passed += 1
  }

  private func turn(_ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    isOver = try !body(page)
    page.removeAll()
  }

  private func known(_ number: Int32) throws(PluginError) -> StoredType {
    guard let type = types[number] else {
      throw PluginError(.data, "the store has samples of a type that it does not know", code: .corrupt)
    }
    return type
  }

  // MARK: Members

  private struct Member {
    var row: StoredRow
    var role: String
  }

  /// The members of correlations, in their order.
  private func members(of correlations: [SampleID]) throws(PluginError) -> [SampleID: [Member]] {
    guard !correlations.isEmpty else { return [:] }
    let sample = StoredRow.lookup(
      subject: "m.member_subject", type: "m.member_type", start: "m.member_start_us", id: "m.member")
    let rows = try connection.rows(
      """
      SELECT \(StoredRow.columns), m.correlation, m.role FROM assay_members m CROSS JOIN LATERAL \(sample) s
      WHERE m.correlation = ANY ($1) ORDER BY m.correlation, m.position
      """, [.ids(correlations)])
    var members: [SampleID: [Member]] = [:]
    while let row = try rows.next() {
      let member = Member(row: StoredRow(0, of: row), role: row.text(0, StoredRow.columnCount + 1))
      members[row.id(0, StoredRow.columnCount), default: []].append(member)
    }
    return members
  }
}

/// Computes statistics in the server: what comes over the connection is one row for each type and period.
///
/// Values are added in the order of start and id, as everywhere, so that the last digit is the same. Each period is read
/// and sorted by itself, and begins with the sum of those before it.
struct ServerStatistics {
  private let connection: ServerConnection

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The statistics of the samples that a query selects, members after their correlations left out.
  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    let question = try PreparedQuery(query, connection)
    var all = Sum()
    for type in question.types {
      all.beginType()
      for var statement in question.statements(of: type, query.sort, columns: Self.columns) {
        if let limit = query.limit {
          if all.statistics.count >= limit { return all.total }
          statement.limit(to: limit - all.statistics.count)
        }
        statement.values.append(.number(all.sum))
        let sum = "$\(statement.values.count)::double precision"
        try all.add(connection.run(Self.summing(statement.sql, after: sum), statement.values))
      }
    }
    return all.total
  }

  /// Samples that are not quantities have the value 0, as the interface has it.
  private static let columns = "coalesce(s.value, 0) AS value, s.start_us, s.end_us, s.id"

  private static func summing(_ samples: String, after sum: String) -> String {
    let isTimed = "start_us > \(StoreTables.noTimeText)"
    let latest = "FROM chosen WHERE \(isTimed) ORDER BY start_us DESC, id DESC LIMIT 1"
    // A sum of lengths may be larger than a bigint holds; the interface lets it run over.
    return """
      WITH chosen AS MATERIALIZED (\(samples))
      SELECT
        count(*),
        (SELECT sum(v) FROM (SELECT \(sum) AS v UNION ALL (SELECT value FROM chosen ORDER BY start_us, id)) a) + 0,
        min(value), max(value),
        min(start_us) FILTER (WHERE \(isTimed)), max(start_us) FILTER (WHERE \(isTimed)),
        (coalesce(sum((end_us - start_us) / 1000000) FILTER (WHERE \(isTimed)), 0))::text,
        coalesce(sum((end_us - start_us) % 1000000) FILTER (WHERE \(isTimed)), 0)::text,
        (SELECT value \(latest)), (SELECT id \(latest))
      FROM chosen
      """
  }

  /// The statistics of several statements together.
  private struct Sum {
    var statistics = SampleStatistics()
    /// The sum of the type that is read.
    private(set) var sum = 0.0
    private var latestID = SampleID.none

    /// Sums of types are added to each other.
    mutating func beginType() {
      statistics.sum += sum
      sum = 0
    }

    /// The statistics with the sum of the type that is read.
    var total: SampleStatistics {
      var total = statistics
      total.sum += sum
      return total
    }

    mutating func add(_ row: QueryResult) {
      statistics.count += Int(clamping: row.long(0, 0))
      sum = row.number(0, 1) ?? sum
      if let least = row.number(0, 2) { statistics.minimum = Swift.min(statistics.minimum ?? least, least) }
      if let most = row.number(0, 3) { statistics.maximum = Swift.max(statistics.maximum ?? most, most) }
      guard !row.isNull(0, 4) else { return }
      let first = row.long(0, 4)
      let last = row.long(0, 5)
      let id = row.id(0, 9)
      let seconds = Int64(row.text(0, 6)) ?? 0
      let rest = Int64(row.text(0, 7)) ?? 0
      statistics.duration &+= seconds &* 1_000_000 &+ rest
      if statistics.lastStart == nil || (last, id) >= (statistics.lastStart ?? last, latestID) {
        statistics.mostRecent = row.number(0, 8)
        latestID = id
      }
      statistics.firstStart = Swift.min(statistics.firstStart ?? first, first)
      statistics.lastStart = Swift.max(statistics.lastStart ?? last, last)
    }
  }
}
