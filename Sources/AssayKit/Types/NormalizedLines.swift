package import HealthModel
package import HealthStorage
import HealthValidation
import Synchronization

/// Samples as lines of JSON in their normal form, and such lines as samples again: what backends that keep text use.
///
/// Reading is judging with every rule off that can be off, so that what was stored is read as it is, whatever the rules
/// say today. Each line says all of its sample: a member takes nothing from its correlation. So its id and digest
/// follow from its own line, those of a correlation from its line and its members.
package struct NormalizedLines: SampleLineCoding {
  private let types: Registry
  private let writer: SampleJSONWriter
  private let validator: StoredLineValidator

  package init(registry: Registry) {
    types = registry
    writer = SampleJSONWriter(registry: registry)
    validator = StoredLineValidator(registry: registry)
  }

  package var registry: RegistrySignature? { types.signature }

  /// Appends one sample as a JSON object, without its members and without a line feed.
  package func append(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    writer.appendAlone(row, of: batch, to: &output)
  }

  /// Reads samples back, a row for each line.
  ///
  /// - Throws: `StorageError`: `incompatible` when the types no longer allow a sample, `corrupt` when a line is none or
  ///   the groups do not fit the lines.
  package func samples(_ lines: [UInt8], groups: [Int]) throws(StorageError) -> SampleBatch {
    guard lines.count < Int32.max else {
      throw StorageError(.failed, "\(lines.count) bytes of samples are more than can be read at once")
    }
    var judge = validator.value().makeJudge()
    var reader = StoredLineReader(count: lines.count)
    var record = RawSampleBuffer(syntax: .json)
    let bytes = lines.span.bytes
    for count in groups {
      let span = reader.next(group: count, in: bytes, into: &record)
      if let problem = record.problems.first { throw Self.unreadable(problem.code) }
      guard let span else { throw Self.misfit }
      guard record.samples.count == count else { throw Self.unreadable(.fieldKind) }
      let accepted = judge.total.accepted
      guard count > 0, judge.judge(record, span: span, in: bytes), judge.total.accepted == accepted + count else {
        throw count > 0 ? Self.refusal(judge.findings.first, record, in: lines) : Self.misfit
      }
    }
    guard reader.isAtEnd else { throw Self.misfit }
    var batch = judge.batch
    try checkHeads(of: batch, groups)
    // The places of lines in a text that is not kept.
    batch.record = Array(repeating: .empty, count: batch.count)
    return batch
  }

  private func checkHeads(of batch: SampleBatch, _ groups: [Int]) throws(StorageError) {
    var row = 0
    for count in groups {
      let type = types.types[Int(batch.type[row])]
      if count > 1, type.shape.members == nil {
        throw StorageError(
          .incompatible, "the store has the sample \(batch.id[row]) with members, but \(type.id) is not a correlation",
          hint: Self.hint)
      }
      row += count
    }
  }

  private static let hint = "name the catalog that the samples were stored with, or give the type its definition back"

  private static let misfit = StorageError(.corrupt, "a stored group of samples has more or fewer lines than it should")

  private static func unreadable(_ code: DiagnosticCode) -> StorageError {
    StorageError(.corrupt, "a stored line is not a sample: \(code.name)")
  }

  /// Why a sample is not read: text that no writer wrote is damage, all else is the catalog's doing.
  private static func refusal(_ finding: Finding?, _ record: borrowing RawSampleBuffer, in bytes: [UInt8])
    -> StorageError
  {
    let place = Int(finding?.member ?? -1) + 1
    let sample = record.samples.indices.contains(place) ? record.samples[place] : RawSample()
    let id = TextEscaping.escaped(utf8: bytes[sample[.uuid].range], limit: 40)
    let type = TextEscaping.escaped(utf8: bytes[sample[.type].range], limit: 128)
    guard let code = finding?.code else {
      return StorageError(.incompatible, "the stored sample \(id) of \(type) has an invalid value now", hint: hint)
    }
    if code.family == DiagnosticCode.jsonSyntax.family {
      return StorageError(.corrupt, "the stored sample \(id) of \(type) is damaged: \(code.name)")
    }
    return StorageError(
      .incompatible, "the stored sample \(id) of \(type) is not read any more: \(code.name)", hint: hint)
  }
}

/// The validator of stored lines, made when the first line is read: most stores never ask for it.
private final class StoredLineValidator: Sendable {
  private let registry: Registry
  private let made = Mutex<Validator?>(nil)

  init(registry: Registry) { self.registry = registry }

  func value() -> Validator {
    made.withLock { made in
      if let validator = made { return validator }
      var options = ValidationOptions(now: Instant.latest, normalizes: true)
      options.inheritsFromCorrelation = false
      options.severities = SeverityPolicy(
        DiagnosticCode.allCases.filter { !$0.isFixed }.map { SeverityPolicy.Setting(code: $0, severity: nil) })
      let validator = Validator(registry: registry, options: options)
      made = validator
      return validator
    }
  }
}
