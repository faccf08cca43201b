import HealthModel
import HealthStorage

/// The samples that commits added and that still exist, read from the files they wrote to: lines of a commit are
/// together there, in the order of start and id.
struct CommitAdditions {
  private let snapshot: Snapshot
  private let omitsMembers: Bool
  private var reader: IndexReader
  /// The requested types, by number, with their places in the registry.
  private let wanted: [Int: Int]
  /// Where in files the commits after the last one begin.
  private var positions: [Place: Int] = [:]

  private struct Place: Hashable {
    var type: Int
    var month: SampleMonth
  }

  /// Reads a snapshot.
  ///
  /// - Throws: `StorageError.incompatible` if all types are requested and the registry lacks one that has samples.
  init(_ snapshot: Snapshot, _ query: ChangeQuery, registry: Registry) throws {
    self.snapshot = snapshot
    omitsMembers = query.omitsMembers
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count)
    var wanted: [Int: Int] = [:]
    for number in try snapshot.types.wanted(query.types, of: snapshot.state.types, registry: registry) {
      wanted[number] = snapshot.types.indexes[number]
    }
    self.wanted = wanted
  }

  /// Passes the samples that a commit added on, in their order, until the function returns `false`.
  mutating func forEach(
    of commit: Int64, in files: [SampleFile], _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    var places: [(index: Int, place: Place)] = []
    for file in files {
      guard let number = snapshot.state.number(of: file.type), let index = wanted[number] else { continue }
      places.append((index, Place(type: number, month: file.month)))
    }
    places.sort { left, right in
      left.index == right.index ? left.place.month < right.place.month : left.index < right.index
    }
    for (_, place) in places {
      guard try forEach(of: commit, in: place, body) else { return false }
    }
    return true
  }

  private mutating func forEach(
    of commit: Int64, in place: Place, _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    let type = snapshot.state.types[place.type]
    guard let length = type.files[place.month]?.length, length > 0,
      let file = try snapshot.open(place.type, place.month)
    else { return true }
    var offset = try positions[place] ?? CommitSearch(file, length: length).offset(ofCommit: commit)
    defer { positions[place] = offset }
    var scanner = LineScanner(file, from: offset, to: length)
    while let line = try scanner.next() {
      if !StoredLine.isBlank(line, in: scanner.bytes) {
        guard let facts = SampleFacts(line, in: scanner.bytes, hasMembers: type.hasMembers) else {
          throw SnapshotMoved(message: "\(file.name) has no sample at byte \(offset)")
        }
        if facts.line.commit > commit { return true }
        let sample = StoredSample(facts, type: place.type, offset: offset, length: line.count)
        if facts.line.commit == commit, try isWanted(sample), try !body(sample) { return false }
      }
      offset = scanner.offset
    }
    guard offset == length else { throw SnapshotMoved(message: "\(file.name) is shorter than its commits say") }
    return true
  }

  /// Whether a sample is still there and should come by itself.
  private mutating func isWanted(_ sample: StoredSample) throws -> Bool {
    if snapshot.state.lastDeletion > 0 {
      guard let stored = try reader.stored(sample.id), !stored.isDead, stored.commit == sample.commit else {
        return false
      }
    }
    if !omitsMembers { return true }
    return try !reader.isMember(sample.id)
  }
}
