import HealthJSON
import HealthModel
package import HealthStorage

/// A message of the host; sample lines follow `begin` and are not messages.
package enum HostMessage: Sendable, Hashable {
  /// Who asks, and for which store.
  case hello(HostHello)
  /// Announces a batch: its number, how many samples, and their bytes together in a form.
  case begin(batch: Int64, count: Int, bytes: Int, BatchForm)
  /// Ends the transaction.
  case commit(Int64, notes: [StoreNote])
  /// Forgets what is not committed.
  case rollback
  /// Asks for the notes whose keys begin so.
  case notes(ask: Int64, prefix: String)
  /// Asks for samples.
  case query(ask: Int64, SampleQuery)
  /// Asks for columns of numbers of samples.
  case scan(ask: Int64, SampleQuery, SampleScan.Columns)
  /// Ends an answer early.
  case cancel(ask: Int64)
  /// Asks how many samples of each type there are.
  case counts(ask: Int64)
  /// Asks what the store says about itself.
  case information(ask: Int64)
  /// Requests a check of the store.
  case verify(ask: Int64)
  /// Asks for what was added and deleted.
  case changes(ask: Int64, ChangeQuery)
  /// Deletes samples.
  case delete(ask: Int64, SampleQuery)
  /// Asks for statistics.
  case statistics(ask: Int64, SampleQuery)
  /// Compacts the store.
  case compact(ask: Int64)
  /// Removes the notes with these keys.
  case forget(ask: Int64, keys: [String])
  /// Asks for everything committed to be on the disk.
  case flush
  /// Ends the plugin.
  case shutdown

  /// Reads a line, given without its line feed.
  package init(parsing line: [UInt8]) throws(MessageFault) {
    guard let message = JSONValue(parsing: line), message.members != nil else { throw MessageFault(.noObject) }
    do throws(MessageFault) {
      try self.init(message)
    } catch {
      var fault = error
      fault.ask = message["ask"]?.integer
      throw fault
    }
  }

  private init(_ message: JSONValue) throws(MessageFault) {
    guard let kind = message["t"]?.text else { throw MessageFault(.noKind) }
    switch kind {
    case "hello": self = .hello(try HostHello(message))
    case "begin":
      do throws(MessageFault) {
        self = .begin(
          batch: try message.whole("batch"), count: try message.whole("count", in: 0...1_000_000),
          bytes: try message.whole("bytes", in: 0...1 << 30), try Self.form(message))
      } catch {
        throw MessageFault(.badBatch, error.word)
      }
    case "commit": self = .commit(try message.whole("commit"), notes: try StoreNote.notes(in: message))
    case "rollback": self = .rollback
    case "flush": self = .flush
    case "shutdown": self = .shutdown
    case "notes": self = .notes(ask: try message.whole("ask"), prefix: message["prefix"]?.text ?? "")
    case "query": self = .query(ask: try message.whole("ask"), try QueryForm.query(in: message))
    case "scan":
      self = .scan(
        ask: try message.whole("ask"), try QueryForm.query(in: message),
        try ColumnWords.columns(try message.texts("columns")))
    case "cancel": self = .cancel(ask: try message.whole("ask"))
    case "counts": self = .counts(ask: try message.whole("ask"))
    case "info": self = .information(ask: try message.whole("ask"))
    case "verify": self = .verify(ask: try message.whole("ask"))
    case "changes": self = .changes(ask: try message.whole("ask"), try Self.changeQuery(message))
    case "delete": self = .delete(ask: try message.whole("ask"), try QueryForm.query(in: message))
    case "statistics": self = .statistics(ask: try message.whole("ask"), try QueryForm.query(in: message))
    case "compact": self = .compact(ask: try message.whole("ask"))
    case "forget": self = .forget(ask: try message.whole("ask"), keys: try message.texts("keys"))
    default: throw MessageFault(.unknownKind, kind)
    }
  }

  private static func form(_ message: JSONValue) throws(MessageFault) -> BatchForm {
    guard message["form"] != nil else { return .lines }
    guard let form = BatchForm(rawValue: try message.text("form")) else { throw .member("form") }
    return form
  }

  private static func changeQuery(_ message: JSONValue) throws(MessageFault) -> ChangeQuery {
    let after = try message.whole("after")
    guard after >= 0 else { throw .member("after") }
    var limit: Int?
    if message["limit"] != nil { limit = try message.whole("limit", in: 0...Int.max) }
    return ChangeQuery(
      since: ChangeAnchor(commit: after), types: try message.texts("types"),
      omitsMembers: message["omit_members"]?.flag ?? false, limit: limit)
  }

  /// The message as a line, its line feed included.
  package var line: [UInt8] {
    switch self {
    case .hello(let hello): return hello.writer.line
    case .begin(let batch, let count, let bytes, let form):
      var writer = JSONBuilder(message: "begin")
      writer.member("batch", batch)
      writer.member("count", count)
      writer.member("bytes", bytes)
      if form != .lines { writer.member("form", form.rawValue) }
      return writer.line
    case .commit(let number, let notes):
      var writer = JSONBuilder(message: "commit")
      writer.member("commit", number)
      if !notes.isEmpty { writer.member("notes", object: StoreNote.writer(of: notes)) }
      return writer.line
    case .rollback: return JSONBuilder(message: "rollback").line
    case .flush: return JSONBuilder(message: "flush").line
    case .shutdown: return JSONBuilder(message: "shutdown").line
    case .notes(let ask, let prefix):
      var writer = Self.question("notes", ask)
      writer.member("prefix", prefix)
      return writer.line
    case .query(let ask, let query): return Self.question("query", ask, query)
    case .scan(let ask, let query, let columns):
      var writer = Self.question("scan", ask)
      writer.members(of: QueryForm.members(of: query))
      writer.member("columns", texts: ColumnWords.texts(columns))
      return writer.line
    case .cancel(let ask): return Self.question("cancel", ask).line
    case .counts(let ask): return Self.question("counts", ask).line
    case .information(let ask): return Self.question("info", ask).line
    case .verify(let ask): return Self.question("verify", ask).line
    case .changes(let ask, let query):
      var writer = Self.question("changes", ask)
      writer.member("after", query.anchor.commit)
      if !query.types.isEmpty { writer.member("types", texts: query.types) }
      if query.omitsMembers { writer.member("omit_members", true) }
      if let limit = query.limit { writer.member("limit", limit) }
      return writer.line
    case .delete(let ask, let query): return Self.question("delete", ask, query)
    case .statistics(let ask, let query): return Self.question("statistics", ask, query)
    case .compact(let ask): return Self.question("compact", ask).line
    case .forget(let ask, let keys):
      var writer = Self.question("forget", ask)
      writer.member("keys", texts: keys)
      return writer.line
    }
  }

  private static func question(_ kind: String, _ ask: Int64) -> JSONBuilder {
    var writer = JSONBuilder(message: kind)
    writer.member("ask", ask)
    return writer
  }

  private static func question(_ kind: String, _ ask: Int64, _ query: SampleQuery) -> [UInt8] {
    var writer = question(kind, ask)
    writer.members(of: QueryForm.members(of: query))
    return writer.line
  }
}
