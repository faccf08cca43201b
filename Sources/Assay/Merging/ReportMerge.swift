import AssayPlatform
import HealthFormats
public import HealthModel
public import HealthReports
import HealthStorage
import HealthValidation

/// Puts reports in `jsonl` together, those of ranges of files too: the result is what one process would have reported.
///
/// Findings and files are ordered by path, as bytes, then by the start of the range. A file whose ranges are all there
/// is settled: its lines are counted from its beginning, and what is limited or reported once for each input is that of
/// the file. Merging is associative: some reports may be merged first, and their results then.
///
/// ```swift
/// let merge = try ReportMerge(["part-1.jsonl", "part-2.jsonl"])
/// let summary = try merge.write(to: .standardOutput())
/// print(merge.isWhole, summary.refused)
/// ```
public struct ReportMerge {
  private let reports: [ReportPart]
  private let inputs: [MergedInput]

  static let most = 65_536

  /// Reads the summaries of reports, and where their findings are.
  ///
  /// - Parameter paths: the reports, in any order; each is a file, which is read again when the result is written.
  /// - Throws: `Failure` if a report cannot be read, or reports do not fit together: they are by another version,
  ///   catalog, clock or option, or ranges of a file have a gap or overlap.
  public init(_ paths: [String]) throws(Failure) {
    guard paths.count <= Self.most else { throw .usage("at most \(Self.most) reports are merged at once") }
    do {
      reports = try paths.map { try ReportPart($0) }
      try Self.compareTerms(reports)
      inputs = try Self.inputs(of: reports)
    } catch {
      throw Failure(error)
    }
  }

  /// Whether every input is complete: read whole, or in ranges that cover it.
  public var isWhole: Bool { inputs.allSatisfy(\.isComplete) }

  package var firstIncomplete: String? {
    inputs.first { !$0.isComplete }.map { TextEscaping.escaped($0.path, limit: 1000) }
  }

  /// Writes the merged report.
  ///
  /// - Parameter output: where it goes.
  /// - Returns: the summary, which is the last line.
  /// - Throws: `Failure` if a report cannot be read again, or the output cannot be written.
  public func write(to output: ByteOutput) throws(Failure) -> Summary {
    try Failure.meaning { try written(to: output) }
  }

  private func written(to output: ByteOutput) throws -> Summary {
    var summary = Summary()
    for report in reports {
      var counts = report.summary.counts
      counts.files = []
      counts.ranges = nil
      summary.merge(counts)
    }
    summary.files = files
    for input in inputs {
      if input.ranges.isEmpty {
        for piece in input.pieces { try copy(piece, to: output) }
      } else if input.isComplete {
        try settle(input, to: output, &summary)
      } else {
        for piece in input.pieces {
          try forEachLine(of: piece) { line, bytes in
            line.count(piece.linesBefore, in: bytes)
            try output.append(writing: { line.append(to: &$0, from: bytes) })
          }
        }
        summary.ranges = (summary.ranges ?? []) + input.ranges
      }
    }
    var json = JSONBuilder()
    json.object { json in
      json.key("summary")
      summary.append(to: &json) { reports.first?.summary.terms.append(to: &$0) }
    }
    try output.append(json.bytes)
    try output.append("\n")
    try output.flush()
    return summary
  }

  private var files: [Summary.File] {
    var files: [[UInt8]: Summary.File] = [:]
    for file in reports.flatMap(\.summary.counts.files) {
      let key = Array(file.path.utf8)
      var sum = files[key] ?? Summary.File(path: file.path, format: file.format)
      sum.read += file.read
      sum.accepted += file.accepted
      sum.refused += file.refused
      sum.isIncomplete = sum.isIncomplete || file.isIncomplete
      files[key] = sum
    }
    return inputs.compactMap { files[Array($0.path.utf8)] }
  }

  /// Refuses reports by other terms than the first one's.
  private static func compareTerms(_ reports: [ReportPart]) throws(Failure) {
    guard let first = reports.first else { return }
    let terms = first.summary.terms
    for report in reports.dropFirst() {
      let other = report.summary.terms
      var pairs: [(String, String?, String?)] = [
        ("version", terms.version, other.version), ("catalog", terms.catalog, other.catalog),
        ("tzdata", terms.timeZones, other.timeZones), ("now", terms.now, other.now),
      ]
      for name in Set(terms.options.keys).union(other.options.keys).sorted() {
        pairs.append(("the option `\(name)`", terms.options[name]?.shown, other.options[name]?.shown))
      }
      guard let pair = pairs.first(where: { $0.1 != $0.2 }) else { continue }
      func text(_ value: String?, _ report: ReportPart) -> String {
        let value = value.map { "`\(TextEscaping.escaped($0, limit: 200))`" } ?? "not set"
        return "\(value) in \(TextEscaping.escaped(report.path, limit: 1000))"
      }
      throw .usage(
        "these reports do not belong together: \(TextEscaping.escaped(pair.0, limit: 200)) is \(text(pair.1, first)), and "
          + text(pair.2, report))
    }
  }

  private static func inputs(of reports: [ReportPart]) throws(Failure) -> [MergedInput] {
    var pieces: [[UInt8]: (path: String, pieces: [MergedInput.Piece])] = [:]
    for (index, report) in reports.enumerated() {
      for (place, unit) in report.units.enumerated() {
        pieces[Array(unit.path.utf8), default: (unit.path, [])].pieces.append(
          MergedInput.Piece(report: index, unit: place, range: unit.range))
      }
    }
    let paths = reports.map(\.path)
    var inputs: [MergedInput] = []
    for (_, input) in pieces.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      inputs.append(try MergedInput(input.path, input.pieces, of: paths))
    }
    return inputs
  }

  private func copy(_ piece: MergedInput.Piece, to output: ByteOutput) throws {
    let report = reports[piece.report]
    for range in report.units[piece.unit].pieces where !range.isEmpty {
      var source = try FileSource(path: report.path)
      try source.seek(to: range.lowerBound)
      var left = range.upperBound - range.lowerBound
      var bytes: [UInt8] = []
      while left > 0 {
        bytes.removeAll(keepingCapacity: true)
        let got = try source.read(into: &bytes, count: Int(min(left, 256 << 10)))
        guard got > 0 else { throw InputError.unreadable(path: report.path, reason: "it became shorter meanwhile") }
        try output.append(bytes)
        left -= Int64(got)
      }
    }
  }

  private func forEachLine(of piece: MergedInput.Piece, _ body: (inout FindingLine, [UInt8]) throws -> Void) throws {
    let report = reports[piece.report]
    for range in report.units[piece.unit].pieces where !range.isEmpty {
      var lines = try ReportLines(report.path, from: range.lowerBound)
      while lines.nextOffset < range.upperBound, let line = try lines.next() {
        var finding = FindingLine(line, in: lines.buffer)
        try body(&finding, lines.buffer)
      }
    }
  }

  /// Writes the findings of an input whose ranges are all there, as one process writes them.
  private func settle(_ input: MergedInput, to output: ByteOutput, _ summary: inout Summary) throws {
    var settlement = RangeResolution()
    for piece in input.pieces {
      try forEachLine(of: piece) { line, bytes in
        line.count(piece.linesBefore, in: bytes)
        try output.append(writing: { settlement.add(&line, in: bytes, to: &$0) })
      }
    }
    try output.append(writing: { settlement.finish(&$0) })
    summary.notes -= settlement.surplus
    // All ranges say what their file gets if it has no record.
    let empty = input.ranges.compactMap(\.ifEmpty)
    guard empty.count == input.ranges.count, let finding = empty.first, let json = JSONValue(parsing: finding) else {
      return
    }
    guard let name = json["code"]?.text, let code = DiagnosticCode.allCases.first(where: { $0.name == name }),
      let severity = Severity.allCases.first(where: { $0.name == json["severity"]?.text })
    else {
      if json["suppressed"]?.flag == true { summary.suppressed = (summary.suppressed ?? 0) + 1 }
      return
    }
    summary.count(code, severity)
    try output.append(finding + [UInt8(ascii: "\n")])
  }
}

/// An input of the merged report: read whole, or in ranges that follow one another.
struct MergedInput {
  struct Piece {
    let report: Int
    let unit: Int
    let range: ReadRange?
    /// How many lines of the file are before the range; `nil` if they were not counted.
    var linesBefore: Int?
  }

  let path: String
  private(set) var pieces: [Piece]
  /// Whether the pieces are the whole input.
  private(set) var isComplete = true

  var ranges: [ReadRange] { pieces.compactMap(\.range) }

  init(_ path: String, _ pieces: [Piece], of reports: [String]) throws(Failure) {
    self.path = path
    self.pieces = pieces.sorted {
      ($0.range?.start ?? 0, $0.range?.end ?? 0) < ($1.range?.start ?? 0, $1.range?.end ?? 0)
    }
    let shown = TextEscaping.escaped(path, limit: 1000)
    func names(_ piece: Piece) -> String {
      let report = TextEscaping.escaped(reports[piece.report], limit: 1000)
      return piece.range.map { "\($0.start):\($0.end) in \(report)" } ?? "the whole of it in \(report)"
    }
    if let whole = pieces.first(where: { $0.range == nil }) {
      guard let other = pieces.first(where: { $0.report != whole.report || $0.unit != whole.unit }) else { return }
      throw .usage("\(shown) is there twice: \(names(whole)), \(names(other))")
    }
    try follow(shown, names)
  }

  private mutating func follow(_ shown: String, _ names: (Piece) -> String) throws(Failure) {
    guard let first = pieces.first, let size = first.range?.size else { return }
    var end = min(first.range?.start ?? 0, size)
    var next: Int64? = first.range?.start == 0 ? 0 : nil
    var lines: Int? = first.range?.start == 0 ? 0 : nil
    var last = first
    for index in pieces.indices {
      guard let range = pieces[index].range else { continue }
      let piece = pieces[index]
      guard range.size == size else {
        throw .usage(
          "\(shown) had \(size) bytes in one report and \(range.size ?? 0) in another, so it changed: \(names(first)), "
            + names(piece))
      }
      let start = min(range.start, size)
      if start != end {
        throw .usage(
          "the ranges of \(shown) \(start > end ? "have a gap" : "overlap") between \(names(last)) and \(names(piece))")
      }
      end = max(start, min(range.end, size))
      if let begin = range.firstByte {
        if let next, next != begin {
          throw .usage(
            "\(shown): the lines of \(names(piece)) begin at byte \(begin) instead of \(next), so the file changed or "
              + "the report of \(names(last)) broke off")
        }
        next = begin + range.bytes
      }
      pieces[index].linesBefore = lines
      lines = lines.map { $0 + range.lines }
      last = piece
    }
    isComplete = first.range?.start == 0 && end == size
    if isComplete, next != size {
      throw .usage(
        "the ranges of \(shown) have \(next ?? 0) bytes, and the file has \(size); run those again that broke off")
    }
  }
}

/// What is limited or reported once for each input, settled from the findings of all its ranges, in their order.
///
/// A word that gets a lookup in the whole file gets one in its range too, or came in a range before: a range has as many
/// lookups as a file, and fewer words before any of its own. The same holds for the spellings of notes.
struct RangeResolution {
  /// The hint of each word that got a lookup, as JSON; `nil` if nothing is near to it.
  private var hints: [[UInt8]: [UInt8]?] = [:]
  private var places: [[UInt8]: Int] = [:]
  private var notes: [Note] = []
  private var others: [[UInt8]: Note] = [:]
  private var reported = 0

  /// A note that is reported once for each spelling: its line, without the member that its count comes from.
  private struct Note {
    var line: [UInt8]
    var byteOffset: Int
    var times: Int
  }

  var surplus: Int { reported - notes.count - others.count }

  /// Takes a finding, and appends it to the output unless it is a note that comes at the end.
  mutating func add(_ line: inout FindingLine, in bytes: [UInt8], to output: inout [UInt8]) {
    if let once = line.value(.once) { return keep(line, once, in: bytes) }
    if let lookup = line.value(.lookup) { settle(&line, lookup, in: bytes) }
    line.append(to: &output, from: bytes)
  }

  private mutating func settle(_ line: inout FindingLine, _ lookup: Range<Int>, in bytes: [UInt8]) {
    func text(_ key: String) -> [UInt8]? {
      CanonicalObject.value(of: key, of: lookup, in: bytes).map { Array(bytes[$0]) }
    }
    let word = text("word") ?? []
    let state = text("state") ?? []
    let (found, over) = (Array("\"found\"".utf8), Array("\"over\"".utf8))
    if let known = hints[word] {
      if state == over, let known { line.set(.hint, known) }
    } else if state != over, hints.count < HintBudget.size {
      hints.updateValue(state == found ? line.text(.hint, in: bytes) : nil, forKey: word)
    } else if state == found {
      if let hint = text("else") { line.set(.hint, hint) } else { line.remove(.hint) }
    }
    line.remove(.lookup)
  }

  private mutating func keep(_ line: FindingLine, _ once: Range<Int>, in bytes: [UInt8]) {
    reported += 1
    func value(_ key: String) -> Range<Int>? { CanonicalObject.value(of: key, of: once, in: bytes) }
    let key = value("key").map { Array(bytes[$0]) } ?? []
    let times =
      value("times").flatMap { Int(String(decoding: bytes[$0], as: UTF8.self)) }
      .map { min(max($0, 1), 1 << 46) } ?? 1
    if let place = places[key] {
      notes[place].times += times
      return
    }
    let note = Note(
      line: Self.plain(line, times: times, in: bytes), byteOffset: line.number(.byteOffset, in: bytes) ?? 0,
      times: times)
    if value("over") == nil, notes.count < NoteCounter.limit {
      places[key] = notes.count
      notes.append(note)
      return
    }
    let code = line.text(.code, in: bytes) ?? []
    guard var other = others[code] else {
      others[code] = note
      return
    }
    other.times += times
    if note.byteOffset < other.byteOffset { (other.line, other.byteOffset) = (note.line, note.byteOffset) }
    others[code] = other
  }

  /// The line as it is for a note that came once, with no mark of a range.
  private static func plain(_ line: FindingLine, times: Int, in bytes: [UInt8]) -> [UInt8] {
    var line = line
    let end = Array((NoteCounter.suffix(times: times) + "\"").utf8)
    if let message = line.text(.message, in: bytes), times > 1, message.suffix(end.count).elementsEqual(end) {
      line.set(.message, message.dropLast(end.count) + [UInt8(ascii: "\"")])
    }
    line.remove(.once)
    var output: [UInt8] = []
    line.append(to: &output, from: bytes)
    output.removeLast()
    return output
  }

  func finish(_ output: inout [UInt8]) {
    for note in notes { Self.append(note, isOther: false, to: &output) }
    let rest = others.values.sorted { ($0.byteOffset, $0.line.count) < ($1.byteOffset, $1.line.count) }
    for note in rest { Self.append(note, isOther: true, to: &output) }
  }

  private static func append(_ note: Note, isOther: Bool, to output: inout [UInt8]) {
    var line = FindingLine(0..<note.line.count, in: note.line)
    if note.times > 1, let message = line.text(.message, in: note.line) {
      let suffix = NoteCounter.suffix(times: note.times, isOther: isOther)
      line.set(.message, message.dropLast() + Array((suffix + "\"").utf8))
    }
    line.append(to: &output, from: note.line)
  }
}

/// The lines of a file, one after the other, in a buffer that is used again.
struct ReportLines {
  /// The text that `next` returns places of.
  private(set) var buffer: [UInt8] = []
  /// Where the line that came last begins in the file, and where the next one does.
  private(set) var offset: Int64
  private(set) var nextOffset: Int64
  private(set) var isEnded = true
  private var source: FileSource
  private var start = 0
  private var searched = 0
  private let path: String

  /// The longest line: a summary names every file, and findings are short.
  static let longest = 256 << 20

  init(_ path: String, from offset: Int64 = 0) throws(InputError) {
    self.path = path
    self.offset = offset
    nextOffset = offset
    source = try FileSource(path: path)
    try source.seek(to: offset)
  }

  /// The place of the next line in `buffer`, without its line feed; `nil` after the last.
  mutating func next() throws(InputError) -> Range<Int>? {
    while true {
      let end = buffer.span.bytes.firstNewline(from: searched, to: buffer.count)
      if end < buffer.count { return line(start..<end, ended: true) }
      if start > 0 {
        buffer.removeSubrange(..<start)
        start = 0
      }
      searched = buffer.count
      guard buffer.count < Self.longest else {
        throw .unreadable(path: path, reason: "a line is longer than \(Self.longest >> 20) MiB; it is not a report")
      }
      guard try source.read(into: &buffer, count: 256 * 1024) > 0 else {
        return buffer.isEmpty ? nil : line(0..<buffer.count, ended: false)
      }
    }
  }

  private mutating func line(_ line: Range<Int>, ended: Bool) -> Range<Int> {
    offset = nextOffset
    isEnded = ended
    start = line.upperBound + (ended ? 1 : 0)
    searched = start
    nextOffset += Int64(start - line.lowerBound)
    return line
  }
}

/// A report that is to be merged: its summary, and where in it the findings of each of its inputs are.
struct ReportPart {
  struct Unit {
    let path: String
    let range: ReadRange?
    /// Where the findings are: pieces of the report, in their order.
    var pieces: [Range<Int64>] = []
  }

  let path: String
  let summary: PartSummary
  private(set) var units: [Unit]

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
