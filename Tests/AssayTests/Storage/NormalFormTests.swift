import Assay
import HealthModel
import HealthTestKit
import Testing

/// The normal form is one line of valid JSON, whatever the input was written like.
struct NormalFormTests {
  /// The one line that a text's only sample is normalized to; normalizing it again must change nothing.
  private func normal(_ name: String, _ text: String) async throws -> String {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let once = try await bench.normalize(try bench.file(name, text))
    let twice = try await bench.normalize(try bench.file("again.ndjson", once))
    #expect(once == twice)
    let lines = once.split(separator: "\n")
    try #require(lines.count == 1)
    return String(lines[0])
  }

  @Test("a value that spans lines is written on one") func lineBreaks() async throws {
    let line = try await normal(
      "a.json",
      """
      [{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z",
        "source":{"name":"x","more":{
          "a": 1}},
        "note":{"kept":[1,
          2]}}]
      """)
    #expect(line.contains(#""note":{"kept":[1,"#))
  }

  @Test("a metadata key by two of its names stands there by both") func keyTwice() async throws {
    let line = try await normal(
      "a.ndjson",
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":"#
        + #"{"HKTimeZone":"Europe/Paris","HKMetadataKeyTimeZone":"Asia/Tokyo"}}"#)
    #expect(line.contains(#"{"HKMetadataKeyTimeZone":"Asia/Tokyo","HKTimeZone":"Europe/Paris"}"#))
  }

  @Test("an attribute of an export with the name of a field is none") func attributes() async throws {
    let line = try await normal(
      "export.xml",
      """
      <?xml version="1.0"?>
      <HealthData locale="en_US"><Record type="HKQuantityTypeIdentifierHeartRate" sourceName="x" unit="count/min" \
      value="60" members="m" uuid="5" odd="o" creationDate="2026-01-01 08:00:00 +0000" \
      startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/></HealthData>
      """)
    #expect(line.hasSuffix(#","@members":"m","@uuid":"5","odd":"o"}"#))
  }

  @Test("a member has the name of its correlation's source where its own source has none") func halfASource() throws {
    let registry = try ProjectFiles.registry()
    let member = #"{"type":"dietaryProtein","value":5,"unit":"g","source":{"version":"2"}}"#
    let batch = try NormalBatch.of(
      [
        #"{"type":"food","start":"2026-01-01T08:00:00Z","source":{"name":"Diary","bundle":"org.example","version":"1"},"#
          + #""members":["# + member + "]}"
      ], registry)
    let source = batch.string(batch.sources.ranges[Int(batch.source[1])])
    #expect(source == #"{"name":"Diary","bundle":"org.example","version":"2"}"#)
  }

  @Test("limits count the text, not its escapes") func limits() throws {
    let registry = try ProjectFiles.registry()
    func line(_ subject: String) -> String {
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"\#(subject)"}"#
    }
    let most = String(repeating: #"\\"#, count: 128)
    #expect(try NormalBatch.of([line(most)], registry).count == 1)
    #expect(throws: SampleIsRefused.self) { _ = try NormalBatch.of([line(most + "x")], registry) }
  }

  @Test("an origin with escapes is the origin it means") func origin() throws {
    let registry = try ProjectFiles.registry()
    let line =
      #"{"type":"bodyMass","value":70.123456789,"unit":"kg","start":"2026-01-01T08:00:00Z","#
      + #""origin":"apple-health"}"#
    let plain = try NormalBatch.of([line], registry)
    let escaped = try NormalBatch.of([line.replacing("apple-", with: #"apple\u002d"#)], registry)
    #expect(NormalRow.all(in: plain) == NormalRow.all(in: escaped))
  }
}
