import HealthModel

/// The samples of a batch that may be stored, in the order of the key they are clustered by.
struct KeyOrder {
  /// A row of the batch by its key.
  struct Place: Comparable {
    var key: SampleKey
    var row: Int

    static func < (left: Place, right: Place) -> Bool {
      left.key == right.key ? left.row < right.row : left.key < right.key
    }
  }

  let places: [Place]

  /// Of samples with one key the first in input order may be stored; the others are duplicates.
  init(_ job: RowAppend, _ outcomes: inout [RowOutcome]) {
    var sorted: [Place] = []
    sorted.reserveCapacity(outcomes.count)
    for row in outcomes.indices where outcomes[row] == .open || outcomes[row] == .new {
      sorted.append(Place(key: job.key(row), row: row))
    }
    sorted.sort()
    for (before, place) in zip(sorted, sorted.dropFirst()) where before.key == place.key && outcomes[place.row] == .open
    {
      outcomes[place.row] = .duplicate
    }
    places = sorted
  }
}

/// Inserts samples in the order of the key they are clustered by.
struct SampleWriter {
  private let job: RowAppend
  private let texts: BatchTexts
  private let commit: Int64
  private var one: SampleRows
  /// `nil` in a batch with fewer samples.
  private var many: SampleRows?

  /// - Throws: `DatabaseError`.
  init(_ job: RowAppend, _ texts: BatchTexts, commit: Int64) throws {
    self.job = job
    self.texts = texts
    self.commit = commit
    one = try .one(job, texts, commit: commit)
  }

  /// Inserts samples that are new or whose insertion decides.
  ///
  /// Samples go in many at once as long as all of them are new, and one by one where some were stored before.
  mutating func insert(_ order: KeyOrder, _ outcomes: inout [RowOutcome]) throws {
    let places = order.places.filter { outcomes[$0.row] != .duplicate }
    let size = SampleRows.manyCount
    if places.count >= size {
      let isAnyScattered = places.contains { job.isScattered($0.row, $0.key) }
      many = try .many(job, texts, isAnyScattered: isAnyScattered, commit: commit)
    }
    var areNew = true
    var start = 0
    try job.batch.arena.withUnsafeBytes { arena in
      while start < places.count {
        let group = places[start..<min(start + size, places.count)]
        start = group.endIndex
        let inserted = areNew && group.count == size ? try insertTogether(group, arena) : 0
        for place in group.prefix(inserted) { outcomes[place.row] = .new }
        if inserted < group.count { areNew = try insertEach(group.dropFirst(inserted), &outcomes, arena) }
      }
    }
  }

  /// Returns how many were new before the first that was not.
  private mutating func insertTogether(
    _ group: ArraySlice<KeyOrder.Place>, _ arena: UnsafeRawBufferPointer
  ) throws -> Int {
    for (index, place) in group.enumerated() { many?.bind(place.row, place.key, at: index, arena) }
    return try many?.runUntilStored() ?? 0
  }

  private mutating func insertEach(
    _ group: ArraySlice<KeyOrder.Place>, _ outcomes: inout [RowOutcome], _ arena: UnsafeRawBufferPointer
  ) throws -> Bool {
    var areNew = true
    for place in group {
      one.bind(place.row, place.key, at: 0, arena)
      let isNew = try one.run() == 1
      outcomes[place.row] = isNew ? .new : .duplicate
      areNew = areNew && isNew
    }
    return areNew
  }
}
