import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

/// `assay catalog test`.
struct CatalogTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the examples of every type: valid ones must pass, invalid ones raise their code.",
    discussion: "Example: assay catalog test types")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "Folders or files of definitions; with some, only their types are tested.", completion: .file())
  var paths: [String] = []

  @Flag(name: .shortAndLong, help: "Print nothing but failures.")
  var quiet = false

  mutating func run() async throws {
    var options = catalog
    options.folders += paths
    let registry = try options.registry(readsExamples: true, project: project.project())
    let types = paths.isEmpty ? registry.types : DefinedTypes.tested(in: paths, of: registry)
    let failures = CatalogExamples(registry: registry).diagnostics(of: types)
    for failure in failures { try StandardOutput.write(TextLines.concise(failure)) }
    let count = types.reduce(0) { $0 + $1.examples.count }
    if !quiet {
      StandardError.write(
        "\(CountText.of(types.count, "type")), \(CountText.of(count, "example")), "
          + "\(CountText.of(failures.count, "failure"))\n")
    }
    if !failures.isEmpty { throw ExitCode(ExitStatus.refused) }
  }
}
