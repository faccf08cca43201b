import AssayKit
import Foundation
import HealthPlugins
import Testing

/// The program of `Documentation/library.md` is the one that `make front-page` builds as a package of its own, and it runs
/// against each kind of store.
@Suite("Front page") struct FrontPageTests {
  private static let root = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  private static let program = Result { try text("Tests/Packages/FrontPage/Sources/FrontPage/main.swift") }

  @Test("the page shows the program") func page() throws {
    let page = try Self.text("Documentation/library.md")
    #expect(page.contains("```swift\n" + (try Self.program.get()) + "```\n"))
  }

  @Test("what the tests run is the program") func same() throws {
    let lines = try Self.program.get().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("let store") })
    let body = lines[first...].dropLast().map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    #expect(try Self.text("Tests/AssayKitTests/FrontPageProgram.swift").contains(body))
  }

  @Test("the program has twenty lines") func length() throws {
    #expect(try Self.program.get().split(separator: "\n").count <= 20)
  }

  /// Runs the program in a store of its own; `%` is a folder.
  private func expect(_ program: FrontPageProgram, toRunIn kind: String) async throws {
    let folder = NSTemporaryDirectory() + "assay-page-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let lines = try await program.run(kind.replacingOccurrences(of: "%", with: folder))
    #expect(lines.count == 2 && lines.first?.hasSuffix(" 64.0 count/min") == true)
    #expect(lines.last == "64.0 count/min 1990")
  }

  @Test("the program runs", arguments: HealthStoreTests.kinds) func runs(_ kind: String) async throws {
    try await expect(FrontPageProgram(), toRunIn: kind)
  }

  /// Other tests use the same processors: a program may be slow to start.
  private static let limits = ProcessLimits(answerSeconds: 300)

  @Test(
    "the program runs with a store that a program keeps",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no /usr/bin/python3"))
  func runsWithProgram() async throws {
    let plugin = PluginExecutable(name: "python-sqlite", path: Self.root + "/plugins/python-sqlite/python_sqlite.py")
    let program = FrontPageProgram(
      backends: StorageBackendFactory.builtIn + [ProcessStore.factory(plugin, scheme: "python", limits: Self.limits)])
    try await expect(program, toRunIn: "python:?path=%/health.db")
  }

  @Test(
    "the program runs with PostgreSQL",
    .enabled(if: FileManager.default.isExecutableFile(atPath: FrontPageServer.plugin), "the plugin is not built"))
  func runsWithServer() async throws {
    // Where no server can be started, the script says so.
    guard let server = FrontPageServer.start() else { return }
    defer { server.stop() }
    let plugin = PluginExecutable(name: "postgresql", path: FrontPageServer.plugin)
    let program = FrontPageProgram(
      backends: StorageBackendFactory.builtIn + [
        ProcessStore.factory(plugin, scheme: "postgresql", limits: Self.limits)
      ])
    try await expect(program, toRunIn: server.url + "&connect_timeout=300")
  }
}
