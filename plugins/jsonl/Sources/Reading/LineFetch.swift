/// Lines of samples, read from their files.
struct FetchedLines {
  private(set) var bytes: [UInt8] = []
  /// The place of each sample's line in `bytes`, in the requested order.
  private(set) var ranges: [Range<Int>]

  /// Lines that are so close together are read at once.
  private static let gap = 1 << 14
  private static let piece = 1 << 20

  private struct Place {
    var type: Int
    var month: SampleMonth
    var offset: Int
    var index: Int

    static func precedes(_ left: Place, _ right: Place) -> Bool {
      if left.type != right.type { return left.type < right.type }
      if left.month != right.month { return left.month < right.month }
      return left.offset < right.offset
    }
  }

  /// Reads the lines of samples, each file from its beginning on.
  ///
  /// - Throws: `SnapshotMoved` when a line is not there any more.
  init(_ samples: [StoredSample], of snapshot: Snapshot) throws {
    ranges = Array(repeating: 0..<0, count: samples.count)
    var places = samples.indices.map { index in
      let sample = samples[index]
      return Place(type: sample.type, month: sample.month, offset: sample.offset, index: index)
    }
    places.sort(by: Place.precedes)
    bytes.reserveCapacity(samples.reduce(0) { $0 + $1.length })
    var next = 0
    var file: OpenFile?
    while next < places.count {
      let first = places[next]
      if next == 0 || places[next - 1].type != first.type || places[next - 1].month != first.month {
        file = try snapshot.open(first.type, first.month)
      }
      guard let file else { throw SnapshotMoved(message: "\(snapshot.place.shown) has a sample without a file") }
      var end = first.offset
      let begin = next
      while next < places.count, places[next].type == first.type, places[next].month == first.month {
        let place = places[next]
        let length = samples[place.index].length
        let reach = max(end, place.offset + length)
        if next > begin, place.offset > end + Self.gap || reach - first.offset > Self.piece { break }
        end = reach
        next += 1
      }
      let window = try file.bytes(at: first.offset, count: end - first.offset)
      for place in places[begin..<next] {
        let start = place.offset - first.offset
        try take(samples[place.index], start..<start + samples[place.index].length, of: window, file, place.index)
      }
    }
  }

  private mutating func take(
    _ sample: StoredSample, _ line: Range<Int>, of window: [UInt8], _ file: OpenFile, _ index: Int
  ) throws {
    guard line.upperBound <= window.count, let stored = StoredLine(line, in: window), stored.commit == sample.commit,
      sample.bare > 0, sample.bare <= stored.tail - line.lowerBound
    else { throw SnapshotMoved(message: "\(file.name) does not have \(sample.id) at byte \(sample.offset)") }
    let start = bytes.count
    bytes.append(contentsOf: window[line])
    ranges[index] = start..<bytes.count
  }
}
