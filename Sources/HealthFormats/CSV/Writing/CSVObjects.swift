import HealthModel

/// The cells of the sources, devices and metadata of one batch: most samples share them, and making them of JSON costs
/// more than all other cells.
struct CSVObjects: Sendable {
  private(set) var texts: [UInt8] = []
  /// By index into the batch's tables; `nil` for those that were not met yet.
  var sources: [[CSVRow.Cell]?] = []
  var devices: [[CSVRow.Cell]?] = []
  private var metadata: [Int: Metadata] = [:]

  private struct Metadata: Sendable {
    var place: Range<Int>
    var cells: [CSVRow.Cell]
  }

  /// How many different metadata are kept.
  private static let limit = 1024

  /// Forgets the batch before.
  mutating func begin(_ batch: SampleBatch) {
    texts.removeAll(keepingCapacity: true)
    sources = Array(repeating: nil, count: batch.sources.ranges.count)
    devices = Array(repeating: nil, count: batch.devices.ranges.count)
    metadata.removeAll(keepingCapacity: true)
  }

  /// Forgets the cells, since columns got other numbers.
  mutating func forget() {
    for index in sources.indices { sources[index] = nil }
    for index in devices.indices { devices[index] = nil }
    metadata.removeAll(keepingCapacity: true)
  }

  mutating func keep(_ text: ArraySlice<UInt8>) -> Range<Int> {
    let start = texts.count
    texts += text
    return start..<texts.count
  }

  /// The number by which metadata are found.
  static func key(_ place: Range<Int>, in arena: [UInt8]) -> Int {
    var hasher = Hasher()
    arena.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[place])) }
    return hasher.finalize()
  }

  /// The cells of metadata that were met before.
  func cells(_ key: Int, _ place: Range<Int>, in arena: [UInt8]) -> [CSVRow.Cell]? {
    guard let known = metadata[key], known.place.count == place.count else { return nil }
    let isSame = arena.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[known.place]).elementsEqual(UnsafeRawBufferPointer(rebasing: bytes[place]))
    }
    return isSame ? known.cells : nil
  }

  /// Keeps the cells of metadata.
  mutating func keep(_ cells: [CSVRow.Cell], of key: Int, _ place: Range<Int>) {
    if metadata.count < Self.limit { metadata[key] = Metadata(place: place, cells: cells) }
  }

  /// Whether the cells of more metadata are kept.
  var hasRoom: Bool { metadata.count < Self.limit }
}
