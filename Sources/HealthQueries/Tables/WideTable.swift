import HealthModel
import HealthStorage

/// A wide table of stored samples: a row for each time and subject, a column for each type.
public struct WideTable: Sendable {
  /// The columns beside start and subject, in the order that types were named.
  public let columns: [WideColumn]
  let layout: WideLayout
  let query: SampleQuery
  let priority: SourcePriority
  let store: HealthStore

  /// What became of the samples of a table.
  public struct Counts: Sendable, Hashable {
    /// How many rows were passed on.
    public var rows = 0
    /// How many values are not shown, since another sample of the column starts at the same time.
    public var hidden = 0
    /// Whether there are more rows than the limit.
    public var hasMore = false
  }

  /// Passes the rows on, by start, then by subject: samples without one first, the others by bytes.
  ///
  /// The types are read beside each other in pages, so the first row comes at once and memory does not grow with the
  /// number of rows.
  ///
  /// - Parameter body: called for each row; `false` ends the table.
  /// - Returns: how many rows there were, and how many values are not shown.
  /// - Throws: `StorageError` when the store cannot be read or changed meanwhile; what `body` throws.
  @discardableResult
  public func forEachRow(_ body: (WideRow) throws -> Bool) async throws -> Counts {
    var counts = Counts()
    let commit = try await store.backend.information().lastCommit
    var lanes: [WideLane] = []
    for type in layout.types {
      var lane = WideLane(type, of: query, layout, priority, in: store)
      try await lane.fill()
      if lane.head != nil { lanes.append(lane) }
    }
    while let start = lanes.compactMap({ $0.head?.start }).min() {
      var rows: [SubjectName: WideMoment] = [:]
      for index in lanes.indices {
        while let entry = lanes[index].head, entry.start == start {
          let subject = SubjectName(entry.subject)
          if rows[subject] == nil { rows[subject] = WideMoment(entry, columns: columns.count) }
          rows[subject]?.take(entry)
          try await lanes[index].advance()
        }
      }
      counts.hidden += rows.values.reduce(0) { $0 + $1.hidden.count }
      for (_, moment) in rows.sorted(by: { $0.key < $1.key }) {
        if let limit = query.limit, counts.rows >= limit {
          counts.hasMore = true
          return counts
        }
        counts.rows += 1
        guard try body(moment.row) else { return counts }
      }
      lanes.removeAll { $0.head == nil }
    }
    guard try await store.backend.information().lastCommit == commit else {
      throw StorageError(
        .failed, "the store changed while the table was read, so its rows may not be as of one moment",
        hint: "ask again when nothing is imported")
    }
    return counts
  }
}

/// A row that is being made.
private struct WideMoment {
  var row: WideRow
  /// The source and the id of each cell that is taken.
  private var winners: [(source: MergeSource, id: SampleID)?]
  /// The values that are not shown: the member of a correlation comes a second time, as a sample of its type.
  private(set) var hidden: Set<Hidden> = []

  /// A sample in a column.
  struct Hidden: Hashable {
    var column: Int
    var id: SampleID
  }

  init(_ entry: WideLane.Entry, columns: Int) {
    row = WideRow(
      start: entry.start, offset: entry.offset, subject: entry.subject,
      cells: Array(repeating: .empty, count: columns))
    winners = Array(repeating: nil, count: columns)
  }

  /// Takes a value into its cell, or hides it or the one before.
  mutating func take(_ entry: WideLane.Entry) {
    if let winner = winners[entry.column] {
      if winner.id == entry.id { return }
      let isBetter = entry.source == winner.source ? winner.id < entry.id : entry.source < winner.source
      // A field that a sample lacks is a cell without a value.
      let value = isBetter ? row.cells[entry.column] : entry.cell
      if value != .empty { hidden.insert(Hidden(column: entry.column, id: isBetter ? winner.id : entry.id)) }
      guard isBetter else { return }
    }
    set(entry)
  }

  private mutating func set(_ entry: WideLane.Entry) {
    row.cells[entry.column] = entry.cell
    winners[entry.column] = (entry.source, entry.id)
  }
}
