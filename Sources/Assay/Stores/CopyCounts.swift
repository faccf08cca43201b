import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// The findings and counts of a copy from another store, and the samples it does not store.
final class CopyCounts {
  private(set) var summary = Summary()
  let quarantine: Quarantine?
  private let environment: RunEnvironment
  private let name: String
  private let writer: SampleJSONWriter
  /// Members seen so far, since one of several correlations comes with each; the number remembered is limited.
  private var members: Set<SampleID> = []
  private static let maximumMembers = 500_000

  init(_ name: String, _ environment: RunEnvironment, _ quarantine: Quarantine?) {
    self.name = name
    self.environment = environment
    self.quarantine = quarantine
    writer = SampleJSONWriter(registry: environment.validator.registry)
    summary.files = [Summary.File(path: name, format: "store")]
    summary.duplicates = 0
    summary.conflicts = 0
  }

  private var registry: Registry { environment.validator.registry }

  /// Adds the outcomes of samples.
  func take(_ batch: SampleBatch, _ receipt: AppendReceipt) throws {
    let outcome = try BatchOutcome(receipt, of: batch, repeats: repeated(in: batch))
    summary.read += batch.count
    summary.accepted += batch.count
    summary.files[0].read += batch.count
    summary.files[0].accepted += batch.count
    for type in batch.type {
      summary.byType[registry.types[Int(type)].id, default: Summary.TypeCounts()].read += 1
      summary.byType[registry.types[Int(type)].id, default: Summary.TypeCounts()].accepted += 1
    }
    summary.records += batch.correlation.count { $0 < 0 }
    summary.add(outcome, of: batch, registry)
    summary.discount(repeats: outcome.repeats, of: batch, registry)
    for record in outcome.kept {
      let head = batch.correlation[record.row] < 0 ? record.row : Int(batch.correlation[record.row])
      try keep(batch.group(at: head), at: record, of: batch)
    }
  }

  /// The rows of members that came with another correlation before.
  private func repeated(in batch: SampleBatch) -> [Int] {
    var rows: [Int] = []
    for row in 0..<batch.count where batch.correlation[row] >= 0 {
      if members.contains(batch.id[row]) {
        rows.append(row)
      } else if members.count < Self.maximumMembers {
        members.insert(batch.id[row])
      }
    }
    return rows
  }

  /// Reports a group that is not stored, and keeps it as one line.
  private func keep(_ group: Range<Int>, at record: BatchOutcome.KeptRecord, of batch: SampleBatch) throws {
    let type = registry.types[Int(batch.type[record.row])].id
    let id = environment.redacts ? "(redacted)" : batch.id[record.row].description
    var message = "\(type) \(id) is stored already with other content; the stored one stays"
    if let reason = record.reason {
      let words = environment.redacts ? "" : ": " + TextEscaping.escaped(reason, limit: 400)
      message = "the store refuses \(type)" + words
    }
    let code: DiagnosticCode = record.isConflict ? .uuidConflict : .storeRefused
    let wording = Wording(
      code, code.defaultSeverity, message: MessageText(message), hint: nil, pointer: "", type: type, rule: nil,
      classes: nil, isKept: false)
    let finding = WordedFinding(
      wording, at: SourceLocation(path: name), uuid: environment.redacts ? .none : batch.id[record.row])
    summary.count(code, wording.severity, type: type)
    try environment.reporter?.report(finding) { Diagnostic(finding) }
    guard let quarantine else { return }
    var single = SampleBatch()
    for row in group { single.append(row, of: batch, correlation: row == group.lowerBound ? -1 : 0) }
    var line: [UInt8] = []
    writer.append(single, to: &line)
    line.removeLast()
    try quarantine.add(
      line, reason: record.isConflict ? .conflict : .refused, at: finding.location, format: .jsonLines,
      context: QuarantineContext(), findings: [finding])
  }

  /// How far the copy has come.
  func progress(isFinished: Bool) -> ImportProgress {
    ImportProgress(
      input: CopyRun.key(of: name), path: name, counts: summary.counts, details: summary.saved,
      quarantineLength: quarantine?.lengths.records ?? 0, unsupportedLength: quarantine?.lengths.unsupported ?? 0,
      isFinished: isFinished, catalogHash: registry.contentHash, version: AssayVersion.current)
  }
}
