import Foundation
import Testing

/// A file for each participant, of which the name is the subject, through the commands that read files.
@Suite("A file for each participant") struct SubjectFileTests {
  private static let configuration = """
    schema: 1
    data:
      - path: "p*.csv"
        subject: {file: "(p*).csv"}
        columns: {when: start, weight: value}
        constants: {type: bodyMass, unit: kg}

    """

  private func project(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration)
      try folder.write("p01.csv", "when,weight\n2026-01-05T08:00:00Z,71\n2026-01-06T08:00:00Z,heavy\n")
      try folder.write("p02.csv", "when,weight\n2026-01-05T08:00:00Z,82\n")
      try body(folder)
    }
  }

  @Test("each file's samples are its participant's, also those read again from the quarantine") func imported() throws {
    try project { folder in
      let store = TestStore(folder)
      let run = { (words: [String]) in try AssayBinary.run(words, folder: folder.path) }
      let report = try RunReport(try run(["import", "--store", store.path, "--output-format", "json"]))
      #expect(report.summary.accepted == 2 && report.summary.refused == 1)
      #expect(try store.export("--subject", "p01").contains(#""value":71"#))
      #expect(try store.export("--subject", "p02").contains(#""value":82"#))
      let file = try #require(store.quarantineFiles().first)
      let kept = String(decoding: try TestFile.bytes(file), as: UTF8.self)
      #expect(kept.contains(#""subject":"p01""#), "\(kept)")
      let sample = #"{"type":"bodyMass","value":72,"unit":"kg","start":"2026-01-06T08:00:00Z"}"#
      try folder.write("mended.ndjson", kept.replacing(#""raw":"#, with: #""replacement":\#(sample),"raw":"#))
      _ = try run(["revalidate", "mended.ndjson", "--store", store.path])
      #expect(try store.export("--subject", "p01").contains(#""value":72"#))
      // With --subject all files are about one.
      let named = try run(["normalize", "p02.csv", "--subject", "ana"])
      #expect(named.text.contains(#""subject":"ana""#), "\(named.errorText)")
    }
  }

  @Test("a file whose name does not say it is not read, and the others are", arguments: ["lint", "validate", "import"])
  func unnamed(_ verb: String) throws {
    try project { folder in
      try folder.write("assay.yaml", Self.configuration.replacing("(p*).csv", with: "(p?1).csv"))
      let store = verb == "import" ? ["--store", "x.db"] : []
      let result = try AssayBinary.run([verb, "--output-format", "json"] + store, folder: folder.path)
      #expect(result.status == 2)
      #expect(
        result.errorText.contains("assay.yaml:4:21: `p02.csv` does not match `subject.file`, `(p?1).csv`"),
        "\(result.errorText)")
      #expect(result.text.contains("value-not-a-number"), "\(result.text)")
    }
  }
}
