import Foundation
import Testing

/// What the library shows to its users: `.ci/surface` counts it in the modules that these tests were built with.
@Suite(
  "Public symbols", .ofScripts, .enabled(if: Surface.canCount, "no toolchain in PATH, or no modules beside the program")
)
struct SurfaceTests {
  @Test("each module has at most the symbols of its budget, and none is a member of a type that all files see")
  func budget() throws {
    let result = try Surface.count(budget: ".ci/surface.tsv")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.hasPrefix("surface: "))
  }

  @Test("a module that grows past its budget fails by its name, and one without a budget may show nothing")
  func growth() throws {
    let text = String(decoding: try TestFile.bytes(".ci/surface.tsv"), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("HealthQueries\t") }
    let tight = lines.map { $0.hasPrefix("HealthUnits\t") ? "HealthUnits\t1\t0" : String($0) }
    let result = try TemporaryFolder.with { folder in
      try Surface.count(budget: folder.write("tight.tsv", tight.joined(separator: "\n") + "\n"))
    }
    #expect(result.status == 1)
    let named = result.errorText.split(separator: "\n").map { $0.split(separator: " ")[1] }
    #expect(named == ["HealthQueries", "HealthUnits"])
    #expect(result.errorText.contains("allowed are 1 and 0"))
  }
}

/// The script, run on the modules beside the program under test.
enum Surface {
  private static let modules = URL(fileURLWithPath: AssayBinary.path).deletingLastPathComponent().path + "/Modules"

  static let canCount: Bool = {
    let found = FileManager.default.fileExists(atPath: modules + "/HealthModel.swiftmodule")
    return found && (try? AssayBinary.shell("command -v swift").status) == 0
  }()

  static func count(budget: String) throws -> ProcessResult {
    try AssayBinary.shell(".ci/surface", environment: ["MODULES": modules, "BUDGET": budget])
  }
}
