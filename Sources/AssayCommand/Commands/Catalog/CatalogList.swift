import ArgumentParser
import HealthJSON
import HealthModel
import HealthReports

/// `assay catalog list`.
struct CatalogList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the types.")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    help: "Only types of this kind: quantity, category, characteristic or correlation.",
    completion: .list(TypeKind.allCases.map(\.rawValue)))
  var kind: String?

  @Option(name: .customLong("output-format"), help: "text or json.", completion: .list(["text", "json"]))
  var outputFormat = "text"

  mutating func run() async throws {
    var types = try catalog.registry(project: project.project()).types
    if let kind {
      guard let known = TypeKind(rawValue: kind) else {
        let kinds = TypeKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure.usage("unknown kind `\(TextEscaping.escaped(kind))`; one of \(kinds)")
      }
      types = types.filter { $0.kind == known }
    }
    switch outputFormat {
    case "json":
      var json = JSONBuilder()
      json.array { list in for type in types { TypeCard.append(type, to: &list) } }
      try StandardOutput.write(String(decoding: json.bytes, as: UTF8.self) + "\n")
    case "text":
      let output = ByteOutput.standardOutput()
      for type in types { try output.append(TypeCard.line(type) + "\n") }
      try output.flush()
    default: throw CommandFailure.usage("--output-format takes text or json")
    }
  }
}
