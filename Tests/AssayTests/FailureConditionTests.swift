import Assay
import HealthModel
import HealthReports
import Testing

/// The grammar of conditions that fail a run.
@Suite("Conditions that fail a run") struct FailureConditionTests {
  /// A text and what it means.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var measure: FailureCondition.Measure
    var limit: Double
    var isPercent = false
    var types: [String] = []
    var sources: [String] = []
    var subjects: [String] = []
    var files: [String] = []
    var dataSets: [String] = []
    var testDescription: String { text }
  }

  static let cases = [
    Case(text: "refused > 1%", measure: .refused, limit: 1, isPercent: true),
    Case(text: "errors>0", measure: .findings(.error), limit: 0),
    Case(text: " warnings  >  50 ", measure: .findings(.warning), limit: 50),
    Case(text: "notes > 0.5 %", measure: .findings(.note), limit: 0.5, isPercent: true),
    Case(text: "unit-incompatible > 1e3", measure: .code("unit-incompatible"), limit: 1000),
    Case(text: "no-such-code > 1", measure: .code("no-such-code"), limit: 1),
    Case(text: "errors > 0 in type:heartRate", measure: .findings(.error), limit: 0, types: ["heartRate"]),
    Case(
      text: "refused > 1%in source:Anna's Apple Watch", measure: .refused, limit: 1, isPercent: true,
      sources: ["Anna's Apple Watch"]),
    Case(
      text: "refused > 0 in source:\"in type:x\" type:body*  type:height", measure: .refused, limit: 0,
      types: ["body*", "height"], sources: ["in type:x"]),
    Case(
      text: "errors > 0 in file:nightly/*.csv subject:P 01 data:nightly/**", measure: .findings(.error), limit: 0,
      subjects: ["P 01"], files: ["nightly/*.csv"], dataSets: ["nightly/**"]),
  ]

  @Test("mean what they say", arguments: cases) func read(_ item: Case) throws {
    let condition = try FailureCondition(item.text)
    #expect(condition.measure == item.measure)
    #expect(condition.limit == item.limit && condition.isPercent == item.isPercent)
    #expect(condition.scope.types.map(\.text) == item.types)
    #expect(condition.scope.sources.map(\.text) == item.sources)
    #expect(condition.scope.subjects.map(\.text) == item.subjects)
    #expect(condition.scope.files.map(\.text) == item.files)
    #expect(condition.scope.dataSets == item.dataSets)
  }

  static let refusals: [(text: String, error: FailureConditionError)] = [
    ("", .form), ("often", .form), ("> 5", .form), ("two words > 5", .form), ("refused < 5", .comparison),
    ("refused >= 5", .comparison), ("refused > = 5", .comparison), ("refused >", .number), ("refused > -1", .number),
    ("refused > many", .number), ("refused > 1e999", .number), ("refused > 0.5", .count), ("refused > 101%", .share),
    ("refused > 5 %%", .rest), ("refused > 5 or more", .rest), ("refused > 5 in", .rest),
    ("refused > 5 inside type:x", .rest), ("refused > 5 in heartRate", .scope("heartRate")),
    ("refused > 5 in types:x", .scope("types:x")), ("refused > 5 in type:", .pattern("")),
    ("refused > 5 in type:[", .pattern("[")), ("refused > 5 in source:\"x", .pattern("\"x")),
    ("refused > 5 in data:", .pattern("")),
    (String(repeating: "x", count: 5000) + " > 1", .form),
  ]

  @Test("other texts are refused with their mistake", arguments: refusals)
  func refused(_ text: String, _ error: FailureConditionError) {
    #expect(throws: error) { _ = try FailureCondition(text) }
    #expect(!error.description.isEmpty)
  }

  @Test("a mistake names what is meant and what is allowed") func suggestions() throws {
    for (text, words) in [
      ("refusd > 1%", "did you mean `refused`?"), ("unit-incompatibel > 1", "did you mean `unit-incompatible`?"),
      ("zzz > 1", "it takes refused, errors, warnings or notes, or a code"),
      ("errors > 0 in typ:heartRate", "did you mean `type:`?"), ("errors > 0 in heartRate", "`type:`, `source:`"),
      ("errors > 0 in data:a/*.csv", "no data set of assay.yaml has the path `a/*.csv`"), ("errors", "refused > 1%"),
    ] {
      let failure = try #require(throws: Failure.self) { _ = try Thresholds(adding: [text]) }
      #expect(failure.status == .usage && failure.message.hasPrefix("--fail-if `"), "\(failure.message)")
      #expect(failure.message.contains(words), "\(failure.message)")
    }
    let misspelt = try Thresholds(adding: ["errors > 0 in type:hartRate"])
    let failure = try #require(throws: Failure.self) { try misspelt.check(ProjectFiles.registry()) }
    #expect(failure.message.contains("no type is called `hartRate`; did you mean `heartRate`?"), "\(failure.message)")
    try Thresholds(adding: ["errors > 0 in type:HKQuantityTypeIdentifierHeartRate", "errors > 0 in type:hart*"])
      .check(ProjectFiles.registry())
  }

  @Test("no more are counted than there are bits") func many() throws {
    let texts = (0..<64).map { "errors > \($0) in type:heartRate" }
    #expect(try Thresholds(adding: texts + ["errors > 0"]).items.count == 65)
    let failure = try #require(throws: Failure.self) {
      _ = try Thresholds(adding: texts + ["errors > 64 in type:heartRate"])
    }
    #expect(failure.message.contains("65 thresholds") && failure.status == .usage)
  }

  @Test(
    "a share that is its limit does not exceed it",
    arguments: [(3, 4, 75.0, false), (3, 4, 74.9, true), (1, 3, 33.3, true), (0, 0, 0, false), (29, 100, 29, false)])
  func limits(_ count: Int, _ read: Int, _ limit: Double, _ isExceeded: Bool) {
    let result = ThresholdResult(text: "x", count: count, read: read, limit: limit, isPercent: true)
    #expect(result.isExceeded == isExceeded)
  }
}
