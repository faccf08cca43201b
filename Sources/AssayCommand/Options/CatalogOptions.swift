import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthReports
import HealthStorage

/// Which catalog layers are loaded beside the built-in one.
struct CatalogOptions: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: "A folder or file of type definitions, loaded after the built-in ones. Repeatable.",
    completion: .file())
  var folders: [String] = []

  @OptionGroup var plugins: PluginOptions

  /// Puts the types of the plugins that `--plugin` names before the named folders, which then are all there is.
  ///
  /// - Throws: `Failure` when a folder holds no plugin.
  mutating func takePlugins() throws {
    folders = try plugins.typeFolders() + folders
    plugins.folders = []
  }

  /// Loads everything, or fails with the first findings: a broken definition is a usage error.
  ///
  /// - Throws: `Failure` when a folder cannot be read or a definition is broken.
  func load(
    readsExamples: Bool, project: Project? = nil, passesOverEmptyFolders: Bool = false,
    remembered: [StoredDefinition] = []
  ) throws -> CatalogResult {
    let result: CatalogResult
    let layers = try plugins.typeFolders() + folders
    do {
      var builder = BuiltInCatalog.builder(project: project, folders: layers)
      builder.passesOverEmptyFolders = passesOverEmptyFolders
      builder.remembered = remembered
      result = try builder.load(readsExamples: readsExamples)
    } catch {
      throw Failure(error)
    }
    guard result.registry == nil else { return result }
    let errors = result.diagnostics.filter { $0.severity == .error }
    for diagnostic in errors.prefix(10) {
      StandardError.write(TextLines.concise(diagnostic))
    }
    throw Failure.usage(
      "the catalog has \(errors.count) error\(errors.count == 1 ? "" : "s"); `assay catalog lint` shows them all")
  }

  /// The definitions that are not built in, for a store to remember.
  func ownDefinitions(_ project: Project?) throws -> [StoredDefinition] {
    do {
      return try BuiltInCatalog.builder(project: project, folders: plugins.typeFolders() + folders).ownDefinitions()
    } catch {
      throw Failure(error)
    }
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
}
