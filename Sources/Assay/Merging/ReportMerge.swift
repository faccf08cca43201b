import HealthFormats
import HealthModel
public import HealthReports
import HealthStorage

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
  /// - Throws: `RunFailure` if a report cannot be read, or reports do not fit together: they are by another version,
  ///   catalog, clock or option, or ranges of a file have a gap or overlap.
  public init(_ paths: [String]) throws(RunFailure) {
    guard paths.count <= Self.most else { throw .usage("at most \(Self.most) reports are merged at once") }
    do {
      reports = try paths.map { try ReportPart($0) }
      try Self.compareTerms(reports)
      inputs = try Self.inputs(of: reports)
    } catch {
      throw RunFailure(error)
    }
  }

  /// Whether every input is complete: read whole, or in ranges that cover it.
  public var isWhole: Bool { inputs.allSatisfy(\.isComplete) }

  /// The first input whose ranges do not cover it, as messages name it.
  package var firstIncomplete: String? {
    inputs.first { !$0.isComplete }.map { TextEscaping.escaped($0.path, limit: 1000) }
  }

  /// Writes the merged report.
  ///
  /// - Parameter output: where it goes.
  /// - Returns: the summary, which is the last line.
  /// - Throws: `RunFailure` if a report cannot be read again, or the output cannot be written.
  public func write(to output: ByteOutput) throws(RunFailure) -> Summary {
    do {
      return try written(to: output)
    } catch {
      throw RunFailure(error)
    }
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

  /// The files in the order of the inputs, each once.
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
}

// MARK: What fits together

extension ReportMerge {
  /// Refuses reports by other terms than the first one's.
  private static func compareTerms(_ reports: [ReportPart]) throws(RunFailure) {
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

  private static func inputs(of reports: [ReportPart]) throws(RunFailure) -> [MergedInput] {
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
}

// MARK: Findings

extension ReportMerge {
  /// Copies the findings of an input that was read whole.
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

  private func forEachLine(
    of piece: MergedInput.Piece, _ body: (inout FindingLine, [UInt8]) throws -> Void
  ) throws {
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
    var settlement = RangeSettlement()
    for piece in input.pieces {
      try forEachLine(of: piece) { line, bytes in
        line.count(piece.linesBefore, in: bytes)
        try output.append(writing: { settlement.take(&line, in: bytes, to: &$0) })
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
