import HealthPluginKit

extension PluginMessage {
  /// The question that a message answers.
  var ask: Int64? {
    switch self {
    case .notes(let ask, _), .rows(let ask, _, _), .end(let ask, _), .counts(let ask, _), .information(let ask, _),
      .faults(let ask, _), .deletions(let ask, _), .mark(let ask, _), .deleted(let ask, _), .statistics(let ask, _),
      .compacted(let ask, _), .forgotten(let ask, _), .columns(let ask, _, _, _):
      ask
    case .error(let ask, _, _): ask
    case .hello, .acknowledgement, .committed, .rolledBack, .log, .working, .credit, .flushed: nil
    }
  }

  /// The word that the protocol has for the message.
  var kind: String {
    switch self {
    case .hello: "hello"
    case .acknowledgement: "ack"
    case .committed: "committed"
    case .rolledBack: "rolledback"
    case .notes: "notes"
    case .rows: "rows"
    case .columns: "columns"
    case .end: "end"
    case .counts: "counts"
    case .information: "info"
    case .faults: "verify"
    case .deletions, .deleted: "deleted"
    case .mark: "mark"
    case .statistics: "statistics"
    case .compacted: "compacted"
    case .forgotten: "forgotten"
    case .error: "error"
    case .log: "log"
    case .working: "working"
    case .credit: "credit"
    case .flushed: "flushed"
    }
  }
}
