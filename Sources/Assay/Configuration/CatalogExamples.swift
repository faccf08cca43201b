package import HealthModel
import HealthValidation

/// Runs the examples of type definitions: what `assay catalog test` does.
package struct CatalogExamples {
  private let validator: Validator

  /// Examples are judged as of the end of time, so that none is in the future.
  package init(registry: Registry) {
    validator = Validator(registry: registry, options: ValidationOptions(now: Instant.latest))
  }

  /// One error for each example that is not what its definition says.
  package func diagnostics(of types: [TypeDefinition]) -> [Diagnostic] {
    types.flatMap { type in
      type.examples.compactMap { example in
        failure(of: example, in: type).map {
          let mark = example.mark
          return Diagnostic(
            code: .catalogExample, severity: .error, message: $0,
            location: SourceLocation(path: mark.path, line: mark.line, column: mark.column))
        }
      }
    }
  }

  private func failure(of example: TypeExample, in type: TypeDefinition) -> String? {
    var codes: [DiagnosticCode] = []
    for finding in JudgedLines(Array((example.json + "\n").utf8), by: validator).diagnostics(path: "sample")
    where finding.severity == .error && !codes.contains(finding.code) {
      codes.append(finding.code)
    }
    let names = codes.map(\.name).joined(separator: ", ")
    if let expected = example.expectedCode {
      if codes == [expected] { return nil }
      return "\(type.id): expected \(expected.name), got \(codes.isEmpty ? "no error" : names)"
    }
    return codes.isEmpty ? nil : "\(type.id): expected no error, got \(names)"
  }
}
