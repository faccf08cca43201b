import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

/// Which catalog layers are loaded beside the built-in one.
struct CatalogOptions: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: "A folder or file of type definitions, loaded after the built-in ones. Repeatable.",
    completion: .file())
  var folders: [String] = []

  @OptionGroup var plugins: PluginOptions

  /// Puts the types of the plugins that `--plugin` names before the named folders, which then are all there is.
  mutating func takePlugins() throws {
    folders = try plugins.typeFolders() + folders
    plugins.folders = []
  }

  /// Loads everything, or fails with the first findings: a broken definition is a usage error.
  func load(
    readsExamples: Bool, project: Project? = nil, passesOverEmptyFolders: Bool = false,
    remembered: [StoredDefinition] = []
  ) throws -> CatalogResult {
    let layers = try plugins.typeFolders() + folders
    var builder = BuiltInCatalog.builder(project: project, folders: layers)
    builder.passesOverEmptyFolders = passesOverEmptyFolders
    builder.remembered = remembered
    let result = try builder.load(readsExamples: readsExamples)
    guard result.registry == nil else { return result }
    let errors = result.diagnostics.filter { $0.severity == .error }
    for diagnostic in errors.prefix(10) { StandardError.write(TextLines.concise(diagnostic)) }
    throw Failure.usage(
      "the catalog has \(errors.count) error\(errors.count == 1 ? "" : "s"); `assay catalog lint` shows them all")
  }

  /// The definitions that are not built in, for a store to remember.
  func ownDefinitions(_ project: Project?) throws -> [StoredDefinition] {
    try BuiltInCatalog.builder(project: project, folders: plugins.typeFolders() + folders).ownDefinitions()
  }

  func registry(readsExamples: Bool = false, project: Project? = nil) throws -> Registry {
    if !readsExamples, folders.isEmpty, project?.catalogFolders.isEmpty ?? true, try plugins.typeFolders().isEmpty {
      if let registry = BuiltInCatalog.builder().compiledRegistry() { return registry }
    }
    guard let registry = try load(readsExamples: readsExamples, project: project).registry else {
      throw Failure.usage("the catalog cannot be used")
    }
    return registry
  }
}

/// Diagnostics as lines, for commands that have no report.
enum TextLines {
  static func concise(_ diagnostic: Diagnostic) -> String {
    TextReport.lines(diagnostic, format: .concise, usesColor: false)
  }
}

enum CountText {
  /// `1 type`, `2 types`.
  static func of(_ number: Int, _ word: String) -> String { "\(number) \(word)" + (number == 1 ? "" : "s") }

  /// The note about samples that a form cannot hold, with the reasons; none if it has all.
  static func omissions(
    _ reasons: [(words: String, count: Int)], since: String, limit: Int = .max, separator: String = ", ",
    others: String = "--output-format jsonl writes all"
  ) -> [String] {
    if reasons.isEmpty { return [] }
    var words = reasons.prefix(limit).map { "\($0.words) (\(GroupedDigits.string($0.count)))" }
    if reasons.count > words.count { words.append("and \(reasons.count - words.count) more") }
    let samples = of(reasons.reduce(0) { $0 + $1.count }, "sample")
    return ["\(samples) skipped because \(since): \(words.joined(separator: separator)); \(others)"]
  }
}

/// Words that shells complete: types, units and codes as this build and `ASSAY_CATALOG` have them.
enum CompletionCandidates {
  /// The names of the codes: of findings, then of failures of stores and plugins.
  static var codes: [String] { DiagnosticCode.allCases.map(\.name) + StorageError.Code.allCases.map(\.rawValue) }

  /// The ids of the types; none when the catalog cannot be read.
  static func types() -> [String] {
    guard let result = try? BuiltInCatalog.builder().load(readsExamples: false) else { return [] }
    return (result.registry?.types ?? []).map(\.id)
  }

  static var zones: [String] { ["UTC"] + TimeZoneRules.knownNames(in: ZoneFolders.database) }

  static var units: [String] {
    UnitTable.standard.listing.compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
