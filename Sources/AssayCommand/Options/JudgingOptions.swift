import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthQueries
import HealthValidation

/// The settings for judging samples, besides the catalog.
struct JudgingOptions: ParsableArguments {
  @Option(help: "Whose samples these are, when a sample does not say.")
  var subject: String?

  @Flag(name: .customLong("require-subject"), help: "Refuse samples that name no subject.")
  var requiresSubject = false

  @Option(
    help: "The IANA time zone for times without an offset.",
    completion: .custom { _, _, _ in CompletionCandidates.zones })
  var timezone: String?

  @Option(
    help: "Which unit spellings are taken: healthkit (default), ucum or lenient.",
    completion: .list(UnitPolicy.allCases.map(\.rawValue)))
  var units: String?

  @Option(help: "The moment that counts as now, as 2026-01-01T00:00:00Z (also ASSAY_NOW).")
  var now: String?

  /// The settings, after the checks that the command itself makes.
  func settings() throws -> JudgingSettings {
    var settings = JudgingSettings(now: try moment())
    settings.zones = ZoneFolders.database
    if let subject, !JudgingSettings.isSubject(subject) {
      throw Failure.usage("--subject takes 1 to 128 bytes")
    }
    settings.subject = subject
    settings.requiresSubject = requiresSubject
    if let units {
      guard let policy = UnitPolicy(rawValue: units) else {
        throw Failure.usage("unknown --units `\(TextEscaping.escaped(units))`; one of healthkit, ucum, lenient")
      }
      settings.units = policy
    }
    if let timezone {
      do throws(QueryError) {
        _ = try TimeZoneRules(timezone, in: settings.zones)
      } catch {
        throw Failure.usage("--timezone: \(error)")
      }
      settings.timeZone = timezone
    }
    return settings
  }

  /// The moment that counts as now, in microseconds since 1970 UTC.
  func moment() throws -> Int64 { try Self.moment(now) }

  /// The same for commands without the option.
  static func moment(_ now: String? = nil) throws -> Int64 {
    guard let text = now ?? EnvironmentVariables.value(of: "ASSAY_NOW"), !text.isEmpty else {
      return CalendarTime.microseconds()
    }
    let bytes = Array(text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else {
      throw Failure.usage("--now takes a time such as 2026-01-01T00:00:00Z, got `\(TextEscaping.escaped(text))`")
    }
    return reading.instant.microseconds
  }
}
