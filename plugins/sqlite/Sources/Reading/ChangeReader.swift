import HealthModel
import HealthStorage

/// Reports changes, commit by commit: samples by their commit's spans and the index of scattered ones, and tombstones
/// by their index.
///
/// Spans hold no samples of earlier commits, and those of a type do not overlap: a sample is passed over at most once.
struct ChangeReader {
  private let query: ChangeQuery
  private let scope: ReadScope
  /// The requested types, by their numbers in the store.
  private let types: [Int64: Int]
  /// The number of the store's last commit.
  private let last: Int64

  /// The most deleted samples of a page.
  private static let maximumDeleted = 4096

  private enum Passage {
    case whole(Int)
    /// Whole, and the function wants no more.
    case ended
    /// In part, since the function wants no more.
    case cut
  }

  init(_ query: ChangeQuery, in scope: ReadScope) throws {
    self.query = query
    self.scope = scope
    last = try StoreCaches.lastCommit(in: scope.db)
    guard query.anchor.commit <= last else {
      throw StorageError(
        .failed, "the store has no commit with the anchor \(query.anchor)",
        hint: "an anchor holds for the store that gave it")
    }
    let asked = Set(try scope.types(named: query.types))
    types = scope.stored.indexes.filter { asked.contains($0.value) }
  }

  /// Passes pages to a function until it returns `false`.
  ///
  /// - Returns: the anchor after the last commit that was passed on whole, or after the last one of the store.
  func run(_ body: (ChangePage) throws -> Bool) throws -> ChangeAnchor {
    var groups = GroupReader(scope)
    var commit = query.anchor.commit
    var left = query.limit ?? Int.max
    while left > 0 {
      guard let next = try self.next(after: commit) else { return ChangeAnchor(commit: last) }
      guard next <= last else {
        throw StorageError(.corrupt, "the store has changes of commit \(next), and its last commit is \(last)")
      }
      switch try pass(next, &groups, body) {
      case .whole(let count): left -= count
      case .ended: return ChangeAnchor(commit: next)
      case .cut: return ChangeAnchor(commit: next - 1)
      }
      commit = next
    }
    return ChangeAnchor(commit: commit)
  }

  private func next(after commit: Int64) throws -> Int64? {
    let statement = try PreparedStatement(
      """
      SELECT min(batch) FROM (
        SELECT min(batch) AS batch FROM assay_commit_spans WHERE batch > ?1
        UNION ALL SELECT min(batch) FROM assay_samples WHERE batch > ?1 AND scattered IS NOT NULL
        UNION ALL SELECT min(batch) FROM assay_deletions WHERE batch > ?1
      )
      """, in: scope.db)
    statement.bind(1, commit)
    return try statement.step() ? statement.optionalInteger(0) : nil
  }

  /// Passes a commit on, holding each page back until it is known whether another one of the commit follows.
  private func pass(
    _ commit: Int64, _ groups: inout GroupReader, _ body: (ChangePage) throws -> Bool
  ) throws -> Passage {
    var count = 0
    for type in try added(by: commit) {
      let heads = try self.heads(of: type, in: commit)
      while try heads.step() {
        if groups.isFull {
          let page = ChangePage(commit: commit, added: groups.take(), isEndOfCommit: false)
          guard try body(page) else { return .cut }
        }
        try groups.append(heads, type: type)
        count += 1
      }
    }
    var deleted: [DeletedSample] = []
    let stones = try self.stones(in: commit)
    while try stones.step() {
      guard let stone = try deletedSample(stones) else { continue }
      if deleted.count >= Self.maximumDeleted {
        let page = ChangePage(commit: commit, added: groups.take(), deleted: deleted, isEndOfCommit: false)
        guard try body(page) else { return .cut }
        deleted.removeAll(keepingCapacity: true)
      }
      deleted.append(stone)
      count += 1
    }
    guard count > 0 else { return .whole(0) }
    let page = ChangePage(commit: commit, added: groups.take(), deleted: deleted, isEndOfCommit: true)
    return try body(page) ? .whole(count) : .ended
  }

  /// The requested types of which a commit added samples, in the order of their ids.
  private func added(by commit: Int64) throws -> [Int] {
    let statement = try PreparedStatement(
      """
      SELECT min(type) FROM (
        SELECT min(type) AS type FROM assay_commit_spans WHERE batch = ?1 AND type > ?2
        UNION ALL SELECT min(type) FROM assay_samples WHERE batch = ?1 AND type > ?2 AND scattered IS NOT NULL
      )
      """, in: scope.db)
    statement.bind(1, commit)
    statement.bind(2, 0)
    var found: [Int] = []
    while try statement.step(), let number = statement.optionalInteger(0) {
      if let type = types[number] { found.append(type) }
      statement.reset()
      statement.bind(2, number)
    }
    return found.sorted()
  }

  private func heads(of type: Int, in commit: Int64) throws -> PreparedStatement {
    let omitsMembers = try query.omitsMembers && scope.hasMembers(of: type)
    let number = scope.stored.numbers[type]
    let span = try self.span(of: number, in: commit)
    let statement = try PreparedStatement(Self.heads(omitsMembers: omitsMembers), in: scope.db)
    statement.bind(1, commit)
    statement.bind(2, number)
    statement.bind(3, optional: span?.lowerBound)
    statement.bind(4, optional: span?.upperBound)
    return statement
  }

  /// The samples of one type and commit: scattered ones by the index, the others between two starts.
  static func heads(omitsMembers: Bool) -> String {
    let condition = omitsMembers ? " AND \(SelectStatement.isNoMember)" : ""
    return """
      SELECT \(SelectStatement.columns) FROM assay_samples s INDEXED BY assay_samples_by_batch
      WHERE s.batch = ?1 AND s.type = ?2 AND s.scattered IS NOT NULL\(condition)
      UNION ALL
      SELECT \(SelectStatement.columns) FROM assay_samples s
      WHERE s.type = ?2 AND s.start_us BETWEEN ?3 AND ?4 AND s.batch = ?1 AND s.scattered IS NULL\(condition)
      ORDER BY 2, 1
      """
  }

  /// The first and last start of a commit's samples of a type; `nil` if all are scattered.
  private func span(of number: Int64, in commit: Int64) throws -> ClosedRange<Int64>? {
    let statement = try PreparedStatement(
      "SELECT first_us, last_us FROM assay_commit_spans WHERE batch = ?1 AND type = ?2", in: scope.db)
    statement.bind(1, commit)
    statement.bind(2, number)
    guard try statement.step() else { return nil }
    let (first, last) = (statement.integer(0), statement.integer(1))
    guard first <= last else {
      throw StorageError(.corrupt, "the store has a commit whose samples end before they begin")
    }
    return first...last
  }

  private func stones(in commit: Int64) throws -> PreparedStatement {
    let statement = try PreparedStatement(
      """
      SELECT d.id, d.type, t.name FROM assay_deletions d LEFT JOIN assay_types t ON t.id = d.type
      WHERE d.batch = ?1 ORDER BY t.name, d.id
      """, in: scope.db)
    statement.bind(1, commit)
    return statement
  }

  /// A deletion, under the current name of its type; `nil` if the type was not requested.
  private func deletedSample(_ row: PreparedStatement) throws -> DeletedSample? {
    let type = types[row.integer(1)]
    guard type != nil || query.types.isEmpty else { return nil }
    guard let id = row.sampleID(0) else { throw StorageError(.corrupt, "the store has a tombstone without a whole id") }
    return DeletedSample(id: id, type: type.map { scope.registry.types[$0].id } ?? row.text(2))
  }
}
