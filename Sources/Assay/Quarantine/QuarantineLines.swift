import HealthFormats

/// Cuts a quarantine file into its lines; one that is over the limit comes in pieces, so that none is lost.
struct QuarantineLines {
  struct Line: Sendable {
    /// Which part of its line the bytes are.
    enum Part: Sendable {
      case whole, beginning, middle, end
    }

    var bytes: [UInt8]
    var number: Int
    var offset: Int64
    var part: Part

    var isBlank: Bool { part == .whole && bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

    var written: [UInt8] { part == .whole || part == .end ? bytes + [UInt8(ascii: "\n")] : bytes }
  }

  private var source: FileSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 1
  private var isAtEnd = false
  private var isInside = false
  private(set) var offset: Int64 = 0

  /// The longest line: a part of a record with every byte escaped, the header of its table, its findings.
  static let maximumLine = 16 << 20

  init(path: String) throws(InputError) { source = try FileSource(path: path) }

  mutating func next() throws(InputError) -> Line? {
    var scanned = start
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) { return line(upTo: end) }
      scanned = buffer.count
      if isAtEnd { return start < buffer.count ? line(upTo: buffer.count) : nil }
      if buffer.count - start > Self.maximumLine { return piece() }
      if start > 0 {
        scanned -= start
        buffer.removeFirst(start)
        start = 0
      }
      if try source.read(into: &buffer, count: 256 * 1024) == 0 { isAtEnd = true }
    }
  }

  private mutating func line(upTo end: Int) -> Line {
    let next = min(end + 1, buffer.count)
    defer {
      offset += Int64(next - start)
      start = next
      number += 1
      isInside = false
    }
    return Line(bytes: Array(buffer[start..<end]), number: number, offset: offset, part: isInside ? .end : .whole)
  }

  private mutating func piece() -> Line {
    defer {
      offset += Int64(buffer.count - start)
      start = buffer.count
      isInside = true
    }
    return Line(bytes: Array(buffer[start...]), number: number, offset: offset, part: isInside ? .middle : .beginning)
  }
}
