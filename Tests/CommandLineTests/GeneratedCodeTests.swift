import Foundation
import Testing

/// A compiler of a language that `assay catalog generate` writes; a machine may not have it.
enum CodeCompiler {
  /// The path of a program; `nil` when the machine does not have it.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return ([AssayBinary.root + "/.build-python/bin"] + folders).map { $0 + "/" + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
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

/// What `assay catalog generate` writes is code that compilers take, and with which a mistake does not compile.
@Suite("Generated code") struct GeneratedCodeTests {
  private static let fixture = "Tests/Fixtures/codegen"

  /// Runs a body in a folder with the generated names and a program that uses them.
  private func with(_ language: String, _ ending: String, _ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let own = ["--only", Self.fixture]
      for (name, words) in [("names", own), ("all", [])] {
        let output = folder.path(of: "\(name).\(ending)")
        let result = try AssayBinary.run(
          ["catalog", "generate", "--language", language, "--output", output] + words)
        try #require(result.status == 0, "\(result.errorText)")
      }
      let use = try Data(contentsOf: URL(fileURLWithPath: "\(AssayBinary.root)/\(Self.fixture)/uses/use.\(ending)"))
      try folder.write("use.\(ending)", Array(use))
      try body(folder)
    }
  }

  @Test("tsc takes it", .enabled(if: CodeCompiler.find("tsc") != nil, "tsc is not here"))
  func typescript() throws {
    try with("typescript", "ts") { folder in
      try CodeCompiler.check(
        "tsc", ["--strict", "--noEmit", "--target", "es2020", "use.ts", "all.ts"], in: folder)
    }
  }

  @Test("mypy takes it", .enabled(if: CodeCompiler.find("mypy") != nil, "mypy is not here"))
  func python() throws {
    try with("python", "py") { folder in
      try CodeCompiler.check("mypy", ["--strict", "--python-version", "3.11", "use.py"], in: folder)
      try CodeCompiler.check("mypy", ["--strict", "--python-version", "3.11", "all.py"], in: folder)
    }
  }

  @Test(
    "Python runs it",
    .enabled(
      if: (try? CodeCompiler.find("python3").map {
        try ChildProcess(
          $0, ["-c", "from typing import NotRequired"], environment: AssayBinary.environment(), folder: "/"
        ).finish().status
      }) == 0, "Python 3.11 is not here"))
  func pythonRuns() throws {
    try with("python", "py") { folder in
      for file in ["use.py", "all.py"] { try CodeCompiler.check("python3", ["-W", "error", file], in: folder) }
    }
  }

  @Test("kotlinc takes it", .enabled(if: CodeCompiler.find("kotlinc") != nil, "kotlinc is not here"))
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
    try with("swift", "swift") { folder in
      let modules = try #require(CodeCompiler.modules)
      try FileManager.default.moveItem(atPath: folder.path(of: "use.swift"), toPath: folder.path(of: "main.swift"))
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
