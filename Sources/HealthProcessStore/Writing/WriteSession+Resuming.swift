import HealthPluginKit
import HealthStorage

/// Finding out, from a process that was started again, how far the one before it came.
extension WriteSession {
  /// The running process; when it is another one than before, the log begins anew.
  func connect() async throws(PluginFailure) -> PluginConversation {
    let running = try await link.conversation()
    if let conversation, conversation === running { return running }
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
      throw .lost(
        StorageError(
          .pluginExited,
          "the plugin was lost with more than \(SentLog.maximumBytes >> 20) MiB that are not committed; commit more often"
        ))
    }
    log.restart()
    try await compare(running)
    conversation = running
    return running
  }

  /// Compares the last commit that a process knows of with those of this session.
  private func compare(_ running: PluginConversation) async throws(PluginFailure) {
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
  /// The stored notes whose keys begin so.
  func notes(prefix: String) async throws(PluginFailure) -> [StoreNote] {
    let number = ask { .notes(ask: $0, prefix: prefix) }
    let message = try await answer(to: number, "notes")
    guard case .notes(_, let notes) = message else {
      throw await unexpected(.message(message), insteadOf: "notes")
    }
    return notes
  }
}
