import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

struct ReplayCounts {
  private let environment: RunEnvironment
  private let path: String
  private(set) var summary = Summary()
  private var notes = NoteLedger()
  private let hints = HintBudget()

  init(_ path: String, _ environment: RunEnvironment, keepsCounts: Bool) {
    self.environment = environment
    self.path = path
    summary.files = [Summary.File(path: path, format: "quarantine")]
    if keepsCounts {
      summary.duplicates = 0
      summary.conflicts = 0
    }
  }

  /// Records the outcome of a record and reports its findings.
  mutating func take(_ judged: JudgedEntry, _ outcome: BatchOutcome) throws -> [WordedFinding] {
    let result = judged.result
    let registry = environment.validator.registry
    summary.add(result, registry)
    if summary.conflicts != nil || !outcome.conflicts.isEmpty {
      summary.add(outcome, of: result.batch, registry)
    }
    summary.discount(repeats: result.repeats, of: result.batch, registry)
    let bytes = result.chunk.bytes.span.bytes
    var renderer = judged.renderer(environment, hints)
    var order = Array(result.findings.indices)
    if !result.isInOrder {
      order.sort { (result.findings[$0].record.start, $0) < (result.findings[$1].record.start, $1) }
    }
    var worded: [Int: WordedFinding] = [:]
    for index in order {
      let words = renderer.worded(index, of: result, in: bytes, syntax: judged.syntax)
      worded[index] = words
      try report(words, result.findings[index], renderer, bytes)
    }
    return result.refused.flatMap { $0.findings.compactMap { worded[$0] } }
  }

  private mutating func report(
    _ worded: WordedFinding, _ finding: Finding, _ renderer: FindingRenderer, _ bytes: RawSpan
  ) throws {
    let type = worded.wording.type
    if NoteLedger.counts(finding) {
      switch notes.count(finding, in: bytes) {
      case .counted: return
      case .first: return notes.begin(renderer.diagnostic(of: worded, finding, in: bytes))
      case .full: break
      }
    }
    summary.count(finding.code, finding.severity, type: type)
    guard let reporter = environment.reporter else { return }
    if reporter.wants(finding.code, finding.severity, type) {
      try reporter.report(worded) { renderer.diagnostic(of: worded, finding, in: bytes) }
    } else {
      reporter.count(finding.code, finding.severity, type: type)
    }
  }

  /// Counts a record that cannot be replayed.
  mutating func take(unread diagnostic: Diagnostic) throws {
    summary.addUnreadRecord()
    summary.count(diagnostic.code, diagnostic.severity, type: nil)
    try environment.reporter?.report(diagnostic)
  }

  /// Counts an element whose type is not supported yet.
  mutating func take(unsupported name: String) {
    summary.records += 1
    summary.count(unsupported: [environment.shown(elementName: name): 1])
  }

  /// Reports the notes that are reported once, each with its number.
  mutating func finish() throws {
    for (note, count) in notes.diagnostics {
      summary.byCode[note.code.name, default: 0] += count - 1
      summary.count(note.code, note.severity, type: nil)
      try environment.reporter?.report(note)
    }
    notes = NoteLedger()
  }
}

extension ReplayCounts {
  /// The problem with a line of the quarantine file.
  func diagnostic(_ fault: QuarantineFault, line: Int) -> Diagnostic {
    Diagnostic(
      code: .quarantineLine, message: fault.message, location: SourceLocation(path: path, line: line, column: 1),
      hint: "the line is kept as it is")
  }

  /// Why a record is left as it is.
  func diagnostic(fragment entry: QuarantineEntry) -> Diagnostic {
    Diagnostic(
      code: .notChecked, message: "not checked: only a part of a record, or of a document that broke off, is kept",
      location: entry.location, hint: "correct the input and import it again")
  }
}

/// A record of a quarantine file, read and judged again.
struct JudgedEntry: Sendable {
  let entry: QuarantineEntry
  var result: ChunkResult
  let validator: Validator
  /// How findings name what was read: the input, or the quarantine file for what was corrected in it.
  let path: String
  /// Where the chunk's first byte is.
  let start: ReadPosition
  let syntax: RawSyntax

  /// Makes diagnostics of what was found.
  func renderer(_ environment: RunEnvironment, _ hints: HintBudget) -> FindingRenderer {
    var renderer = FindingRenderer(
      validator: validator, path: path, chunk: result.chunk, at: start, environment, hints)
    // A record of an input that was converted keeps its place in the original; a correction is in the quarantine file.
    if entry.location.place != nil, path == entry.location.path {
      renderer.originalPlace = { [location = entry.location] _, _ in location }
    }
    renderer.countsFromRange = entry.replacement == nil && entry.location.isLineOfRange
    return renderer
  }
}
