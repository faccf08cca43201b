import Foundation
import Glibc

/// A PostgreSQL server for the tests of one run: private, without a port, gone with the run.
final class PostgreSQLServer: Sendable {
  /// The plugin that speaks with it, as `make postgresql` builds it.
  static let executable = AssayBinary.root + "/plugins/postgresql/bin/assay-storage-postgresql"

  /// The server of this run; `nil` where none can be started, with the reason on standard error.
  static let shared: PostgreSQLServer? = start()

  private static let script = AssayBinary.root + "/plugins/postgresql/Tests/private-server"

  private let folder: String
  private let base: String

  private init(folder: String, base: String) {
    self.folder = folder
    self.base = base
  }

  /// The URL of a store of its own in the server's database.
  func url(schema: String) -> String { base + "&schema=" + schema }

  private static func start() -> PostgreSQLServer? {
    // The path of a socket is short.
    var template = Array("/tmp/assay-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let started = try? AssayBinary.shell("exec \"$1\" start \"$2\"", [script, folder])
    guard let started, started.status == 0 else {
      FileHandle.standardError.write(Data(started?.errors ?? []))
      return nil
    }
    let base = started.text.trimmingCharacters(in: .whitespacesAndNewlines)
    atexit { PostgreSQLServer.shared?.stop() }
    return PostgreSQLServer(folder: folder, base: base)
  }

  private func stop() {
    _ = try? AssayBinary.shell("\"$1\" stop \"$2\" && rm -rf \"$2\"", [Self.script, folder])
  }
}
