import Assay
import HealthModel
import HealthReports

/// The test of a plugin's types: they load over the built-in catalog, lint finds no error, their examples hold, and
/// they are those that the manifest lists.
struct PluginTypesTest {
  let folder: PluginFolder
  let quiet: Bool

  /// Runs the test and prints what it finds.
  func run() throws -> Int32 {
    guard let types = folder.typesFolder else { return ExitStatus.done }
    let check: CatalogCheck
    do {
      check = try CatalogCheck(BuiltInCatalog.builder(folders: [types]))
    } catch {
      throw CommandFailure(error)
    }
    for diagnostic in check.diagnostics { try StandardOutput.writeIfOpen(TextLines.concise(diagnostic)) }
    var failures = check.diagnostics.count { $0.severity == .error }
    if let registry = check.registry {
      let own = registry.types.filter { PathSelection([types]).contains($0.origins["type"]?.path ?? "") }
      for line in differences(from: own.map(\.id)) {
        failures += 1
        try StandardOutput.writeIfOpen("FAILED   types: \(line)\n")
      }
      if !quiet {
        let examples = own.reduce(0) { $0 + $1.examples.count }
        try StandardOutput.writeIfOpen(
          "\(failures == 0 ? "passed " : "FAILED ")  types: \(CountText.of(own.count, "type")), "
            + "\(CountText.of(examples, "example")), \(CountText.of(failures, "failure"))\n")
      }
    }
    return failures == 0 ? ExitStatus.done : ExitStatus.refused
  }

  /// The files that the manifest lists and the folder lacks, and the reverse.
  private func differences(from ids: [String]) -> [String] {
    guard case .listed(let listed) = folder.manifest.types else {
      return ids.isEmpty ? ["the manifest says that there are types, and types/ defines none"] : []
    }
    let missing = listed.filter { !ids.contains($0) }.map {
      "the manifest lists `\(TextEscaping.escaped($0))`, which types/ does not define"
    }
    return missing
      + ids.filter { !listed.contains($0) }.map { "types/ defines \($0), which the manifest does not list" }
  }
}
