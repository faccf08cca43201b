import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// A report that is to be merged: its summary, and where in it the findings of each of its inputs are.
struct ReportPart {
  /// An input, or a range of one.
  struct Unit {
    let path: String
    /// `nil` for an input that was read whole.
    let range: ReadRange?
    /// Where the findings are: pieces of the report, in their order.
    var pieces: [Range<Int64>] = []
  }

  let path: String
  let summary: PartSummary
  private(set) var units: [Unit]

  /// Reads a report of JSON lines once.
  ///
  /// - Throws: `InputError` if it cannot be read, `RunFailure` if it cannot be merged.
  init(_ path: String) throws {
    self.path = path
    let (line, start) = try Self.lastLine(of: path)
    summary = try PartSummary(line, of: path)
    let ranges = summary.counts.ranges ?? []
    let ranged = Set(ranges.map { Array($0.path.utf8) })
    units = ranges.map { Unit(path: $0.path, range: $0) }
    for file in summary.counts.files where !ranged.contains(Array(file.path.utf8)) {
      units.append(Unit(path: file.path, range: nil))
    }
    if units.count > 1 {
      try divide(upTo: start)
    } else if units.count == 1 {
      units[0].pieces = [0..<start]
    }
  }

  private static func lastLine(of path: String) throws -> (line: [UInt8], start: Int64) {
    _ = try FileSource(path: path)
    guard let status = try? FileStatus(of: path), status.kind == .file else { throw InputError.notAFile(path: path) }
    let length = status.size
    var size: Int64 = 64 << 10
    while true {
      let start = max(0, length - size)
      var source = try FileSource(path: path)
      try source.seek(to: start)
      var tail: [UInt8] = []
      while try source.read(into: &tail, count: 256 << 10) > 0 {}
      // Without a line feed at the end the report broke off in its last line.
      let isEnded = tail.last == UInt8(ascii: "\n")
      if isEnded { tail.removeLast() }
      let lineFeed = tail.span.bytes.lastNewline(from: 0, to: tail.count)
      if let lineFeed { return (isEnded ? Array(tail[(lineFeed + 1)...]) : [], start + Int64(lineFeed) + 1) }
      if start == 0 { return (isEnded ? tail : [], 0) }
      guard size < Int64(ReportLines.longest) else { return ([], start) }
      size *= 8
    }
  }
}

extension ReportPart {
  /// Finds out which findings belong to which input: those of one come one after the other.
  private mutating func divide(upTo end: Int64) throws {
    var finder = UnitFinder(units)
    var lines = try ReportLines(path)
    while lines.nextOffset < end, let line = try lines.next() {
      let unit = finder.unit(of: line, in: lines.buffer)
      let piece = lines.offset..<lines.nextOffset
      if let last = units[unit].pieces.last, last.upperBound == piece.lowerBound {
        units[unit].pieces[units[unit].pieces.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        units[unit].pieces.append(piece)
      }
    }
  }
}

/// Finds the input of a finding among those of its report.
private struct UnitFinder {
  /// The paths as findings have them, quoted.
  private let paths: [[UInt8]]
  private let starts: [Int64]
  private let byPath: [[UInt8]: [Int]]
  private var current = 0

  init(_ units: [ReportPart.Unit]) {
    let paths = units.map { unit in
      var text: [UInt8] = []
      JSONText.appendShown(unit.path, to: &text)
      return text
    }
    let starts = units.map { $0.range?.firstByte ?? $0.range?.start ?? 0 }
    var byPath: [[UInt8]: [Int]] = [:]
    // A range in which no line begins has no findings.
    for (index, path) in paths.enumerated() where units[index].range.map({ $0.firstByte != nil }) ?? true {
      byPath[path, default: []].append(index)
    }
    for path in byPath.keys { byPath[path]?.sort { (starts[$0], $0) < (starts[$1], $1) } }
    (self.paths, self.starts, self.byPath) = (paths, starts, byPath)
  }

  mutating func unit(of line: Range<Int>, in bytes: [UInt8]) -> Int {
    var path = 0..<0
    var offset: Int64 = 0
    _ = CanonicalObject.forEachMember(of: line, in: bytes) { key, value in
      if bytes.span.bytes.equals(key, "path") { path = value }
      guard bytes.span.bytes.equals(key, "byte_offset") else { return true }
      offset = Int64(String(decoding: bytes[value], as: UTF8.self)) ?? 0
      return false
    }
    current = unit(at: offset, bytes[path])
    return current
  }

  private func unit(at offset: Int64, _ path: ArraySlice<UInt8>) -> Int {
    if path.elementsEqual(paths[current]) {
      // The usual case: the finding is in the range of the one before it.
      guard let places = byPath[paths[current]], places.count > 1 else { return current }
      return places.last { starts[$0] <= offset } ?? places[0]
    }
    let path = Array(path)
    if let places = byPath[path] { return places.last { starts[$0] <= offset } ?? places[0] }
    // A file beside the main file of an archive or a folder, whose findings come after those of the main file.
    func container(_ path: [UInt8]) -> ArraySlice<UInt8> {
      if let mark = path.firstIndex(of: UInt8(ascii: "!")) { return path[...mark] }
      return path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    }
    if !container(paths[current]).isEmpty, path.starts(with: container(paths[current])) { return current }
    return paths.firstIndex { !container($0).isEmpty && path.starts(with: container($0)) } ?? current
  }
}
