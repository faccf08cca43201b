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
  init(_ job: RowAppend, _ fates: inout [Fate]) {
    var sorted: [Place] = []
    sorted.reserveCapacity(fates.count)
    for row in fates.indices where fates[row] == .open || fates[row] == .new {
      sorted.append(Place(key: job.key(row), row: row))
    }
    sorted.sort()
    for (before, place) in zip(sorted, sorted.dropFirst()) where before.key == place.key && fates[place.row] == .open {
      fates[place.row] = .duplicate
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

  /// - Parameters:
  ///   - job: the batch.
  ///   - texts: the numbers of its texts.
  ///   - commit: the number of the commit that it belongs to.
  /// - Throws: `DatabaseError`.
  init(_ job: RowAppend, _ texts: BatchTexts, commit: Int64) throws {
    self.job = job
    self.texts = texts
    self.commit = commit
    one = try .one(job, texts, commit: commit)
  }

  /// Inserts what is new or will tell.
  ///
  /// Samples go in many at once as long as all of them are new, and one by one where some were stored before.
  mutating func insert(_ order: KeyOrder, _ fates: inout [Fate]) throws {
    let places = order.places.filter { fates[$0.row] != .duplicate }
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
        if areNew, group.count == size, try insertTogether(group, arena) {
          for place in group { fates[place.row] = .new }
        } else {
          areNew = try insertEach(group, &fates, arena)
        }
      }
    }
  }

  private mutating func insertTogether(_ group: ArraySlice<KeyOrder.Place>, _ arena: UnsafeRawBufferPointer) throws
    -> Bool
  {
    for (index, place) in group.enumerated() { many?.bind(place.row, place.key, at: index, arena) }
    return try many?.runUnlessStored() ?? false
  }

  /// Returns whether all of them were new.
  private mutating func insertEach(
    _ group: ArraySlice<KeyOrder.Place>, _ fates: inout [Fate], _ arena: UnsafeRawBufferPointer
  ) throws -> Bool {
    var areNew = true
    for place in group {
      one.bind(place.row, place.key, at: 0, arena)
      let isNew = try one.run() == 1
      fates[place.row] = isNew ? .new : .duplicate
      areNew = areNew && isNew
    }
    return areNew
  }
}
