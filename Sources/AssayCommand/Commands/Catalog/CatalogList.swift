import ArgumentParser
import HealthModel
import HealthReports

/// `assay catalog list`.
struct CatalogList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the types.", discussion: "Example: assay catalog list --kind category")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    help: "Only types of this kind: quantity, category, characteristic, correlation, composite or series.",
    completion: .list(TypeKind.allCases.map(\.rawValue)))
  var kind: String?

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    var types = try catalog.registry(project: project.project()).types
    if let kind {
      guard let known = TypeKind(rawValue: kind) else {
        let kinds = TypeKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure.usage("unknown kind `\(TextEscaping.escaped(kind))`; one of \(kinds)")
      }
      types = types.filter { $0.kind == known }
    }
    if try output.isJSON() {
      var json = JSONBuilder()
      json.array { list in for type in types { TypeSummary.append(type, to: &list) } }
      return try StandardOutput.write(json.textLine)
    }
    let lines = ByteOutput.standardOutput()
    for type in types { try lines.append(TypeSummary.line(type) + "\n") }
    try lines.flush()
  }
}
