import AssayPlatform
import HealthQueries

/// Where the command looks time zones up.
enum ZoneFolders {
  /// The folder that `TZDIR` names, then where systems keep them.
  static var database: TimeZoneDatabase {
    let named = EnvironmentVariables.value(of: "TZDIR") ?? ""
    return TimeZoneDatabase(folders: (named.isEmpty ? [] : [named]) + TimeZoneDatabase.system().folders)
  }
}
