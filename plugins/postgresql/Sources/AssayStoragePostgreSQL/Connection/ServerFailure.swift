import HealthModel
import HealthPlugins
import HealthStorage

/// The server's errors in the words of the plugin protocol.
enum ServerFailure {
  static func error(state: String, message: String) -> PluginError {
    let said = "PostgreSQL says: \(shown(message))" + (state.isEmpty ? "" : " (SQLSTATE \(shown(state)))")
    switch state {
    case "53100":
      return PluginError(.system, said, code: .full, hint: "free space on the server's disk, then run it again")
    case "55P03":
      // The host says how to wait longer: its command and programs do it differently.
      return PluginError(.system, "another writer holds the store longer than the wait", code: .locked)
    case "25006":
      return PluginError(
        .configuration, said, code: .unwritable, hint: "name the primary server: a standby cannot be written to")
    case "42501": return PluginError(.configuration, said, code: .unwritable)
    case "3D000": return missingDatabase
    // Ids were looked up under the lock.
    case "23505": return PluginError(.transient, "something else wrote to the store without its lock", code: .failed)
    case "XX001", "XX002": return PluginError(.data, said, code: .corrupt)
    case "42P01", "42703", "3F000":
      return PluginError(
        .data, said, code: .corrupt, hint: "the tables of the store were altered by something else")
    default: break
    }
    switch state.prefix(2) {
    case "28": return PluginError(.configuration, said, code: .unwritable)
    case "40", "08": return PluginError(.transient, said)
    // Too many connections, a server that shuts down, a canceled statement.
    case "53", "57": return PluginError(.transient, said)
    case "22", "23": return PluginError(.data, said, code: .failed)
    default: return PluginError(.system, said, code: .failed)
    }
  }

  static let missingDatabase = PluginError(
    .configuration, "the server does not have the database", code: .missing,
    hint: "check the name, or make the database: createdb --encoding=UTF8 --template=template0 NAME")

  /// Whether a state means that the server ended the connection, or never will answer on it.
  static func isLoss(_ state: String) -> Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
  }

  /// The server's text in one line, made safe to show.
  static func shown(_ message: String) -> String {
    let lines = message.split { $0.isNewline || $0 == "\t" }
    return TextEscaping.escaped(lines.joined(separator: " "), limit: 400)
  }
}
