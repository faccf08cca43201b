import HealthModel

/// A statement that inserts one sample or many, with numbers and slices of the batch bound uncopied.
///
/// A statement of many rows opens the table and its index once, and goes on where the row before it went.
struct SampleRows {
  private let job: BatchAppend
  /// The commit that the samples belong to.
  private let commit: Int64
  private let statement: PreparedStatement
  /// What each parameter is bound to; it keeps its value until it is bound again, and most rows repeat numbers.
  private var bound: [Bound]

  private enum Bound: Equatable {
    case unknown, null
    case number(Int64)
  }

  private static let columns = [
    "type", "start_us", "id", "end_us", "value", "start_offset", "end_offset", "created_us", "created_offset",
    "source", "device", "subject", "origin", "digest", "metadata", "original", "unknown", "batch",
    "scattered",
  ]
  private static let single = sql(rows: 1, conflict: " ON CONFLICT (type, start_us, id) DO NOTHING")
  /// How many samples go into one statement.
  static let manyCount = 64
  private static let many = sql(rows: manyCount, conflict: "")

  /// One sample at a time, which is left alone when it is there already.
  static func one(_ job: BatchAppend, commit: Int64) throws -> SampleRows {
    try SampleRows(job, commit, 1, single)
  }

  /// Many samples, none of which may be there already.
  static func many(_ job: BatchAppend, commit: Int64) throws -> SampleRows {
    try SampleRows(job, commit, manyCount, many)
  }

  private init(_ job: BatchAppend, _ commit: Int64, _ count: Int, _ sql: String) throws {
    self.job = job
    self.commit = commit
    statement = try PreparedStatement(sql, ids: count, in: job.db)
    bound = Array(repeating: .unknown, count: count * Self.columns.count)
  }

  /// The statement's text, with the parameters of a row behind those of the row before.
  private static func sql(rows: Int, conflict: String) -> String {
    let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    return "INSERT INTO assay_samples (\(columns.joined(separator: ", "))) VALUES "
      + Array(repeating: row, count: rows).joined(separator: ", ") + conflict
  }

  /// Binds a row of the batch, which the store knows by a key, as one of the statement's rows.
  mutating func bind(_ row: Int, _ key: SampleKey, at place: Int, _ arena: UnsafeRawBufferPointer) {
    let first = place * Self.columns.count
    bind(first, key.type)
    statement.bind(Int32(first + 2), key.start)
    statement.bind(Int32(first + 3), key.id, slot: place)
    bind(first + 3, job.batch.start[row] == SampleBatch.noTime ? nil : job.batch.end[row])
    bindValue(first + 4, row, arena)
    bind(first + 5, minutes(job.batch.startOffset[row]))
    bind(first + 6, minutes(job.batch.endOffset[row]))
    bind(first + 7, job.batch.created[row] == SampleBatch.noTime ? nil : job.batch.created[row])
    bind(first + 8, minutes(job.batch.createdOffset[row]))
    bind(first + 9, number(job.batch.source[row], job.sources))
    bind(first + 10, number(job.batch.device[row], job.devices))
    bind(first + 11, number(job.batch.subject[row], job.subjects))
    bind(first + 12, number(job.batch.origin[row], job.origins))
    bind(first + 13, job.batch.isGivenID[row] ? Int64(bitPattern: job.batch.digest[row]) : nil)
    bind(first + 14, job.batch.metadata[row], in: arena)
    bind(first + 15, job.batch.original[row], in: arena)
    bind(first + 16, job.batch.unknown[row], in: arena)
    bind(first + 17, commit)
    bind(first + 18, job.isScattered(row, key) ? 1 : nil)
  }

  /// Inserts what is bound; returns how many samples were not there.
  func run() throws -> Int {
    try statement.run()
    return statement.changes
  }

  /// Inserts what is bound, or nothing when one of the samples is there already or is met twice.
  func runUnlessStored() throws -> Bool {
    do {
      try statement.run()
      return true
    } catch let error as DatabaseError where error.isConstraint {
      statement.reset()
      return false
    }
  }

  /// Binds a number, or NULL for none, unless it is bound already.
  private mutating func bind(_ index: Int, _ value: Int64?) {
    let new: Bound = value.map { .number($0) } ?? .null
    if bound[index] == new { return }
    bound[index] = new
    statement.bind(Int32(index + 1), optional: value)
  }

  private mutating func bind(_ index: Int, _ text: ByteRange, in arena: UnsafeRawBufferPointer) {
    if text.isEmpty { return bind(index, nil) }
    bound[index] = .unknown
    statement.bind(Int32(index + 1), text, in: arena)
  }

  private mutating func bindValue(_ index: Int, _ row: Int, _ arena: UnsafeRawBufferPointer) {
    let place = Int32(index + 1)
    switch job.plans[Int(job.batch.type[row])].value {
    case .number:
      bound[index] = .unknown
      statement.bind(place, real: job.batch.value[row])
    case .cases(let cases):
      let item = Int(job.batch.enumCase[row])
      guard item >= 0, item < cases.count else { return bind(index, nil) }
      if let raw = cases[item].raw { return bind(index, raw) }
      bound[index] = .unknown
      statement.bind(place, copying: cases[item].name)
    case .text: bind(index, job.batch.text[row], in: arena)
    case .absent: bind(index, nil)
    }
  }

  private func minutes(_ offset: Int16) -> Int64? { offset == SampleBatch.noOffset ? nil : Int64(offset) }

  private func number(_ place: Int32, _ numbers: [Int64]) -> Int64? { place < 0 ? nil : numbers[Int(place)] }
}
