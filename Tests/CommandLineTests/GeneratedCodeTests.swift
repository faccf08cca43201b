import Foundation
import Testing

/// A compiler of a language that Assay writes names in; a machine may not have it.
enum CodeCompiler {
  /// The path of a program; `nil` when the machine does not have it.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return ([AssayBinary.root + "/.build-python/bin"] + folders).map { $0 + "/" + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Python with Jinja2, which the templates of `plugins/codegen` need; `nil` when it is not here.
  static let jinja: String? = find("python3").flatMap { python in
    let check = try? ChildProcess(python, ["-c", "import jinja2"], environment: AssayBinary.environment(), folder: "/")
    return (try? check?.finish().status) == 0 ? python : nil
  }

  /// The modules of this build, for Swift; `nil` when they are not beside the binary.
  static let modules: String? = {
    let folder = URL(fileURLWithPath: AssayBinary.path).resolvingSymlinksInPath().deletingLastPathComponent().path
    let module = folder + "/Modules/HealthTypeNames.swiftmodule"
    return FileManager.default.fileExists(atPath: module) ? folder + "/Modules" : nil
  }()

  /// The module maps of C libraries that the modules import.
  static var moduleMaps: [String] {
    let system = URL(fileURLWithPath: modules ?? "").pathComponents
    let build = system.firstIndex(of: ".build").map { "/" + system[1...$0].joined(separator: "/") }
    let libraries = ["CCrypto", "CLibYAML", "CPlatform", "CSQLite", "CZLib", "CZstd"]
    let maps =
      libraries.map { AssayBinary.root + "/Sources/\($0)/module.modulemap" } + [
        (build ?? AssayBinary.root + "/.build") + "/checkouts/swift-system/Sources/CSystem/include/module.modulemap"
      ]
    return maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
  }

  /// Runs a compiler in a folder; its words on what is wrong are those of the failure.
  static func check(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws {
    let program = try #require(find(name))
    var variables = AssayBinary.environment(["PYTHONDONTWRITEBYTECODE": "1"])
    variables["HOME"] = folder.path
    let result = try ChildProcess(program, arguments, environment: variables, folder: folder.path).finish()
    #expect(result.status == 0, "\(name): \(result.text)\(result.errorText)")
  }
}

/// The names that `assay catalog generate` and the templates of `plugins/codegen` write are code that compilers accept, and
/// with which a mistake does not compile.
@Suite("Generated code") struct GeneratedCodeTests {
  private static let fixture = "Tests/Fixtures/codegen"
  private static let plugin = "\(AssayBinary.root)/plugins/codegen"
  /// The ids of the fixture.
  private static let ids = [
    "aa.study.grip", "aaStudyGrip", "ache", "bell", "born", "class", "default", "pair", "trace", "walk",
    "HKMetadataKeyStudy", "HKStudy", "_HKPrivateSWOLFScore",
  ]

  /// Runs a body in a folder with the names of the fixture, those of the whole catalog, and a program that uses them.
  private func with(_ template: String, _ ending: String, _ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let catalog = folder.path(of: "catalog.json")
      let export = try AssayBinary.run([
        "catalog", "export", "--as", "json", "--catalog", Self.fixture, "--output", catalog,
      ])
      try #require(export.status == 0, "\(export.errorText)")
      for (name, words) in [("names", Self.ids.flatMap { ["--only", $0] }), ("all", [])] {
        let result = try ChildProcess(
          try #require(CodeCompiler.jinja), ["-B", Self.plugin + "/assay_codegen", template, catalog] + words,
          environment: AssayBinary.environment(), folder: folder.path
        ).finish()
        try #require(result.status == 0, "\(result.errorText)")
        try folder.write("\(name).\(ending)", result.output)
        let expected = String(decoding: try TestFile.bytes(Self.plugin + "/tests/names.\(ending)"), as: UTF8.self)
        if name == "names" { #expect(result.text == expected, "plugins/codegen/tests/names.\(ending)") }
      }
      try folder.write("use.\(ending)", TestFile.bytes(Self.plugin + "/tests/use.\(ending)"))
      try body(folder)
    }
  }

  @Test(
    "a template writes what was recorded",
    .enabled(if: CodeCompiler.jinja != nil, "python3 with Jinja2 is not here"),
    arguments: [("kotlin", "kt"), ("python", "py"), ("typescript", "ts")])
  func templates(_ template: String, _ ending: String) throws { try with(template, ending) { _ in } }

  @Test(
    "the tests of the plugin pass", .enabled(if: CodeCompiler.jinja != nil, "python3 with Jinja2 is not here"))
  func plugin() throws {
    let result = try ChildProcess(
      try #require(CodeCompiler.jinja), ["-B", "-m", "unittest", "tests/test_codegen.py"],
      environment: AssayBinary.environment(), folder: Self.plugin
    ).finish()
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test(
    "the commands of the page write names", .enabled(if: CodeCompiler.jinja != nil, "python3 with Jinja2 is not here"))
  func page() throws {
    let page = String(decoding: try TestFile.bytes("Documentation/generated-names.md"), as: UTF8.self)
    let block = try #require(
      page.components(separatedBy: "```sh\n").dropFirst().first?.components(separatedBy: "```").first)
    let commands = block.split(separator: "\n")
    #expect(commands.count == 2 && commands[0].hasPrefix("assay ") && commands[1].hasPrefix("python3 plugins/codegen/"))
    try TemporaryFolder.with { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "plugins"), withDestinationPath: AssayBinary.root + "/plugins")
      let python = URL(fileURLWithPath: try #require(CodeCompiler.jinja)).deletingLastPathComponent().path
      let path = python + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      let result = try AssayBinary.shell(
        "set -e\n" + block, environment: ["PATH": path, "PYTHONDONTWRITEBYTECODE": "1"], folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      let names = String(decoding: try TestFile.bytes(folder.path(of: "names.ts")), as: UTF8.self)
      #expect(names.contains("stepCount: \"stepCount\",") && names.contains("export type SleepAnalysisSample ="))
    }
  }

  @Test(
    "tsc takes it",
    .enabled(if: CodeCompiler.find("tsc") != nil && CodeCompiler.jinja != nil, "tsc or Jinja2 is not here"))
  func typescript() throws {
    try with("typescript", "ts") { folder in
      try CodeCompiler.check(
        "tsc", ["--strict", "--noEmit", "--target", "es2020", "use.ts", "all.ts"], in: folder)
    }
  }

  @Test(
    "mypy takes it",
    .enabled(if: CodeCompiler.find("mypy") != nil && CodeCompiler.jinja != nil, "mypy or Jinja2 is not here"))
  func python() throws {
    try with("python", "py") { folder in
      try CodeCompiler.check("mypy", ["--strict", "--python-version", "3.11", "use.py"], in: folder)
      try CodeCompiler.check("mypy", ["--strict", "--python-version", "3.11", "all.py"], in: folder)
    }
  }

  @Test(
    "Python runs it",
    .enabled(
      if: CodeCompiler.jinja != nil
        && (try? CodeCompiler.find("python3").map {
          try ChildProcess(
            $0, ["-c", "from typing import NotRequired"], environment: AssayBinary.environment(), folder: "/"
          ).finish().status
        }) == 0, "Python 3.11 with Jinja2 is not here"))
  func pythonRuns() throws {
    try with("python", "py") { folder in
      for file in ["use.py", "all.py"] { try CodeCompiler.check("python3", ["-W", "error", file], in: folder) }
    }
  }

  @Test(
    "kotlinc takes it",
    .enabled(if: CodeCompiler.find("kotlinc") != nil && CodeCompiler.jinja != nil, "kotlinc or Jinja2 is not here"))
  func kotlin() throws {
    try with("kotlin", "kt") { folder in
      try CodeCompiler.check("kotlinc", ["-Werror", "names.kt", "use.kt", "-d", "own"], in: folder)
      try CodeCompiler.check("kotlinc", ["all.kt", "-d", "all"], in: folder)
    }
  }

  @Test(
    "swiftc takes it",
    .enabled(if: CodeCompiler.find("swiftc") != nil && CodeCompiler.modules != nil, "no swiftc, or no modules here"))
  func swift() throws {
    try TemporaryFolder.with { folder in
      let modules = try #require(CodeCompiler.modules)
      let result = try AssayBinary.run([
        "catalog", "generate", "--language", "swift", "--output", folder.path(of: "names.swift"), "--only",
        Self.fixture,
      ])
      try #require(result.status == 0, "\(result.errorText)")
      try folder.write("main.swift", TestFile.bytes(Self.fixture + "/uses/use.swift"))
      try CodeCompiler.check(
        "swiftc",
        ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules] + CodeCompiler.moduleMaps
          + ["names.swift", "main.swift"], in: folder)
    }
  }

  @Test(
    "the program of a package with definitions of its own compiles",
    .enabled(if: CodeCompiler.find("swiftc") != nil && CodeCompiler.modules != nil, "no swiftc, or no modules here"))
  func package() throws {
    let sources = "Tests/Packages/StudyNames/Sources/StudyNames"
    try TemporaryFolder.with { folder in
      let modules = try #require(CodeCompiler.modules)
      let result = try AssayBinary.run([
        "catalog", "generate", "--language", "swift", "--only", sources + "/catalog",
        "--output", folder.path(of: "names.swift"),
      ])
      try #require(result.status == 0, "\(result.errorText)")
      let program = try Data(contentsOf: URL(fileURLWithPath: "\(AssayBinary.root)/\(sources)/main.swift"))
      try folder.write("main.swift", Array(program))
      try CodeCompiler.check(
        "swiftc",
        ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules] + CodeCompiler.moduleMaps
          + ["names.swift", "main.swift"], in: folder)
    }
  }
}
