import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthValidation

/// What samples are judged by beside the catalog.
struct JudgingOptions: ParsableArguments {
  @Option(help: "Whose samples these are, when a sample does not say.")
  var subject: String?

  @Flag(name: .customLong("require-subject"), help: "Refuse samples that name no subject.")
  var requiresSubject = false

  @Option(
    help: "The IANA time zone for times without an offset.",
    completion: .custom { _, _, _ in CompletionWords.zones })
  var timezone: String?

  @Option(
    help: "Which unit spellings are taken: healthkit (default), ucum or lenient.",
    completion: .list(UnitPolicy.allCases.map(\.rawValue)))
  var units: String?

  @Option(help: "The moment that counts as now, as 2026-01-01T00:00:00Z (also ASSAY_NOW).")
  var now: String?

  /// What the rules need to know: the command's options first, then those of the input's data set.
  func validationOptions(normalizes: Bool, set: DataSet? = nil) throws -> ValidationOptions {
    let word = units ?? set?.units?.rawValue ?? UnitPolicy.strict.rawValue
    guard let policy = UnitPolicy(rawValue: word) else {
      throw CommandFailure.usage("unknown --units `\(TextEscaping.escaped(word))`; one of healthkit, ucum, lenient")
    }
    let subject = subject ?? set?.subject
    if let subject, !Self.isSubject(subject) { throw CommandFailure.usage("--subject takes 1 to 128 bytes") }
    var zone: LocalTimeZone?
    if let timezone = timezone ?? set?.timeZone?.value {
      guard let found = LocalTimeZone.zone(named: timezone) else {
        let place = self.timezone == nil ? set?.timeZone.map { "\($0.mark): " } ?? "" : ""
        throw CommandFailure.usage(
          "\(place)unknown time zone `\(TextEscaping.escaped(timezone))`; give an IANA name such as Europe/Berlin")
      }
      zone = found
    }
    var options = ValidationOptions(
      now: try moment(), subject: subject, requiresSubject: requiresSubject, units: policy, timeZone: zone,
      normalizes: normalizes)
    options.isTimeZoneConfigured = timezone == nil && zone != nil
    return options
  }

  /// Whether a text can be a subject.
  private static func isSubject(_ text: String) -> Bool { !text.isEmpty && text.utf8.count <= 128 }

  /// The moment that counts as now, in microseconds since 1970 UTC.
  func moment() throws -> Int64 {
    guard let text = now ?? EnvironmentVariables.value(of: "ASSAY_NOW"), !text.isEmpty else {
      return CalendarTime.microseconds()
    }
    let bytes = Array(text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else {
      throw CommandFailure.usage("--now takes a time such as 2026-01-01T00:00:00Z, got `\(TextEscaping.escaped(text))`")
    }
    return reading.instant.microseconds
  }
}

extension JudgingOptions {
  /// What the rules need to know for records of a quarantine file: the command's options first, then those of the run
  /// that kept them, so that a sample gets the id that it had, then those of the input's data set.
  ///
  /// - Parameters:
  ///   - base: the command's options, checked.
  ///   - source: where the records came from; what of it makes no sense is as if it were not there.
  ///   - project: the project whose severities hold.
  /// - Returns: the options.
  func options(_ base: ValidationOptions, for source: QuarantineSource, in project: Project?) -> ValidationOptions {
    let path = project?.relativePath(of: source.path)
    let set = path.flatMap { project?.dataSet(of: $0) }
    var options = base
    options.origin = source.origin
    if subject == nil { options.subject = source.subject.flatMap { Self.isSubject($0) ? $0 : nil } ?? set?.subject }
    if units == nil { options.units = source.units.flatMap(UnitPolicy.init(rawValue:)) ?? set?.units ?? .strict }
    if timezone == nil {
      options.timeZone = (source.timeZone ?? set?.timeZone?.value).flatMap(LocalTimeZone.zone(named:))
      options.isTimeZoneConfigured = options.timeZone != nil && options.timeZone?.name == set?.timeZone?.value
    }
    options.severities = project?.severities(in: path) ?? SeverityPolicy()
    return options
  }
}
