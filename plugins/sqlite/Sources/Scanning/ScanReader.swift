import AssayPlatform
import HealthModel
package import HealthStorage
import Synchronization

/// Reads what statistics need of the rows of one type, in the order of the table's key: nothing is sorted, and of texts
/// it reads only those that distinguish sources and zones.
struct ScanReader {
  let scope: ReadScope
  let wanted: SampleScan.Columns

  private static let batchSize = 4096

  /// The places of the columns of a row; others are not selected.
  private struct Places {
    var text = "s.start_us, s.end_us, s.value"
    var id: Int32 = -1
    var offset: Int32 = -1
    var source: Int32 = -1
    var subject: Int32 = -1
    var metadata: Int32 = -1
    private var count: Int32 = 3

    init(_ wanted: SampleScan.Columns, isFiltered: Bool, hasSubjects: Bool) {
      if isFiltered || wanted.contains(.ids) { id = add("s.id") }
      if wanted.contains(.zones) { offset = add("s.start_offset") }
      if wanted.contains(.sources) {
        source = add("s.source")
        _ = add("s.device")
        // Canonical metadata say it in these bytes, and a text that holds them has its quotes escaped.
        _ = add("instr(s.metadata, '\"HKWasUserEntered\":true')")
      }
      if hasSubjects { subject = add("s.subject") }
      if isFiltered || wanted.contains(.zones) { metadata = add("s.metadata") }
    }

    private mutating func add(_ column: String) -> Int32 {
      text += ", " + column
      count += 1
      return count - 1
    }
  }

  func run(_ query: SampleQuery, _ body: (SampleColumns) throws -> Void) throws {
    var filter = try RowFilter(query, in: scope)
    // A person's own store names no subject: there the column is not read at all.
    let hasSubjects =
      try wanted.contains(.subjects) && scope.db.integer("SELECT EXISTS (SELECT 1 FROM assay_subjects)") == 1
    let places = Places(wanted, isFiltered: filter != nil, hasSubjects: hasSubjects)
    let filtered = RowFilter.Places(id: places.id, start: 0, metadata: places.metadata)
    var columns = SampleColumns()
    var origins = ScanOrigins(db: scope.db)
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
    for part in try QueryPlan(query, in: scope).parts where scope.plans[part.type].hasTime {
      var cases = CaseReader(scope.plans[part.type], type: scope.registry.types[part.type].id)
      let rows = try part.selection.rows(places.text, in: scope.db)
      while try rows.step() {
        let isMatch = try filter?.matches(rows, at: filtered, type: part.type)
        guard isMatch != false else { continue }
        let (start, end) = try rows.times(0, 1)
        columns.start.append(start)
        columns.end.append(end)
        try cases.append(rows, column: 2, to: &columns)
        if wanted.contains(.ids) { columns.id.append(rows.sampleID(places.id) ?? SampleID.none) }
        if places.offset >= 0 {
          columns.startOffset.append(Int16(truncatingIfNeeded: rows.integer(places.offset)))
          columns.zone.append(try origins.zone(rows, column: places.metadata, in: &columns))
        } else {
          columns.startOffset.append(0)
          columns.zone.append(-1)
        }
        if hasSubjects { columns.subject.append(try origins.subject(rows, column: places.subject, in: &columns)) }
        columns.source.append(places.source < 0 ? 0 : try origins.origin(rows, column: places.source, in: &columns))
        if columns.start.count == Self.batchSize {
          try Task.checkCancellation()
          try body(columns)
          columns.removeSamples()
        }
      }
    }
    if columns.count > 0 { try body(columns) }
  }
}

/// Reads the value column of one type.
private struct CaseReader {
  private let isNumber: Bool
  private let hasCases: Bool
  private let type: String
  private var byRaw: [Int64: Int32] = [:]
  private var byName: [String: Int32] = [:]

  init(_ plan: TypeCoding, type: String) {
    self.type = type
    if case .number = plan.value { isNumber = true } else { isNumber = false }
    guard case .cases(let list) = plan.value else {
      hasCases = false
      return
    }
    hasCases = true
    for (index, item) in list.enumerated() {
      let place = Int32(truncatingIfNeeded: index)
      if let raw = item.raw { byRaw[raw] = place }
      for name in item.names { byName[name] = place }
    }
  }

  mutating func append(_ row: PreparedStatement, column: Int32, to columns: inout SampleColumns) throws {
    guard !isNumber else {
      columns.value.append(row.real(column))
      columns.enumCase.append(-1)
      return
    }
    columns.value.append(0)
    // What a structured sample holds is neither a number nor a case.
    guard hasCases, !row.isNull(column) else { return columns.enumCase.append(-1) }
    guard let place = row.isInteger(column) ? byRaw[row.integer(column)] : byName[row.text(column)] else {
      throw UnknownCase.unknown(row.text(column), type: type)
    }
    columns.enumCase.append(place)
  }
}

/// The value reported for a stored case that the registry lacks.
enum UnknownCase {
  static func unknown(_ value: String, type: String) -> StorageError {
    StorageError(
      .incompatible,
      """
      the store has samples of \(type) with the value \(TextEscaping.escaped(value)), which its definition no longer has
      """, hint: "give the definition its former cases back")
  }
}

/// Numbers the origins, zones and subjects of a part of a scan.
struct ScanOrigins {
  private struct Key: Hashable {
    var source: Int64
    var device: Int64
    var isUserEntered: Bool
  }

  private let db: Database
  private var numbers: [Key: Int32] = [:]
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  /// The row before: most often the next one has the same origin.
  private var last: (key: Key, number: Int32)?
  private var metadata: [UInt8] = []
  /// The numbers of the store's subjects, 0 for none.
  private var subjects: [Int64: Int32] = [:]
  private var lastSubject: (key: Int64, number: Int32)?

  init(db: Database) { self.db = db }

  /// The number of a row's origin; source, device and whether a person typed it in are in columns from one on.
  mutating func origin(_ row: PreparedStatement, column: Int32, in columns: inout SampleColumns) throws -> Int32 {
    let key = Key(
      source: row.integer(column), device: row.integer(column + 1), isUserEntered: row.integer(column + 2) > 0)
    if let last, last.key == key { return last.number }
    let number = try numbers[key] ?? add(key, to: &columns)
    last = (key, number)
    return number
  }

  private mutating func add(_ key: Key, to columns: inout SampleColumns) throws -> Int32 {
    var origin = SampleOrigin(isUserEntered: key.isUserEntered)
    let source = try PreparedStatement("SELECT bundle, name, product FROM assay_sources WHERE id = ?1", in: db)
    source.bind(1, key.source)
    if try source.step() {
      origin.bundle = source.optionalText(0)
      origin.name = source.optionalText(1)
      origin.product = source.optionalText(2)
    }
    let device = try PreparedStatement("SELECT name, model FROM assay_devices WHERE id = ?1", in: db)
    device.bind(1, key.device)
    if try device.step() {
      origin.deviceName = device.optionalText(0)
      origin.deviceModel = device.optionalText(1)
    }
    let number = origins[origin] ?? Int32(truncatingIfNeeded: columns.sources.count)
    if origins.updateValue(number, forKey: origin) == nil { columns.sources.append(origin) }
    numbers[key] = number
    return number
  }

  mutating func subject(_ row: PreparedStatement, column: Int32, in columns: inout SampleColumns) throws -> Int32 {
    // NULL is read as 0, which no subject has.
    let key = row.integer(column)
    if let lastSubject, lastSubject.key == key { return lastSubject.number }
    let number = try subjects[key] ?? addSubject(key, to: &columns)
    lastSubject = (key, number)
    return number
  }

  private mutating func addSubject(_ key: Int64, to columns: inout SampleColumns) throws -> Int32 {
    let statement = try PreparedStatement("SELECT name FROM assay_subjects WHERE id = ?1", in: db)
    statement.bind(1, key)
    let number = Int32(truncatingIfNeeded: columns.subjects.count)
    columns.subjects.append(try statement.step() ? statement.text(0) : nil)
    subjects[key] = number
    return number
  }

  /// The number of the zone that a row's metadata name; -1 when they name none.
  mutating func zone(_ row: PreparedStatement, column: Int32, in columns: inout SampleColumns) throws -> Int32 {
    guard !row.isNull(column) else { return -1 }
    metadata.removeAll(keepingCapacity: true)
    let place = row.append(column, to: &metadata)
    guard let name = ScannedMetadata.timeZone(place.indices, in: metadata) else { return -1 }
    let number = zones[name] ?? Int32(truncatingIfNeeded: columns.zones.count)
    if zones.updateValue(number, forKey: name) == nil { columns.zones.append(name) }
    return number
  }
}

/// Scans: the parts of the time are read at the same time, each reader on a separate connection, all of them as of one
/// commit.
extension SQLiteBackend {
  package func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    if let error = closedError { throw error }
    let count = scan.partCount
    guard count > 0 else { return [] }
    let work = ScanWork<Result>(count: count)
    let running = RunningReaders()
    let read: @Sendable (ReadScope) throws -> Void = { scope in
      while let part = work.next() {
        try Task.checkCancellation()
        var result = initial(part)
        let reader = ScanReader(scope: scope, wanted: scan.columns)
        try reader.run(scan.query(ofPart: part)) { try update(&result, $0) }
        work.finish(part, result)
      }
    }
    do {
      try await withTaskCancellationHandler {
        try await withTaskExecutorPreference(readers.threads) {
          try Task.checkCancellation()
          let opened = try Snapshots.open(count: Self.readerCount(parts: count), of: self)
          let answer: @Sendable (Reader) throws -> Void = { try read($0.scope(self.registry, self.plans)) }
          // Alone it is read here and now: a reader that is held while others have their turn would be one too many.
          if opened.count == 1, let only = opened.first { return try readers.use(only, in: running, answer) }
          try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in opened { group.addTask { try self.readers.use(reader, in: running, answer) } }
            try await group.waitForAll()
          }
        }
      } onCancel: {
        running.interrupt()
      }
    } catch let error as DatabaseError {
      throw StoreFailure.storageError(error, at: place)
    }
    return work.results
  }

  /// One reader for each processor, at most four and no more than there are parts.
  private static func readerCount(parts: Int) -> Int { max(1, min(parts, 4, CurrentProcess.processorCount)) }
}

/// Which parts are taken, and what became of those that are done.
private final class ScanWork<Result: Sendable>: Sendable {
  private let count: Int
  private let taken = Atomic<Int>(0)
  private let done: Mutex<[Result?]>

  init(count: Int) {
    self.count = count
    done = Mutex(Array(repeating: nil, count: count))
  }

  /// The next free part; `nil` if none is left.
  func next() -> Int? {
    let part = taken.add(1, ordering: .relaxed).oldValue
    return part < count ? part : nil
  }

  func finish(_ part: Int, _ result: Result) { done.withLock { $0[part] = result } }

  /// The results of the parts that are done, in their order.
  var results: [Result] { done.withLock { $0.compactMap(\.self) } }
}

/// Connections that all see the same commit.
private enum Snapshots {
  /// Takes a number of connections, or fewer if the others are in use; if other writers commit in between, connections
  /// that see less begin again.
  static func open(count: Int, of store: SQLiteBackend) throws -> [Reader] {
    let pool = store.readers
    var opened: [(reader: Reader, commit: Int64)] = []
    do {
      while opened.count < count {
        guard let reader = try opened.isEmpty ? pool.take() : pool.takeMore() else { break }
        let new: (reader: Reader, commit: Int64)
        do {
          try reader.begin()
          new = (reader, try StoreCaches.lastCommit(in: reader.db))
          // From here on it knows the types of this commit.
          _ = try reader.scope(store.registry, store.plans)
        } catch {
          pool.drop(reader)
          throw error
        }
        for item in opened where item.commit != new.commit { pool.giveBack(item.reader) }
        opened.removeAll { $0.commit != new.commit }
        opened.append(new)
      }
    } catch {
      for item in opened { pool.giveBack(item.reader) }
      throw error
    }
    return opened.map(\.reader)
  }
}

/// Computes statistics from what they need of each row, without its texts.
///
/// Sums are added here, in the order of start and id: SQLite's own sum rounds otherwise from version 3.43 on.
struct StatisticsReader {
  let scope: ReadScope

  private static let columns = "s.id, s.start_us, s.end_us, s.value"
  private static let metadata: Int32 = 4

  func run(_ query: SampleQuery) throws -> SampleStatistics {
    var query = query
    if query.limit == nil, query.after == nil { query.sort = .ascending }
    var filter = try RowFilter(query, in: scope)
    let places = RowFilter.Places(id: SampleColumn.id, start: SampleColumn.start, metadata: Self.metadata)
    let columns = filter == nil ? Self.columns : Self.columns + ", s.metadata"
    var statistics = SampleStatistics()
    var batch = SampleBatch()
    var left = query.limit ?? Int.max
    for part in try QueryPlan(query, in: scope).parts where left > 0 {
      let limit = query.limit != nil && filter == nil ? left : nil
      let rows = try part.selection.rows(columns, limit: limit, in: scope.db)
      while left > 0, try rows.step() {
        let isMatch = try filter?.matches(rows, at: places, type: part.type)
        guard isMatch != false else { continue }
        try append(rows, type: part.type, to: &batch)
        left -= 1
        if batch.count >= 4096 {
          try Task.checkCancellation()
          statistics.add(batch)
          batch = SampleBatch()
        }
      }
    }
    statistics.add(batch)
    return statistics
  }

  private func append(_ row: PreparedStatement, type: Int, to batch: inout SampleBatch) throws {
    var sample = SampleRow(type: Int32(truncatingIfNeeded: type), id: row.sampleID(SampleColumn.id) ?? .none)
    if case .number = scope.plans[type].value { sample.value = row.real(SampleColumn.value) }
    if !row.isNull(SampleColumn.end) {
      (sample.start, sample.end) = try row.times(SampleColumn.start, SampleColumn.end)
    }
    batch.append(sample)
  }
}
