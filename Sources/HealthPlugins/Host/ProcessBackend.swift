import HealthModel
import HealthStorage
import Synchronization

/// A store that a plugin keeps, in a separate process.
///
/// Writes, and queries between transactions, go to one process. Queries during a transaction go to a second process
/// that is opened for reading, so that no plugin has to separate committed samples from uncommitted ones.
final class ProcessBackend: StorageBackend {
  let name: String
  let context: StorageContext
  let capabilities: StorageCapabilities
  /// Whether the plugin answers scans; else they are computed from rows.
  let scans: Bool
  let commitSize: Int
  let line = WriterQueue()
  var registry: Registry { context.registry }
  let writer: WriteSession
  let reader: PluginLink
  private let isClosed = Mutex(false)

  /// The secrets to remove from all output of the plugin.
  var secrets: StoreSecrets { writer.link.secrets }

  /// The most samples that are kept to be sent again.
  static let maximumCommitSize = 100_000

  /// Adds a conversation that has just begun.
  init(
    name: String, hello: PluginHello, context: StorageContext, writer: WriteSession, reader: PluginLink
  ) {
    self.name = name
    self.context = context
    self.writer = writer
    self.reader = reader
    commitSize = min(hello.commitSize, Self.maximumCommitSize)
    scans = hello.levels.contains("scan") || hello.levels.contains("*scan")
    var levels: StorageCapabilities = [.resume, .durable]
    for (level, word) in StorageCapabilities.names where level != .resume && level != .durable {
      // A level that the host must understand is a level.
      if hello.levels.contains(word) || hello.levels.contains("*\(word)") { levels.insert(level) }
    }
    capabilities = levels
  }

  // MARK: Writing

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await enter(writer.link)
    defer { writer.link.lock.leave() }
    return try await writer.append(batch)
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try await enter(writer.link)
    defer { writer.link.lock.leave() }
    try await writer.commit(progress)
  }

  func rollback(in turn: borrowing WriteTurn) async {
    await writer.link.lock.enter()
    defer { writer.link.lock.leave() }
    await writer.rollBack()
  }

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    let key = ProgressText.prefix + input
    guard let note = try await notes(prefix: key).first(where: { $0.key == key }) else { return nil }
    return try ProgressText.progress(note)
  }

  func imports() async throws(StorageError) -> [ImportProgress] {
    var imports: [ImportProgress] = []
    for note in try await notes(prefix: ProgressText.prefix) { imports.append(try ProgressText.progress(note)) }
    return imports
  }

  /// The prefix of the keys of definitions' notes; the name follows.
  ///
  /// A plugin keeps any note, so it need not know them.
  private static let definitionPrefix = "definition:"

  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    guard !definitions.isEmpty else { return }
    try await enter(writer.link)
    defer { writer.link.lock.leave() }
    try await writer.commit(
      nil, notes: definitions.map { StoreNote(key: Self.definitionPrefix + $0.name, text: $0.text) })
  }

  func definitions() async throws(StorageError) -> [StoredDefinition] {
    try await notes(prefix: Self.definitionPrefix)
      .map { StoredDefinition(name: String($0.key.dropFirst(Self.definitionPrefix.count)), text: $0.text) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func notes(prefix: String) async throws(StorageError) -> [StoreNote] {
    try await enter(writer.link)
    defer { writer.link.lock.leave() }
    return try await writer.notes(prefix: prefix)
  }

  // MARK: Closing

  /// Ends both processes; what is not committed is gone with them.
  func close() async throws(StorageError) {
    isClosed.withLock { $0 = true }
    await reader.close()
    await writer.link.close()
  }

  // MARK: Questions

  /// Waits for the turn to talk with a plugin.
  private func enter(_ link: PluginLink) async throws(StorageError) {
    await link.lock.enter()
    guard isClosed.withLock({ $0 }) else { return }
    link.lock.leave()
    throw StorageError(.failed, "the store of the plugin \(name) is closed")
  }

  func question<Value>(
    isForWriter: Bool = false, mayRepeat: @autoclosure () -> Bool = true,
    _ work: (PluginConversation) async throws(PluginFailure) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      var usesWriter = isForWriter
      if !usesWriter { usesWriter = await !writer.isOpen }
      let link = usesWriter ? writer.link : reader
      try await enter(link)
      defer { link.lock.leave() }
      // A transaction may have begun while this question waited for its turn.
      if usesWriter, !isForWriter, await writer.isOpen { continue }
      let conversation: PluginConversation
      do throws(PluginFailure) {
        conversation = try await usesWriter ? connectedWriter() : reader.conversation()
      } catch {
        throw secrets.blanked(error.error)
      }
      do throws(PluginFailure) {
        return try await work(conversation)
      } catch {
        // Uses another process; reports if none is left.
        guard case .lost = error, mayRepeat() else { throw secrets.blanked(error.error) }
      }
    }
  }

  private func connectedWriter() async throws(PluginFailure) -> PluginConversation {
    do throws(StorageError) {
      return try await writer.connected()
    } catch {
      throw .refused(error)
    }
  }

  /// Refuses what the plugin does not have.
  func require(_ level: StorageCapabilities, _ words: String) throws(StorageError) {
    guard capabilities.contains(level) else { throw StorageError(.unsupported, "the plugin \(name) \(words)") }
  }
}

extension ProcessBackend {
  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try require(.query, "does not answer queries")
    if query.limit == 0 || query.ids?.isEmpty == true { return }
    if query.types.isEmpty { try await refuseStrangers() }
    guard let stored = await storedForm(of: query) else { return }
    var thrown: (any Error)?
    var hasPassedOn = false
    try await question(mayRepeat: !hasPassedOn) { (conversation) async throws(PluginFailure) in
      let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
      var answer = QueryAnswer(plan, decoder: decoder)
      var isWanted = true
      _ = try await conversation.stream("the answer to a query", { .query(ask: $0, plan.sent) }) {
        (part) async throws(PluginFailure) -> Bool in
        guard case .rows(let rows) = part else {
          throw await conversation.broken(.pluginProtocol, "wrote something other than rows in the answer to a query")
        }
        if let fault = answer.firstFault(in: rows) {
          throw await conversation.broken(
            .pluginProtocol, "answers out of order: \(rows.lines[fault].id) comes too late")
        }
        if let stranger = answer.firstStranger(in: rows) {
          throw await conversation.broken(
            .pluginProtocol, "answered a query with \(rows.lines[stranger].id), a sample that does not match it")
        }
        do {
          let batches = try answer.take(rows)
          hasPassedOn = hasPassedOn || !batches.isEmpty
          isWanted = try Self.pass(batches, to: body) && !answer.isDone
        } catch {
          thrown = error
          isWanted = false
        }
        return isWanted
      }
      guard isWanted else { return }
      do {
        _ = try Self.pass(answer.finish(), to: body)
      } catch {
        thrown = error
      }
    }
    if let thrown { throw blanked(thrown) }
  }

  /// Passes batches on; says whether more are wanted.
  private static func pass(_ batches: [SampleBatch], to body: (SampleBatch) throws -> Bool) rethrows -> Bool {
    for batch in batches {
      guard try body(batch) else { return false }
    }
    return true
  }

  /// An error without secrets, when it is the store's; those of the caller stay as they are.
  func blanked(_ error: any Error) -> any Error { (error as? StorageError).map { secrets.blanked($0) } ?? error }

  var decoder: RowDecoder { RowDecoder(registry: context.registry, lines: context.lines, name: name) }

  /// Refuses questions for all types when the store has samples of one that the registry does not have.
  private func refuseStrangers() async throws(StorageError) {
    let strangers = await writer.signatures.strangers
    guard !strangers.isEmpty else { return }
    let stored = Set(try await counts().map(\.type))
    if let stranger = strangers.first(where: { stored.contains($0) }) { throw StorageError.stranger(stranger) }
  }

  /// A question with the ids that its types are stored under; `nil` when it asks for unknown types only.
  func storedForm(of query: SampleQuery) async -> SampleQuery? {
    guard !query.types.isEmpty else { return query }
    var stored = query
    stored.types = await writer.signatures.storedNames(of: query.types)
    return stored.types.isEmpty ? nil : stored
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] {
    do throws(StorageError) {
      let counts = try await question { (conversation) async throws(PluginFailure) -> [StoredTypeCount] in
        let number = conversation.ask { .counts(ask: $0) }
        let message = try await conversation.answer(to: number, "counts")
        guard case .counts(_, let counts) = message else {
          throw await conversation.unexpected(.message(message), insteadOf: "counts")
        }
        return counts
      }
      return Self.ordered(counts.map(shown))
    } catch {
      guard error.code == .unsupported, capabilities.contains(.query) else { throw error }
    }
    return try await countedByQuery()
  }

  /// A count with the id of its type; of one that is not known, only what is not a secret.
  private func shown(_ count: StoredTypeCount) -> StoredTypeCount {
    guard context.registry.typeIndex(named: count.type) == nil else { return count }
    return StoredTypeCount(type: secrets.blanked(count.type), count: count.count)
  }

  private func countedByQuery() async throws(StorageError) -> [StoredTypeCount] {
    var counts = Array(repeating: 0, count: context.registry.types.count)
    try await question { (conversation) async throws(PluginFailure) in
      // A query to a plugin that is lost meanwhile is repeated from the beginning.
      counts = Array(repeating: 0, count: context.registry.types.count)
      _ = try await conversation.stream("the answer to a query", { .query(ask: $0, SampleQuery()) }) {
        (part) async throws(PluginFailure) -> Bool in
        guard case .rows(let rows) = part else { return true }
        for line in rows.lines where line.correlation == nil {
          if let type = context.registry.typeIndex(at: line.type, in: rows.text.span.bytes) { counts[type] += 1 }
        }
        return true
      }
    }
    return Self.ordered(
      counts.enumerated().map { StoredTypeCount(type: context.registry.types[$0.offset].id, count: $0.element) })
  }

  private static func ordered(_ counts: [StoredTypeCount]) -> [StoredTypeCount] {
    counts.filter { $0.count > 0 }.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }

  func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    // Values are added in the order of start and id, whatever the order of the answer.
    var asked = query
    if query.limit == nil, query.after == nil { asked.sort = .ascending }
    guard let stored = await storedForm(of: asked) else { return SampleStatistics() }
    if capabilities.contains(.statistics) {
      let answer = try await question { (conversation) async throws(PluginFailure) -> SampleStatistics? in
        let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
        guard plan.isWhollySent, plan.sent.limit == plan.limit else { return nil }
        let number = conversation.ask { .statistics(ask: $0, plan.sent) }
        let message = try await conversation.answer(to: number, "statistics")
        guard case .statistics(_, let statistics) = message else {
          throw await conversation.unexpected(.message(message), insteadOf: "statistics")
        }
        return statistics
      }
      if let answer { return answer }
    }
    var statistics = SampleStatistics()
    try await self.query(asked) { batch in
      statistics.add(batch)
      return true
    }
    return statistics
  }
}

/// Scans: a plugin that has the level `scan` passes on numbers instead of whole samples.
extension ProcessBackend {
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    if scan.partCount > 0, scans, hasNumbers(scan.query), let stored = await storedForm(of: scan.queryOfAllParts),
      // Samples that are stored under two ids of a type come one after the other.
      stored.types.count == 1, let results = try await scanned(scan, stored, initial, update)
    {
      return results
    }
    return try await scanByQuery(scan, into: initial, update)
  }

  /// Whether the samples' values are numbers: of others the registry knows the cases, not the plugin.
  private func hasNumbers(_ query: SampleQuery) -> Bool {
    guard query.types.count == 1, query.limit != 0, query.ids?.isEmpty != true,
      let type = query.types.first.flatMap({ registry.type(named: $0) })
    else { return false }
    return type.shape.column == .number && type.shape.members == nil
  }

  /// The results of the plugin's answer; `nil` when the question has to be put otherwise.
  private func scanned<Result: Sendable>(
    _ scan: SampleScan, _ stored: SampleQuery, _ initial: @Sendable (_ part: Int) -> Result,
    _ update: @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result]? {
    var thrown: (any Error)?
    let results = try await question { (conversation) async throws(PluginFailure) -> [Result]? in
      let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
      guard plan.isWhollySent else { return nil }
      // A query to a plugin that is lost meanwhile is repeated from the beginning.
      var results = (0..<scan.partCount).map(initial)
      var reader = ScanColumnReader(scan.columns, plan.sent)
      _ = try await conversation.stream("the answer to a scan", { .scan(ask: $0, plan.sent, scan.columns) }) {
        (part) async throws(PluginFailure) -> Bool in
        guard case .columns(let names, let count, let text) = part else {
          throw await conversation.broken(.pluginProtocol, "wrote something else in the answer to a scan")
        }
        do throws(ScanColumnReader.Fault) {
          try reader.take(names, count: count, text)
        } catch {
          throw await conversation.broken(.pluginProtocol, "wrote columns that cannot be read: \(error.words)")
        }
        do {
          try Task.checkCancellation()
          try Self.update(&results, with: reader.columns, of: scan, update)
        } catch {
          thrown = error
          return false
        }
        return true
      }
      return results
    }
    if let thrown { throw blanked(thrown) }
    return results
  }

  private static func update<Result: Sendable>(
    _ results: inout [Result], with columns: SampleColumns, of scan: SampleScan,
    _ update: @Sendable (inout Result, SampleColumns) throws -> Void
  ) throws {
    guard let first = columns.start.first, let last = columns.start.last, let end = columns.end.max() else { return }
    for part in results.indices {
      guard let time = scan.time(ofPart: part) else {
        try update(&results[part], columns)
        continue
      }
      guard end >= time.from, first < time.to else { continue }
      if first >= time.from, last < time.to {
        try update(&results[part], columns)
        continue
      }
      let chosen = columns.overlapping(time)
      if chosen.count > 0 { try update(&results[part], chosen) }
    }
  }
}

/// Reads the columns that a plugin passes on, and checks what other code relies on.
struct ScanColumnReader {
  /// Why columns cannot be read.
  struct Fault: Error {
    let words: String
  }

  /// The samples of the last message, with the names of all so far.
  private(set) var columns = SampleColumns()
  private let wanted: SampleScan.Columns
  private let query: SampleQuery
  private var lastStart = Int64.min
  private var lastID = SampleID.none

  init(_ wanted: SampleScan.Columns, _ query: SampleQuery) {
    self.wanted = wanted
    self.query = query
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
  }

  /// Puts the samples of a message in the place of the last one's.
  mutating func take(_ names: ColumnNames, count: Int, _ text: [UInt8]) throws(Fault) {
    columns.removeSamples()
    if wanted.contains(.sources) { columns.sources += names.origins }
    if wanted.contains(.zones) { columns.zones += names.zones }
    if wanted.contains(.subjects) { columns.subjects += names.subjects }
    var cursor = ColumnCursor(text: text)
    for number in 0..<count {
      guard let line = cursor.next(hasID: wanted.contains(.ids), in: text.span.bytes) else {
        throw Fault(words: "line \(number + 1) of \(count) is not one of a scan")
      }
      try take(line, number)
    }
    guard cursor.isAtEnd else { throw Fault(words: "there are more than the \(count) lines that were announced") }
  }

  private mutating func take(_ line: ColumnCursor.Line, _ number: Int) throws(Fault) {
    let (end, isTooLong) = line.start.addingReportingOverflow(line.length)
    guard line.start >= Instant.earliest, line.length >= 0, !isTooLong, end <= Instant.latest else {
      throw Fault(words: "line \(number + 1) ends before it starts, or has a time of no calendar")
    }
    guard line.start > lastStart || line.start == lastStart && (!wanted.contains(.ids) || line.id > lastID) else {
      throw Fault(words: "line \(number + 1) comes too late")
    }
    (lastStart, lastID) = (line.start, line.id)
    guard query.from.map({ end >= $0 }) ?? true,
      query.to.map({ query.isStrictEnd ? end <= $0 : line.start < $0 }) ?? true
    else { throw Fault(words: "line \(number + 1) is of another time than was asked for") }
    columns.start.append(line.start)
    columns.end.append(end)
    columns.value.append(line.value)
    columns.enumCase.append(-1)
    columns.source.append(wanted.contains(.sources) ? try index(line.origin, columns.sources.count, number) : 0)
    if wanted.contains(.zones) {
      guard let offset = Int16(exactly: line.offset), offset.magnitude < 24 * 60 else {
        throw Fault(words: "line \(number + 1) has an offset that no clock has")
      }
      columns.startOffset.append(offset)
      columns.zone.append(line.zone == -1 ? -1 : try index(line.zone, columns.zones.count, number))
    } else {
      columns.startOffset.append(0)
      columns.zone.append(-1)
    }
    if wanted.contains(.subjects) { columns.subject.append(try index(line.subject, columns.subjects.count, number)) }
    if wanted.contains(.ids) { columns.id.append(line.id) }
  }

  private func index(_ value: Int64, _ count: Int, _ number: Int) throws(Fault) -> Int32 {
    guard value >= 0, value < count, let index = Int32(exactly: value) else {
      throw Fault(words: "line \(number + 1) names something that was not announced")
    }
    return index
  }
}

/// Reads the lines of columns: `[start,length,value,offset,origin,zone,subject,"id"]`, without blanks.
struct ColumnCursor {
  struct Line {
    var start: Int64
    var length: Int64
    var value: Double
    var offset: Int64
    var origin: Int64
    var zone: Int64
    var subject: Int64
    var id: SampleID
  }

  private var position = 0
  private let end: Int

  init(text: [UInt8]) { end = text.count }

  /// Whether no line is left.
  var isAtEnd: Bool { position == end }

  /// The next line; `nil` if there is none.
  mutating func next(hasID: Bool, in bytes: RawSpan) -> Line? {
    guard take(UInt8(ascii: "["), bytes), let start = whole(bytes), comma(bytes), let length = whole(bytes),
      comma(bytes),
      let value = number(bytes), comma(bytes), let offset = whole(bytes), comma(bytes), let origin = whole(bytes),
      comma(bytes), let zone = whole(bytes), comma(bytes), let subject = whole(bytes)
    else { return nil }
    var line = Line(
      start: start, length: length, value: value, offset: offset, origin: origin, zone: zone, subject: subject,
      id: .none)
    if hasID {
      guard comma(bytes), take(UInt8(ascii: "\""), bytes), end - position > 36,
        let id = SampleID(at: position..<position + 36, in: bytes)
      else { return nil }
      position += 36
      line.id = id
      guard take(UInt8(ascii: "\""), bytes) else { return nil }
    }
    guard take(UInt8(ascii: "]"), bytes), take(0x0A, bytes) else { return nil }
    return line
  }

  @inline(__always) private mutating func take(_ byte: UInt8, _ bytes: RawSpan) -> Bool {
    guard position < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == byte else { return false }
    position += 1
    return true
  }

  @inline(__always) private mutating func comma(_ bytes: RawSpan) -> Bool { take(UInt8(ascii: ","), bytes) }

  private mutating func whole(_ bytes: RawSpan) -> Int64? {
    let isNegative = take(UInt8(ascii: "-"), bytes)
    let first = position
    var value: Int64 = 0
    while position < end {
      let digit = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30
      guard digit <= 9 else { break }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooFar) = tenfold.subtractingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isTooFar else { return nil }
      // Below zero, where there is one number more.
      value = sum
      position += 1
    }
    guard position > first else { return nil }
    if isNegative { return value }
    return value == Int64.min ? nil : -value
  }

  private mutating func number(_ bytes: RawSpan) -> Double? {
    let first = position
    while position < end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      guard byte != UInt8(ascii: ","), byte != 0x0A else { break }
      position += 1
    }
    return DecimalParser.parse(first..<position, in: bytes)?.value
  }
}
