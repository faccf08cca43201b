import Foundation
import HealthModel
import Testing

@testable import HealthFormats

/// The exports beside the project, or in the folder that `ASSAY_REAL_EXPORTS` names.
private let realExports: [String] = {
  let beside = TestFiles.folder.deletingLastPathComponent().path + "/../shared/data/apple-health"
  let folder = ProcessInfo.processInfo.environment["ASSAY_REAL_EXPORTS"] ?? beside
  guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else { return [] }
  return names.filter { $0.hasSuffix(".xml") }.sorted().map { folder + "/" + $0 }
}()

/// Exports that nobody here wrote; skipped by name where they are not.
@Suite("Real exports", .enabled(if: !realExports.isEmpty, "../shared/data/apple-health is absent"))
struct RealExportTests {
  @Test("reads to its end, in chunks of any size", arguments: realExports)
  func reads(_ path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    guard AppleHealthFormat.isExport(prefix: Array(bytes.prefix(AppleHealthFormat.prefixLength))) else { return }
    let whole = ReadExport(bytes)
    #expect(!whole.isBroken)
    #expect(whole.records.allSatisfy { $0.problems.isEmpty })
    #expect((whole.elements["Record"] ?? 0) + (whole.elements["Workout"] ?? 0) > 0)
    for size in [256, 10_000] {
      var pieces = ReadExport(bytes, chunk: size)
      pieces.cuts = whole.cuts
      #expect(pieces == whole)
    }
  }
}
