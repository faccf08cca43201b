import HealthModel
import HealthStorage

/// Looks for damage: every line of every file against its sum, against the commits and against the index.
struct Verification {
  private let place: StoreFolder
  private let state: StoreState
  private var reader: IndexReader
  private let deleted: [SampleFile: Set<Int>]
  private var faults = FaultList()
  private var samples = 0

  /// The faults of a store, none if it is valid.
  static func faults(_ snapshots: SnapshotSource) async throws -> [StoreFault] {
    let place = snapshots.place
    while true {
      let faults: [StoreFault]
      let state: StoreState
      do {
        let snapshot = try await snapshots.current()
        state = snapshot.state
        var verification = Verification(
          snapshot, deleted: try LineErasure.places(place, state), hasIndex: try snapshots.index() != nil)
        try verification.run(snapshot.index)
        verification.verifyDefinitions()
        faults = verification.faults.faults
      } catch let error as StorageError where error.isDamage {
        return [StoreFault(error.message)]
      }
      // Samples that were deleted or moved meanwhile look like damage.
      let later = try snapshots.state()
      if faults.isEmpty || (later.lastDeletion, later.lastReplacement) == (state.lastDeletion, state.lastReplacement) {
        return faults
      }
    }
  }

  private init(_ snapshot: Snapshot, deleted: [SampleFile: Set<Int>], hasIndex: Bool) {
    place = snapshot.place
    state = snapshot.state
    self.deleted = deleted
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count)
    // A writer that was interrupted after its first commit leaves none, and readers build their own.
    if !hasIndex, state.commit > 0, IndexFolder(place: place).hasManifest {
      faults.add("the index is damaged, and no sample is lost with it; the next import makes it anew")
    }
  }

  private mutating func verifyDefinitions() {
    do {
      _ = try DefinitionFile(place: place).definitions()
    } catch {
      faults.add("\(error.message); remove it, and the next import with the catalog writes it anew")
    }
  }

  private mutating func run(_ index: SampleIndex) throws {
    let isIndexSound = try verifyIndex(index)
    for (number, type) in state.types.enumerated() {
      var count = 0
      for month in type.months { count += try verify(month, of: number, isIndexSound) }
      if count != type.count { faults.add("\(type.id) has \(count) samples, and its commits record \(type.count)") }
      samples += count
    }
    try verifyDeletions(isIndexSound)
    guard isIndexSound else { return }
    for table in [IndexTable.ids, .times] {
      let count = try Self.liveCount(of: table, in: index)
      if count != samples {
        faults.add("the index has \(count) samples by \(table == .ids ? "id" : "time"), and there are \(samples)")
      }
    }
  }

  /// Looks at a file and returns how many samples it has.
  private mutating func verify(_ month: SampleMonth, of number: Int, _ isIndexSound: Bool) throws -> Int {
    let type = state.types[number]
    guard let name = type.file(month), let stored = type.files[month] else { return 0 }
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else {
      if stored.length > 0 { faults.add("\(name.name) is missing") }
      return 0
    }
    guard try file.size() >= stored.length else {
      faults.add("\(name.name) has \(try file.size()) bytes, and its commits record \(stored.length)")
      return 0
    }
    let pending = deleted[name] ?? []
    var scanner = LineScanner(file, from: 0, to: stored.length)
    var offset = 0
    var count = 0
    var blank = 0
    var last: StoredSample?
    while let line = try scanner.next() {
      defer { offset = scanner.offset }
      if pending.contains(offset) || StoredLine.isBlank(line, in: scanner.bytes) {
        blank += line.count
        continue
      }
      guard let facts = SampleFacts(line, in: scanner.bytes, hasMembers: type.hasMembers) else {
        faults.add("\(name.name) has no sample at byte \(offset)")
        continue
      }
      count += 1
      let sample = StoredSample(facts, type: number, offset: offset, length: line.count)
      verify(sample, behind: last, in: name)
      last = sample
      if isIndexSound { try compare(sample, facts.line.digest) }
      if type.hasMembers { try verifyMembers(of: facts, line, in: scanner.bytes, isIndexSound) }
    }
    if blank != stored.blank {
      faults.add("\(name.name) has \(blank) bytes of deleted samples, and its commits record \(stored.blank)")
    }
    return count
  }

  private mutating func verify(_ sample: StoredSample, behind last: StoredSample?, in file: SampleFile) {
    if sample.month != file.month { faults.add("\(file.name) has \(sample.id), which is of \(sample.month.name)") }
    if sample.commit > state.commit {
      faults.add("\(file.name) has \(sample.id) of commit \(sample.commit), which has not been")
    }
    guard let last else { return }
    let isInOrder =
      last.commit == sample.commit ? (last.start, last.id) < (sample.start, sample.id) : last.commit < sample.commit
    if !isInOrder { faults.add("\(file.name) has \(sample.id) after \(last.id), which belongs later") }
  }

  private mutating func verifyMembers(
    of facts: SampleFacts, _ line: Range<Int>, in bytes: [UInt8], _ isIndexSound: Bool
  ) throws {
    let start = line.lowerBound + facts.bare
    guard let members = MemberReference.all(from: start, to: facts.line.tail, in: bytes) else {
      faults.add("the correlation \(facts.id) has damaged members")
      return
    }
    guard isIndexSound else { return }
    for member in members {
      if try reader.sample(member.id) == nil {
        faults.add("the correlation \(facts.id) has the member \(member.id), which is not there")
      } else if try !reader.correlations(of: member.id).contains(where: { $0.id == facts.id }) {
        faults.add("the index does not know \(member.id) as a member of \(facts.id)")
      }
    }
  }

  private mutating func compare(_ sample: StoredSample, _ digest: UInt64) throws {
    guard let stored = try reader.stored(sample.id), !stored.isDead, stored.commit == sample.commit,
      stored.digest == digest, stored.start == sample.start, stored.type == sample.type
    else {
      faults.add("the index does not have \(sample.id) by its id as it is stored")
      return
    }
    guard let found = try reader.sample(stored), found.offset == sample.offset, found.length == sample.length,
      found.bare == sample.bare, found.end == sample.end
    else {
      faults.add("the index does not have \(sample.id) by its time as it is stored")
      return
    }
  }

  /// Looks at every block; whether all are as they were written.
  private mutating func verifyIndex(_ index: SampleIndex) throws -> Bool {
    var isSound = true
    for table in IndexTable.allCases {
      for run in index[table] {
        do {
          var merge = try RunMerge([run])
          var last: IndexKey?
          while let record = try merge.next() {
            if let last, !(last < record.key) { throw StorageError.indexDamage(run.name) }
            last = record.key
          }
        } catch  where error.cause == .indexDamage {
          isSound = false
          faults.add("\(StoreFolder.index)/\(run.name) is damaged; without the folder the index is made anew")
        }
      }
    }
    return isSound
  }

  private static func liveCount(of table: IndexTable, in index: SampleIndex) throws -> Int {
    var merge = try RunMerge(index[table])
    var count = 0
    while let record = try merge.next() {
      if !record.isDead { count += 1 }
    }
    return count
  }

  private mutating func verifyDeletions(_ isIndexSound: Bool) throws {
    var count = 0
    do {
      var deletions = try DeletionReader(place, 0..<state.deletionsLength)
      while let deletion = try deletions.next() {
        guard isIndexSound else { continue }
        let stored = try reader.stored(deletion.id)
        if let stored, stored.commit >= deletion.commit {
          if stored.isDead, stored.commit == deletion.commit { count += 1 }
        } else {
          faults.add("the index does not know that \(deletion.id) was deleted")
        }
      }
    } catch let error as StorageError where error.isDamage {
      faults.add(error.message)
      return
    }
    if isIndexSound, count != state.deletions {
      faults.add("\(count) deletions are remembered, and commits record \(state.deletions)")
    }
  }
}

/// Faults that were found, at most 100.
private struct FaultList {
  private(set) var faults: [StoreFault] = []

  mutating func add(_ message: String) { if faults.count < 100 { faults.append(StoreFault(message)) } }
}
