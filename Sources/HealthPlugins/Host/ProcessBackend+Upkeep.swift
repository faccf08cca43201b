import HealthModel
import HealthStorage

extension ProcessBackend {
  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    try require(.delete, "cannot delete samples")
    guard !context.options.isReadOnly else { throw StorageError(.unwritable, "the store is opened for reading only") }
    try await refuseWhileOpen()
    // Order, limit and page do not matter.
    var conditions = query
    (conditions.sort, conditions.limit, conditions.after) = (.ascending, nil, nil)
    var wanted = await storedForm(of: conditions) ?? Self.nothing
    let hello = try await question { (conversation) async throws(PluginFailure) -> PluginHello in conversation.hello }
    if !SplitQuery(wanted, conditions: hello.conditions, registry: context.registry).isWhollySent {
      var named = SampleQuery()
      named.ids = try await ids(matching: conditions)
      wanted = named
    }
    let asked = wanted
    guard HostMessage.delete(ask: 0, asked).line.count < writer.link.limits.maximumLine else {
      throw StorageError(
        .failed, "the deletion names more samples than fit into one message to the plugin \(name)",
        hint: "delete them in parts, by type or time")
    }
    return try await question(isForWriter: true, mayRepeat: false) {
      (conversation) async throws(PluginFailure) -> DeletionReceipt in
      guard await !writer.isOpen else { throw PluginFailure.refused(Self.waiting) }
      let number = conversation.ask { .delete(ask: $0, asked) }
      let message = try await conversation.answer(to: number, "the answer to a deletion")
      guard case .deleted(_, let receipt) = message else {
        throw await conversation.unexpected(.message(message), insteadOf: "the answer to a deletion")
      }
      return receipt
    }
  }

  private static let waiting = StorageError(
    .failed, "appended samples wait for their commit; commit or roll back before deleting")

  /// A plugin that does not know the message answers so: then `StorageError.unsupported` is thrown.
  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    guard !context.options.isReadOnly else { throw StorageError(.unwritable, "the store is opened for reading only") }
    try await refuseWhileOpen()
    let keys = inputs.sorted().map { ProgressText.prefix + $0 }
    guard HostMessage.forget(ask: 0, keys: keys).line.count < writer.link.limits.maximumLine else {
      throw StorageError(
        .failed, "the names of \(keys.count) imports do not fit in one message to the plugin \(name)",
        hint: "forget them in parts")
    }
    return try await question(isForWriter: true, mayRepeat: false) {
      (conversation) async throws(PluginFailure) -> Int in
      guard await !writer.isOpen else { throw PluginFailure.refused(Self.waiting) }
      let number = conversation.ask { .forget(ask: $0, keys: keys) }
      let message = try await conversation.answer(to: number, "the answer to forget")
      guard case .forgotten(_, let count) = message else {
        throw await conversation.unexpected(.message(message), insteadOf: "the answer to forget")
      }
      return count
    }
  }

  /// A question that no sample answers.
  private static var nothing: SampleQuery {
    var query = SampleQuery()
    query.ids = []
    return query
  }

  private func refuseWhileOpen() async throws(StorageError) {
    if await writer.isOpen { throw Self.waiting }
  }

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

  func information() async throws(StorageError) -> StoreInformation {
    let said = try await question { (conversation) async throws(PluginFailure) -> (StoreInformation, PluginHello) in
      let number = conversation.ask { .information(ask: $0) }
      let message: PluginMessage
      do throws(PluginFailure) {
        message = try await conversation.answer(to: number, "the store's description")
      } catch {
        // It need not be able to describe itself.
        guard case .refused(let refusal) = error, refusal.code == .unsupported else { throw error }
        return (StoreInformation(format: "kept by a plugin"), conversation.hello)
      }
      guard case .information(_, let information) = message else {
        throw await conversation.unexpected(.message(message), insteadOf: "the store's description")
      }
      return (information, conversation.hello)
    }
    var information = said.0
    information.format = secrets.shown(information.format)
    information.details = information.details.prefix(20).map {
      StoreInformation.Detail(secrets.shown($0.name, limit: 80), secrets.shown($0.value))
    }
    information.details.append(
      StoreInformation.Detail("plugin", secrets.shown("\(said.1.name) \(said.1.version)")))
    return information
  }

  func verify() async throws(StorageError) -> [StoreFault] {
    let faults = try await question { (conversation) async throws(PluginFailure) -> [StoreFault] in
      let number = conversation.ask { .verify(ask: $0) }
      let message: PluginMessage
      do throws(PluginFailure) {
        message = try await conversation.answer(to: number, "what is wrong in the store")
      } catch {
        // The host checks the rest only when it reads samples.
        guard case .refused(let refusal) = error, refusal.code == .unsupported else { throw error }
        return []
      }
      guard case .faults(_, let faults) = message else {
        throw await conversation.unexpected(.message(message), insteadOf: "what is wrong in the store")
      }
      return faults
    }
    return faults.prefix(100).map { StoreFault(secrets.shown($0.message, limit: 500)) }
  }

  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try require(.compact, "has nothing to compact")
    try await refuseWhileOpen()
    return try await question(isForWriter: true, mayRepeat: false) {
      (conversation) async throws(PluginFailure) -> CompactionReceipt in
      let number = conversation.ask { .compact(ask: $0) }
      let message = try await conversation.answer(to: number, "the answer to compact")
      guard case .compacted(_, let receipt) = message else {
        throw await conversation.unexpected(.message(message), insteadOf: "the answer to compact")
      }
      return receipt
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
    try await question(mayRepeat: !hasPassedOn) { (conversation) async throws(PluginFailure) in
      var commit = CommitParts(decoder: decoder)
      var emptyCommits = 0
      let end = try await conversation.stream("the answer about changes", { .changes(ask: $0, asked) }) {
        (part) async throws(PluginFailure) -> Bool in
        switch part {
        case .rows(let rows):
          commit.rows.append(rows)
          commit.size += rows.text.count
        case .columns:
          throw await conversation.broken(.pluginProtocol, "wrote columns in the answer about changes")
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
  /// About how many bytes a deleted sample takes.
  static let deletionSize = 64
  /// The most commits without changes, one after another: commits that the plugin should have passed over.
  static let maximumEmpty = 100_000

  let decoder: RowDecoder
  var rows: [SampleLines] = []
  var deletions: [DeletedSample] = []
  /// About how many bytes there are.
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
    for part in rows {
      pages.append(ChangePage(commit: commit, added: try decoder.batch(part), isEndOfCommit: false))
    }
    if pages.isEmpty { pages.append(ChangePage(commit: commit, added: SampleBatch(), isEndOfCommit: false)) }
    pages[pages.count - 1].deleted = deletions
    pages[pages.count - 1].isEndOfCommit = true
    return pages
  }
}
