import Assay
import AssayKit
import AssayPlatform
import HealthCatalog
import HealthModel
import HealthQueries
import SQLiteStore

/// The output of `assay --version`: the version, the catalog's hash and the versions of the libraries.
enum VersionText {
  /// The version alone, as the help names it.
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

/// Where the command looks time zones up.
enum ZoneFolders {
  /// The folder that `TZDIR` names, then where systems keep them.
  static var database: TimeZoneDatabase {
    let named = EnvironmentVariables.value(of: "TZDIR") ?? ""
    return TimeZoneDatabase(folders: (named.isEmpty ? [] : [named]) + TimeZoneDatabase.system().folders)
  }
}
