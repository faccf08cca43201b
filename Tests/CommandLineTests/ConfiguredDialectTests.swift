import Testing

/// A data set of a published form of JSON: every command that reads samples reads it so.
@Suite("Published forms of JSON in assay.yaml") struct ConfiguredDialectTests {
  private static func observation(_ number: Int) -> String {
    #"{"resourceType":"Observation","id":"\#(number)","status":"final","code":{"coding":[{"system":"http://loinc.org","#
      + #""code":"8867-4"}]},"effectiveDateTime":"2026-01-05T08:0\#(number):00Z","valueQuantity":{"value":60,"#
      + #""system":"http://unitsofmeasure.org","code":"/min"}}"#
  }

  @Test(
    "it is read as the form",
    arguments: [
      ["validate"], ["lint"], ["import", "--store", "sqlite:s.db"], ["validate", "data"], ["lint", "data"],
    ])
  func read(_ arguments: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\ndata: [{path: \"data/*\", format: fhir}]\n")
      func bundle(_ number: Int) -> String {
        #"{"resourceType":"Bundle","entry":[{"resource":"# + Self.observation(number) + "}]}"
      }
      try folder.write("data/lines.ndjson", Self.observation(1) + "\n" + bundle(2) + "\n")
      try folder.write("data/bundle.json", bundle(3))
      let result = try AssayBinary.run(
        arguments + ["--output-format", "json"], folder: folder.path)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(try RunReport(result).summary.read == 3, "\(result.text)")
    }
  }

  @Test("keys that say how records become samples do not go with it") func keys() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: d.json\n    format: fhir\n    columns: {a: value}\n")
      try folder.write("d.json", Self.observation(1))
      let result = try AssayBinary.run(["validate"], folder: folder.path)
      #expect(result.status == 2)
      #expect(result.errorText.contains("assay.yaml:5:5"), "\(result.errorText)")
      #expect(result.errorText.contains("does not go with the format fhir"))
    }
  }
}
