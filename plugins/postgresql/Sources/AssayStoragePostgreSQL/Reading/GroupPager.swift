import HealthModel
import HealthPlugins
import HealthStorage

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
