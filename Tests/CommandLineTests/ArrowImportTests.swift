import Foundation
import Testing

/// `assay import` and `assay validate` of columns of the Arrow format.
@Suite("Arrow imports") struct ArrowImportTests {
  static let inputs = [
    "demo/samples.ndjson", "apple-health/correlations-both.xml", "apple-health/whole.zip",
    "jsonlines/structured.ndjson",
    "export-writer/samples.ndjson",
  ]

  @Test("samples as columns, imported, are the same export", arguments: inputs)
  func roundTrip(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let (first, second) = (TestStore(folder, "first.db"), TestStore(folder, "second.db"))
      let file = folder.path(of: "samples.arrows")
      _ = try AssayBinary.run(["normalize", "Tests/Fixtures/" + input, "--as", "arrow", "--quiet", "-o", file])
      let taken = try first.importing("Tests/Fixtures/" + input).report.summary.accepted
      let (status, report) = try second.importing(file)
      #expect(status == 0)
      #expect(report.summary.accepted == taken)
      #expect(try second.export() == first.export())
    }
  }

  @Test("it is recognized by its first bytes, also from a pipe") func pipe() throws {
    let columns = try AssayBinary.run(["normalize", ImportTests.demo[0], "--as", "arrow", "--quiet"])
    let lines = try AssayBinary.run(["normalize", ImportTests.demo[0], "--quiet"])
    let again = try AssayBinary.run(["normalize", "-"], input: columns.output)
    #expect(again.text == lines.text)
    #expect(again.status == 0, "\(again.errorText)")
  }

  @Test("a stream that is cut is an incomplete run, after what it has") func cut() throws {
    try TemporaryFolder.with { folder in
      let columns = try AssayBinary.run(["normalize", ImportTests.demo[0], "--as", "arrow", "--quiet"])
      let path = try folder.write("cut.arrows", Array(columns.output.dropLast(8)))
      let result = try AssayBinary.run(["validate", path, "--output-format", "json"])
      let report = try RunReport(result)
      #expect(result.status != 0)
      #expect(report.summary.read > 0)
      #expect(report.findings("error").map(\.code) == ["input-damaged"])
    }
  }

  @Test("Parquet is named, with the way through Arrow") func parquet() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("samples.parquet", Array("PAR1\0\0\0\0".utf8))
      let result = try AssayBinary.run(["validate", path])
      #expect(result.status == 2 || result.status == 3, "\(result.status)")
      #expect(result.errorText.contains("Documentation/arrow.md"))
    }
  }
}
