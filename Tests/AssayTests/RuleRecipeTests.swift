import Assay
import HealthModel
import HealthValidation
import Testing

/// CONTRIBUTING's recipe for a rule is complete: it names what there is, and no code lacks an entry or words.
///
/// `SampleCaseTests` holds that each has a case, `CodeIndexTests` that each has a page.
@Suite("The recipe for a rule") struct RuleRecipeTests {
  /// Codes that rules of one sample have: each has words.
  private static let ofSamples: [DiagnosticCode] = DiagnosticCode.allCases.filter {
    switch $0.family {
    case .type, .unit, .value, .time, .metadata, .correlation, .structure: true
    case .shape: ![.jsonSyntax, .jsonDuplicateKey, .nesting, .objectTooLarge].contains($0)
    case .identity, .across: [.uuidInvalid, .uuidConflict, .subjectMissing].contains($0)
    case .store: $0 == .storeRefused
    case .file, .catalog, .project: false
    }
  }

  @Test("every path that it names is there") func paths() throws {
    let text = String(decoding: try ProjectFiles.bytes("CONTRIBUTING.md"), as: UTF8.self)
    let recipe = try #require(text.split(separator: "### ").first { $0.hasPrefix("Add a rule") })
    let names = recipe.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.contains("/") }.map { String($0.element) }
    #expect(names.count >= 5)
    for name in names where !name.contains("<") {
      #expect(ProjectFiles.exists(name), "CONTRIBUTING.md names \(name)")
    }
  }

  @Test("every code has an entry of its own") func entries() {
    let codes = DiagnosticCode.allCases
    #expect(codes.map { Int($0.rawValue) } == Array(0..<codes.count))
    #expect(Set(codes.map(\.name)).count == codes.count)
    for code in codes {
      #expect(DiagnosticCode(name: code.name) == code)
      #expect(!code.info.gist.isEmpty && !code.info.gist.hasSuffix("."))
      #expect(code.name.replacing("-", with: "") == String(describing: code).lowercased())
      // A warning or a note is what a configuration decides.
      #expect(code.defaultSeverity == .error || !code.isFixed)
    }
  }

  @Test("every code of a sample has words", arguments: ofSamples) func words(code: DiagnosticCode) throws {
    let validator = Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    var renderer = FindingRenderer(validator: validator, path: "sample", chunkStart: ReadPosition())
    let bytes = Array("{}".utf8)
    let finding = Finding(code, severity: .error, span: ByteRange(0..<2), record: ByteRange(0..<2))
    let message = renderer.diagnostic(finding, in: bytes.span.bytes, syntax: .json).message
    #expect(message.contains(" "), "RuleList.swift gives \(code.name) to no rule's words")
  }

  @Test("a finding is copied without counting references, and has room for a path of five steps") func size() {
    #expect(_isPOD(Finding.self))
    #expect(MemoryLayout<Finding>.stride <= 96 + FindingPlace.maximumSteps * MemoryLayout<ByteRange>.stride)
  }
}
