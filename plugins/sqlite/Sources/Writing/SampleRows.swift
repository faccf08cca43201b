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

  /// How many samples go into one statement.
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
  static func many(
    _ job: RowAppend, _ texts: BatchTexts, isAnyScattered: Bool, commit: Int64
  ) throws -> SampleRows {
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
    statement = try PreparedStatement(
      Self.sql(verb, columns, rows: count, conflict: conflict), ids: count, in: job.db)
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
