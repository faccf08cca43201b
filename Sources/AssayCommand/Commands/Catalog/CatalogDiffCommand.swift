import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthModel
import HealthReports
import HealthStorage

/// `assay catalog diff`.
struct CatalogDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two versions of a catalog by what they mean for samples.",
    discussion: """
      OLD and NEW are folders of definitions, or git commits as COMMIT:FOLDER. Changes are breaking (samples that \
      passed are refused, or stored ones mean something else), risky (new warnings, or a possible misreading) or safe.

      Example: assay catalog diff origin/main:types types
      """)

  @Argument(help: "A folder, or COMMIT:FOLDER.", completion: .directory)
  var old: String

  @Argument(help: "A folder, or COMMIT:FOLDER.", completion: .directory)
  var new: String

  @Option(help: "The folder of definitions at commits that name none.", completion: .directory)
  var folder: String?

  @Option(
    name: .customLong("fail-on"),
    help: "End with status 1 if a change is at least this severe: breaking (default), risky, safe or never.",
    completion: .list(["breaking", "risky", "safe", "never"]))
  var failOn = "breaking"

  @Option(
    name: .customLong("output-format"), help: "text, json or markdown.",
    completion: .list(["text", "json", "markdown"]))
  var outputFormat = "text"

  @Option(help: "Count the samples of this store that NEW would refuse.", completion: .file())
  var store: String?

  @OptionGroup var plugins: PluginOptions

  mutating func run() async throws {
    guard let limit = CatalogImpact(rawValue: failOn).map(Optional.some) ?? (failOn == "never" ? .some(nil) : nil)
    else {
      throw CommandFailure.usage("--fail-on takes breaking, risky, safe or never")
    }
    guard let form = CatalogDiffForm(rawValue: outputFormat) else {
      throw CommandFailure.usage("--output-format takes text, json or markdown")
    }
    let before = try await CatalogSide(old, folder: folder)
    let after = try await CatalogSide(new, folder: folder)
    let changes = CatalogDiff.changes(from: before.result, to: after.result) ?? []
    let counts = try await storedCounts(before.registry, after.registry, changes)
    try StandardOutput.write(form.text(changes, stored: counts))
    let highest = changes.map(\.impact).max()
    let refused = counts?.contains { $0.refused > 0 } ?? false
    StandardError.write(CatalogDiffForm.summary(changes) + "\n")
    if let limit, let highest, highest >= limit || (refused && limit <= .breaking) {
      throw ExitCode(ExitStatus.refused)
    }
  }

  private func storedCounts(
    _ old: Registry, _ new: Registry, _ changes: [CatalogChange]
  ) async throws -> [StoredSampleCheck.Count]? {
    guard let store else { return nil }
    let opening = StoreOpening.command(plugins.places(nil))
    let backend = try await opening.open(
      try StoreOptions.url(store), old, StorageOptions(isReadOnly: true, temporaryFolder: TemporaryPlace.folder))
    do {
      let counts = try await StoredSampleCheck(from: old, to: new).counts(
        in: backend, types: CatalogDiff.affectedTypes(changes), goesOn: { StopSignals.pending() == nil })
      try await backend.close()
      guard let counts else {
        throw CommandFailure("stopped by a signal", status: 128 + (StopSignals.pending() ?? 0))
      }
      return counts
    } catch {
      try? await backend.close()
      throw CommandFailure(error)
    }
  }
}
