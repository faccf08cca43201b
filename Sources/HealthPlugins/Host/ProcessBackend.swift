import HealthModel
import HealthStorage
import Synchronization

/// A store that a plugin keeps, in a separate process.
///
/// Writes, and queries between transactions, go to one process. Queries during a transaction go to a second process
/// that is opened for reading, so that no plugin has to separate committed samples from uncommitted ones.
final class ProcessBackend: ScanningBackend {
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

  var secrets: StoreSecrets { writer.link.secrets }

  static let maximumCommitSize = 100_000

  init(name: String, hello: PluginHello, context: StorageContext, writer: WriteSession, reader: PluginLink) {
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

  private func enter(_ link: PluginLink) async throws(StorageError) {
    await link.lock.enter()
    guard isClosed.withLock({ $0 }) else { return }
    link.lock.leave()
    throw StorageError(.failed, "the store of the plugin \(name) is closed")
  }

  func question<Value>(
    isForWriter: Bool = false, mayRepeat: @autoclosure () -> Bool = true,
    _ work: (PluginConversation) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      var usesWriter = isForWriter
      if !usesWriter { usesWriter = await !writer.isOpen }
      let link = usesWriter ? writer.link : reader
      try await enter(link)
      defer { link.lock.leave() }
      // A transaction may have begun while this question waited for its turn.
      if usesWriter, !isForWriter, await writer.isOpen { continue }
      var conversation: PluginConversation?
      do throws(StorageError) {
        let running = try await usesWriter ? writer.connected() : reader.conversation()
        conversation = running
        return try await work(running)
      } catch {
        // Uses another process; reports if none is left.
        guard conversation?.isLost == true, mayRepeat() else { throw secrets.blanked(error) }
      }
    }
  }

  private func answer<Value>(
    to question: HostQuestion, _ what: String, _ read: (PluginAnswer) -> Value?
  ) async throws(StorageError) -> Value {
    try await self.question { (conversation) async throws(StorageError) in
      try await conversation.answer(to: question, what, read)
    }
  }

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
    try await question(mayRepeat: !hasPassedOn) { (conversation) async throws(StorageError) in
      let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
      var answer = QueryAnswer(plan, decoder: decoder)
      var isWanted = true
      _ = try await conversation.stream("the answer to a query", .query(plan.sent)) {
        (part) async throws(StorageError) -> Bool in
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
      let counts = try await answer(to: .counts, "counts") { if case .counts(let counts) = $0 { counts } else { nil } }
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
    try await question { (conversation) async throws(StorageError) in
      // A query to a plugin that is lost meanwhile is repeated from the beginning.
      counts = Array(repeating: 0, count: context.registry.types.count)
      _ = try await conversation.stream("the answer to a query", .query(SampleQuery())) {
        (part) async throws(StorageError) -> Bool in
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
      let answer = try await question { (conversation) async throws(StorageError) -> SampleStatistics? in
        let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
        guard plan.isWhollySent, plan.sent.limit == plan.limit else { return nil }
        return try await conversation.answer(to: .statistics(plan.sent), "statistics") {
          if case .statistics(let statistics) = $0 { statistics } else { nil }
        }
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
    let results = try await question { (conversation) async throws(StorageError) -> [Result]? in
      let plan = SplitQuery(stored, conditions: conversation.hello.conditions, registry: context.registry)
      guard plan.isWhollySent else { return nil }
      // A query to a plugin that is lost meanwhile is repeated from the beginning.
      var results = (0..<scan.partCount).map(initial)
      var reader = ScanColumnReader(scan.columns, plan.sent)
      _ = try await conversation.stream("the answer to a scan", .scan(plan.sent, scan.columns)) {
        (part) async throws(StorageError) -> Bool in
        guard case .columns(let names, let count, let text) = part else {
          throw await conversation.broken(.pluginProtocol, "wrote something else in the answer to a scan")
        }
        if let fault = reader.take(names, count: count, text) {
          throw await conversation.broken(.pluginProtocol, "wrote columns that cannot be read: \(fault)")
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

/// What is beside reading and writing.
extension ProcessBackend {
  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    try require(.delete, "cannot delete samples")
    guard !context.options.isReadOnly else { throw StorageError(.unwritable, "the store is opened for reading only") }
    try await refuseWhileOpen()
    // Order, limit and page do not matter.
    var conditions = query
    (conditions.sort, conditions.limit, conditions.after) = (.ascending, nil, nil)
    var wanted = await storedForm(of: conditions) ?? Self.nothing
    let hello = try await hello()
    if !SplitQuery(wanted, conditions: hello.conditions, registry: context.registry).isWhollySent {
      var named = SampleQuery()
      named.ids = try await ids(matching: conditions)
      wanted = named
    }
    let asked = wanted
    guard HostMessage.ask(0, .delete(asked)).line.count < writer.link.limits.maximumLine else {
      throw StorageError(
        .failed, "the deletion names more samples than fit into one message to the plugin \(name)",
        hint: "delete them in parts, by type or time")
    }
    return try await changing(by: .delete(asked), "the answer to a deletion") {
      if case .deleted(let receipt) = $0 { receipt } else { nil }
    }
  }

  /// Asks the writer for a change beside transactions.
  private func changing<Value>(
    by question: HostQuestion, _ what: String, _ read: (PluginAnswer) -> Value?
  ) async throws(StorageError) -> Value {
    try await self.question(isForWriter: true, mayRepeat: false) { (conversation) async throws(StorageError) in
      guard await !writer.isOpen else { throw Self.waiting }
      return try await conversation.answer(to: question, what, read)
    }
  }

  private static let waiting = StorageError(
    .failed, "appended samples wait for their commit; commit or roll back before deleting")

  /// A plugin that does not know the message answers so: then `StorageError.unsupported` is thrown.
  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    guard !context.options.isReadOnly else { throw StorageError(.unwritable, "the store is opened for reading only") }
    try await refuseWhileOpen()
    let keys = inputs.sorted().map { ProgressText.prefix + $0 }
    guard HostMessage.ask(0, .forget(keys: keys)).line.count < writer.link.limits.maximumLine else {
      throw StorageError(
        .failed, "the names of \(keys.count) imports do not fit in one message to the plugin \(name)",
        hint: "forget them in parts")
    }
    return try await changing(by: .forget(keys: keys), "the answer to forget") {
      if case .forgotten(let count) = $0 { count } else { nil }
    }
  }

  /// A question that no sample answers.
  private static var nothing: SampleQuery {
    var query = SampleQuery()
    query.ids = []
    return query
  }

  private func refuseWhileOpen() async throws(StorageError) { if await writer.isOpen { throw Self.waiting } }

  /// The samples that match, including members that match by themselves, if the plugin cannot count them.
  private func ids(matching query: SampleQuery) async throws(StorageError) -> [SampleID] {
    var ids: [SampleID] = []
    do {
      try await self.query(query) { batch in
        for row in 0..<batch.count where batch.correlation[row] < 0 { ids.append(batch.id[row]) }
        return true
      }
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.failed, "\(error)")
    }
    return ids
  }

  private func hello() async throws(StorageError) -> PluginHello {
    try await question { (conversation) async throws(StorageError) in conversation.hello }
  }

  /// The answer to a question that a plugin need not know.
  private func optionalAnswer<Value>(
    to question: HostQuestion, _ what: String, _ read: (PluginAnswer) -> Value?
  ) async throws(StorageError) -> Value? {
    do throws(StorageError) {
      return try await answer(to: question, what, read)
    } catch {
      guard error.code == .unsupported else { throw error }
      return nil
    }
  }

  func information() async throws(StorageError) -> StoreInformation {
    let said = try await optionalAnswer(to: .information, "the store's description") {
      if case .information(let information) = $0 { information } else { nil }
    }
    var information = said ?? StoreInformation(format: "kept by a plugin")
    let hello = try await hello()
    information.format = secrets.shown(information.format)
    information.details = information.details.prefix(20).map {
      StoreInformation.Detail(secrets.shown($0.name, limit: 80), secrets.shown($0.value))
    }
    information.details.append(StoreInformation.Detail("plugin", secrets.shown("\(hello.name) \(hello.version)")))
    return information
  }

  /// The host checks the rest only when it reads samples.
  func verify() async throws(StorageError) -> [StoreFault] {
    let faults = try await optionalAnswer(to: .verify, "what is wrong in the store") {
      if case .faults(let faults) = $0 { faults } else { nil }
    }
    return (faults ?? []).prefix(100).map { StoreFault(secrets.shown($0.message, limit: 500)) }
  }

  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try require(.compact, "has nothing to compact")
    try await refuseWhileOpen()
    return try await changing(by: .compact, "the answer to compact") {
      if case .compacted(let receipt) = $0 { receipt } else { nil }
    }
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try require(.changes, "keeps no record of changes")
    var stored = query
    if !query.types.isEmpty {
      stored.types = await writer.signatures.storedNames(of: query.types)
      // Unknown types have no changes, but the store goes on.
      if stored.types.isEmpty { stored.types = query.types }
    }
    let asked = stored
    var anchor = query.anchor
    var isEnded = false
    var hasPassedOn = false
    var thrown: (any Error)?
    try await question(mayRepeat: !hasPassedOn) { (conversation) async throws(StorageError) in
      var commit = CommitParts(decoder: decoder)
      var emptyCommits = 0
      let end = try await conversation.stream("the answer about changes", .changes(asked)) {
        (part) async throws(StorageError) -> Bool in
        switch part {
        case .rows(let rows):
          commit.rows.append(rows)
          commit.size += rows.text.count
        case .columns: throw await conversation.broken(.pluginProtocol, "wrote columns in the answer about changes")
        case .deletions(let samples):
          commit.deletions += samples
          commit.size += samples.count * CommitParts.deletionSize
        case .endOfCommit(let number):
          guard number > anchor.commit else {
            throw await conversation.broken(
              .pluginProtocol, "reports commit \(number) after commit \(anchor.commit) among the changes")
          }
          emptyCommits = commit.isEmpty ? emptyCommits + 1 : 0
          guard emptyCommits < CommitParts.maximumEmpty else {
            throw await conversation.broken(
              .pluginFlood, "told \(emptyCommits) commits without changes one after another")
          }
          do {
            for page in try commit.pages(of: number) {
              hasPassedOn = true
              isEnded = try !body(page)
              if page.isEndOfCommit { anchor = page.anchor }
              if isEnded { return false }
            }
          } catch {
            thrown = error
            return false
          }
          commit.removeAll()
        }
        guard commit.size <= CommitParts.maximumSize else {
          throw await conversation.broken(
            .pluginFlood, "told more than \(CommitParts.maximumSize) bytes of changes as one commit")
        }
        return true
      }
      guard !isEnded, thrown == nil else { return }
      guard let end, end >= anchor.commit, commit.isEmpty else {
        throw await conversation.broken(.pluginProtocol, "ended an answer about changes without its commit or anchor")
      }
      anchor = ChangeAnchor(commit: end)
    }
    if let thrown { throw blanked(thrown) }
    return anchor
  }
}

/// The changes of one commit, until its number is reported.
private struct CommitParts {
  /// The most bytes of one commit: a page of it is passed on only when its number is known, so all of it is in memory.
  static let maximumSize = 2 << 30
  static let deletionSize = 64
  /// The most commits without changes, one after another: commits that the plugin should have passed over.
  static let maximumEmpty = 100_000

  let decoder: RowDecoder
  var rows: [SampleLines] = []
  var deletions: [DeletedSample] = []
  var size = 0

  init(decoder: RowDecoder) { self.decoder = decoder }

  var isEmpty: Bool { rows.isEmpty && deletions.isEmpty }

  mutating func removeAll() {
    rows = []
    deletions = []
    size = 0
  }

  /// The commit as pages; the last one has the deletions.
  func pages(of commit: Int64) throws(StorageError) -> [ChangePage] {
    var pages: [ChangePage] = []
    for part in rows { pages.append(ChangePage(commit: commit, added: try decoder.batch(part), isEndOfCommit: false)) }
    if pages.isEmpty { pages.append(ChangePage(commit: commit, added: SampleBatch(), isEndOfCommit: false)) }
    pages[pages.count - 1].deleted = deletions
    pages[pages.count - 1].isEndOfCommit = true
    return pages
  }
}
