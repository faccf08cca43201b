import HealthModel
import HealthPluginKit
import HealthStorage

/// Writes through a plugin: keeps what the open transaction sent, and sends it again to a plugin that was started again.
///
/// Whoever calls holds the lock of the link.
actor WriteSession {
  let link: PluginLink
  let registry: Registry
  let encoder: LineEncoder
  private lazy var columnEncoder = ColumnEncoder(registry: registry)
  /// The number of this run of the host, by which a plugin knows its own commits again.
  let session: String
  let isReadOnly: Bool

  var signatures: TypeSignatures
  var log = SentLog()
  /// The process that the log names.
  var conversation: PluginConversation?
  var pending: PendingCommit?
  /// The number of the last batch that was made.
  var lastBatch: Int64 = 0
  /// The number of the last commit that is stored.
  var lastCommit: Int64 = 0
  /// Whether commits are on the disk when they are confirmed; `nil` before the first.
  var isDurable: Bool?
  /// Whether samples wait for their commit.
  private(set) var isOpen = false
  /// Whether the open transaction failed.
  private var hasFailed = false

  /// Adds a conversation that has just begun.
  init(link: PluginLink, context: StorageContext, session: String, signatures: TypeSignatures) {
    self.link = link
    self.session = session
    self.signatures = signatures
    registry = context.registry
    isReadOnly = context.options.isReadOnly
    encoder = LineEncoder(registry: context.registry, lines: context.lines)
  }

  // MARK: Appending

  /// Sends samples, and waits until the plugin has said what became of each.
  func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    try checkWritable()
    guard batch.count > 0 else { return AppendReceipt(outcomes: []) }
    isOpen = true
    do throws(StorageError) {
      return try await transfer(batch)
    } catch {
      hasFailed = true
      throw error
    }
  }

  private func transfer(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    let hello = try await connected().hello
    let encoding = BatchEncoding(
      writer: hello.form == .columns ? .columns(columnEncoder) : .lines(encoder), maximumCount: hello.maximumBatch,
      minimumCount: hello.minimumBatch, maximumLine: link.limits.maximumSample)
    var assembly = ReceiptAssembly(of: batch)
    var rest = encoding.parts(of: batch)[...]
    var underWay: [Task<BatchEncoding.Encoded, Never>] = []
    while !rest.isEmpty || !underWay.isEmpty {
      // Two parts are written beside each other while the plugin works on those before.
      while underWay.count < 2, let part = rest.popFirst() {
        underWay.append(Task.detached { encoding.encode(part, of: batch) })
      }
      let encoded = await underWay.removeFirst().value
      assembly.refuse(encoded.refused)
      for lines in encoded.batches {
        lastBatch += 1
        assembly.add(lines.rows, at: log.entries.count)
        log.append(SentLog.Entry(number: lastBatch, count: lines.rows.count, form: hello.form, text: lines.text))
        try await attempt { (conversation) async throws(PluginFailure) in try await self.sendLog(conversation) }
      }
    }
    try await attempt { (conversation) async throws(PluginFailure) in try await self.finishLog(conversation) }
    signatures.add(typesOf: batch)
    if let half = assembly.settle(log.entries) {
      throw await (conversation?.broken(.pluginProtocol, half) ?? .broken(StorageError(.pluginProtocol, half))).error
    }
    log.settle()
    return assembly.receipt
  }

  // MARK: Ending a transaction

  /// Commits what was appended, with an import's progress or other notes.
  func commit(_ progress: ImportProgress?, notes others: [StoreNote] = []) async throws(StorageError) {
    try checkWritable()
    guard isOpen || progress != nil || !others.isEmpty else {
      throw StorageError(.failed, "the transaction is gone, and nothing of it is stored")
    }
    let number = lastCommit + 1
    var notes = [StoreNote(key: "session", text: PluginHello.ResumePoint(session: session, commit: number).note)]
    if let progress { notes.append(ProgressText.note(progress)) }
    pending = PendingCommit(number: number, notes: notes + others + signatures.notes)
    isOpen = true
    do throws(StorageError) {
      try await attempt { (conversation) async throws(PluginFailure) in try await self.store(conversation) }
    } catch {
      pending = nil
      hasFailed = true
      throw error
    }
    pending = nil
    lastCommit = number
    signatures.keep()
    log.removeAll()
    isOpen = false
  }

  /// Forgets what was appended since the last commit.
  func rollBack() async {
    let hasSaidWhy = hasFailed
    let underWay = log.underWay
    let wasOpen = isOpen
    signatures.forget()
    log.removeAll()
    isOpen = false
    hasFailed = false
    guard wasOpen, let conversation, conversation.verdict == nil else { return }
    if !conversation.hasEnded, await rollBack(conversation, underWay: underWay, hasSaidWhy: hasSaidWhy) { return }
    // Uncommitted samples are gone with the process.
    await conversation.dismiss()
  }

  private func checkWritable() throws(StorageError) {
    if isReadOnly { throw StorageError(.unwritable, "the store is opened for reading only") }
    if hasFailed {
      throw StorageError(.failed, "the open transaction failed; it must be rolled back before more is written")
    }
  }

  // MARK: Notes

  /// The stored notes whose keys begin so.
  func notes(prefix: String) async throws(StorageError) -> [StoreNote] {
    try await attempt { (conversation) async throws(PluginFailure) -> [StoreNote] in
      try await conversation.notes(prefix: prefix)
    }
  }

  // MARK: Restarting

  /// The running process, for questions beside writing.
  func connected() async throws(StorageError) -> PluginConversation {
    try await attempt { (conversation) async throws(PluginFailure) -> PluginConversation in conversation }
  }

  /// Does some work, again with another process when one is lost meanwhile.
  private func attempt<Value: Sendable>(
    _ work: (PluginConversation) async throws(PluginFailure) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      do throws(PluginFailure) {
        return try await work(try await connect())
      } catch {
        guard case .lost(let loss) = error else { throw link.secrets.blanked(error.error) }
        if log.isTooLarge { throw link.secrets.blanked(loss) }
      }
    }
  }
}
