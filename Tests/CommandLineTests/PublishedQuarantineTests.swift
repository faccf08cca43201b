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

  // MARK: Replays and imports

  /// Imports inputs by a layer that refuses every sample, reads the quarantine again without it, and compares the store
  /// with that of an import without it.
  private static func compare(_ inputs: [String], _ options: [String], in folder: TemporaryFolder) throws {
    for line in try AssayBinary.run(["catalog", "list"]).text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let requirement = words[1] == "characteristic" ? "value is missing" : "start < 1900-01-01"
      try folder.write(
        "layer/\(words[0]).yaml",
        """
        schema: 1
        overrides: \(words[0])
        reason: to refuse all
        rules:
          - {name: never, require: "\(requirement)", says: "nothing is accepted"}
        """)
    }
    let (replayed, direct) = (TestStore(folder, "replayed.db"), TestStore(folder, "direct.db"))
    let call = ["import"] + inputs + options + ["--no-config", "--store"]
    let refused = try AssayBinary.run(call + [replayed.path, "--catalog", folder.path(of: "layer")])
    #expect(try refused.status <= 1 && replayed.export().isEmpty, "\(refused.errorText)")
    let replay = try AssayBinary.run(["revalidate", replayed.path + ".quarantine", "--store", replayed.path])
    #expect(replay.status <= 1, "\(replay.errorText)")
    #expect(try AssayBinary.run(call + [direct.path]).status <= 1)
    #expect(try replayed.export() == direct.export(), "\(replay.text)\(replay.errorText)")
  }

  private static let fixtures = [
    ["json-dialects/bundle.json", "fhir"], ["json-dialects/healthkit-on-fhir.ndjson", "fhir"],
    ["json-dialects/points.json", "open-mhealth"], ["export-writer/structured.ndjson"], ["jsonlines/array.json"],
    ["jsonlines/mixed-bad.ndjson"], ["apple-health/correlations-both.xml"], ["apple-health/two-offsets.xml"],
    ["../Cases/app-json/health-auto-export.json", "health-auto-export"],
    ["../Cases/app-json/flutter-health.json", "flutter-health"], ["../Cases/app-json/hcgateway.json", "hcgateway"],
    ["../Cases/app-json/react-native-health-connect.json", "react-native-health-connect"],
    ["../Cases/app-json/health-connect-webhook.json", "health-connect-webhook"],
  ]

  @Test("records of every form are read again as an import reads them", arguments: fixtures)
  func replayed(_ fixture: [String]) throws {
    try TemporaryFolder.with { folder in
      try Self.compare(["Tests/Fixtures/" + fixture[0]], fixture.dropFirst().flatMap { ["--format", $0] }, in: folder)
    }
  }

  @Test("so is each Observation of the cases, as a document and as a line", arguments: ["json", "ndjson"])
  func observations(_ ending: String) throws {
    try TemporaryFolder.with { folder in
      let cases = String(decoding: try TestFile.bytes("Tests/Cases/fhir/observations.ndjson"), as: UTF8.self)
      let paths = try cases.split(separator: "\n").enumerated().map { number, line in
        let item = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        // Each has ids of its own: of samples with one id the first counts.
        let text = (item?["document"] as? String)?.replacing("1d2c3b4a", with: String(10_000_000 + number))
        return try folder.write("\(100 + number).\(ending)", (text ?? "") + "\n")
      }
      try Self.compare(paths, ["--format", "fhir"], in: folder)
    }
  }

  @Test(
    "so is all that a sample of any shape has, in FHIR",
    arguments: ["export-writer/structured.ndjson", "json-dialects/samples.ndjson"], ["json", "jsonl"])
  func structured(_ input: String, _ format: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "a.\(format)")
      let written = try AssayBinary.run(
        ["normalize", "--no-config", "Tests/Fixtures/" + input, "--as", "fhir", "--output-format", format, "-o", path])
      #expect(written.status <= 1, "\(written.errorText)")
      try Self.compare([path], ["--format", "fhir"], in: folder)
    }
  }

  @Test("whose a refused Observation is, is known without its values") func owners() throws {
    try TemporaryFolder.with { folder in
      let twice = Self.observation("8867-4", "/min").replacing("}}", with: #"},"valueString":"x"}"#)
      let lines = [
        Self.observation("83174-3", "kg").replacing(#""reference":"P01""#, with: #""identifier":{"value":"P10"}"#),
        twice, twice.replacing("P01", with: "P10"),
      ]
      try folder.write("a.ndjson", lines.joined(separator: "\n") + "\n")
      let store = TestStore(folder)
      _ = try AssayBinary.run(["import", "a.ndjson", "--format", "fhir", "--store", store.path], folder: folder.path)
      #expect(try store.quarantine().count == 3)
      let deletion = try AssayBinary.run(["store", "delete", "--store", store.path, "--subject", "P10", "--yes"])
      #expect(deletion.status == 0 && deletion.text.contains("2 records in quarantine"), "\(deletion.errorText)")
      // A correction that names nobody is of whom the record is that it replaces.
      let file = try #require(store.quarantineFiles().first)
      let line = String(decoding: try TestFile.bytes(file), as: UTF8.self).dropLast(2)
      let sample = #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-05T08:00:00Z"}"#
      try Data("\(line),\"replacement\":\(sample)}\n".utf8).write(to: URL(fileURLWithPath: file))
      let replay = try AssayBinary.run(["revalidate", file, "--store", store.path])
      #expect(replay.status == 0, "\(replay.text)\(replay.errorText)")
      #expect(try store.export().contains(#""subject":"P01""#))
    }
  }
}
