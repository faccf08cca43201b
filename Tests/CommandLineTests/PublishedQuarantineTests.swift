import Foundation
import Testing

/// Refused records of published forms of JSON: kept with the form's name, and read again by the types of the replay.
@Suite("Refused records of published forms") struct PublishedQuarantineTests {
  private static func observation(_ code: String, _ unit: String) -> String {
    #"{"resourceType":"Observation","status":"final","id":"a1","code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]},"subject":{"reference":"P01"},"effectiveDateTime":"2026-01-05T08:00:00Z","valueQuantity":{"value":41,"code":"\#(unit)"}}"#
  }

  private static let grip = """
    schema: 1
    type: grip
    identifiers: [org.example.grip]
    kind: quantity
    title: Grip strength
    unit: kg
    aggregation: discreteArithmetic
    codes: {loinc: "83174-3"}
    """

  @Test("a record of an array passes as well, also when a configuration has its file") func configured() throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.json", "[" + Self.observation("83174-3", "kg") + "]")
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - {path: a.json, format: fhir}\n")
      let first = try AssayBinary.run(["import", "a.json", "--store", "s.db"], folder: folder.path)
      #expect(first.status == 1, "\(first.errorText)")
      try folder.write("types/grip.yaml", Self.grip)
      let replay = try AssayBinary.run(
        ["revalidate", "s.db.quarantine", "--catalog", "types", "--store", "s.db"], folder: folder.path)
      #expect(
        replay.status == 0 && replay.errorText.contains("1 read, 1 accepted"), "\(replay.text)\(replay.errorText)")
    }
  }

  @Test("a record takes little more than itself, and passes once its type is there") func later() throws {
    try TemporaryFolder.with { folder in
      let records = [Self.observation("83174-3", "kg"), Self.observation("29463-7", "mmol")]
      try folder.write("a.ndjson", records.joined(separator: "\n") + "\n")
      let call = ["import", "a.ndjson", "--format", "fhir", "--store", "s.db"]
      let first = try AssayBinary.run(call, folder: folder.path)
      #expect(first.status == 1 && first.errorText.contains("2 read, 0 accepted"), "\(first.errorText)")
      let kept = try AssayBinary.shell("ls s.db.quarantine/*.ndjson", folder: folder.path).text
      let file = kept.trimmingCharacters(in: .whitespacesAndNewlines)
      let size = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: file))).count
      #expect(size < 2 * 2048, "\(size)")
      try folder.write("types/grip.yaml", Self.grip)
      let replay = try AssayBinary.run(
        ["revalidate", "s.db.quarantine", "--catalog", "types", "--store", "s.db"], folder: folder.path)
      #expect(replay.text.contains("unit-unknown"), "\(replay.text)\(replay.errorText)")
      let stored = try AssayBinary.run(
        ["query", "--store", "s.db", "--catalog", "types", "--type", "grip"], folder: folder.path)
      #expect(stored.text.contains("grip"), "\(stored.text)\(stored.errorText)\(replay.errorText)")
    }
  }
}
