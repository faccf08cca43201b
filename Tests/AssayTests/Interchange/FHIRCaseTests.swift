import AssayKit
import FHIR
import Foundation
import HealthModel
import HealthReports
import HealthValidation
import Testing

@testable import Assay
@testable import HealthFormats

/// Observations and data points of other programs, as cases: what is read of them, and that nothing is passed over
/// silently.
@Suite("Cases of FHIR and Open mHealth") struct FHIRCaseTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var document: String
    var accepted: Int
    var codes: [String]
    var says: [String]
    var unsupported: [String: Int]
    /// The form; `nil` is FHIR.
    var form: String?
    /// The zone of days.
    var zone: String?
    /// How many records are passed over, since their types are not known; `nil` refuses such records.
    var passedOver: Int?
    /// What the normal form of the samples has among others.
    var holds: [String]?
    /// "document" or "lines" for a text that is only read as this.
    var only: String?

    var testDescription: String { name }
  }

  private static let cases: [Case] = {
    let text = ["fhir/observations", "fhir/published", "open-mhealth/points"].map { name in
      (try? String(contentsOfFile: ProjectFiles.root + "/Tests/Cases/\(name).ndjson", encoding: .utf8)) ?? ""
    }.joined()
    return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
  }()

  @Test("the cases are all read") func count() { #expect(Self.cases.count == 171) }

  @Test("a document is read as its case says, as a document and as a line", arguments: cases, [false, true])
  func document(_ given: Case, isByLine: Bool) async throws {
    guard given.only == nil || given.only == (isByLine ? "lines" : "document") else { return }
    let (summary, findings) = try await Self.read(
      given.document, as: given.form ?? "fhir", isByLine: isByLine, zone: given.zone, skips: given.passedOver != nil)
    #expect(summary.passedOver == given.passedOver)
    #expect(summary.accepted == given.accepted)
    #expect(findings.map(\.code.name).sorted() == given.codes.sorted(), "\(findings.map(\.message))")
    for words in given.says { #expect(findings.contains { $0.message.contains(words) }, "\(findings.map(\.message))") }
    #expect(summary.unsupported == given.unsupported)
    guard let holds = given.holds else { return }
    let lines = try InterchangeSamples(seed: 7, zone: given.zone).normalized(
      given.document, as: given.form ?? "fhir", isDocument: !isByLine)
    for text in holds { #expect(lines.contains(text), "\(lines)") }
  }

  private static func read(
    _ text: String, as form: String = "fhir", isByLine: Bool, zone: String? = nil, skips: Bool = false
  ) async throws -> (Summary, [Diagnostic]) {
    let registry = try HealthTypes.builtIn().registry
    let text = Array(text.utf8) + (isByLine ? [UInt8(ascii: "\n")] : [])
    let format = isByLine ? InputFormat.jsonLines : InputFormat.json
    let input = try #require(FormatList.all.dialect(named: form)).reading(
      ResolvedInput(text: text, path: "a.json", format: format), by: registry)
    var findings: [Diagnostic] = []
    let reporter = Reporter(sinks: [])
    reporter.listener = { findings.append($0) }
    var request = CheckRequest(inputs: [])
    request.types = registry
    var options = ValidationOptions(now: ProjectFiles.now, timeZone: try zone.map { try TimeZoneRules($0) })
    options.unknownTypes = skips ? .skip : .refuse
    let summary = try await CheckEngine(request, reporter).checkInput(input, options: options)
    return (summary, findings)
  }

  @Test(
    "what components say that are not members is kept",
    arguments: [
      (#"{"code":{"coding":[{"code":"x"}]},"valueQuantity":{"value":5,"unit":"mg"}}"#, #""x":"5 mg""#),
      (
        #"{"code":{"coding":[{"code":"x"}]},"valueQuantity":{"value":5,"comparator":"<","unit":"mg"}}"#,
        #""x":"<5 mg""#
      ),
      (#"{"code":{"coding":[{"code":"x"}]},"valueQuantity":{"value":5,"unit":"1"}}"#, #""x":5"#),
      (#"{"code":{"coding":[{"code":"x"}]},"valueQuantity":{"value":5}}"#, #""x":5"#),
      (#"{"code":{"coding":[{"code":"x"}]},"valueInteger":3}"#, #""x":3"#),
      (
        #"{"code":{"coding":[{"code":"x"}]},"valueCodeableConcept":{"coding":[{"code":"a"},{"code":"b"}]}}"#,
        #""x":"a""#
      ),
      (
        #"{"code":{"coding":[{"code":"x"}]},"valueCodeableConcept":{"coding":[{"display":"left","code":"l"}]}}"#,
        #""x":"left""#
      ),
      (
        #"{"code":{"coding":[{"code":"x"}]},"valueRange":{"low":{"value":1},"high":{"value":2}}}"#,
        #""x":"{\"low\":{\"value\":1},\"high\":{\"value\":2}}""#
      ),
      (
        #"{"code":{"coding":[{"code":"x"}]},"valueString":"a"},{"code":{"coding":[{"code":"x"}]},"valueString":"b"}"#,
        #""x":"a","x 2":"b""#
      ),
      (#"{"code":{"coding":[{"code":"fhir_id"}]},"valueString":"other"}"#, #""fhir_id 2":"other""#),
    ])
  func components(_ parts: String, _ metadata: String) throws {
    let samples = try InterchangeSamples(seed: 7)
    let result = try samples.read(
      #"{"resourceType":"Observation","id":"1","status":"final","code":{"coding":[{"system":"http://loinc.org","#
        + #""code":"8867-4"}]},"effectiveDateTime":"2026-01-05T08:00:00Z","valueQuantity":{"value":60,"#
        + #""system":"http://unitsofmeasure.org","code":"/min"},"component":["# + parts + "]}\n", as: "fhir")
    #expect(result.total.accepted == 1)
    var line: [UInt8] = []
    SampleJSONWriter(registry: try HealthTypes.builtIn().registry).append(result.batch, to: &line)
    #expect(String(decoding: line, as: UTF8.self).contains(#""metadata":{"fhir_id":"1","# + metadata + "}"))
  }

  @Test(
    "the method of an entry counts in whatever chunk it is, unless it is too far away",
    arguments: [(600, ["input-empty"]), (5000, ["field-missing"])])
  func farMethod(_ kilobytes: Int, _ codes: [String]) async throws {
    let resource = try #require(Self.cases.first { $0.name == "a plain observation" }).document
    let far = Array(repeating: "\"\(String(repeating: "x", count: 1000))\"", count: kilobytes).joined(separator: ",")
    let (summary, findings) = try await Self.read(
      #"{"resourceType":"Bundle","entry":[{"resource":\#(resource),"link":[\#(far)],"request":{"method":"DELETE"}}]}"#,
      isByLine: false)
    #expect(summary.accepted == 0 && findings.map(\.code.name) == codes)
  }

  @Test("many components of one code are read in a time that grows with their number", .timeLimit(.minutes(5)))
  func manyComponents() throws {
    let samples = try InterchangeSamples(seed: 7)
    let part = #"{"code":{"coding":[{"code":"x"}]},"valueInteger":3}"#
    let text =
      #"{"resourceType":"Observation","id":"1","status":"final","code":{"coding":[{"system":"http://loinc.org","#
      + #""code":"8867-4"}]},"effectiveDateTime":"2026-01-05T08:00:00Z","valueQuantity":{"value":60,"#
      + #""system":"http://unitsofmeasure.org","code":"/min"},"component":["#
    // The metadata of a sample has at most 256 keys, `fhir_id` among them.
    for (count, accepted) in [(255, 1), (256, 0), (30_000, 0)] {
      let parts = Array(repeating: part, count: count).joined(separator: ",")
      let result = try samples.read(text + parts + "]}\n", as: "fhir")
      #expect(result.total.accepted == accepted)
      #expect(result.total.refused == 1 - accepted)
    }
  }

  @Test("a member without a value of FHIR keeps its place in its correlation", arguments: [true, false])
  func members(hasExtensions: Bool) throws {
    var samples = try InterchangeSamples(seed: 7)
    var options = InterchangeOptions()
    options.hasExtensions = hasExtensions
    let batch = samples.batch(ofEach: 2)
    let text = samples.text(batch, .fhir, options)
    // The value of the first component of each correlation is taken away, as a server does with what it does not allow.
    var changed = 0
    let lines = try text.split(separator: "\n").map { line in
      var object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard var parts = object["component"] as? [[String: Any]], parts.count > 1, parts[0]["valueQuantity"] != nil
      else { return String(line) }
      parts[0]["valueQuantity"] = nil
      object["component"] = parts
      changed += 1
      return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    let result = try samples.read(lines.joined(separator: "\n") + "\n", as: "fhir")
    // Without its value the member is refused, and with it the correlation: it is not left out silently.
    #expect(changed > 0)
    #expect(result.total.refused >= changed)
  }
}
