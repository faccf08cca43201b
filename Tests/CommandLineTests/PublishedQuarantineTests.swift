import Foundation
import Testing

/// Refused records of published forms of JSON: kept with the form's name, and read again by the types of the replay.
@Suite("Refused records of published forms") struct PublishedQuarantineTests {
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
}
