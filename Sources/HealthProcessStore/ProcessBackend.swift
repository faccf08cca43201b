import HealthModel
import HealthPluginKit
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
  /// The second process.
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

  /// Asks a question.
  ///
  /// - Parameters:
  ///   - isForWriter: whether it must go to the process that writes.
  ///   - mayRepeat: whether to repeat the query if the plugin is lost meanwhile.
  ///   - work: sends the query, and collects the answer.
  /// - Returns: what the function returns.
  /// - Throws: `StorageError`.
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
