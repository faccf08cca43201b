import Foundation
import Glibc
import Testing

/// A server for these tests only, which ends with them; `../private-server` makes it.
struct PrivateServer: Sendable {
  /// The URL of its database.
  let url: String
  private let folder: String

  /// The one server of all tests; `nil` if none can be started, which standard error then reports.
  static let shared: PrivateServer? = {
    guard let server = start() else { return nil }
    atexit { PrivateServer.shared?.stop() }
    return server
  }()

  /// Why tests without it are skipped.
  static let absence: Comment = "no PostgreSQL server can be started here"

  /// The URL of an unused schema.
  func url(schema: String) -> String { "\(url)&schema=\(schema)" }

  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("private-server").path

  private static func start() -> PrivateServer? {
    var template = Array((NSTemporaryDirectory() + "assay-pg-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (status, output) = run("start", folder)
    guard status == 0, let url = output.split(separator: "\n").last else {
      FileHandle.standardError.write(Data("skipped: tests with a PostgreSQL server (status \(status))\n".utf8))
      try? FileManager.default.removeItem(atPath: folder)
      return nil
    }
    return PrivateServer(url: String(url), folder: folder)
  }

  private func stop() {
    _ = Self.run("stop", folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs the script; the result is its status and what it printed.
  private static func run(_ verb: String, _ folder: String) -> (status: Int32, output: String) {
    guard let pipe = popen("'\(script)' \(verb) '\(folder)'", "r") else { return (-1, "") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      output += buffer[..<count]
    }
    return (pclose(pipe) >> 8 & 0xFF, String(decoding: output, as: UTF8.self))
  }
}
