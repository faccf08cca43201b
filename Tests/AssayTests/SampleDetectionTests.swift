import Assay
import Testing

/// A hook names every file that changed: those of other programs are not taken for samples.
@Suite("Detection of samples") struct SampleDetectionTests {
  /// A file, and whether it looks like samples.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var name: String
    var text: String
    var isSample: Bool
  }

  private static let sample = #"{"type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  private static let long = String(repeating: "x", count: 40_000)

  static let cases = [
    Case(testDescription: "a line", name: "a.ndjson", text: sample + "\n", isSample: true),
    Case(testDescription: "a sample alone", name: "a.json", text: sample, isSample: true),
    Case(testDescription: "an array", name: "a.json", text: "[\n \(sample)\n]", isSample: true),
    Case(testDescription: "after a byte order mark", name: "a.ndjson", text: "\u{FEFF}\(sample)\n", isSample: true),
    Case(testDescription: "after other lines", name: "a.jsonl", text: "{\"a\":1}\n\n\(sample)\n", isSample: true),
    Case(testDescription: "second in an array", name: "a.json", text: "[{\"a\":{}}, \(sample)]", isSample: true),
    Case(
      testDescription: "a start that is a number", name: "a.ndjson", text: "{\"type\":\"a\",\"start\":1767225600}\n",
      isSample: true),
    Case(
      testDescription: "a broken sample", name: "a.ndjson",
      text: "{\"type\":\"heartRate\",,\"start\":\"2026-01-01T08:00:00Z\"}\n", isSample: true),
    Case(
      testDescription: "a sample after a broken line", name: "a.ndjson", text: "{\"a\":\n\(sample)\n", isSample: true),
    Case(
      testDescription: "a sample that is longer than what is read", name: "a.json",
      text: "{\"type\":\"a\",\"start\":\"2026-01-01T08:00:00Z\",\"metadata\":{\"a\":\"\(long)\",\"b\":\"\(long)\"}}",
      isSample: true),
    Case(testDescription: "a table", name: "a.csv", text: "type,value,unit,start\n", isSample: true),
    Case(
      testDescription: "an export", name: "a.xml", text: "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n",
      isSample: true),
    Case(
      testDescription: "a manifest of a package", name: "package.json",
      text: "{\"name\": \"x\", \"type\": \"module\", \"scripts\": {\"start\": \"node .\"}}\n", isSample: false),
    Case(
      testDescription: "a schema", name: "type.schema.json",
      text:
        "{\"type\": \"object\", \"properties\": {\"type\": {\"type\": \"string\"}, \"start\": {\"type\": \"string\"}}}",
      isSample: false),
    Case(
      testDescription: "a type without a text", name: "a.json", text: "{\"type\":1,\"start\":\"a\"}", isSample: false),
    Case(
      testDescription: "a start that is a place", name: "tree.json",
      text: "[{\"type\":\"Identifier\",\"start\":{\"line\":1},\"end\":{\"line\":1}}]", isSample: false),
    Case(
      testDescription: "words in values", name: "a.json", text: "{\"a\":\"type\",\"b\":[\"start\"]}", isSample: false),
    Case(
      testDescription: "a long list of packages", name: "lock.json",
      text: "{\"type\":\"lock\",\"a\":\"\(long)\",\"b\":{\"start\":\"\(long)\"}}", isSample: false),
    Case(testDescription: "broken JSON", name: "a.json", text: "{\"a\":", isSample: false),
    Case(testDescription: "nothing", name: "a.json", text: "", isSample: false),
    Case(testDescription: "numbers", name: "a.json", text: "[1, 2]", isSample: false),
    Case(testDescription: "another table", name: "a.csv", text: "name,type,price\nstart,b,1\n", isSample: false),
    Case(testDescription: "other markup", name: "a.xml", text: "<note type=\"start\"/>\n", isSample: false),
    Case(testDescription: "a configuration", name: "ci.yaml", text: "type: a\nstart: b\n", isSample: false),
  ]

  @Test("by its beginning", arguments: cases) func detection(_ item: Case) throws {
    let folder = try ConfigurationFolder()
    try folder.write(item.name, item.text)
    #expect(try SampleDetection.isLikely(folder.path + "/" + item.name) == item.isSample)
  }
}
