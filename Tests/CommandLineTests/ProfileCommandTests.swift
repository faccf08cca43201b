import Foundation
import Testing

/// `assay profile` of files and of a store.
@Suite("Profiles") struct ProfileCommandTests {
  private static let lines = (0..<4).map { index in
    #"{"type":"heartRate","value":\#(60 + index * 10),"unit":"count/min","subject":"P\#(index % 2)","#
      + #""start":"2026-01-0\#(index + 1)T08:00:00Z"}"#
  }
  private static let pressure =
    #"{"type":"bloodPressure","start":"2026-01-01T07:00:00Z","members":["#
    + #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
    + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#

  private func profile(_ options: String, ofStore: Bool, more: String = "") throws -> ProcessResult {
    try TemporaryFolder.with { folder in
      let input = try folder.write("input.ndjson", (Self.lines + [Self.pressure]).joined(separator: "\n") + "\n" + more)
      let store = TestStore(folder)
      _ = try store.importing(input)
      let place = ofStore ? ["--store", store.path] : [input]
      return try AssayBinary.run(["profile"] + place + CommandWords.split(options))
    }
  }

  @Test("a file and its store have the same profile", arguments: [false, true]) func csv(_ ofStore: Bool) throws {
    let result = try profile("--output-format csv", ofStore: ofStore)
    #expect(
      result.text == """
        type,unit,samples,min,q1,median,q3,max,exact,first_day,last_day
        bloodPressure,,1,,,,,,,2026-01-01,2026-01-01
        bloodPressureDiastolic,mmHg,1,80,80,80,80,80,true,2026-01-01,2026-01-01
        bloodPressureSystolic,mmHg,1,120,120,120,120,120,true,2026-01-01,2026-01-01
        heartRate,count/min,4,60,67.5,75,82.5,90,true,2026-01-01,2026-01-04

        """)
    #expect(result.status == 0)
  }

  @Test("subjects have lines of their own") func subjects() throws {
    let result = try profile("--by subject --output-format jsonl", ofStore: true)
    let lines = result.text.split(separator: "\n").filter { $0.contains("heartRate") }
    #expect(
      lines == [
        #"{"subject":"P0","type":"heartRate","unit":"count/min","samples":2,"min":60,"q1":65,"median":70,"q3":75,"max":80,"exact":true,"first_day":"2026-01-01","last_day":"2026-01-03"}"#,
        #"{"subject":"P1","type":"heartRate","unit":"count/min","samples":2,"min":70,"q1":75,"median":80,"q3":85,"max":90,"exact":true,"first_day":"2026-01-02","last_day":"2026-01-04"}"#,
      ])
  }

  @Test("what is refused does not count, and makes the status 1") func refused() throws {
    let wrong = #"{"type":"heartRate","value":70,"unit":"kg","start":"2026-01-09T08:00:00Z"}"# + "\n"
    let result = try profile("", ofStore: false, more: wrong)
    #expect(result.status == 1 && result.errorText.contains("unit-incompatible"))
    let heart = result.text.split(separator: "\n").first { $0.hasPrefix("heartRate") }
    #expect(heart?.split(separator: " ").map(String.init).dropFirst(1).first == "count/min", "\(result.text)")
    #expect(heart?.hasSuffix("2026-01-01  2026-01-04") == true, "\(result.text)")
    #expect(result.text.hasPrefix("days by UTC\n"))
  }

  @Test("wrong questions", arguments: [("--by type", "--by takes subject"), ("--output-format sarif", "table, csv")])
  func wrong(_ item: (options: String, words: String)) throws {
    let result = try profile(item.options, ofStore: true)
    #expect(result.status == 2 && result.errorText.contains(item.words), "\(result.errorText)")
  }
}
