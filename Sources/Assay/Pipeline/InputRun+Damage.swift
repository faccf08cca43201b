import HealthFormats
import HealthModel
import HealthReports

extension InputRun {
  /// Takes up that an input broke off: a damaged archive is a finding and an incomplete input, all else is thrown.
  func damage(_ error: InputError) throws {
    guard case .damaged(let path, let fault, let reason) = error else { throw error }
    let code: DiagnosticCode =
      switch fault {
      case .damaged: .zipDamaged
      case .ratio: .zipRatio
      case .path: .zipPath
      case .truncated: .truncated
      }
    try report(
      Diagnostic(
        code: code, message: TextEscaping.escaped(reason), location: SourceLocation(path: path),
        hint: "get the file again and repeat the command; what was read before this place counts"))
    markIncomplete()
  }

  /// The numbers, complete.
  var finished: Summary {
    var result = summary
    if !result.files.isEmpty { result.files[0].isIncomplete = result.isIncomplete }
    return result
  }
}
