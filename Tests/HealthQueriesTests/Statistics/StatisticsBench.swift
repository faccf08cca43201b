import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// A store in memory with samples that are written in short: `steps 100 2026-01-01T08:00 +10m watch zone=Asia/Tokyo`.
struct StatisticsBench {
  /// A sample as columns want it.
  struct Draft: Sendable {
    var type: String
    var value = 0.0
    var enumCase: Int32 = -1
    var start: Int64 = 0
    var end: Int64 = 0
    var source: String?
    var subject: String?
    var zone: String?
    var offset: Int16 = 0
  }

  let store: HealthStore

  /// Stores samples; the later ones have the greater ids.
  init(_ drafts: [Draft]) async throws {
    let registry = try Self.registry()
    let memory = MemoryStore(registry: registry)
    var batch = SampleBatch(of: registry)
    for (number, draft) in drafts.enumerated() { Self.append(draft, number, to: &batch, registry) }
    let made = batch
    _ = try await memory.write { transaction in try await transaction.append(made) }
    store = HealthStore(memory)
  }

  init(_ lines: [String]) async throws {
    let registry = try Self.registry()
    try await self.init(lines.map { try Self.draft($0, registry) })
  }

  /// Types of every kind and aggregation style.
  static func registry() throws -> Registry {
    var sleep = TypeDefinition(
      id: "sleep", title: "Sleep",
      shape: .category(
        EnumDefinition(
          id: "sleep",
          cases: [
            EnumCase(name: "deep", raw: 4), EnumCase(name: "inBed", raw: 0), EnumCase(name: "core", raw: 3),
          ])))
    sleep.sessionCase = "inBed"
    return try Registry(types: [
      quantity("steps", "count", .cumulative), quantity("energy", "kcal", .cumulative),
      quantity("mass", "kg", .discreteArithmetic), quantity("temperature", "degC", .discreteArithmetic),
      quantity("pulse", "count/min", .discreteTemporallyWeighted),
      quantity("noise", "dBASPL", .discreteEquivalentContinuousLevel), sleep,
      TypeDefinition(
        id: "pressure", title: "Pressure",
        shape: .correlation([CorrelationMember(role: "pulse", type: "pulse", minimum: 0, maximum: 1)])),
      TypeDefinition(id: "birth", title: "Birth", shape: .characteristic(.text(.date))),
    ])
  }

  private static func quantity(_ id: String, _ unit: String, _ style: AggregationStyle) throws -> TypeDefinition {
    TypeDefinition(
      id: id, title: id,
      shape: .quantity(QuantityShape(unit: try UnitOfMeasure(unit), aggregation: style)))
  }

  /// The sources, with what their samples say of themselves.
  static let sources = [
    "watch": #"{"bundle":"com.apple.health.1","name":"Watch","product":"Watch6,7"}"#,
    "phone": #"{"bundle":"com.apple.health.2","name":"Phone","product":"iPhone15,2"}"#,
    "app": #"{"bundle":"com.example.app","name":"App"}"#,
  ]

  // MARK: - Samples

  struct Unreadable: Error { var text: String }

  /// Microseconds of `2026-01-01T08:00`, in UTC unless an offset follows.
  static func moment(_ text: String) throws -> Instant {
    let isLocal = text.dropFirst(16).isEmpty
    let bytes = Array((isLocal ? text + ":00Z" : text.prefix(16) + ":00" + text.dropFirst(16)).utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json) else {
      throw Unreadable(text: text)
    }
    return reading.instant
  }

  private static func draft(_ line: String, _ registry: Registry) throws -> Draft {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 3, let type = registry.type(named: words[0]) else { throw Unreadable(text: line) }
    var draft = Draft(type: words[0])
    if case .category(let list) = type.shape {
      draft.enumCase = Int32(list.cases.firstIndex { $0.name == words[1] } ?? -1)
    } else {
      draft.value = Double(words[1]) ?? .nan
    }
    let start = try moment(words[2])
    (draft.start, draft.offset) = (start.microseconds, start.offset)
    draft.end = draft.start
    for word in words.dropFirst(3) {
      if word.hasPrefix("+"), let length = Int64(word.dropFirst().dropLast()) {
        draft.end += length * (word.hasSuffix("h") ? 60 : 1) * 60_000_000
      } else if word.hasPrefix("zone=") {
        draft.zone = String(word.dropFirst(5))
      } else if word.hasPrefix("of=") {
        draft.subject = String(word.dropFirst(3))
      } else {
        draft.source = word
      }
    }
    return draft
  }

  private static func append(_ draft: Draft, _ number: Int, to batch: inout SampleBatch, _ registry: Registry) {
    var row = SampleRow(
      type: Int32(registry.typeIndex(named: draft.type) ?? -1), id: SampleID(high: 0x4000, low: UInt64(number + 1)))
    row.start = draft.start
    row.end = draft.end
    row.startOffset = draft.offset
    row.endOffset = draft.offset
    row.value = draft.value
    row.enumCase = draft.enumCase
    row.isGivenID = true
    row.digest = UInt64(number)
    let source = draft.source.flatMap { sources[$0] }
    row.source = source.map { intern($0, &batch.sources, &batch.arena) } ?? -1
    row.subject = draft.subject.map { intern($0, &batch.subjects, &batch.arena) } ?? -1
    let start = batch.arena.count
    if let zone = draft.zone { batch.arena += Array(#"{"HKTimeZone":"\#(zone)"}"#.utf8) }
    row.metadata = ByteRange(start..<batch.arena.count)
    batch.append(row)
  }

  private static func intern(_ text: String, _ table: inout InternTable, _ arena: inout [UInt8]) -> Int32 {
    let start = arena.count
    arena += Array(text.utf8)
    return table.intern(from: start, in: &arena)
  }

  // MARK: - Answers

  /// Statistics in one line each: `01-01T08:00 n=2 sum=150 60m`.
  static func text(_ collection: StatisticsCollection) -> [String] { collection.statistics.map(text) }

  private static func text(_ statistics: Statistics) -> String {
    var parts = [moment(statistics.start)]
    parts += [statistics.subject, statistics.source, statistics.value].compactMap { $0 }
    parts.append("n=\(statistics.count)")
    let values = [
      ("sum", statistics.sum), ("avg", statistics.average), ("min", statistics.minimum), ("max", statistics.maximum),
    ]
    for (name, value) in values { if let value { parts.append("\(name)=\(number(value))") } }
    if let recent = statistics.mostRecent, let start = statistics.mostRecentStart {
      parts.append("last=\(number(recent))@\(moment(start))")
    }
    if statistics.duration != 0 { parts.append("\(statistics.duration / 60_000_000)m") }
    return parts.joined(separator: " ")
  }

  /// `01-01T08:00`.
  private static func moment(_ time: Int64) -> String {
    String(TimestampWriter.string(time).dropFirst(5).prefix(11))
  }

  private static func number(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
