import HealthModel

/// A record in a chunk, and what around it belongs to it.
struct RecordLocation: Sendable, Hashable {
  /// The record's bytes in the chunk; a string with its quotes.
  var start: Int32
  var end: Int32
  var profile: Int32
  var row: Int32
  var container: Int32
  /// Its number in its array; -1 for a member of an object, and for the document.
  var number: Int32
  /// The number of its key; -1 outside of objects.
  var key: Int32
  /// Whether it lacks a value of its parents that came too late, or that may come after the text which could be read.
  var isLate = false
  /// Whether it is not a record but a value of the wrong JSON kind, where the path expects an object or an array.
  var isMisplaced = false

  var span: Range<Int> { Int(start)..<Int(end) }
}

/// A value of a parent as its text has it: of a string what is between the quotes.
struct ParentValue: Sendable, Hashable {
  var kind = RawField.Kind.absent
  var isEscaped = false
  var text: [UInt8] = []

  var decoded: [UInt8] { isEscaped ? JSONText.decoded(0..<text.count, in: text.span.bytes) : text }
}

/// The records that were found in a text, with the values of their parents.
///
/// The values are in rows, one for all records with the same parents. A value that comes after the records of its parent
/// is put into their row as long as that is here.
struct FoundRecords: Sendable {
  var places: [RecordLocation] = []
  /// The values of each row, by the plan's numbers.
  private(set) var rows: [[ParentValue]]
  /// The values of each row that may still come, a bit for each.
  private(set) var open: [UInt64] = [0]
  /// The pointer of each object or array that records are in (RFC 6901), and the keys of members that are records.
  var containers: [[UInt8]] = []
  var keys: [[UInt8]] = []
  /// Whether a record has the last row.
  private var isUsed = false
  /// How many rows, containers and keys were handed out with earlier records.
  private(set) var dropped = (rows: 0, containers: 0)

  init(parents: Int) { rows = [Array(repeating: ParentValue(), count: parents)] }

  /// The number of the last row, counted from the input's beginning.
  var lastRow: Int { dropped.rows + rows.count - 1 }

  /// The values that the last row still waits for, a bit for each.
  var lastOpen: UInt64 { open.last ?? 0 }

  mutating func begin(_ scope: UInt64) {
    guard scope != 0 else { return }
    beginRow()
    for index in rows[rows.count - 1].indices where scope & 1 << UInt64(index) != 0 {
      rows[rows.count - 1][index] = ParentValue()
    }
    open[rows.count - 1] |= scope
  }

  /// Notes that values which were not found since a row will not come.
  mutating func end(_ scope: UInt64, since first: Int) {
    guard scope != 0 else { return }
    for row in max(0, first - dropped.rows)..<rows.count { open[row] &= ~scope }
  }

  /// Puts a value into all rows since one.
  mutating func set(_ index: Int, to value: ParentValue, since first: Int) {
    for row in max(0, first - dropped.rows)..<rows.count {
      rows[row][index] = value
      open[row] &= ~(1 << UInt64(index))
    }
  }

  mutating func add(_ place: RecordLocation) {
    isUsed = true
    var place = place
    place.row = Int32(truncatingIfNeeded: rows.count - 1)
    places.append(place)
  }

  private mutating func beginRow() {
    guard isUsed, let last = rows.last, let mask = open.last else { return }
    rows.append(last)
    open.append(mask)
    isUsed = false
  }

  /// Takes the records before a place off the front; those that are left count their places from there.
  mutating func take(before cut: Int) -> FoundRecords {
    var taken = self
    let count = places.firstIndex { Int($0.start) >= cut } ?? places.count
    taken.places = Array(places[..<count])
    places.removeFirst(count)
    let row = places.first.map { Int($0.row) } ?? rows.count - 1
    // Records of several paths go back to the object that they are in.
    let container = places.lazy.map { Int($0.container) }.min() ?? max(0, containers.count - 1)
    let key = places.lazy.map { Int($0.key) }.first { $0 >= 0 } ?? keys.count
    rows.removeFirst(row)
    open.removeFirst(row)
    containers.removeFirst(min(container, containers.count))
    keys.removeFirst(key)
    dropped.rows += row
    dropped.containers += container
    if places.isEmpty { isUsed = false }
    for index in places.indices {
      places[index].start -= Int32(truncatingIfNeeded: cut)
      places[index].end -= Int32(truncatingIfNeeded: cut)
      places[index].row -= Int32(truncatingIfNeeded: row)
      places[index].container -= Int32(truncatingIfNeeded: container)
      if places[index].key >= 0 { places[index].key -= Int32(truncatingIfNeeded: key) }
    }
    return taken
  }
}
