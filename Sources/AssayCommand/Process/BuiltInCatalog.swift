import Assay
import AssayKit
import AssayPlatform
import HealthCatalog
import HealthModel
import HealthQueries
import SQLiteStore

/// The built-in catalog of this process: where it is, and its types once they are decoded.
struct BuiltInCatalog: Sendable {
  private let location: CatalogLocation
  private let compiled = CompiledTypes()

  @TaskLocal static var current = BuiltInCatalog(.embedded)

  private init(_ location: CatalogLocation) { self.location = location }

  /// The catalog that `ASSAY_CATALOG` names, else the one that is installed near the program, else the copy in it.
  static func found() -> BuiltInCatalog {
    BuiltInCatalog(
      CatalogLocation.find(
        environment: EnvironmentVariables.value(of: "ASSAY_CATALOG"), executable: RealPath.program()))
  }

  /// Decodes the types, for a time at which the command does something else.
  func prepare() { _ = compiled.registry }

  static func program() throws -> ProgramContext {
    let fixed = EnvironmentVariables.value(of: "ASSAY_NOW") == nil ? nil : try JudgingOptions.moment()
    var program = ProgramContext(formats: CompiledIn.formats) { fixed ?? CalendarTime.microseconds() }
    (program.builtIn, program.compiled) = (current.location, current.compiled)
    (program.zones, program.jobs) = (ZoneFolders.database, JobCount.available())
    return program
  }

  static var definitionKeeping: DefinitionKeeping { DefinitionKeeping(builtIn: current.location) }

  /// Layers over this process's catalog: those of a project, then the folders.
  static func builder(project: Project? = nil, folders: [String] = []) -> CatalogBuilder {
    var builder = CatalogBuilder(builtIn: current.location, project: project, folders: folders)
    builder.compiled = current.compiled
    return builder
  }
}

/// The output of `assay --version`: the version, the catalog's hash and the versions of the libraries.
enum VersionText {
  static let current = "assay \(AssayVersion.current)"

  /// All of it.
  ///
  /// Reports a catalog that cannot be loaded instead of failing: users request the version when something is wrong.
  static func full() -> String {
    let builder = BuiltInCatalog.builder()
    let registry = builder.compiledRegistry() ?? (try? builder.load(readsExamples: false))?.registry
    let catalog = registry?.contentHash ?? "cannot be loaded"
    return """
      \(current)
      catalog \(catalog)
      libyaml \(YAMLLibrary.version), SQLite \(SQLiteLibrary.version)

      """
  }
}

enum ZoneFolders {
  /// The folder that `TZDIR` names, then where systems keep them.
  static var database: TimeZoneDatabase {
    let named = EnvironmentVariables.value(of: "TZDIR") ?? ""
    return TimeZoneDatabase(folders: (named.isEmpty ? [] : [named]) + TimeZoneDatabase.system().folders)
  }
}
