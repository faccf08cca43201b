import HealthStorage

/// Makes an index from the samples themselves, in memory that does not grow with the store.
struct IndexBuilder {
  private let place: StoreFolder
  private let state: StoreState
  private var runs: RunLocation
  private var index: SampleIndex
  private var records = IndexRecords()
  /// The number of samples sorted at once.
  private static let limit = 1 << 16

  private init(_ place: StoreFolder, _ state: StoreState, _ runs: RunLocation, _ index: SampleIndex) {
    self.place = place
    self.state = state
    self.runs = runs
    self.index = index
  }

  static func full(_ place: StoreFolder, _ state: StoreState, runs: RunLocation) throws -> SampleIndex {
    var builder = IndexBuilder(place, state, runs, SampleIndex())
    let deleted = try LineErasure.places(place, state)
    for (number, type) in state.types.enumerated() {
      for month in type.months {
        let blank = type.file(month).flatMap { deleted[$0] } ?? []
        try builder.scan(number, month, after: 0, leavingOut: blank)
      }
    }
    try builder.readDeletions()
    return try builder.finish(mergesAll: true)
  }

  /// Adds to an index what was committed since; `nil` when more than additions happened.
  static func extended(
    _ index: SampleIndex, _ place: StoreFolder, _ state: StoreState, runs: RunLocation
  ) throws -> SampleIndex? {
    guard index.belongs(to: state), state.lastDeletion <= index.line, state.lastReplacement <= index.line else {
      return nil
    }
    var builder = IndexBuilder(place, state, runs, index)
    let log = CommitLog(place: place)
    var months: [Int: Set<SampleMonth>] = [:]
    var line = index.line + 1
    while line <= state.line {
      for change in try log.commit(ofLine: line, in: state).files {
        guard let number = state.number(of: change.file.type) else { continue }
        months[number, default: []].insert(change.file.month)
      }
      line += 1
    }
    for (number, months) in months.sorted(by: { $0.key < $1.key }) {
      for month in months.sorted() { try builder.scan(number, month, after: index.commit, leavingOut: []) }
    }
    return try builder.finish(mergesAll: false)
  }

  /// Adds the lines of a file that were added after a commit.
  private mutating func scan(
    _ number: Int, _ month: SampleMonth, after commit: Int64, leavingOut deleted: Set<Int>
  ) throws {
    let type = state.types[number]
    guard let name = type.file(month), let length = type.files[month]?.length, length > 0 else { return }
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(name.name) is missing")
    }
    let start = try commit == 0 ? 0 : CommitSearch(file, length: length).offset(ofCommit: commit + 1)
    var scanner = LineScanner(file, from: start, to: length)
    var offset = start
    while let line = try scanner.next() {
      defer { offset = scanner.offset }
      if deleted.contains(offset) || StoredLine.isBlank(line, in: scanner.bytes) { continue }
      guard let facts = SampleFacts(line, in: scanner.bytes, hasMembers: type.hasMembers) else {
        throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(name.name) has no sample at byte \(offset)")
      }
      try add(facts, line, in: scanner.bytes, type: number, offset: offset)
    }
    guard offset == length else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(name.name) is shorter than its commits say")
    }
  }

  private mutating func add(
    _ facts: SampleFacts, _ line: Range<Int>, in bytes: [UInt8], type: Int, offset: Int
  ) throws {
    let sample = StoredSample(facts, type: type, offset: offset, length: line.count)
    records.ids.append(sample.idRecord(digest: facts.line.digest))
    records.times.append(sample.timeRecord)
    if state.types[type].hasMembers {
      let start = line.lowerBound + facts.bare
      guard let members = MemberReference.all(from: start, to: facts.line.tail, in: bytes) else {
        throw StorageError.corrupt(place, "the correlation \(facts.id) has damaged members")
      }
      for member in members {
        records.links.append(IndexRecord(IndexKey(member: member.id, correlation: facts.id), commit: facts.line.commit))
      }
    }
    if records.count >= Self.limit * 2 { try flush() }
  }

  private mutating func readDeletions() throws {
    var reader = try DeletionReader(place, 0..<state.deletionsLength)
    while let deletion = try reader.next() {
      guard let type = state.number(of: deletion.type) else {
        throw StorageError.corrupt(place, "\(StoreFolder.deletions) has the unknown type of \(deletion.id)")
      }
      records.ids.append(StoredSample.deadIDRecord(deletion.id, type: type, commit: deletion.commit))
      if records.count >= Self.limit * 2 { try flush() }
    }
  }

  private mutating func flush() throws {
    try index.add(records, at: &runs)
    records = IndexRecords()
    for table in IndexTable.allCases {
      while let range = index.mergeable(table) {
        let old = try index.merge(range, of: table, at: &runs)
        runs.remove(old)
      }
    }
  }

  private mutating func finish(mergesAll: Bool) throws -> SampleIndex {
    try index.add(records, at: &runs)
    records = IndexRecords()
    if mergesAll {
      for table in IndexTable.allCases where index[table].count > 1 {
        let old = try index.merge(0..<index[table].count, of: table, at: &runs)
        runs.remove(old)
      }
    }
    return index.moved(to: state)
  }
}
