import HealthModel
import HealthStorage
import SQLiteStore

/// Looks for damage: every line of every file against its sum, against the commits and against the index.
final class Verification {
  private let place: StoreFolder
  private let context: StorageContext
  private let state: StoreState
  private let deleted: [SampleFile: Set<Int>]
  private var faults = FaultList()
  /// The sums of the samples of one month, as the index has them.
  private var sums: [SampleID: UInt32] = [:]
  /// The type that is looked at, the month that comes from the index, and the months that are not looked at yet.
  private var number = 0
  private var month: SampleMonth?
  private var months: Set<SampleMonth> = []
  private var count = 0
  private var isCompared = false

  /// The faults of a store, none if it is valid.
  static func faults(
    _ place: StoreFolder, _ context: StorageContext, _ index: SQLiteBackend, isIndexDamaged: Bool
  ) async throws -> [StoreFault] {
    while true {
      let faults: [StoreFault]
      let state: StoreState
      do {
        state = try CommitLog(place: place).state()
        let verification = Verification(place, context, state, deleted: try LineErasure.places(place, state))
        if isIndexDamaged { verification.addIndexDamage("") }
        try await verification.run(index)
        faults = verification.faults.faults
      } catch let error as StorageError where error.isDamage {
        return [StoreFault(error.message)]
      }
      // Samples that came, were deleted or were moved meanwhile look like damage.
      if try faults.isEmpty || CommitLog(place: place).state().line == state.line { return faults }
    }
  }

  private init(
    _ place: StoreFolder, _ context: StorageContext, _ state: StoreState, deleted: [SampleFile: Set<Int>]
  ) {
    self.place = place
    self.context = context
    self.state = state
    self.deleted = deleted
  }

  private func addIndexDamage(_ detail: String) {
    faults.add("the index is damaged, and no sample is lost with it; without its folder it is made anew\(detail)")
  }

  private func run(_ index: SQLiteBackend) async throws {
    let damage = try await index.verify()
    for fault in damage { addIndexDamage(": \(fault.message)") }
    for (number, type) in state.types.enumerated() {
      self.number = number
      count = 0
      months = Set(type.months)
      isCompared = damage.isEmpty
      if isCompared, let known = context.registry.type(named: type.id) {
        var query = SampleQuery()
        query.types = [known.id]
        try await index.query(query) { batch in try self.take(batch) }
        if let month { try verify(month) }
      } else {
        isCompared = false
      }
      for month in months.sorted() { try verify(month) }
      if count != type.count { faults.add("\(type.id) has \(count) samples, and its commits record \(type.count)") }
    }
    try verifyDeletions()
    let deletions = try await index.information().deletions
    if damage.isEmpty, deletions != state.deletions {
      faults.add("\(deletions) deletions are remembered, and commits record \(state.deletions)")
    }
    do {
      _ = try DefinitionFile(place: place).read()
    } catch let error as StorageError {
      faults.add("\(error.message); remove it, and the next import with the catalog writes it anew")
    }
  }

  /// Notes the sums of lines as the index has them, and looks at each month that is complete.
  private func take(_ batch: SampleBatch) throws -> Bool {
    var row = 0
    while row < batch.count {
      let next = SampleMonth(start: batch.start[row])
      if let month, month != next { try verify(month) }
      month = next
      let group = batch.group(at: row)
      var text: [UInt8] = []
      context.lines.append(row, of: batch, to: &text)
      MemberReference.append(group, of: batch, context.registry, to: &text)
      sums[batch.id[row]] = Checksum.crc32(0..<text.count, in: text)
      row = group.upperBound
    }
    return true
  }

  private func verify(_ month: SampleMonth) throws {
    count += try samples(in: month)
    months.remove(month)
    self.month = nil
    sums.removeAll(keepingCapacity: true)
  }

  /// Looks at a file and returns how many samples it has.
  private func samples(in month: SampleMonth) throws -> Int {
    let type = state.types[number]
    guard let name = type.file(month), let stored = type.files[month] else {
      if let id = sums.keys.first { faults.add("the index has \(id), which is in no file") }
      return 0
    }
    guard let file = try place.file(name.path) else {
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
    var last: SampleFacts?
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
      verify(facts, behind: last, in: name)
      last = facts
      if isCompared {
        let sum = sums.removeValue(forKey: facts.id)
        if sum != Checksum.crc32(line.lowerBound..<facts.line.tail, in: scanner.bytes) {
          faults.add("the index does not have \(facts.id) as it is stored")
        }
      }
    }
    if let id = sums.keys.first { faults.add("the index has \(id), which \(name.name) lacks") }
    if blank != stored.blank {
      faults.add("\(name.name) has \(blank) bytes of deleted samples, and its commits record \(stored.blank)")
    }
    return count
  }

  private func verify(_ sample: SampleFacts, behind last: SampleFacts?, in file: SampleFile) {
    let month = SampleMonth(start: sample.start)
    if month != file.month { faults.add("\(file.name) has \(sample.id), which is of \(month.name)") }
    if sample.line.commit > state.commit {
      faults.add("\(file.name) has \(sample.id) of commit \(sample.line.commit), which has not been")
    }
    guard let last else { return }
    let isInOrder =
      last.line.commit == sample.line.commit
      ? (last.start, last.id) < (sample.start, sample.id) : last.line.commit < sample.line.commit
    if !isInOrder { faults.add("\(file.name) has \(sample.id) after \(last.id), which belongs later") }
  }

  private func verifyDeletions() throws {
    do {
      try DeletionLine.forEach(in: 0..<state.deletionsLength, of: place) { _ in }
    } catch let error as StorageError where error.isDamage {
      faults.add(error.message)
    }
  }
}

/// Faults that were found, at most 100.
private struct FaultList {
  private(set) var faults: [StoreFault] = []

  mutating func add(_ message: String) { if faults.count < 100 { faults.append(StoreFault(message)) } }
}
