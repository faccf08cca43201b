import HealthDigest
import HealthFormats
package import HealthModel
import HealthQueries
package import HealthReports
import HealthValidation

extension JudgingSettings {
  /// What judges, for the summary of a report.
  ///
  /// - Returns: the terms, to which the command adds its own options.
  package func terms(_ command: String, _ registry: Registry, _ project: Project?, redacts: Bool) -> RunTerms {
    var terms = RunTerms(
      version: AssayVersion.current, catalog: registry.contentHash, timeZones: zones.version,
      now: TimestampWriter.string(now))
    terms.set("command", command)
    terms.set("timezone", timeZone)
    terms.set("units", units.flatMap { $0 == .strict ? nil : $0.rawValue })
    terms.set("require_subject", requiresSubject)
    terms.set("redact", redacts)
    if redacts { terms.set("subject", subject != nil) } else { terms.set("subject", subject) }
    terms.set("config", project?.digest)
    return terms
  }
}

extension Project {
  /// The first digits of the SHA-256 of the configuration; `nil` if it cannot be read.
  fileprivate var digest: String? {
    var bytes: [UInt8] = []
    do throws(InputError) {
      var source = try FileSource(path: configuration.path, within: boundary)
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    } catch {
      return nil
    }
    return String(SHA256Digest(of: bytes).hexadecimal.prefix(16))
  }
}
