import HealthStorage

/// The index as of one commit: for each table the files it consists of, the oldest first.
///
/// It can be made again from the samples at any time and only saves reading them.
struct SampleIndex: Sendable {
  private var runs: [IndexTable: [RunFile]] = [:]
  /// The line of `commits.jsonl` that the index is as of; 0 for a store without commits.
  var line = 0
  /// The sum of that line.
  var head: UInt32 = 0
  var commit: Int64 = 0
  var next = 1

  subscript(table: IndexTable) -> [RunFile] {
    get { runs[table] ?? [] }
    set { runs[table] = newValue }
  }

  /// Whether the index covers everything in a state.
  func isCurrent(for state: StoreState) -> Bool {
    belongs(to: state) && commit == state.commit && state.lastReplacement <= line
  }

  /// Whether the index is of the same store as a state, and not of a later one.
  func belongs(to state: StoreState) -> Bool {
    if line == 0 { return commit == 0 && head == 0 }
    return line <= state.line && state.lines[line - 1].crc == head
  }

  /// The index after more commits, up to the last one of a state.
  func moved(to state: StoreState) -> SampleIndex {
    var copy = self
    copy.line = state.line
    copy.head = state.head
    copy.commit = state.commit
    return copy
  }

  /// How many records a table has, superseded ones included.
  func count(of table: IndexTable) -> Int { self[table].reduce(0) { $0 + $1.count } }
}

extension SampleIndex {
  /// Refuses a log that ends before what the index knows, which was written when the log had it.
  ///
  /// - Throws: `StorageError.corrupt`: the log lost lines that were committed.
  func checkNotAhead(of state: StoreState, _ place: StoreFolder) throws {
    guard line > state.line else { return }
    throw StorageError.corrupt(
      place, "\(StoreFolder.log) ends with line \(state.line), and the index knows line \(line) of it")
  }
}
