import HealthModel
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
  var conversation: PluginConversation?
  var pending: PendingCommit?
  var lastBatch: Int64 = 0
  var lastCommit: Int64 = 0
  /// Whether commits are on the disk when they are confirmed; `nil` before the first.
  var isDurable: Bool?
  private(set) var isOpen = false
  private var hasFailed = false

  init(link: PluginLink, context: StorageContext, session: String, signatures: TypeSignatures) {
    self.link = link
    self.session = session
    self.signatures = signatures
    registry = context.registry
    isReadOnly = context.options.isReadOnly
    encoder = LineEncoder(registry: context.registry, lines: context.lines)
  }

  // MARK: Appending

  func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    try checkWritable()
    guard batch.count > 0 else { return AppendReceipt(outcomes: []) }
    isOpen = true
    do throws(StorageError) { return try await transfer(batch) } catch {
      hasFailed = true
      throw error
    }
  }

  private func transfer(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    let hello = try await connected().hello
    let encoding = BatchEncoding(
      writer: hello.form == .arrow ? .columns(columnEncoder) : .lines(encoder), maximumCount: hello.maximumBatch,
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
        try await attempt { (conversation) async throws(StorageError) in try await self.sendLog(conversation) }
      }
    }
    try await attempt { (conversation) async throws(StorageError) in try await self.finishLog(conversation) }
    signatures.add(typesOf: batch)
    if let half = assembly.settle(log.entries) {
      throw await conversation?.broken(.pluginProtocol, half) ?? StorageError(.pluginProtocol, half)
    }
    log.settle()
    return assembly.receipt
  }

  // MARK: Ending a transaction

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
      try await attempt { (conversation) async throws(StorageError) in try await self.store(conversation) }
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

  func notes(prefix: String) async throws(StorageError) -> [StoreNote] {
    try await attempt { (conversation) async throws(StorageError) -> [StoreNote] in
      try await conversation.notes(prefix: prefix)
    }
  }

  // MARK: Restarting

  /// The running process, for questions beside writing.
  func connected() async throws(StorageError) -> PluginConversation {
    try await attempt { (conversation) async throws(StorageError) -> PluginConversation in conversation }
  }

  /// Does some work, again with another process when one is lost meanwhile.
  private func attempt<Value: Sendable>(
    _ work: (PluginConversation) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      var conversation: PluginConversation?
      do throws(StorageError) {
        let running = try await link.conversation()
        conversation = running
        try await adopt(running)
        return try await work(running)
      } catch {
        guard conversation?.isLost == true, !log.isTooLarge else { throw link.secrets.blanked(error) }
      }
    }
  }
}

/// Finding out, from a process that was started again, how far the one before it came.
extension WriteSession {
  /// Takes up the running process; when it is another one than before, the log begins anew.
  private func adopt(_ running: PluginConversation) async throws(StorageError) {
    if let conversation, conversation === running { return }
    let first = log.entries.first?.number ?? lastBatch + 1
    let commit = lastCommit
    running.note { progress in
      progress.sentBatch = first - 1
      progress.acknowledgedBatch = first - 1
      progress.sentCommit = commit
      progress.storedCommit = commit
    }
    // Answered batches are no longer kept, so they cannot be sent again.
    if conversation != nil, log.isTooLarge {
      throw StorageError(
        .pluginExited,
        "the plugin was lost with more than \(SentLog.maximumBytes >> 20) MiB that are not committed; commit more often"
      )
    }
    log.restart()
    try await compare(running)
    conversation = running
  }

  /// Compares the last commit that a process knows of with those of this session.
  private func compare(_ running: PluginConversation) async throws(StorageError) {
    if let point = running.hello.resume, point.session == session {
      if let pending, point.commit == pending.number {
        self.pending?.isStored = true
      } else if point.commit != lastCommit {
        throw await running.broken(
          .pluginProtocol,
          "says that commit \(point.commit) of this run was its last, but \(Self.words(lastCommit)) was")
      }
      return
    }
    guard running.hello.resume != nil || lastCommit == 0 else {
      throw await running.broken(.pluginProtocol, "does not remember \(Self.words(lastCommit)), which it had confirmed")
    }
    // Another host has committed since, or none at all: the import's own note shows whether its commit came before.
    guard let note = pending?.progress, running.hello.resume != nil else { return }
    let stored = try await running.notes(prefix: note.key)
    if stored.contains(note) { pending?.isStored = true }
  }

  private static func words(_ commit: Int64) -> String { commit == 0 ? "none" : "commit \(commit)" }
}

extension PluginConversation {
  func notes(prefix: String) async throws(StorageError) -> [StoreNote] {
    try await answer(to: .notes(prefix: prefix), "notes") { if case .notes(let notes) = $0 { notes } else { nil } }
  }
}

/// The messages to one process; a process that is lost ends it, and the next one begins where the log says.
extension WriteSession {
  /// Sends the batches that were not sent yet, while credits allow it without waiting longer than needed.
  func sendLog(_ conversation: PluginConversation) async throws(StorageError) {
    while let entry = log.next {
      while log.underWay >= max(1, conversation.credits) { try await takeAnswer(conversation) }
      try await conversation.send(batch: entry.number, count: entry.count, text: entry.text, entry.form)
      log.noteSent()
    }
  }

  func finishLog(_ conversation: PluginConversation) async throws(StorageError) {
    try await sendLog(conversation)
    while !log.isAnswered { try await takeAnswer(conversation) }
  }

  func store(_ conversation: PluginConversation) async throws(StorageError) {
    guard let commit = pending else { return }
    if commit.isStored {
      // It was confirmed by what the plugin remembers; whether it is on the disk is not known then.
      if isDurable != true { try await flush(conversation, isOptional: isDurable == nil) }
      return
    }
    try await finishLog(conversation)
    conversation.send(.commit(commit.number, notes: commit.notes))
    conversation.note { $0.sentCommit = commit.number }
    let what = "the answer to commit \(commit.number)"
    let arrival = try await conversation.receive(what)
    switch arrival {
    case .message(.committed(commit.number, _, let isDurable)):
      conversation.note { $0.storedCommit = commit.number }
      self.isDurable = isDurable
      if !isDurable { try await flush(conversation, isOptional: false) }
    case .message(.error(_, _, let error)): throw conversation.refusal(error)
    default: throw await conversation.unexpected(arrival, insteadOf: what)
    }
  }

  private func flush(_ conversation: PluginConversation, isOptional: Bool) async throws(StorageError) {
    conversation.send(.flush)
    let arrival = try await conversation.receive("the answer to flush")
    switch arrival {
    case .message(.flushed): return
    // A plugin whose commits are on the disk at once need not know the word.
    case .message(.error(_, _, let error)) where isOptional && error.code == .unsupported: return
    case .message(.error(_, _, let error)): throw conversation.refusal(error)
    default: throw await conversation.unexpected(arrival, insteadOf: "the answer to flush")
    }
  }

  private func takeAnswer(_ conversation: PluginConversation) async throws(StorageError) {
    guard let due = log.due else { return }
    let what = "the acknowledgement of batch \(due.number)"
    let arrival = try await conversation.receive(what)
    switch arrival {
    case .message(.acknowledgement(due.number, let accepted, let rest)):
      let answer = BatchAnswer(accepted: accepted, rest, count: due.count, secrets: link.secrets)
      if let fault = answer.fault {
        throw await conversation.broken(
          .pluginAckUnknown, "acknowledged other lines of batch \(due.number) than it was sent: \(fault)")
      }
      guard !due.isSettled || due.answer == answer else {
        throw await conversation.broken(
          .pluginProtocol, "answered batch \(due.number) otherwise than before it was started again",
          hint: "when another program writes to the store at the same time, run the command again")
      }
      log.noteAnswer(answer)
      conversation.note { $0.acknowledgedBatch = due.number }
    case .message(.error(_, _, let error)): throw conversation.refusal(error)
    default: throw await conversation.unexpected(arrival, insteadOf: what)
    }
  }

  /// Asks a process to forget the open transaction; says whether it did.
  ///
  /// Acknowledgements of what was on its way come before, and an error that was not yet heard.
  func rollBack(_ conversation: PluginConversation, underWay: Int, hasSaidWhy: Bool) async -> Bool {
    conversation.send(.rollback)
    var acknowledgements = underWay
    var errors = underWay > 0 && !hasSaidWhy ? 1 : 0
    do throws(StorageError) {
      while true {
        let arrival = try await conversation.receive("the answer to rollback")
        switch arrival {
        case .message(.rolledBack):
          let last = lastBatch
          conversation.note { $0.acknowledgedBatch = last }
          return true
        case .message(.acknowledgement) where acknowledgements > 0: acknowledgements -= 1
        case .message(.error) where errors > 0: errors -= 1
        case .message(.error): return false
        default: throw await conversation.unexpected(arrival, insteadOf: "the answer to rollback")
        }
      }
    } catch {
      return false
    }
  }
}

/// A commit that the plugin has not confirmed yet.
struct PendingCommit: Sendable {
  /// Its number in the session, from 1.
  let number: Int64
  let notes: [StoreNote]
  /// Whether a plugin that was started again says that it is stored.
  var isStored = false

  /// The note that identifies this commit: that of the import's progress; `nil` if there is none.
  var progress: StoreNote? { notes.first { $0.key.hasPrefix(ProgressText.prefix) } }
}

/// Brings together what became of the samples of one call from the answers to its batches.
struct ReceiptAssembly {
  private let correlation: [Int32]
  private(set) var receipt: AppendReceipt
  /// The rows of each batch that the call made, and the batch's place in the log.
  private var batches: [(rows: [Int32], place: Int)] = []

  init(of batch: SampleBatch) {
    correlation = batch.correlation
    receipt = AppendReceipt(outcomes: Array(repeating: .accepted, count: batch.count))
  }

  /// Rows that were not sent.
  mutating func refuse(_ rows: [(row: Int, reason: String)]) {
    for (row, reason) in rows {
      receipt.outcomes[row] = .refused
      receipt.reasons[row] = reason
    }
  }

  mutating func add(_ rows: [Int32], at place: Int) { batches.append((rows, place)) }

  /// Adds the answers; returns a description of the plugin's mistake if it stored half a group.
  mutating func settle(_ entries: [SentLog.Entry]) -> String? {
    for (rows, place) in batches {
      guard entries.indices.contains(place), let answer = entries[place].answer else { continue }
      var line = 0
      while line < rows.count {
        var end = line + 1
        while end < rows.count, correlation[Int(rows[end])] == rows[line] { end += 1 }
        if answer.isHalf(line..<end) {
          return "stored half a group: lines \(line) to \(end - 1) of batch \(entries[place].number)"
        }
        line = end
      }
      for (line, row) in rows.enumerated() {
        receipt.outcomes[Int(row)] = answer.outcomes[line]
        if let reason = answer.reasons[line] { receipt.reasons[Int(row)] = reason }
      }
    }
    return nil
  }
}

/// The batches since the last commit, kept to be sent again when the plugin dies.
struct SentLog: Sendable {
  struct Entry: Sendable {
    let number: Int64
    let count: Int
    let form: BatchFormat
    /// The lines or columns; empty once it is given up to send them again.
    var text: [UInt8]
    var answer: BatchAnswer?
    /// Whether the answer was passed on to the caller, so that another one would be a contradiction.
    var isSettled = false
  }

  /// How many bytes are kept at most, if a caller goes on without a commit.
  static let maximumBytes = 256 << 20

  private(set) var entries: [Entry] = []
  private(set) var sent = 0
  private(set) var answered = 0
  private var bytes = 0
  private var settled = 0
  /// Whether there was more than is kept: a plugin that dies now is not started again.
  private(set) var isTooLarge = false

  var next: Entry? { sent < entries.count ? entries[sent] : nil }
  var due: Entry? { answered < sent ? entries[answered] : nil }
  var isAnswered: Bool { answered == entries.count }
  var underWay: Int { sent - answered }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    bytes += entry.text.count
    if bytes > Self.maximumBytes { isTooLarge = true }
  }

  mutating func noteSent() { sent += 1 }

  mutating func noteAnswer(_ answer: BatchAnswer) {
    guard answered < sent else { return }
    entries[answered].answer = answer
    if isTooLarge { entries[answered].text = [] }
    answered += 1
  }

  mutating func settle() {
    for index in settled..<entries.count { entries[index].isSettled = true }
    settled = entries.count
  }

  mutating func restart() {
    sent = 0
    answered = 0
  }

  mutating func removeAll() { self = SentLog() }
}
