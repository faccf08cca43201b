import Foundation
import Testing

/// What is said of an input that was not read to its end is what happened to it.
@Suite("Incomplete inputs") struct IncompleteTests {
  private static let damage = "ended too early or is damaged"

  @Test(
    "each cause has words of its own, in every report",
    arguments: [
      ("a.csv", "time,pulse\n2026-01-01,60\n", "the header of a table cannot be used"),
      ("a.ndjson", "", "cannot be read"),
      ("a.json", #"[{"type":"heartRate"}"#, damage),
    ])
  func causes(_ name: String, _ text: String, _ words: String) throws {
    try TemporaryFolder.with { folder in
      // A name that cannot be followed, since the one who runs the tests may read everything.
      if text.isEmpty {
        try FileManager.default.createSymbolicLink(atPath: folder.path(of: name), withDestinationPath: name)
      } else {
        try folder.write(name, text)
      }
      let result = try AssayBinary.run(["validate", name], folder: folder.path)
      #expect(result.status != 0)
      #expect(result.errorText.contains("INCOMPLETE: "), "\(result.errorText)")
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(result.errorText.contains(Self.damage) == (words == Self.damage), "\(result.errorText)")
      for format in ["html", "junit"] {
        let report = try AssayBinary.run(["validate", name, "--output-format", format], folder: folder.path).text
        #expect(report.lowercased().contains(words), "\(format)")
        #expect(report.contains(Self.damage) == (words == Self.damage), "\(format)")
      }
    }
  }

  @Test("a table without types is pointed to the configuration and the page")
  func header() throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.csv", "time,pulse\n2026-01-01,60\n")
      let result = try AssayBinary.run(["validate", "a.csv", "--output-format", "json"], folder: folder.path)
      let hint = try #require(try RunReport(result).findings("error").first?.hint)
      for word in ["columns", "constants", "assay.yaml", "Documentation/csv.md"] { #expect(hint.contains(word)) }
      try folder.write("b.txt", "pulse of the day\n")
      let other = try AssayBinary.run(["validate", "b.txt"], folder: folder.path)
      #expect(other.errorText.contains("Documentation/csv.md"))
    }
  }

  @Test("an import of which all is stored leaves no quarantine, and keeps what an earlier import refused")
  func clean() throws {
    try TemporaryFolder.with { folder in
      let good = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"
      let store = TestStore(folder)
      try folder.write("a.ndjson", good)
      #expect(try store.importing(folder.path(of: "a.ndjson")).status == 0)
      #expect(!FileManager.default.fileExists(atPath: store.path + ".quarantine"))
      try folder.write("a.ndjson", good + "{}\n")
      #expect(try store.importing(folder.path(of: "a.ndjson")).status == 1)
      #expect(TestFile.names(in: store.path + ".quarantine").count == 1)
      try folder.write("a.ndjson", good + good)
      #expect(try store.importing(folder.path(of: "a.ndjson")).status == 0)
      let left = TestFile.names(in: store.path + ".quarantine")
      #expect(left.count == 1 && left[0].hasSuffix(".earlier.ndjson"), "\(left)")
    }
  }
}
