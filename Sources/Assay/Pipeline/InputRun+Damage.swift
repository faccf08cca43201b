import HealthFormats
import HealthModel
import HealthReports

extension InputRun {
  /// Records that an input broke off: a damaged archive is a finding and an incomplete input; every other error is
  /// rethrown.
  func damage(_ error: InputError) throws {
    guard case .damaged(let path, let fault, let reason) = error else { throw error }
    let code: DiagnosticCode =
      switch fault {
      case .damaged, .unsupported: .zipDamaged
      case .ratio: .zipRatio
      case .path: .zipPath
      case .truncated: .truncated
      case .content, .reader: .inputDamaged
      case .form: .formatUnknown
      }
    let hint: String? =
      switch fault {
      case .damaged, .truncated, .content: "fetch the file again and rerun; what came before this place counts"
      case .ratio: "unpack it where you trust it, and check what comes out"
      case .reader: "what came before this place counts; `assay plugins test` says more about the plugin"
      case .path, .unsupported: nil
      case .form:
        "if another version of the program wrote it, change the profile in a copy of the plugin; if it holds no health data, put it under `exclude` in assay.yaml"
      }
    let diagnostic = Diagnostic(
      code: code,
      message: environment.redacts
        ? "the input cannot be read on from here (redacted)" : TextEscaping.escaped(reason, limit: 400),
      location: SourceLocation(path: path), hint: hint)
    if case .reader = fault { environment.reporter?.outcome.failures.append(diagnostic) }
    try report(diagnostic)
    summary.markIncomplete(.damaged)
  }

  /// The numbers, complete.
  var finished: Summary {
    var result = summary
    thresholds?.addSamples(to: &result)
    guard !result.files.isEmpty else { return result }
    result.files[0].isIncomplete = result.isIncomplete
    result.files[0].incompleteReasons = result.incompleteReasons
    return result
  }
}
