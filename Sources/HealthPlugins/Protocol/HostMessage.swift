import HealthModel
package import HealthStorage

/// A message of the host; sample lines follow `begin` and are not messages.
package enum HostMessage: MessageKind, Sendable, Hashable {
  case hello(HostHello)
  /// Announces a batch: its number, how many samples, and their bytes together in a form.
  case begin(batch: Int64, count: Int, bytes: Int, BatchFormat)
  case commit(Int64, notes: [StoreNote])
  case rollback
  case ask(Int64, HostQuestion)
  case cancel(ask: Int64)
  case flush
  case shutdown
  case unreadable(MessageFault)

  package static let blanks: [HostMessage] =
    [
      .hello(HostHello(host: "", session: "", url: "", maximumSample: HostHello.usualLine)),
      .begin(batch: 0, count: 0, bytes: 0, .lines), .commit(0, notes: []), .rollback, .cancel(ask: 0), .flush,
      .shutdown,
    ] + HostQuestion.blanks.map { .ask(0, $0) }

  package var kind: String {
    switch self {
    case .hello: "hello"
    case .begin: "begin"
    case .commit: "commit"
    case .rollback: "rollback"
    case .ask(_, let question): question.kind
    case .cancel: "cancel"
    case .flush: "flush"
    case .shutdown: "shutdown"
    case .unreadable: ""
    }
  }

  package mutating func code(with coder: inout MessageCoder) {
    switch self {
    case .hello(var hello):
      hello.code(with: &coder)
      self = .hello(hello)
    case .begin(var batch, var count, var bytes, var form):
      coder.whole("batch", &batch)
      coder.count("count", &count, in: 0...1_000_000)
      coder.count("bytes", &bytes, in: 0...1 << 30)
      coder.text("form", &form, .strict, read: { BatchFormat(rawValue: $0) }) { $0 == .lines ? nil : $0.rawValue }
      self = .begin(batch: batch, count: count, bytes: bytes, form)
    case .commit(var number, var notes):
      coder.whole("commit", &number)
      coder.texts("notes", &notes, omitsEmpty: true)
      self = .commit(number, notes: notes)
    case .ask(var ask, var question):
      coder.whole("ask", &ask)
      question.code(with: &coder)
      self = .ask(ask, question)
    case .cancel(var ask):
      coder.whole("ask", &ask)
      self = .cancel(ask: ask)
    case .rollback, .flush, .shutdown, .unreadable: break
    }
  }
}

/// What the host asks.
package enum HostQuestion: Sendable, Hashable {
  case notes(prefix: String)
  case query(SampleQuery)
  case scan(SampleQuery, SampleScan.Columns)
  case counts
  case information
  case verify
  case changes(ChangeQuery)
  case delete(SampleQuery)
  case statistics(SampleQuery)
  case compact
  case forget(keys: [String])

  fileprivate static let blanks: [HostQuestion] = [
    .notes(prefix: ""), .query(SampleQuery()), .scan(SampleQuery(), []), .counts, .information, .verify,
    .changes(ChangeQuery()), .delete(SampleQuery()), .statistics(SampleQuery()), .compact, .forget(keys: []),
  ]

  fileprivate var kind: String {
    switch self {
    case .notes: "notes"
    case .query: "query"
    case .scan: "scan"
    case .counts: "counts"
    case .information: "info"
    case .verify: "verify"
    case .changes: "changes"
    case .delete: "delete"
    case .statistics: "statistics"
    case .compact: "compact"
    case .forget: "forget"
    }
  }

  fileprivate mutating func code(with coder: inout MessageCoder) {
    switch self {
    case .notes(var prefix):
      coder.text("prefix", &prefix, .lenient)
      self = .notes(prefix: prefix)
    case .query(var query):
      query.code(with: &coder)
      self = .query(query)
    case .scan(var query, var columns):
      query.code(with: &coder)
      columns.code(with: &coder)
      self = .scan(query, columns)
    case .changes(var query):
      coder.whole("after", &query.anchor.commit)
      if query.anchor.commit < 0 { coder.refuse("after") }
      coder.texts("types", &query.types, omitsEmpty: true)
      coder.flag("omit_members", &query.omitsMembers, isCondition: true)
      coder.count("limit", &query.limit)
      self = .changes(query)
    case .delete(var query):
      query.code(with: &coder)
      self = .delete(query)
    case .statistics(var query):
      query.code(with: &coder)
      self = .statistics(query)
    case .forget(var keys):
      coder.texts("keys", &keys)
      self = .forget(keys: keys)
    case .counts, .information, .verify, .compact: break
    }
  }
}

/// The first line of the host: who asks, and for which store.
public struct HostHello: Sendable, Hashable {
  package var versions: ClosedRange<Int>
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
  package var maximumLine: Int
  package var maximumSample: Int

  /// The longest message and the longest line of a sample, in bytes, unless the host says otherwise.
  @usableFromInline package static let usualLine = 8 << 20
  @usableFromInline package static let usualSample = 33 << 20

  /// Creates a hello.
  public init(
    versions: ClosedRange<Int> = 1...1, host: String, session: String, url: String, parameters: [String: String] = [:],
    isReadOnly: Bool = false, owner: String? = nil, restoresDeleted: Bool = false, waitMilliseconds: Int = 60_000,
    maximumLine: Int = HostHello.usualLine, maximumSample: Int = HostHello.usualSample
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

  mutating func code(with coder: inout MessageCoder) {
    var (first, last) = (versions.lowerBound, versions.upperBound)
    coder.part("protocol") {
      $0.count("min", &first)
      $0.count("max", &last)
    }
    if first <= last { versions = first...last } else { coder.refuse("protocol") }
    coder.text("host", &host)
    coder.text("session", &session)
    var texts = parameters.sorted { $0.key < $1.key }.map { StoreNote(key: $0.key, text: $0.value) }
    coder.part("store") {
      $0.text("url", &url)
      $0.texts("parameters", &texts)
    }
    parameters = Dictionary(texts.map { ($0.key, $0.text) }) { $1 }
    coder.flag("read_only", &isReadOnly)
    coder.text("owner", &owner)
    coder.flag("restore_deleted", &restoresDeleted)
    coder.count("wait_ms", &waitMilliseconds, .strict)
    coder.part("limits", .lenient) {
      $0.count("line", &maximumLine, in: 1...Int.max, .strict)
      // A host that names no limit of its own sends no longer samples than messages.
      $0.count("sample", &maximumSample, in: 1...Int.max, .strict)
    }
  }
}

extension SampleScan.Columns {
  private static let names: [(name: String, column: SampleScan.Columns)] = [
    ("origins", .sources), ("zones", .zones), ("ids", .ids), ("subjects", .subjects),
  ]

  /// A column that is not known is refused: the host asks otherwise then.
  fileprivate mutating func code(with coder: inout MessageCoder) {
    var names = Self.names.filter { contains($0.column) }.map(\.name)
    coder.texts("columns", &names)
    for name in names {
      if let column = Self.names.first(where: { $0.name == name })?.column {
        insert(column)
      } else {
        coder.refuse("columns")
      }
    }
  }
}

/// The conditions of a query as members of a message: section 5 of the protocol.
extension SampleQuery {
  fileprivate mutating func code(with coder: inout MessageCoder) {
    coder.texts("types", &types, omitsEmpty: true)
    coder.texts("ids", &ids, read: { SampleID($0) }, write: \.description)
    coder.whole("from", &from, .strict)
    coder.whole("to", &to, .strict)
    coder.flag("strict_start", &isStrictStart, isCondition: true)
    coder.flag("strict_end", &isStrictEnd, isCondition: true)
    coder.text("source", &source, .strict)
    coder.text("subject", &subject, .strict)
    coder.part("device", &device, DeviceCondition(.name, [])) { coder, device in
      coder.text("property", &device.property, read: { DeviceProperty(rawValue: $0) }, write: \.rawValue)
      coder.texts("values", &device.values)
    }
    coder.parts("metadata", &metadata, MetadataCondition(key: "")) { $1.code(with: &$0) }
    coder.parts("values", &values, ValueCondition(.equal, .number(0))) { $1.code(with: &$0) }
    coder.parts("members", &members, MemberCondition(role: "")) { coder, member in
      coder.text("role", &member.role)
      coder.parts("values", &member.values, ValueCondition(.equal, .number(0))) { $1.code(with: &$0) }
    }
    var (isDescending, isByEnd) = (sort.isDescending, sort.isByEnd)
    coder.flag("descending", &isDescending, isCondition: true)
    coder.flag("by_end", &isByEnd, isCondition: true)
    sort = isByEnd ? isDescending ? .endDescending : .endAscending : isDescending ? .descending : .ascending
    coder.part("after", &after, PageToken(type: "", time: nil, id: .none)) { coder, after in
      coder.text("type", &after.type)
      coder.whole("time", &after.time, .strict)
      coder.text("id", &after.id, read: { SampleID($0) }, write: \.description)
    }
    coder.flag("omit_members", &omitsMembers, isCondition: true)
    coder.count("limit", &limit)
  }
}

extension ValueCondition {
  fileprivate mutating func code(with coder: inout MessageCoder) {
    coder.text("comparison", &comparison, read: { Comparison(rawValue: $0) }, write: \.rawValue)
    var (number, text): (Double?, String?) = (nil, nil)
    if !coder.isReading {
      switch operand {
      case .number(let value): number = value
      case .text(let value): text = value
      }
    }
    coder.number("number", &number)
    coder.text("text", &text)
    if let number {
      operand = .number(number)
    } else if let text {
      operand = .text(text)
    } else {
      coder.refuse("text")
    }
  }
}

extension MetadataCondition {
  fileprivate mutating func code(with coder: inout MessageCoder) {
    coder.text("key", &key)
    coder.text("comparison", &comparison, .strict, read: { Comparison(rawValue: $0) }, write: { $0?.rawValue })
    guard comparison != nil else { return }
    var (text, number, flag, unit): (String?, Double?, Bool?, String?) = (nil, nil, nil, nil)
    switch coder.isReading ? nil : operand {
    case .text(let value): text = value
    case .number(let value): number = value
    case .boolean(let value): flag = value
    case .quantity(let value, let name): (number, unit) = (value, name)
    case nil: break
    }
    coder.text("text", &text)
    coder.number("number", &number)
    coder.flag("boolean", &flag)
    coder.text("unit", &unit, .strict)
    if let number {
      operand = unit.map { .quantity(number, unit: $0) } ?? .number(number)
    } else if let flag {
      operand = .boolean(flag)
    } else if let text {
      operand = .text(text)
    } else {
      coder.refuse("text")
    }
  }
}
