import HealthModel
import HealthStorage

/// Answers to questions.
extension ServerSession {
  /// How many deleted samples a message names at most.
  private static let deletionsPerMessage = 10_000

  func answer(_ message: HostMessage) {
    guard let ask = Self.ask(of: message) else { return }
    do throws(PluginError) {
      try watch.during { () throws(PluginError) in try answer(message, ask) }
    } catch {
      fail(ask: ask, batch: nil, error)
    }
  }

  private static func ask(of message: HostMessage) -> Int64? {
    switch message {
    case .scan(let ask, _, _), .notes(let ask, _), .query(let ask, _), .changes(let ask, _), .delete(let ask, _),
      .statistics(let ask, _),
      .counts(let ask), .information(let ask), .verify(let ask), .compact(let ask), .forget(let ask, _):
      ask
    default: nil
    }
  }

  private func answer(_ message: HostMessage, _ ask: Int64) throws(PluginError) {
    switch message {
    case .notes(_, let prefix):
      let notes = try store.notes(prefix: prefix)
      say(.notes(ask: ask, notes.map { StoreNote(key: $0.key, text: $0.text) }))
    case .query(_, let query):
      try store.query(query) { (page: RowPage) throws(PluginError) -> Bool in pass(page, ask) }
      say(.end(ask: ask, anchor: nil))
    case .scan(_, let query, let columns):
      try store.scan(query, columns) { (page: ColumnPage) throws(PluginError) -> Bool in pass(page, ask) }
      say(.end(ask: ask, anchor: nil))
    case .changes(_, let query):
      let anchor = try store.changes(query) { (rows: ChangeRows) throws(PluginError) -> Bool in pass(rows, ask) }
      say(.end(ask: ask, anchor: anchor.commit))
    case .delete(_, let query): say(.deleted(ask: ask, try store.delete(query)))
    case .statistics(_, let query): say(.statistics(ask: ask, try store.statistics(query)))
    case .counts: say(.counts(ask: ask, try store.counts()))
    case .information: say(.information(ask: ask, try store.information()))
    case .verify: say(.faults(ask: ask, Array(try store.verify().prefix(100))))
    case .compact: say(.compacted(ask: ask, try store.compact()))
    case .forget(_, let keys): say(.forgotten(ask: ask, count: try store.forget(keys)))
    default: break
    }
  }

  /// Writes rows; says whether more are wanted.
  private func pass(_ page: RowPage, _ ask: Int64) -> Bool {
    if page.count > 0 {
      output.write(PluginMessage.rows(ask: ask, count: page.count, bytes: page.text.count).line, page.text)
    }
    return isWanted(ask)
  }

  private func pass(_ page: ColumnPage, _ ask: Int64) -> Bool {
    if page.count > 0 {
      let message = PluginMessage.columns(ask: ask, count: page.count, bytes: page.text.count, page.names)
      output.write(message.line, page.text)
    }
    return isWanted(ask)
  }

  private func pass(_ rows: ChangeRows, _ ask: Int64) -> Bool {
    switch rows {
    case .added(let page): return pass(page, ask)
    case .deleted(let samples):
      var rest = samples[...]
      while !rest.isEmpty {
        say(.deletions(ask: ask, Array(rest.prefix(Self.deletionsPerMessage))))
        rest = rest.dropFirst(Self.deletionsPerMessage)
      }
    case .endOfCommit(let commit): say(.mark(ask: ask, commit: commit))
    }
    return isWanted(ask)
  }

  /// Whether the host still wants the answer: it may have asked to end it.
  private func isWanted(_ ask: Int64) -> Bool {
    guard !output.isClosed else { return false }
    guard let line = input.waitingLine(), case .cancel(let cancelled)? = try? HostMessage(parsing: line),
      cancelled == ask
    else { return true }
    input.dropWaitingLine()
    return false
  }
}
