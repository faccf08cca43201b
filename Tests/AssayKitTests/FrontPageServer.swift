import Foundation
import Glibc

/// A PostgreSQL server for one test, which `plugins/postgresql/Tests/private-server` makes.
struct FrontPageServer {
  private static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The plugin that speaks with it, as `make test` and `make postgresql` build it.
  static let plugin = root + "/plugins/postgresql/bin/assay-storage-postgresql"

  /// The URL of its database.
  let url: String
  private let folder: String

  /// Starts a server; `nil` where there is none, with the reason on standard error.
  static func start() -> FrontPageServer? {
    // The path of a socket is short.
    var template = Array("/tmp/assay-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let url = output("start", folder) else {
      try? FileManager.default.removeItem(atPath: folder)
      return nil
    }
    return FrontPageServer(url: url, folder: folder)
  }

  /// Ends the server, and deletes what it kept.
  func stop() {
    _ = Self.output("stop", folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// What the script prints; `nil` when it fails.
  private static func output(_ verb: String, _ folder: String) -> String? {
    guard let pipe = popen("'\(root)/plugins/postgresql/Tests/private-server' \(verb) '\(folder)'", "r") else {
      return nil
    }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { text += buffer[..<count] }
    let status = pclose(pipe)
    return status == 0 ? String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }
}
