import HealthModel

/// Inserts samples in the order of the key they are clustered by, with numbers and slices of the batch bound uncopied.
struct SampleWriter {
  private let job: BatchAppend
  private let statement: PreparedStatement

  /// A row of the batch by its key.
  private struct Place: Comparable {
    var type: Int64
    var start: Int64
    var id: SampleID
    var row: Int

    static func < (left: Place, right: Place) -> Bool {
      if left.type != right.type { return left.type < right.type }
      if left.start != right.start { return left.start < right.start }
      if left.id != right.id { return left.id < right.id }
      return left.row < right.row
    }
  }

  init(_ job: BatchAppend) throws {
    self.job = job
    statement = try PreparedStatement(
      """
      INSERT INTO assay_samples (
        type, start_us, id, end_us, value, start_offset, end_offset, created_us, created_offset,
        source, device, subject, origin, digest, batch, metadata, original, unknown
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
      ON CONFLICT (type, start_us, id) DO NOTHING
      """, in: job.db)
  }

  /// Inserts what is new or will tell; of equal ids the first in input order is stored, the others are duplicates.
  func insert(_ fates: inout [Fate], batch number: Int64) throws {
    var places: [Place] = []
    places.reserveCapacity(fates.count)
    for row in fates.indices where fates[row] == .open || fates[row] == .new {
      let key = job.key(row)
      places.append(Place(type: key.type, start: key.start, id: key.id, row: row))
    }
    places.sort()
    statement.bind(15, number)
    var repeated = RepeatedBindings(statement)
    try job.batch.arena.withUnsafeBytes { arena in
      for place in places {
        bind(place, arena, &repeated)
        try statement.run()
        fates[place.row] = statement.changes == 1 ? .new : .duplicate
      }
    }
  }

  private func bind(_ place: Place, _ arena: UnsafeRawBufferPointer, _ repeated: inout RepeatedBindings) {
    let row = place.row
    repeated.bind(1, place.type)
    statement.bind(2, place.start)
    statement.bind(3, place.id)
    bindTime(4, job.batch.start[row] == SampleBatch.noTime ? SampleBatch.noTime : job.batch.end[row])
    bindValue(row, arena)
    repeated.bind(6, minutes(job.batch.startOffset[row]))
    repeated.bind(7, minutes(job.batch.endOffset[row]))
    bindTime(8, job.batch.created[row])
    repeated.bind(9, minutes(job.batch.createdOffset[row]))
    repeated.bind(10, number(job.batch.source[row], job.sources))
    repeated.bind(11, number(job.batch.device[row], job.devices))
    repeated.bind(12, number(job.batch.subject[row], job.subjects))
    repeated.bind(13, number(job.batch.origin[row], job.origins))
    repeated.bind(14, job.batch.isGivenID[row] ? Int64(bitPattern: job.batch.digest[row]) : nil)
    statement.bind(16, job.batch.metadata[row], in: arena)
    statement.bind(17, job.batch.original[row], in: arena)
    statement.bind(18, job.batch.unknown[row], in: arena)
  }

  private func bindValue(_ row: Int, _ arena: UnsafeRawBufferPointer) {
    switch job.plans[Int(job.batch.type[row])].value {
    case .number: statement.bind(5, real: job.batch.value[row])
    case .cases(let cases):
      let item = Int(job.batch.enumCase[row])
      guard item >= 0, item < cases.count else { return statement.bindNull(5) }
      if let raw = cases[item].raw {
        statement.bind(5, raw)
      } else {
        statement.bind(5, copying: cases[item].name)
      }
    case .text: statement.bind(5, job.batch.text[row], in: arena)
    case .absent: statement.bindNull(5)
    }
  }

  private func minutes(_ offset: Int16) -> Int64? { offset == SampleBatch.noOffset ? nil : Int64(offset) }

  private func number(_ place: Int32, _ numbers: [Int64]) -> Int64? { place < 0 ? nil : numbers[Int(place)] }

  private func bindTime(_ index: Int32, _ time: Int64) {
    if time == SampleBatch.noTime { statement.bindNull(index) } else { statement.bind(index, time) }
  }
}

/// Numbers that most rows have from the row before: a parameter keeps its value until it is bound again.
private struct RepeatedBindings {
  private let statement: PreparedStatement
  private var values = InlineArray<15, Int64?>(repeating: nil)
  private var isBound = InlineArray<15, Bool>(repeating: false)

  init(_ statement: PreparedStatement) { self.statement = statement }

  /// Binds a number, or NULL for none, unless it is bound already.
  mutating func bind(_ index: Int32, _ value: Int64?) {
    let place = Int(index)
    if isBound[place], values[place] == value { return }
    values[place] = value
    isBound[place] = true
    statement.bind(index, optional: value)
  }
}
