package import HealthCatalog
public import HealthModel
import HealthValidation

/// Loads a project's definitions and says what is wrong with them: faults, what lint finds, examples that fail.
public struct CatalogCheck: Sendable {
  /// The types; `nil` when a definition is broken.
  public let registry: Registry?
  let builder: CatalogBuilder
  package let entries: [CatalogEntry]
  /// How many types the project's own files define or change; `nil` without own files.
  public var ownTypeCount: Int? {
    let own = entries.filter { !$0.isBuiltIn }
    guard !own.isEmpty else { return nil }
    return Set(own.filter { $0.kind == .type || $0.kind == .override }.map(\.id)).count
  }
  package let exampleCount: Int
  /// The findings in the project's own files, in their order, with the text around them.
  public let diagnostics: [Diagnostic]

  /// Loads and checks.
  ///
  /// - Parameters:
  ///   - builder: the layers.
  ///   - runsExamples: whether the examples of the project's types are judged.
  ///   - coversAll: whether findings in the built-in catalog count too.
  /// - Throws: `Failure` when a folder or file cannot be read.
  public init(_ builder: CatalogBuilder, runsExamples: Bool = true, coversAll: Bool = false) throws(Failure) {
    self.builder = builder
    let layers = try builder.layers()
    let result = builder.load(layers)
    registry = result.registry
    entries = result.entries
    var found = result.diagnostics
    var exampleCount = 0
    if let registry = result.registry {
      found += CatalogLint.run(registry: registry, entries: result.entries)
      if runsExamples {
        let own = Set(layers.filter { !$0.isBuiltIn }.flatMap { $0.files.map(\.path) })
        let types =
          own.isEmpty && coversAll
          ? registry.types : registry.types.compactMap { $0.withExamples { own.contains($0) } }
        found += CatalogExamples(registry: registry).diagnostics(of: types)
        exampleCount = types.reduce(0) { $0 + $1.examples.count }
      }
    }
    self.exampleCount = exampleCount
    var texts = TextExcerpts()
    for layer in layers {
      for file in layer.files { texts.add(file.bytes, path: file.path) }
    }
    let own = Set(layers.filter { !$0.isBuiltIn }.flatMap { $0.files.map(\.path) + [$0.name] })
    diagnostics = found.filter {
      coversAll || own.contains($0.location.path) || $0.severity == .error
    }.map(texts.adding)
  }
}

extension TypeDefinition {
  /// The type with those of its examples that are in some files; `nil` if none is.
  ///
  /// Examples of a type that another layer changes are judged with the layer that has them.
  func withExamples(in isWanted: (String) -> Bool) -> TypeDefinition? {
    var type = self
    type.examples = examples.filter { isWanted($0.mark.path) }
    return type.examples.isEmpty ? nil : type
  }
}

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
