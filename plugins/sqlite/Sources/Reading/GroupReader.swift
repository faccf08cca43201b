import HealthModel
import HealthStorage

/// Reads samples into batches, each correlation followed by its members.
struct GroupReader {
  private let scope: ReadScope
  /// The types' indexes in the registry by their numbers.
  private let types: [Int64: Int]
  private var builder: BatchBuilder

  init(_ scope: ReadScope) {
    self.scope = scope
    types = scope.stored.indexes
    builder = BatchBuilder(in: scope.db, registry: scope.registry, plans: scope.plans)
  }

  /// Whether no sample has been read since the last batch was taken.
  var isEmpty: Bool { builder.count == 0 }

  /// Whether the batch is large enough to be passed on.
  var isFull: Bool { builder.isFull }

  /// The batch so far, leaving an empty one.
  mutating func take() -> SampleBatch { builder.take() }

  /// Appends the sample in a statement's current row, with its members.
  mutating func append(_ head: PreparedStatement, type: Int) throws {
    let row = Int32(truncatingIfNeeded: builder.count)
    try builder.append(head, type: type)
    if case .absent = scope.plans[type].value { try appendMembers(of: head, type, row) }
  }

  private mutating func appendMembers(of head: PreparedStatement, _ type: Int, _ row: Int32) throws {
    guard let id = head.sampleID(SampleColumn.id) else { return }
    let members = try PreparedStatement(
      """
      SELECT \(SelectStatement.columns), m.member_type, m.role
      FROM assay_members m CROSS JOIN assay_samples s
        ON s.type = m.member_type AND s.start_us = m.member_start_us AND s.id = m.member_id
      WHERE m.correlation_type = ?1 AND m.correlation_start_us = ?2 AND m.correlation_id = ?3 ORDER BY m.position
      """, in: scope.db)
    members.bind(1, scope.stored.numbers[type])
    members.bind(2, head.integer(SampleColumn.start))
    members.bind(3, id)
    while try members.step() {
      let name = members.text(SampleColumn.memberRole)
      guard let member = types[members.integer(SampleColumn.memberType)],
        let role = scope.plans[type].roles.firstIndex(of: name)
      else {
        throw StorageError(
          .incompatible,
          "the store has samples of \(scope.registry.types[type].id) with the member \(TextEscaping.escaped(name)), "
            + "which is no longer part of it", hint: "give the definition its former members back")
      }
      try builder.append(members, type: member, correlation: row, role: Int32(truncatingIfNeeded: role))
    }
  }
}

/// Turns rows of a store back into batches of samples.
struct BatchBuilder {
  private let db: Database
  private let registry: Registry
  private let plans: [TypeCoding]
  private var batch: SampleBatch
  private var heads = 0
  private var sources = TextColumn("SELECT json FROM assay_sources WHERE id = ?1")
  private var devices = TextColumn("SELECT json FROM assay_devices WHERE id = ?1")
  private var subjects = TextColumn("SELECT name FROM assay_subjects WHERE id = ?1")
  private var origins = TextColumn("SELECT name FROM assay_origins WHERE id = ?1")
  /// For each type read so far, the places of its cases by raw value and by name.
  private var cases: [Int: CaseIndexes] = [:]

  private struct CaseIndexes {
    var byRaw: [Int64: Int32] = [:]
    var byName: [String: Int32] = [:]
  }

  init(in db: Database, registry: Registry, plans: [TypeCoding]) {
    self.db = db
    self.registry = registry
    self.plans = plans
    batch = SampleBatch(of: registry)
  }

  /// The row of the next sample.
  var count: Int { batch.count }

  /// Whether the batch is large enough to be passed on: by samples, members included, or by text.
  var isFull: Bool { heads >= 4096 || batch.count >= 16_384 || batch.arena.count >= 1 << 22 }

  /// The batch so far, leaving an empty one.
  mutating func take() -> SampleBatch {
    let result = batch
    batch = SampleBatch(of: registry)
    heads = 0
    sources.forgetPlaces()
    devices.forgetPlaces()
    subjects.forgetPlaces()
    origins.forgetPlaces()
    return result
  }

  /// Appends the sample in a statement's current row: its type by index in the registry, and for a member the row of
  /// its correlation and the index of its role.
  mutating func append(_ row: PreparedStatement, type: Int, correlation: Int32 = -1, role: Int32 = -1) throws {
    guard let id = row.sampleID(SampleColumn.id) else {
      throw StorageError(.corrupt, "the store has a sample of \(registry.types[type].id) without a whole id")
    }
    if correlation < 0 { heads += 1 }
    var sample = SampleRow(type: Int32(truncatingIfNeeded: type), id: id)
    try readValue(row, of: &sample)
    sample.correlation = correlation
    sample.role = role
    if !row.isNull(SampleColumn.end) {
      (sample.start, sample.end) = try row.times(SampleColumn.start, SampleColumn.end)
    }
    if !row.isNull(SampleColumn.created) {
      sample.created = try row.times(SampleColumn.created, SampleColumn.created).start
    }
    sample.startOffset = offset(row, SampleColumn.startOffset)
    sample.endOffset = offset(row, SampleColumn.endOffset)
    sample.createdOffset = offset(row, SampleColumn.createdOffset)
    let digest = row.optionalInteger(SampleColumn.digest)
    sample.isGivenID = digest != nil
    sample.digest = UInt64(bitPattern: digest ?? 0)
    sample.source = try sources.place(row.optionalInteger(SampleColumn.source), in: &batch.sources, &batch.arena, db)
    sample.device = try devices.place(row.optionalInteger(SampleColumn.device), in: &batch.devices, &batch.arena, db)
    sample.subject = try subjects.place(
      row.optionalInteger(SampleColumn.subject), in: &batch.subjects, &batch.arena, db)
    sample.origin = try origins.place(row.optionalInteger(SampleColumn.origin), in: &batch.origins, &batch.arena, db)
    sample.metadata = row.append(SampleColumn.metadata, to: &batch.arena)
    sample.original = row.append(SampleColumn.original, to: &batch.arena)
    sample.unknown = row.append(SampleColumn.unknown, to: &batch.arena)
    batch.append(sample)
  }

  private func offset(_ row: PreparedStatement, _ column: Int32) -> Int16 {
    row.optionalInteger(column).map { Int16(truncatingIfNeeded: $0) } ?? SampleBatch.noOffset
  }

  private mutating func readValue(_ row: PreparedStatement, of sample: inout SampleRow) throws {
    let type = Int(sample.type)
    switch plans[type].value {
    case .number: sample.value = row.real(SampleColumn.value)
    case .cases(let list): sample.enumCase = try caseIndex(row, type: type, list)
    case .text, .parts: sample.text = row.append(SampleColumn.value, to: &batch.arena)
    case .absent: break
    }
  }

  private mutating func caseIndex(_ row: PreparedStatement, type: Int, _ list: [TypeCoding.Case]) throws -> Int32 {
    if row.isNull(SampleColumn.value) { return -1 }
    let places = cases[type] ?? casePlaces(type, list)
    let place =
      row.isInteger(SampleColumn.value)
      ? places.byRaw[row.integer(SampleColumn.value)] : places.byName[row.text(SampleColumn.value)]
    guard let index = place else {
      throw UnknownCase.unknown(row.text(SampleColumn.value), type: registry.types[type].id)
    }
    return index
  }

  private mutating func casePlaces(_ type: Int, _ list: [TypeCoding.Case]) -> CaseIndexes {
    var places = CaseIndexes()
    for (index, item) in list.enumerated() {
      let place = Int32(truncatingIfNeeded: index)
      if let raw = item.raw { places.byRaw[raw] = place }
      for name in item.names where places.byName[name] == nil { places.byName[name] = place }
    }
    cases[type] = places
    return places
  }
}

/// A column of numbers that stand for texts: each text is read once, and once for a batch it is put in the arena.
struct TextColumn {
  private let sql: String
  private var texts: [Int64: [UInt8]] = [:]
  private var places: [Int64: Int32] = [:]
  /// How many texts are kept; above, all are forgotten, so that memory does not grow with the store.
  private static let limit = 4096

  init(_ sql: String) { self.sql = sql }

  /// The text's number in the batch; -1 when there is none.
  mutating func place(
    _ number: Int64?, in table: inout InternTable, _ arena: inout [UInt8], _ db: Database
  ) throws -> Int32 {
    guard let number else { return -1 }
    if let place = places[number] { return place }
    let start = arena.count
    arena.append(contentsOf: try text(number, db))
    let place = table.intern(from: start, in: &arena)
    places[number] = place
    return place
  }

  mutating func forgetPlaces() { places.removeAll(keepingCapacity: true) }

  private mutating func text(_ number: Int64, _ db: Database) throws -> [UInt8] {
    if let text = texts[number] { return text }
    let statement = try PreparedStatement(sql, in: db)
    statement.bind(1, number)
    guard try statement.step() else {
      throw StorageError(.corrupt, "the store has samples with a source, device, subject or origin that is missing")
    }
    let text = statement.bytes(0)
    if texts.count >= Self.limit { texts.removeAll() }
    texts[number] = text
    return text
  }
}
