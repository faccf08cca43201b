import Foundation
import Testing

/// `--redact` shows nothing of the samples: a file full of marked values, and no mark in any output.
@Suite("Redaction") struct RedactionTests {
  private static let formats = [
    "full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "html",
  ]

  /// Words and numbers that stand in the samples and nowhere else.
  private static let marks = ["MARK", "9917", "2026-03-07", "ABCD-4BAD", "7B0BDEAD"]

  /// Lines that raise as many codes as fit, with a mark wherever text of the sample could come through.
  private static let lines = [
    #"{"type":"MARKheartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":"MARK","unit":"count/min","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":9917,"unit":"count/min","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"MARKunit","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-03-07T08:00:00Z","MARKfield":1}"#,
    #"{"type":"heartRate","value":72,"unit":"kg{MARK}","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"mol<9917>","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"HKQuantityTypeIdentifierMARK","value":72,"unit":"kg","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07 MARK"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-08T08:00:00Z","end":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z","source":{"name":"MARK","MARKx":2}}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z","metadata":{"MARKkey":[1]}}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z","metadata":{"HKTimeZone":"MARK!"}}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z","metadata":{"MARK":1,"MARK":2}}"#,
    #"{"type":"sleepAnalysis","value":"MARKcase","start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"sleepAnalysis","value":9917,"start":"2026-03-07T08:00:00Z"}"#,
    #"{"type":"stepCount","value":9917.5,"unit":"count","start":"2026-03-07T08:00:00Z","end":"2026-03-07T08:01:00Z"}"#,
    #"{"uuid":"MARK-not-an-id","type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z"}"#,
    #"{"uuid":"7B0BDEAD-ABCD-4BAD-8BAD-00000000CAFE","type":"heartRate","value":9917,"unit":"count/min","start":"2026-03-07T08:00:00Z"}"#,
    #"{"uuid":"7B0BDEAD-ABCD-4BAD-8BAD-00000000CAFE","type":"heartRate","value":71,"unit":"count/min","start":"2026-03-07T08:00:00Z","subject":"MARKsubject"}"#,
    #"{"uuid":"7B0BDEAD-ABCD-4BAD-8BAD-00000000CAFE","type":"heartRate","value":73,"unit":"count/min","start":"2026-03-07T08:00:00Z","source":{"name":"MARKsource"}}"#,
    #"{"type":"dateOfBirth","value":"MARK"}"#,
    #"{"type":"bodyMass","value":9917.99179917991799179917,"unit":"kg","start":"2026-03-07T08:00:00.99179917Z"}"#,
    #"{"type":"bloodPressure","start":"2026-03-07T08:00:00Z","members":[{"type":"MARKmember","value":9917,"unit":"MARK"}]}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-03-07T08:00:00Z" MARK}"#,
    #"{"type":"heartRate","value":{"MARK":[{}}"#,
  ]

  @Test("of every form of report", arguments: RedactionTests.formats) func everyForm(_ format: String) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("samples.ndjson", Self.lines.joined(separator: "\n") + "\n")
      let open = try AssayBinary.run(["validate", "--across", "--output-format", "jsonl", input])
      #expect(Self.marks.allSatisfy { (open.text + open.errorText).contains($0) }, "marks are not seen")
      let result = try AssayBinary.run([
        "validate", "--across", "--redact", "--max-findings", "0", "-v", "--output-format", format, input,
      ])
      #expect(result.status == 1)
      #expect(result.text.count > 200)
      // Hashes and the folder's name are random digits, in which a short mark may stand by chance.
      let text = result.text.replacingOccurrences(of: folder.path, with: "").replacingOccurrences(
        of: "[0-9a-f]{32,}", with: "", options: .regularExpression)
      for mark in Self.marks {
        #expect(!text.contains(mark), "\(mark) is on standard output")
        #expect(!result.errorText.contains(mark), "\(mark) is on standard error")
      }
    }
  }

  @Test("of an export's elements and attributes") func export() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(
        "export.xml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData []>
        <HealthData locale="MARK">
         <Record type="MARKtype" unit="MARK" startDate="2026-03-07 08:00:00 +0000" endDate="2026-03-07 08:00:00 +0000" value="9917"/>
         <Record type="HKQuantityTypeIdentifierHeartRate" unit="MARK" startDate="2026-03-07 MARK" endDate="2026-03-07 08:00:00 +0000" value="9917"/>
         <MARKelement a="1"/>
        </HealthData>

        """)
      let result = try AssayBinary.run(["validate", "--redact", "-v", "--output-format", "json", input])
      #expect(result.status == 1)
      for mark in Self.marks {
        #expect(!result.text.contains(mark), "\(mark) is on standard output")
        #expect(!result.errorText.contains(mark), "\(mark) is on standard error")
      }
    }
  }
}
