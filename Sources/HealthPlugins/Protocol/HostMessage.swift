import HealthModel
package import HealthStorage

/// A message of the host; sample lines follow `begin` and are not messages.
package enum HostMessage: Sendable, Hashable {
  /// Who asks, and for which store.
  case hello(HostHello)
  /// Announces a batch: its number, how many samples, and their bytes together in a form.
  case begin(batch: Int64, count: Int, bytes: Int, BatchFormat)
  /// Ends the transaction.
  case commit(Int64, notes: [StoreNote])
  /// Forgets what is not committed.
  case rollback
  /// Asks for the notes whose keys begin so.
  case notes(ask: Int64, prefix: String)
  case query(ask: Int64, SampleQuery)
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
  case delete(ask: Int64, SampleQuery)
  case statistics(ask: Int64, SampleQuery)
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
    case "query": self = .query(ask: try message.whole("ask"), try QueryMessage.query(in: message))
    case "scan":
      self = .scan(
        ask: try message.whole("ask"), try QueryMessage.query(in: message),
        try ColumnKeywords.columns(try message.texts("columns")))
    case "cancel": self = .cancel(ask: try message.whole("ask"))
    case "counts": self = .counts(ask: try message.whole("ask"))
    case "info": self = .information(ask: try message.whole("ask"))
    case "verify": self = .verify(ask: try message.whole("ask"))
    case "changes": self = .changes(ask: try message.whole("ask"), try Self.changeQuery(message))
    case "delete": self = .delete(ask: try message.whole("ask"), try QueryMessage.query(in: message))
    case "statistics": self = .statistics(ask: try message.whole("ask"), try QueryMessage.query(in: message))
    case "compact": self = .compact(ask: try message.whole("ask"))
    case "forget": self = .forget(ask: try message.whole("ask"), keys: try message.texts("keys"))
    default: throw MessageFault(.unknownKind, kind)
    }
  }

  private static func form(_ message: JSONValue) throws(MessageFault) -> BatchFormat {
    guard message["form"] != nil else { return .lines }
    guard let form = BatchFormat(rawValue: try message.text("form")) else { throw .member("form") }
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

  /// The number of the question that is to be answered; `nil` for other messages.
  var ask: Int64? {
    switch self {
    case .scan(let ask, _, _), .notes(let ask, _), .query(let ask, _), .changes(let ask, _), .delete(let ask, _),
      .statistics(let ask, _), .counts(let ask), .information(let ask), .verify(let ask), .compact(let ask),
      .forget(let ask, _):
      ask
    default: nil
    }
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
      var writer = JSONBuilder(message: "notes", ask: ask)
      writer.member("prefix", prefix)
      return writer.line
    case .query(let ask, let query): return Self.question("query", ask, query)
    case .scan(let ask, let query, let columns):
      var writer = JSONBuilder(message: "scan", ask: ask)
      writer.members(of: QueryMessage.members(of: query))
      writer.member("columns", texts: ColumnKeywords.texts(columns))
      return writer.line
    case .cancel(let ask): return JSONBuilder(message: "cancel", ask: ask).line
    case .counts(let ask): return JSONBuilder(message: "counts", ask: ask).line
    case .information(let ask): return JSONBuilder(message: "info", ask: ask).line
    case .verify(let ask): return JSONBuilder(message: "verify", ask: ask).line
    case .changes(let ask, let query):
      var writer = JSONBuilder(message: "changes", ask: ask)
      writer.member("after", query.anchor.commit)
      if !query.types.isEmpty { writer.member("types", texts: query.types) }
      if query.omitsMembers { writer.member("omit_members", true) }
      if let limit = query.limit { writer.member("limit", limit) }
      return writer.line
    case .delete(let ask, let query): return Self.question("delete", ask, query)
    case .statistics(let ask, let query): return Self.question("statistics", ask, query)
    case .compact(let ask): return JSONBuilder(message: "compact", ask: ask).line
    case .forget(let ask, let keys):
      var writer = JSONBuilder(message: "forget", ask: ask)
      writer.member("keys", texts: keys)
      return writer.line
    }
  }

  private static func question(_ kind: String, _ ask: Int64, _ query: SampleQuery) -> [UInt8] {
    var writer = JSONBuilder(message: kind, ask: ask)
    writer.members(of: QueryMessage.members(of: query))
    return writer.line
  }
}

/// The first line of the host: who asks, and for which store.
public struct HostHello: Sendable, Hashable {
  /// The versions of the protocol that the host speaks.
  package var versions: ClosedRange<Int>
  /// The host's name and version.
  package var host: String
  /// 32 hexadecimal digits, the same for every start of the plugin within one run of the host.
  public var session: String
  /// The store as it was named.
  public var url: String
  /// The decoded query after `?` in the store's name.
  public var parameters: [String: String]
  /// Whether nothing will be written; the store must exist then.
  public var isReadOnly: Bool
  /// The bundle whose samples alone may be deleted; `nil` for the operator, who owns all.
  public var owner: String?
  /// Whether a deleted sample that comes again is stored again.
  public var restoresDeleted: Bool
  /// How long to wait for another writer, in milliseconds.
  public var waitMilliseconds: Int
  /// The longest message either side may write, in bytes.
  package var maximumLine: Int
  /// The longest line of a sample that the host sends, in bytes.
  package var maximumSample: Int

  /// The longest message and the longest line of a sample, in bytes, unless the host says otherwise.
  @usableFromInline package static let usualLine = 8 << 20
  @usableFromInline package static let usualSample = 33 << 20

  /// Creates a hello.
  public init(
    versions: ClosedRange<Int> = 1...1, host: String, session: String, url: String,
    parameters: [String: String] = [:], isReadOnly: Bool = false, owner: String? = nil,
    restoresDeleted: Bool = false, waitMilliseconds: Int = 60_000, maximumLine: Int = HostHello.usualLine,
    maximumSample: Int = HostHello.usualSample
  ) {
    self.versions = versions
    self.host = host
    self.session = session
    self.url = url
    self.parameters = parameters
    self.isReadOnly = isReadOnly
    self.owner = owner
    self.restoresDeleted = restoresDeleted
    self.waitMilliseconds = waitMilliseconds
    self.maximumLine = maximumLine
    self.maximumSample = maximumSample
  }

  init(_ message: JSONValue) throws(MessageFault) {
    guard let range = message["protocol"] else { throw .member("protocol") }
    let first = try range.whole("min", in: 0...Int.max)
    let last = try range.whole("max", in: 0...Int.max)
    guard first <= last else { throw .member("protocol") }
    guard let store = message["store"] else { throw .member("store") }
    var parameters: [String: String] = [:]
    for member in store["parameters"]?.members ?? [] {
      guard let text = member.value.text else { throw .member("parameters") }
      parameters[member.key] = text
    }
    self.init(
      versions: first...last, host: try message.text("host"), session: try message.text("session"),
      url: try store.text("url"), parameters: parameters, isReadOnly: message["read_only"]?.flag ?? false,
      owner: message["owner"]?.text, restoresDeleted: message["restore_deleted"]?.flag ?? false,
      waitMilliseconds: try message.whole("wait_ms", in: 0...Int.max, default: 60_000),
      maximumLine: try message["limits"]?.whole("line", in: 1...Int.max, default: Self.usualLine) ?? Self.usualLine,
      // A host that names no limit of its own sends no longer samples than messages.
      maximumSample: try message["limits"]?.whole("sample", in: 1...Int.max, default: Self.usualLine) ?? Self.usualLine)
  }

  var writer: JSONBuilder {
    var writer = JSONBuilder(message: "hello")
    var range = JSONBuilder.openObject()
    range.member("min", versions.lowerBound)
    range.member("max", versions.upperBound)
    writer.member("protocol", object: range)
    writer.member("host", host)
    writer.member("session", session)
    var store = JSONBuilder.openObject()
    store.member("url", url)
    var texts = JSONBuilder.openObject()
    for (key, text) in parameters.sorted(by: { $0.key < $1.key }) { texts.member(key, text) }
    store.member("parameters", object: texts)
    writer.member("store", object: store)
    writer.member("read_only", isReadOnly)
    writer.member("owner", owner)
    writer.member("restore_deleted", restoresDeleted)
    writer.member("wait_ms", waitMilliseconds)
    var limits = JSONBuilder.openObject()
    limits.member("line", maximumLine)
    limits.member("sample", maximumSample)
    writer.member("limits", object: limits)
    return writer
  }
}

/// The conditions of a query as members of a message: section 5 of the protocol.
package enum QueryMessage {
  /// Appends a query's members as they are in a message, with commas between, without the braces around; nothing for
  /// a query without conditions.
  package static func append(_ query: SampleQuery, to output: inout [UInt8]) {
    output.append(contentsOf: members(of: query).bytes.dropFirst())
  }

  /// Reads the conditions of a message; what is not a condition is passed over.
  ///
  /// - Throws: `PluginError` of the kind `config` that names the member that is not understood.
  package static func query(parsing message: [UInt8]) throws(PluginError) -> SampleQuery {
    guard let object = JSONValue(parsing: message), object.members != nil else {
      throw PluginError(.configuration, "the query is not a JSON object", code: .unsupported)
    }
    do throws(MessageFault) {
      return try query(in: object)
    } catch {
      throw PluginError(.configuration, "the query's `\(error.word)` is not understood", code: .unsupported)
    }
  }

  // MARK: Writing

  static func members(of query: SampleQuery) -> JSONBuilder {
    var writer = JSONBuilder.openObject()
    if !query.types.isEmpty { writer.member("types", texts: query.types) }
    if let ids = query.ids { writer.member("ids", texts: ids.lazy.map(\.description)) }
    writer.member("from", query.from)
    writer.member("to", query.to)
    if query.isStrictStart { writer.member("strict_start", true) }
    if query.isStrictEnd { writer.member("strict_end", true) }
    writer.member("source", query.source)
    writer.member("subject", query.subject)
    if let device = query.device {
      var object = JSONBuilder.openObject()
      object.member("property", device.property.rawValue)
      object.member("values", texts: device.values)
      writer.member("device", object: object)
    }
    if !query.metadata.isEmpty { writer.member("metadata", objects: query.metadata.map(metadata)) }
    if !query.values.isEmpty { writer.member("values", objects: query.values.map(value)) }
    if !query.members.isEmpty { writer.member("members", objects: query.members.map(member)) }
    if query.sort.isDescending { writer.member("descending", true) }
    if query.sort.isByEnd { writer.member("by_end", true) }
    if let after = query.after {
      var object = JSONBuilder.openObject()
      object.member("type", after.type)
      object.member("time", after.time)
      object.member("id", after.id.description)
      writer.member("after", object: object)
    }
    if query.omitsMembers { writer.member("omit_members", true) }
    if let limit = query.limit { writer.member("limit", limit) }
    return writer
  }

  private static func value(_ condition: ValueCondition) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("comparison", condition.comparison.rawValue)
    switch condition.operand {
    case .number(let number): object.member("number", finite: number)
    case .text(let text): object.member("text", text)
    }
    return object
  }

  private static func metadata(_ condition: MetadataCondition) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("key", condition.key)
    guard let comparison = condition.comparison, let operand = condition.operand else { return object }
    object.member("comparison", comparison.rawValue)
    switch operand {
    case .text(let text): object.member("text", text)
    case .number(let number): object.member("number", finite: number)
    case .boolean(let flag): object.member("boolean", flag)
    case .quantity(let number, let unit):
      object.member("number", finite: number)
      object.member("unit", unit)
    }
    return object
  }

  private static func member(_ condition: MemberCondition) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("role", condition.role)
    if !condition.values.isEmpty { object.member("values", objects: condition.values.map(value)) }
    return object
  }

  static func query(in message: JSONValue) throws(MessageFault) -> SampleQuery {
    var query = SampleQuery()
    query.types = try message.texts("types")
    if message["ids"] != nil {
      let ids = try message.texts("ids").compactMap { SampleID($0) }
      guard ids.count == message["ids"]?.elements?.count else { throw .member("ids") }
      query.ids = ids
    }
    query.from = try time("from", of: message)
    query.to = try time("to", of: message)
    query.isStrictStart = try flag("strict_start", of: message)
    query.isStrictEnd = try flag("strict_end", of: message)
    query.source = try text("source", of: message)
    query.subject = try text("subject", of: message)
    if let device = message["device"] {
      guard let property = DeviceProperty(rawValue: try device.text("property")) else {
        throw .member("device")
      }
      query.device = DeviceCondition(property, try device.texts("values"))
    }
    for condition in try message.objects("metadata") { query.metadata.append(try metadata(condition)) }
    for condition in try message.objects("values") { query.values.append(try value(condition)) }
    for condition in try message.objects("members") {
      var values: [ValueCondition] = []
      for part in try condition.objects("values") { values.append(try value(part)) }
      query.members.append(MemberCondition(role: try condition.text("role"), values: values))
    }
    let isDescending = try flag("descending", of: message)
    if try flag("by_end", of: message) {
      query.sort = isDescending ? .endDescending : .endAscending
    } else {
      query.sort = isDescending ? .descending : .ascending
    }
    query.after = try after(message)
    query.omitsMembers = try flag("omit_members", of: message)
    if message["limit"] != nil { query.limit = try message.whole("limit", in: 0...Int.max) }
    return query
  }

  private static func after(_ message: JSONValue) throws(MessageFault) -> PageToken? {
    guard let after = message["after"] else { return nil }
    guard let id = SampleID(try after.text("id")) else { throw .member("after") }
    return PageToken(type: try after.text("type"), time: try time("time", of: after), id: id)
  }

  private static func value(_ condition: JSONValue) throws(MessageFault) -> ValueCondition {
    let comparison = try comparison(condition)
    if let number = condition["number"]?.number { return ValueCondition(comparison, .number(number)) }
    return ValueCondition(comparison, .text(try condition.text("text")))
  }

  private static func metadata(_ condition: JSONValue) throws(MessageFault) -> MetadataCondition {
    let key = try condition.text("key")
    guard condition["comparison"] != nil else { return MetadataCondition(key: key) }
    let operand: MetadataCondition.Operand
    if let number = condition["number"]?.number {
      operand = try text("unit", of: condition).map { .quantity(number, unit: $0) } ?? .number(number)
    } else if let flag = condition["boolean"]?.flag {
      operand = .boolean(flag)
    } else {
      operand = .text(try condition.text("text"))
    }
    return MetadataCondition(key: key, try comparison(condition), operand)
  }

  private static func comparison(_ condition: JSONValue) throws(MessageFault) -> Comparison {
    guard let comparison = Comparison(rawValue: try condition.text("comparison")) else { throw .member("comparison") }
    return comparison
  }

  private static func time(_ name: String, of message: JSONValue) throws(MessageFault) -> Int64? {
    guard message[name] != nil else { return nil }
    return try message.whole(name)
  }

  private static func text(_ name: String, of message: JSONValue) throws(MessageFault) -> String? {
    guard message[name] != nil else { return nil }
    return try message.text(name)
  }

  private static func flag(_ name: String, of message: JSONValue) throws(MessageFault) -> Bool {
    guard let value = message[name] else { return false }
    guard let flag = value.flag else { throw .member(name) }
    return flag
  }
}
