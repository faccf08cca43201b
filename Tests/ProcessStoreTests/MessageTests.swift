import HealthModel
import HealthPlugins
import HealthStorage
import Testing

/// Messages are what they were when they are read back, and what is no message is told.
struct MessageTests {
  private static let query: SampleQuery = {
    var query = SampleQuery()
    query.types = ["heartRate", "org.example.\"quoted\""]
    query.ids = [SampleID(high: 1, low: 2)]
    (query.from, query.to) = (Int64.min + 1, Int64.max)
    (query.isStrictStart, query.isStrictEnd) = (true, true)
    (query.source, query.subject) = ("com.example", "p\u{0}1")
    query.device = DeviceCondition(.model, ["W1", ""])
    query.metadata = [
      MetadataCondition(key: "a"), MetadataCondition(key: "b", .equal, .text("x")),
      MetadataCondition(key: "c", .less, .number(-1.5e-7)), MetadataCondition(key: "d", .notEqual, .boolean(false)),
      MetadataCondition(key: "e", .greaterOrEqual, .quantity(3, unit: "kPa")),
    ]
    query.values = [ValueCondition(.greater, .number(100)), ValueCondition(.equal, .text("asleep"))]
    query.members = [
      MemberCondition(role: "lying"), MemberCondition(role: "r", values: [ValueCondition(.lessOrEqual, .number(0.1))]),
    ]
    query.sort = .endDescending
    query.after = PageToken(type: "t", time: nil, id: SampleID(high: 3, low: 4))
    query.limit = 0
    query.omitsMembers = true
    return query
  }()

  static let hostMessages: [HostMessage] = [
    .hello(
      HostHello(
        versions: 1...3, host: "assay 0.1.0", session: "s", url: "postgresql://x", parameters: ["a": "b c", "d": ""],
        isReadOnly: true, owner: "com.example", restoresDeleted: true, waitMilliseconds: 0, maximumLine: 1,
        maximumSample: 2)),
    .begin(batch: 1, count: 0, bytes: 0, .lines), .begin(batch: 2, count: 3, bytes: 400, .arrow),
    .commit(9, notes: [StoreNote(key: "z", text: "\u{7F}\n\""), StoreNote(key: "a", text: "")]), .commit(1, notes: []),
    .rollback,
    .ask(1, .notes(prefix: "import:")), .ask(2, .query(SampleQuery())), .ask(3, .query(query)), .cancel(ask: 4),
    .ask(14, .scan(query, [.ids, .sources, .zones, .subjects])), .ask(15, .scan(SampleQuery(), [])),
    .ask(5, .counts), .ask(6, .information), .ask(7, .verify),
    .ask(8, .changes(ChangeQuery(since: ChangeAnchor(commit: 5), types: ["a"], omitsMembers: true, limit: 7))),
    .ask(8, .changes(ChangeQuery())), .ask(9, .delete(query)), .ask(10, .statistics(query)), .ask(11, .compact),
    .ask(12, .forget(keys: ["import:/data/\u{FC} \"b\".ndjson", ""])), .ask(13, .forget(keys: [])), .flush,
    .shutdown,
  ]

  @Test("a message of the host comes back", arguments: MessageTests.hostMessages)
  func host(_ message: HostMessage) throws {
    #expect(message.line.last == 0x0A)
    #expect(message.line.filter { $0 == 0x0A }.count == 1)
    #expect(HostMessage(parsing: Array(message.line.dropLast())) == message)
  }

  private static let statistics: SampleStatistics = {
    var statistics = SampleStatistics()
    (statistics.count, statistics.sum, statistics.minimum) = (2, 0.30000000000000004, -1)
    (statistics.firstStart, statistics.duration) = (Int64.min + 1, 5)
    return statistics
  }()

  private static let names: ColumnNames = {
    var names = ColumnNames()
    names.origins = [SampleOrigin(), SampleOrigin(bundle: "b", deviceModel: "\u{FC}", isUserEntered: true)]
    names.zones = ["Europe/Berlin"]
    names.subjects = [nil, "P \"1\"", ""]
    return names
  }()

  static let pluginMessages: [PluginMessage] = [
    .hello(
      PluginHello(
        name: "n", version: "1", levels: ["query"], conditions: ["limit"], maximumBatch: 1, credits: 64,
        commitSize: 1, resume: PluginHello.ResumePoint(session: "s", commit: 5))),
    .hello(PluginHello(name: "n", version: "", levels: [])),
    .acknowledgement(batch: 1, accepted: 0, BatchAcknowledgement()),
    .acknowledgement(
      batch: 2, accepted: 3,
      BatchAcknowledgement(
        duplicates: [0], conflicts: [1, 2], refused: [BatchAcknowledgement.Refusal(line: 3, reason: "\u{202E}")])),
    .committed(1, anchor: 2, isDurable: true), .committed(1, anchor: nil, isDurable: false), .rolledBack,
    .answer(
      1, .notes((0..<1000).map { StoreNote(key: "import:\(999 - $0)", text: String(repeating: "x", count: 100)) })),
    .answer(1, .rows(count: 2, bytes: 3)), .answer(1, .columns(count: 0, bytes: 0, ColumnNames())),
    .answer(1, .columns(count: 2, bytes: 3, names)), .answer(1, .end(anchor: nil)), .answer(1, .end(anchor: 0)),
    .answer(1, .counts((0..<500).map { StoredTypeCount(type: "t\($0)", count: $0) })),
    .answer(
      1,
      .information(
        StoreInformation(
          format: "f", byteCount: 1, lastCommit: 2, deletions: 3, details: [StoreInformation.Detail("b", "a")]))),
    .answer(1, .faults([StoreFault("torn")])),
    .answer(1, .deletions([DeletedSample(id: SampleID(high: 1, low: 1), type: "heartRate")])),
    .answer(1, .mark(commit: 5)), .answer(1, .deleted(DeletionReceipt(deleted: 0, anchor: .beginning))),
    .answer(1, .statistics(statistics)), .answer(1, .compacted(CompactionReceipt(bytesBefore: 2, bytesAfter: 1))),
    .answer(1, .forgotten(3)),
    .error(ask: nil, batch: nil, PluginError(.transient, "later")),
    .error(ask: 1, batch: 2, PluginError(.data, "torn", code: .corrupt, hint: "restore")),
    .log(level: "warning", message: "w"), .working, .credit(3), .flushed,
  ]

  @Test("a message of the plugin comes back", arguments: MessageTests.pluginMessages)
  func plugin(_ message: PluginMessage) throws {
    #expect(message.line.filter { $0 == 0x0A }.count == 1)
    #expect(PluginMessage(parsing: Array(message.line.dropLast())) == message)
  }

  /// What is no message of a plugin, with the fault and the word it is about.
  static let faults: [(String, MessageFault.Kind, String)] = [
    ("", .noObject, ""), ("[]", .noObject, ""), ("{", .noObject, ""), (#"{"t":"working"}x"#, .noObject, ""),
    (#"{"t":"working","t":"working"}"#, .noObject, ""), (#"{"t":"\ud800"}"#, .noObject, ""),
    (#"{"t":"a\#u{0}"}"#, .noObject, ""), (#"{"x":01}"#, .noObject, ""), (#"{"x":1e999}"#, .noObject, ""),
    ("{}", .noKind, ""), (#"{"t":5}"#, .noKind, ""), (#"{"t":null}"#, .noKind, ""),
    (#"{"t":"hooray","ask":1}"#, .unknownKind, "hooray"), (#"{"t":"end"}"#, .badMember, "ask"),
    (#"{"t":"rows","ask":1,"count":-1,"bytes":0}"#, .badMember, "count"),
    (#"{"t":"rows","ask":1,"count":1.5,"bytes":0}"#, .badMember, "count"),
    (#"{"t":"ack","batch":1,"accepted":"1"}"#, .badMember, "accepted"),
    (#"{"t":"ack","batch":1,"accepted":1,"duplicate":["0"]}"#, .badMember, "duplicate"),
    (#"{"t":"ack","batch":1,"accepted":1,"refused":[{}]}"#, .badMember, "line"),
    (#"{"t":"committed"}"#, .badMember, "commit"), (#"{"t":"credit","credits":0}"#, .badMember, "credits"),
    (#"{"t":"error","kind":"odd","message":""}"#, .badMember, "kind"),
    (#"{"t":"hello","protocol":1,"version":"1"}"#, .badMember, "name"),
    (#"{"t":"counts","ask":1,"types":{"a":-1}}"#, .badMember, "types"),
    (#"{"t":"counts","ask":1,"types":{"a":4611686018427387904,"b":4611686018427387904}}"#, .badMember, "types"),
    (#"{"t":"deleted","ask":1,"samples":[{"id":"x","type":"t"}]}"#, .badMember, "id"),
  ]

  @Test("what is no message is told", arguments: MessageTests.faults)
  func refused(_ text: String, _ kind: MessageFault.Kind, _ word: String) {
    guard case .unreadable(let fault) = PluginMessage(parsing: Array(text.utf8)) else {
      Issue.record("it is read as a message")
      return
    }
    #expect(fault.kind == kind)
    #expect(fault.word == word)
  }

  @Test("members that are not known, null and blanks change nothing") func tolerance() throws {
    let line = Array(#" { "new" : [{}] , "t" : "committed", "commit": 1e0, "anchor": null , "durable":true} "#.utf8)
    #expect(PluginMessage(parsing: line) == .committed(1, anchor: nil, isDurable: true))
  }

  @Test("no bytes trap") func anyBytes() {
    var random = SystemRandomNumberGenerator()
    let pieces = Array(#"{}[]:,"\ u0041-1.e+truefalsn"#.utf8) + [0, 0x0A, 0x80, 0xC3, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in pieces.randomElement(using: &random) ?? 0 }
      _ = PluginMessage(parsing: bytes)
      _ = HostMessage(parsing: bytes)
    }
  }
}
