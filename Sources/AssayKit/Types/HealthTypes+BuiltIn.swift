import HealthCatalog
public import HealthModel
public import HealthQueries
public import HealthStorage
import HealthValidation
import Synchronization

extension HealthTypes {
  /// The types of the built-in catalog.
  ///
  /// Each call decodes them, which takes as long as judging thousands of samples: a program that opens several stores
  /// passes one value to all of them.
  ///
  /// - Throws: `StorageError.Code.failed` when the compiled form of the catalog cannot be read.
  public static func builtIn() throws(StorageError) -> HealthTypes {
    guard let registry = CompiledTypes().registry else {
      throw StorageError(.failed, "the built-in types cannot be read", hint: "build the program anew")
    }
    return HealthTypes(registry)
  }

  /// The types of a registry, such as one with a team's own definitions, which `CatalogBuilder` of the module `Assay`
  /// reads.
  public init(_ registry: Registry) {
    // A coding of the same registry is never refused.
    self.init(registry, lines: { NormalizedLines(registry: $0) })
  }
}

/// The types of the built-in catalog, from the form that is compiled in: decoded by who asks first, while others who ask
/// wait no longer than that takes.
package final class CompiledTypes: Sendable {
  /// The registry: not requested yet, or requested; then `nil` if the form cannot be read.
  private let decoded = Mutex<Registry??>(.none)

  package init() {}

  /// The types; `nil` if the compiled form cannot be read.
  package var registry: Registry? {
    decoded.withLock { decoded in
      if let known = decoded { return known }
      let registry = CompiledCatalog.builtIn.withUTF8Buffer {
        CompiledCatalog.registry(UnsafeRawBufferPointer($0))
      }
      decoded = .some(registry)
      return registry
    }
  }
}

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
