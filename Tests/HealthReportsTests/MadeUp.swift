import HealthModel
import HealthReports

/// Findings that no input gave.
enum MadeUp {
  /// A finding about a sample's unit.
  static func finding(
    _ code: DiagnosticCode = .unitIncompatible, path: String = "samples.ndjson", line: Int = 3, column: Int = 40,
    message: String = "heartRate takes count/min, got kg", hint: String? = nil,
    type: String? = "heartRate", ruleLocation: CatalogMark? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: code, message: message,
      location: SourceLocation(path: path, line: line, column: line == 0 ? 0 : column, byteOffset: 120),
      pointer: "/unit", type: type, ruleLocation: ruleLocation, hint: hint)
  }

  /// So many findings of a code, on lines of their own.
  static func findings(_ count: Int, _ code: DiagnosticCode = .unitIncompatible) -> [Diagnostic] {
    (1...count).map { finding(code, line: $0) }
  }

  /// Names of files that would act where they are taken for more than a name.
  static let hostilePaths = [
    "]]><b a=\"1\">&'.ndjson", "::error::x.ndjson", " \u{A0}::error::x.ndjson", "a|b`c``d\\|.ndjson",
    "%0A,x:y.ndjson", "</script><img src=x>.ndjson", "\u{1B}[2J\u{9B}\u{202E}\n::error::x.ndjson",
    "a##[group]x.ndjson", "\u{FFFE}.ndjson", "@team https://example.org [a](b) <!-- c.ndjson",
  ]

  /// A finding in each of these files, and one about the whole file.
  static var hostile: [Diagnostic] {
    hostilePaths.flatMap { path in
      let message = TextEscaping.escaped("no type is called `\(path)`")
      return [finding(path: path, message: message), finding(.truncated, path: path, line: 0, message: message)]
    }
  }

  /// The numbers of a run over files.
  static func summary(_ paths: [String]) -> Summary {
    var summary = Summary()
    for path in paths {
      var file = Summary.File(path: path, format: "jsonl")
      file.read = 4
      file.accepted = 3
      file.refused = 1
      summary.files.append(file)
    }
    return summary
  }
}
