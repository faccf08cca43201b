import HealthModel

/// A statement that inserts one sample or many, with numbers and slices of the batch bound uncopied.
///
/// A statement of many rows opens the table and its index once, goes on where the row before it went, and has only the
/// columns that one of the batch's samples has a value for: the others are NULL without being bound.
struct SampleRows {
  private let job: RowAppend
  private let texts: BatchTexts
  private let commit: Int64
  private let statement: PreparedStatement
  /// For each column its place among those of a row; -1 for what the statement does not have.
  private let places: [Int]
  private let width: Int
  /// The value that each parameter is bound to; it keeps its value until it is bound again, and most rows repeat
  /// numbers.
  private var bound: [Bound]
  /// Where the parameters begin of the row that is being bound.
  private var first = 0

  private enum Bound: Equatable {
    case unknown, null
    case number(Int64)
  }

  static let manyCount = 64

  /// One sample at a time, which is left alone when it is there already.
  static func one(_ job: RowAppend, _ texts: BatchTexts, commit: Int64) throws -> SampleRows {
    try SampleRows(
      job, texts, commit, 1, SampleTableColumn.allCases, verb: "INSERT",
      conflict: " ON CONFLICT (type, start_us, id) DO NOTHING")
  }

  /// Many samples, up to the first that is there already.
  ///
  /// It keeps what it inserted before that sample: a statement that took all of it back would copy each page before the
  /// first change to it.
  ///
  /// - Returns: the statement, with the columns that the batch needs.
  /// - Throws: `DatabaseError`.
  static func many(_ job: RowAppend, _ texts: BatchTexts, isAnyScattered: Bool, commit: Int64) throws -> SampleRows {
    let columns = SampleTableColumn.allCases.filter { $0 == .scattered ? isAnyScattered : $0.isUsed(in: job.batch) }
    return try SampleRows(job, texts, commit, manyCount, columns, verb: "INSERT OR FAIL", conflict: "")
  }

  private init(
    _ job: RowAppend, _ texts: BatchTexts, _ commit: Int64, _ count: Int, _ columns: [SampleTableColumn],
    verb: String, conflict: String
  ) throws {
    self.job = job
    self.texts = texts
    self.commit = commit
    width = columns.count
    places = SampleTableColumn.allCases.map { columns.firstIndex(of: $0) ?? -1 }
    statement = try PreparedStatement(Self.sql(verb, columns, rows: count, conflict: conflict), ids: count, in: job.db)
    bound = Array(repeating: .unknown, count: count * columns.count)
  }

  /// The statement's text, with the parameters of a row after those of the row before.
  private static func sql(_ verb: String, _ columns: [SampleTableColumn], rows: Int, conflict: String) -> String {
    let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    return "\(verb) INTO assay_samples (\(columns.map(\.name).joined(separator: ", "))) VALUES "
      + Array(repeating: row, count: rows).joined(separator: ", ") + conflict
  }

  /// Binds a row of the batch, which the store knows by a key, as one of the statement's rows.
  mutating func bind(_ row: Int, _ key: SampleKey, at place: Int, _ arena: UnsafeRawBufferPointer) {
    first = place * width
    bind(.type, key.type)
    statement.bind(parameter(.start), key.start)
    statement.bind(parameter(.id), key.id, slot: place)
    bind(.batch, commit)
    bind(.end, job.batch.start[row] == SampleBatch.noTime ? nil : job.batch.end[row])
    bindValue(row, arena)
    bind(.startOffset, minutes(job.batch.startOffset[row]))
    bind(.endOffset, minutes(job.batch.endOffset[row]))
    bind(.created, job.batch.created[row] == SampleBatch.noTime ? nil : job.batch.created[row])
    bind(.createdOffset, minutes(job.batch.createdOffset[row]))
    bind(.source, number(job.batch.source[row], texts.sources))
    bind(.device, number(job.batch.device[row], texts.devices))
    bind(.subject, number(job.batch.subject[row], texts.subjects))
    bind(.origin, number(job.batch.origin[row], texts.origins))
    bind(.digest, job.batch.isGivenID[row] ? Int64(bitPattern: job.batch.digest[row]) : nil)
    bind(.metadata, job.batch.metadata[row], in: arena)
    bind(.original, job.batch.original[row], in: arena)
    bind(.unknown, job.batch.unknown[row], in: arena)
    bind(.scattered, job.isScattered(row, key) ? 1 : nil)
  }

  /// Inserts what is bound; returns how many samples were not there.
  func run() throws -> Int {
    try statement.run()
    return statement.changes
  }

  /// Inserts what is bound, up to the first sample that is there already or is met twice; returns how many it inserted.
  func runUntilStored() throws -> Int {
    do {
      try statement.run()
    } catch let error as DatabaseError where error.isConstraint {
      statement.reset()
    }
    return statement.changes
  }

  /// The number of a parameter of the row that is being bound; the statement has its column.
  private func parameter(_ column: SampleTableColumn) -> Int32 { Int32(first + places[column.rawValue] + 1) }

  /// Binds a number, or NULL for none, unless it is bound already.
  ///
  /// A column that the statement lacks is NULL.
  private mutating func bind(_ column: SampleTableColumn, _ value: Int64?) {
    let place = places[column.rawValue]
    guard place >= 0 else { return }
    let new: Bound = value.map { .number($0) } ?? .null
    if bound[first + place] == new { return }
    bound[first + place] = new
    statement.bind(Int32(first + place + 1), optional: value)
  }

  private mutating func bind(_ column: SampleTableColumn, _ text: ByteRange, in arena: UnsafeRawBufferPointer) {
    if text.isEmpty { return bind(column, nil) }
    statement.bind(unknown(column), text, in: arena)
  }

  /// The number of a parameter that is bound to what is not remembered.
  private mutating func unknown(_ column: SampleTableColumn) -> Int32 {
    bound[first + places[column.rawValue]] = .unknown
    return parameter(column)
  }

  private mutating func bindValue(_ row: Int, _ arena: UnsafeRawBufferPointer) {
    switch job.plans[Int(job.batch.type[row])].value {
    case .number: statement.bind(unknown(.value), real: job.batch.value[row])
    case .cases(let cases):
      let item = Int(job.batch.enumCase[row])
      guard item >= 0, item < cases.count else { return bind(.value, nil) }
      if let raw = cases[item].raw { return bind(.value, raw) }
      statement.bind(unknown(.value), copying: cases[item].name)
    case .text, .parts: bind(.value, job.batch.text[row], in: arena)
    case .absent: bind(.value, nil)
    }
  }

  private func minutes(_ offset: Int16) -> Int64? { offset == SampleBatch.noOffset ? nil : Int64(offset) }

  private func number(_ place: Int32, _ numbers: [Int64]) -> Int64? { place < 0 ? nil : numbers[Int(place)] }
}

/// The columns of `assay_samples`, in the order in which rows are bound.
enum SampleTableColumn: Int, CaseIterable {
  case type, start, id, batch, end, value
  case startOffset, endOffset, created, createdOffset
  case source, device, subject, origin
  case digest, metadata, original, unknown, scattered

  var name: String {
    switch self {
    case .type: "type"
    case .start: "start_us"
    case .id: "id"
    case .batch: "batch"
    case .end: "end_us"
    case .value: "value"
    case .startOffset: "start_offset"
    case .endOffset: "end_offset"
    case .created: "created_us"
    case .createdOffset: "created_offset"
    case .source: "source"
    case .device: "device"
    case .subject: "subject"
    case .origin: "origin"
    case .digest: "digest"
    case .metadata: "metadata"
    case .original: "original"
    case .unknown: "unknown"
    case .scattered: "scattered"
    }
  }

  func isUsed(in batch: SampleBatch) -> Bool {
    switch self {
    case .type, .start, .id, .batch, .end, .value, .scattered: true
    case .startOffset: batch.startOffset.contains { $0 != SampleBatch.noOffset }
    case .endOffset: batch.endOffset.contains { $0 != SampleBatch.noOffset }
    case .created: batch.created.contains { $0 != SampleBatch.noTime }
    case .createdOffset: batch.createdOffset.contains { $0 != SampleBatch.noOffset }
    case .source: batch.source.contains { $0 >= 0 }
    case .device: batch.device.contains { $0 >= 0 }
    case .subject: batch.subject.contains { $0 >= 0 }
    case .origin: batch.origin.contains { $0 >= 0 }
    case .digest: batch.isGivenID.contains(true)
    case .metadata: batch.metadata.contains { !$0.isEmpty }
    case .original: batch.original.contains { !$0.isEmpty }
    case .unknown: batch.unknown.contains { !$0.isEmpty }
    }
  }
}

/// The store's numbers of the texts that samples of a batch share.
///
/// A text gets its number with the first sample that has it and is stored, in input order. The store does not keep a
/// text that came with duplicates and conflicts only: no deletion of samples would find it.
struct BatchTexts {
  private(set) var sources: [Int64]
  private(set) var devices: [Int64]
  private(set) var subjects: [Int64]
  private(set) var origins: [Int64]

  /// Looks the texts up and adds those that will be needed.
  ///
  /// - Throws: `DatabaseError`.
  init(_ job: RowAppend, _ outcomes: inout [RowOutcome], _ caches: inout StoreCaches) throws {
    let batch = job.batch
    sources = try caches.sources.known(batch.sources, in: batch.arena, job.db)
    devices = try caches.devices.known(batch.devices, in: batch.arena, job.db)
    subjects = try caches.subjects.known(batch.subjects, in: batch.arena, job.db)
    origins = try caches.origins.known(batch.origins, in: batch.arena, job.db)
    guard sources.contains(0) || devices.contains(0) || subjects.contains(0) || origins.contains(0) else { return }
    for row in outcomes.indices where (outcomes[row] == .open || outcomes[row] == .new) && lacksText(of: row, batch) {
      if outcomes[row] == .open, try KeyLookup.isStored(job.key(row), in: job.db) {
        outcomes[row] = .duplicate
      } else {
        try add(row, batch, &caches, job.db)
      }
    }
  }

  private func lacksText(of row: Int, _ batch: SampleBatch) -> Bool {
    Self.lacks(batch.source[row], sources) || Self.lacks(batch.device[row], devices)
      || Self.lacks(batch.subject[row], subjects) || Self.lacks(batch.origin[row], origins)
  }

  private static func lacks(_ place: Int32, _ numbers: [Int64]) -> Bool { place >= 0 && numbers[Int(place)] == 0 }

  private mutating func add(_ row: Int, _ batch: SampleBatch, _ caches: inout StoreCaches, _ db: Database) throws {
    try Self.add(batch.source[row], of: batch.sources, in: batch.arena, to: &sources, &caches.sources, db)
    try Self.add(batch.device[row], of: batch.devices, in: batch.arena, to: &devices, &caches.devices, db)
    try Self.add(batch.subject[row], of: batch.subjects, in: batch.arena, to: &subjects, &caches.subjects, db)
    try Self.add(batch.origin[row], of: batch.origins, in: batch.arena, to: &origins, &caches.origins, db)
  }

  private static func add(
    _ place: Int32, of texts: InternTable, in arena: [UInt8], to numbers: inout [Int64], _ known: inout InternedTexts,
    _ db: Database
  ) throws {
    guard lacks(place, numbers) else { return }
    numbers[Int(place)] = try known.add(texts.ranges[Int(place)], in: arena, db)
  }
}
