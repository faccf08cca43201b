import HealthModel
import HealthPluginKit
import HealthStorage

/// The messages to one process; a process that is lost ends it, and the next one begins where the log says.
extension WriteSession {
  /// Sends the batches that were not sent yet, while credits allow it without waiting longer than needed.
  func sendLog(_ conversation: PluginConversation) async throws(PluginFailure) {
    while let entry = log.next {
      while log.underWay >= max(1, conversation.credits) { try await takeAnswer(conversation) }
      try await conversation.send(batch: entry.number, count: entry.count, text: entry.text, entry.form)
      log.noteSent()
    }
  }

  /// Sends what is left and waits for all answers.
  func finishLog(_ conversation: PluginConversation) async throws(PluginFailure) {
    try await sendLog(conversation)
    while !log.isAnswered { try await takeAnswer(conversation) }
  }

  /// Sends the commit and waits until it is on the disk.
  func store(_ conversation: PluginConversation) async throws(PluginFailure) {
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

  private func flush(_ conversation: PluginConversation, isOptional: Bool) async throws(PluginFailure) {
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

  private func takeAnswer(_ conversation: PluginConversation) async throws(PluginFailure) {
    guard let due = log.due else { return }
    let what = "the acknowledgement of batch \(due.number)"
    let arrival = try await conversation.receive(what)
    switch arrival {
    case .message(.acknowledgement(due.number, let accepted, let rest)):
      let answer: BatchAnswer
      do throws(BatchAnswer.Fault) {
        answer = try BatchAnswer(accepted: accepted, rest, count: due.count, secrets: link.secrets)
      } catch {
        throw await conversation.broken(
          .pluginAckUnknown, "acknowledged other lines of batch \(due.number) than it was sent: \(error.words)")
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
    do throws(PluginFailure) {
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
