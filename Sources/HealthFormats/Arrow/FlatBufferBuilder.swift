/// Builds one FlatBuffer: tables, vectors, texts, from the leaves to the root.
///
/// A FlatBuffer is written from its end, since a table points forward to what was made before it. The bytes are kept in
/// reverse, so that writing is appending, and turned around once at the end. A place is the distance to the end.
struct FlatBufferBuilder {
  /// A finished object, by the distance of its first byte to the end of the buffer.
  struct Place: Hashable {
    fileprivate let distance: Int
  }

  private var reversed: [UInt8] = []
  /// Where each field of the table that is being made begins; `nil` where it has its default.
  private var fields: [Int?] = []
  private var tableEnd = 0

  /// The largest alignment of anything that is written here.
  private static let largestAlignment = 8

  mutating func text(_ text: String) -> Place {
    let bytes = Array(text.utf8)
    align(4, before: bytes.count + 1)
    reversed.append(0)
    reversed.append(contentsOf: bytes.reversed())
    return count(bytes.count)
  }

  /// Writes a vector of references.
  mutating func vector(_ places: [Place]) -> Place {
    align(4, before: 4 * places.count)
    for place in places.reversed() { reference(place) }
    return count(places.count)
  }

  /// Writes a vector of structures of two whole numbers of 64 bits each.
  mutating func vector(ofPairs pairs: [(Int64, Int64)]) -> Place {
    align(4, before: 16 * pairs.count)
    align(8, before: 16 * pairs.count)
    for (first, second) in pairs.reversed() {
      append(second)
      append(first)
    }
    return count(pairs.count)
  }

  mutating func table(fields count: Int, _ body: (inout FlatBufferBuilder) -> Void) -> Place {
    fields = Array(repeating: nil, count: count)
    tableEnd = reversed.count
    body(&self)
    align(4, before: 0)
    // The table of the fields' places comes right before the table.
    let size = 4 + 2 * count
    append(Int32(truncatingIfNeeded: size))
    let table = reversed.count
    for field in fields.reversed() { append(UInt16(truncatingIfNeeded: field.map { table - $0 } ?? 0)) }
    append(UInt16(truncatingIfNeeded: table - tableEnd))
    append(UInt16(truncatingIfNeeded: size))
    return Place(distance: table)
  }

  /// Sets a field of the table that is being made to a number.
  mutating func set<Number: FixedWidthInteger>(_ field: Int, _ number: Number) {
    align(Number.bitWidth / 8, before: 0)
    append(number)
    fields[field] = reversed.count
  }

  /// Sets a field of the table that is being made to something that was written before.
  mutating func set(_ field: Int, _ place: Place) {
    align(4, before: 0)
    reference(place)
    fields[field] = reversed.count
  }

  /// The buffer's bytes; their number is a multiple of eight.
  consuming func finished(_ root: Place) -> [UInt8] {
    align(Self.largestAlignment, before: 4)
    reference(root)
    return reversed.reversed()
  }

  /// Fills up so that what ends this many bytes on begins at a multiple of the alignment.
  private mutating func align(_ alignment: Int, before size: Int) {
    while (reversed.count + size) % alignment != 0 { reversed.append(0) }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { reversed.append(contentsOf: $0) }
  }

  private mutating func reference(_ place: Place) {
    append(UInt32(truncatingIfNeeded: reversed.count + 4 - place.distance))
  }

  private mutating func count(_ number: Int) -> Place {
    append(UInt32(truncatingIfNeeded: number))
    return Place(distance: reversed.count)
  }
}
