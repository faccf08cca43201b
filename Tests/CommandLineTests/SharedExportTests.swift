import Foundation
import Testing

/// Exports that other people published, when a folder with them lies beside the project.
struct SharedExport: Sendable, CustomTestStringConvertible {
  /// The input's path below the folder.
  let path: String
  /// The file whose records are counted, when it is not the input itself.
  var counted: String?
  /// The codes that may refuse a record of it, each with its reason.
  var refusals: [String: String] = [:]

  var testDescription: String { path }

  static let folder = "../shared/data/apple-health"

  static var isThere: Bool { FileManager.default.fileExists(atPath: AssayBinary.root + "/" + folder) }

  static let all = [
    SharedExport(path: "apple-health-parser/export.xml"),
    SharedExport(path: "apple-health-parser/export.zip", counted: "apple-health-parser/export.xml"),
    SharedExport(path: "apple-health-reader/apple-body-fat-percent.xml"),
    SharedExport(path: "apple-health-reader/apple-body-mass.xml"),
    SharedExport(path: "apple-health-reader/apple-heart-rate.xml"),
    SharedExport(
      path: "apple-health-reader/apple-export.xml",
      refusals: ["type-unknown": "its author put in a TextValueRecord and a NoValueRecord, which HealthKit has not"]),
    SharedExport(path: "applehealthdata/export6s3sample.xml"),
    SharedExport(path: "healthkit-to-sqlite/export.xml"),
    SharedExport(
      path: "healthkit-to-sqlite/zip_contents",
      counted: "healthkit-to-sqlite/zip_contents/apple_health_export/export.xml"),
    SharedExport(path: "tap-applehealth/example_export.xml"),
  ]
}

@Suite("Published exports", .enabled(if: SharedExport.isThere, "../shared/data/apple-health is absent"))
struct SharedExportTests {
  @Test("is read to its end, and refused only for known reasons", arguments: SharedExport.all)
  func export(_ item: SharedExport) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing(SharedExport.folder + "/" + item.path)
      #expect(status == (report.summary.refused > 0 ? 1 : 0))
      #expect(report.summary.isBalanced)
      #expect(!report.summary.incomplete)
      #expect(report.summary.conflicts == 0)
      let text = try TestFile.bytes(SharedExport.folder + "/" + (item.counted ?? item.path))
      #expect(report.summary.elements["Record"] == Self.count("<Record ", in: text))
      let codes = Set(report.findings("error").map(\.code))
      #expect(codes == Set(item.refusals.keys), "\(report.findings("error"))")
      #expect(try store.quarantine().count == Set(report.findings("error").map(\.line)).count)
      // Once more: nothing is new.
      #expect(try store.importing(SharedExport.folder + "/" + item.path).report.summary.accepted == 0)
    }
  }

  @Test("every export of the folder is in the list") func complete() {
    let root = AssayBinary.root + "/" + SharedExport.folder
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let listed = Set(SharedExport.all.flatMap { [$0.path, $0.counted ?? $0.path] })
    #expect(files.filter { ($0.hasSuffix(".xml") || $0.hasSuffix(".zip")) && !listed.contains($0) } == [])
  }

  private static func count(_ mark: String, in bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: mark).count - 1
  }
}
