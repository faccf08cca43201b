import Foundation
import GRDB
import HealthModel
import HealthStorage
import HealthUnits
import SQLiteStore

/// A folder for one test's store, removed with the value that holds it.
final class Place {
  let folder: String
  var path: String { folder + "/health.db" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/assay-sqlite-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(
    _ registry: Registry, isReadOnly: Bool = false, wait: Int = 200
  ) async throws(StorageError) -> any StorageBackend {
    try await SQLitePlugin.factory.open(
      StorageURL(scheme: "sqlite", location: path), registry,
      StorageOptions(isReadOnly: isReadOnly, waitMilliseconds: wait))
  }

  /// The bytes of the store's file.
  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  func write(_ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

  /// The names of the files in the folder.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  /// The rows of a query as a person's tool would see them, each value as text, NULL as `nil`.
  func rows(_ sql: String) throws -> [[String: String]] {
    let queue = try DatabaseQueue(path: path)
    let rows = try queue.inDatabase { db in
      try Row.fetchAll(db, sql: sql).map { row in
        var texts: [String: String] = [:]
        for (column, value) in row { texts[column] = Self.text(value) }
        return texts
      }
    }
    try queue.close()
    return rows
  }

  /// Runs SQL as another program would.
  func run(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text
    case .blob(let data): data.map { String($0, radix: 16) }.joined()
    }
  }
}

/// The types of these tests.
enum Types {
  static func quantity(
    _ id: String, _ unit: String, _ aggregation: AggregationStyle = .discreteArithmetic
  ) throws -> TypeDefinition {
    TypeDefinition(
      id: id, kind: .quantity, title: id,
      shape: .quantity(QuantityShape(unit: try UnitOfMeasure(unit), aggregation: aggregation)))
  }

  static func category(_ id: String, _ cases: [EnumCase]) -> TypeDefinition {
    TypeDefinition(id: id, kind: .category, title: id, shape: .category(EnumDefinition(id: id, cases: cases)))
  }

  static let sleepCases = [
    EnumCase(name: "inBed", raw: 0), EnumCase(name: "asleep", raw: 1), EnumCase(name: "dozing", raw: nil),
  ]

  static func all() throws -> [TypeDefinition] {
    [
      try quantity("heartRate", "count/min", .discreteTemporallyWeighted),
      try quantity("stepCount", "count", .cumulative),
      try quantity("bloodPressureSystolic", "mmHg"),
      try quantity("bloodPressureDiastolic", "mmHg"),
      category("sleepAnalysis", sleepCases),
      TypeDefinition(
        id: "biologicalSex", kind: .characteristic, title: "Sex",
        shape: .characteristic(
          .values(
            EnumDefinition(id: "sex", cases: [EnumCase(name: "female", raw: 1), EnumCase(name: "male", raw: 2)])))),
      TypeDefinition(id: "dateOfBirth", kind: .characteristic, title: "Birth", shape: .characteristic(.date)),
      TypeDefinition(
        id: "bloodPressure", kind: .correlation, title: "Blood pressure",
        shape: .correlation([
          CorrelationMember(role: "bloodPressureSystolic", type: "bloodPressureSystolic", minimum: 1, maximum: 1),
          CorrelationMember(role: "bloodPressureDiastolic", type: "bloodPressureDiastolic", minimum: 1, maximum: 1),
          CorrelationMember(role: "standing", type: "heartRate", minimum: 0, maximum: 1),
        ])),
    ]
  }

  static func registry(_ types: [TypeDefinition]? = nil) throws -> Registry {
    try Registry(types: types ?? all())
  }
}

/// A sample before it is put in a batch.
struct Draft {
  var type: String
  var start: Int64?
  var end: Int64?
  var value = 0.0
  var caseName: String?
  var text: String?
  /// A given id; without one the id follows from the content.
  var given: SampleID?
  var source: String?
  var device: String?
  var subject: String?
  var origin: String?
  var metadata: String?
  var original: String?
  var unknown: String?
  var created: Int64?
  var offset: Int16 = 0
  var role: Int32 = -1
  var members: [Draft] = []

  init(_ type: String, at start: Int64? = 0, lasting length: Int64 = 0, value: Double = 0) {
    self.type = type
    self.start = start
    self.end = start.map { $0 + length }
    self.value = value
  }

  /// A change to a copy.
  func with(_ change: (inout Draft) -> Void) -> Draft {
    var copy = self
    change(&copy)
    return copy
  }

  static func pressure(_ systolic: Double, _ diastolic: Double, at start: Int64) -> Draft {
    var head = Draft("bloodPressure", at: start)
    head.members = [
      Draft("bloodPressureSystolic", at: start, value: systolic).with { $0.role = 0 },
      Draft("bloodPressureDiastolic", at: start, value: diastolic).with { $0.role = 1 },
    ]
    return head
  }

  /// A number that stands for the identity fields.
  var digest: UInt64 {
    var parts: [String] = [type, "\(start ?? 0)", "\(end ?? 0)", "\(value)"]
    for part in [caseName, text, source, subject, metadata] { parts.append(part ?? "") }
    for member in members { parts.append("\(member.role) \(member.id)") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\u{1F}").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  var id: SampleID {
    if let given { return given }
    let hash = digest
    let milliseconds = UInt64(max(0, start ?? 0) / 1000)
    return SampleID(
      high: milliseconds << 16 | 0x8000 | (hash & 0xFFF),
      low: 0x8000_0000_0000_0000 | (hash &* 0x9E37_79B9_7F4A_7C15) >> 2)
  }
}

extension SampleBatch {
  init(_ drafts: [Draft], _ registry: Registry) {
    self.init()
    for draft in drafts {
      let head = Int32(count)
      append(draft, registry, correlation: -1)
      for member in draft.members { append(member, registry, correlation: head) }
    }
  }

  private mutating func append(_ draft: Draft, _ registry: Registry, correlation parent: Int32) {
    let index = registry.typeIndex(named: draft.type) ?? -1
    type.append(Int32(index))
    start.append(draft.start ?? Self.noTime)
    end.append(draft.end ?? Self.noTime)
    created.append(draft.created ?? Self.noTime)
    startOffset.append(draft.start == nil ? Self.noOffset : draft.offset)
    endOffset.append(draft.start == nil ? Self.noOffset : draft.offset)
    createdOffset.append(draft.created == nil ? Self.noOffset : draft.offset)
    value.append(draft.value)
    enumCase.append(Self.place(of: draft.caseName, in: registry.types[index]))
    id.append(draft.id)
    isGivenID.append(draft.given != nil)
    digest.append(draft.digest)
    correlation.append(parent)
    role.append(draft.role)
    record.append(.empty)
    text.append(keep(draft.text))
    metadata.append(keep(draft.metadata))
    original.append(keep(draft.original))
    unknown.append(keep(draft.unknown))
    source.append(Self.intern(draft.source, &sources, &arena))
    device.append(Self.intern(draft.device, &devices, &arena))
    subject.append(Self.intern(draft.subject, &subjects, &arena))
    origin.append(Self.intern(draft.origin, &origins, &arena))
  }

  private static func place(of name: String?, in type: TypeDefinition) -> Int32 {
    switch type.shape {
    case .category(let list), .characteristic(.values(let list)):
      Int32(list.cases.firstIndex { $0.name == name } ?? -1)
    case .quantity, .characteristic, .correlation: -1
    }
  }

  private mutating func keep(_ text: String?) -> ByteRange {
    let begin = arena.count
    arena.append(contentsOf: (text ?? "").utf8)
    return ByteRange(begin..<arena.count)
  }

  private static func intern(_ text: String?, _ table: inout InternTable, _ arena: inout [UInt8]) -> Int32 {
    guard let text else { return -1 }
    let begin = arena.count
    arena.append(contentsOf: text.utf8)
    return table.intern(from: begin, in: &arena)
  }
}

/// A sample as a query answers it, in a form that two stores can be compared by.
struct Answer: Hashable, CustomStringConvertible {
  var type: Int32
  var times: [Int64]
  var offsets: [Int16]
  var value: Double
  var enumCase: Int32
  var id: SampleID
  /// The digest of a given id; a derived one needs none.
  var digest: UInt64?
  var texts: [String]
  /// The correlation that the sample stands in, and its role there.
  var parent: SampleID?
  var role: Int32?

  var description: String { "\(type) \(times) \(value) \(enumCase) \(id) \(texts) in \(parent?.description ?? "-")" }

  static func all(in batch: SampleBatch) -> [Answer] {
    (0..<batch.count).map { row in
      let parent = batch.correlation[row]
      func shared(_ number: Int32, _ table: InternTable) -> String {
        number < 0 ? "" : batch.string(table.ranges[Int(number)])
      }
      return Answer(
        type: batch.type[row], times: [batch.start[row], batch.end[row], batch.created[row]],
        offsets: [batch.startOffset[row], batch.endOffset[row], batch.createdOffset[row]], value: batch.value[row],
        enumCase: batch.enumCase[row], id: batch.id[row], digest: batch.isGivenID[row] ? batch.digest[row] : nil,
        texts: [
          batch.string(batch.text[row]), batch.string(batch.metadata[row]), batch.string(batch.original[row]),
          batch.string(batch.unknown[row]), shared(batch.source[row], batch.sources),
          shared(batch.device[row], batch.devices), shared(batch.subject[row], batch.subjects),
          shared(batch.origin[row], batch.origins),
        ],
        parent: parent < 0 ? nil : batch.id[Int(parent)], role: parent < 0 ? nil : batch.role[row])
    }
  }
}

extension StorageBackend {
  func answers(_ query: SampleQuery = SampleQuery()) async throws -> [Answer] {
    var answers: [Answer] = []
    try await self.query(query) { batch in
      answers += Answer.all(in: batch)
      return true
    }
    return answers
  }

  /// Appends samples, telling what became of them.
  func append(_ drafts: [Draft], _ registry: Registry) async throws -> [AppendReceipt.Outcome] {
    try await append(SampleBatch(drafts, registry)).outcomes
  }

  /// Commits with a progress that says nothing.
  func commit(_ input: String = "/in.ndjson") async throws {
    try await commit(ImportProgress(input: input, path: "in.ndjson", catalogHash: "c", version: "1"))
  }
}

/// An id that came with a sample.
func uuid(_ number: UInt64) -> SampleID {
  let mixed = number &* 0x9E37_79B9_7F4A_7C15
  return SampleID(high: (mixed & ~0xF000) | 0x4000, low: 0x8000_0000_0000_0000 | number)
}

// The fates, as the tests write them.
let accepted = AppendReceipt.Outcome.accepted
let duplicate = AppendReceipt.Outcome.duplicate
let conflict = AppendReceipt.Outcome.conflict
