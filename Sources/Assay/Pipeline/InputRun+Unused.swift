import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// What a configuration says of a table and no row of it needed.
extension InputRun {
  /// Reports samples that the table's mapping makes of rows and that no row has, when the whole table was read.
  func reportUnusedSamples() throws {
    let code = DiagnosticCode.csvUnused
    guard input.format == .csv, input.profile == nil, summary.records > 0, !summary.isIncomplete, !isResumed,
      let severity = validator.options.severities.severity(of: code, code.defaultSeverity)
    else { return }
    for (index, subject) in input.layout.subjects.enumerated()
    where index >= usedSamples.count || !usedSamples[index] {
      try report(
        Diagnostic(
          code: code, severity: severity,
          message: "no row gives the sample of `\(TextEscaping.escaped(subject, limit: 80))`",
          location: SourceLocation(path: input.displayPath),
          hint: "its cells are empty, or `when` and `unless` pass over the rows that have it"))
    }
  }
}
