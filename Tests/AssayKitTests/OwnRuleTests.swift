import AssayKit
import HealthRules
import Testing

/// Values and bodies are judged by rules of the program's own: findings in order, bounded, and nothing is refused.
@Suite("Rules of the program's own") struct OwnRuleTests {
  /// Finds numbers above the one before of the same person; a note for text.
  struct Rising: SampleRule {
    var info = RuleInfo(code: "rising", types: ["heartRate", "bloodPressureSystolic"], title: "A number rises")
    private var last: [String?: Double] = [:]

    mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
      if let number = sample.member("bloodPressureSystolic")?.number {
        findings.add("\(sample.memberCount) members, \(number)", field: "/members/0/value", severity: .note)
      }
      guard let number = sample.number else { return }
      if let before = last[sample.subject], number > before {
        findings.add("\(number) \(sample.unit ?? "") after \(before)", field: "/value")
      }
      last[sample.subject] = number
    }
  }

  /// Says of each sample what it is.
  struct Echo: SampleRule {
    let info = RuleInfo(code: "echo", severity: .error, title: "A sample came")

    mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
      let words = [
        sample.type, sample.text ?? sample.number.map { "\($0) \(sample.unit ?? "")" } ?? "-",
        sample.subject ?? "-", sample.sourceName ?? "-", "\(sample.start?.offset ?? -1)",
        sample.metadata("HKWasUserEntered").map { "\($0)" } ?? "-",
        sample.field("duration")?.number.map { "\($0)" } ?? "-",
      ]
      findings.add(words.joined(separator: " "))
    }
  }

  private static let now = Instant(microseconds: SavedSampleTests.now)

  private static func heart(_ value: Double, _ subject: String? = nil) -> NewSample {
    var sample = NewSample.quantity(.heartRate, value, .count / .minute, from: now)
    sample.subject = subject
    return sample
  }

  private static func types(_ rules: any SampleRule...) throws -> HealthTypes {
    try HealthTypes.builtIn().judging(by: RuleSet("own", rules: rules))
  }

  @Test("values are judged in order, and each call begins anew") func values() throws {
    let types = try Self.types(Rising())
    let samples = [
      Self.heart(60, "A"), Self.heart(70, "B"), Self.heart(65, "A"), Self.heart(-1, "A"), Self.heart(66, "A"),
      .quantity(.stepCount, 99, .count, from: Self.now),
      .correlation(
        .bloodPressure, from: Self.now, .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
        .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury)),
    ]
    for _ in 0..<2 {
      let judged = types.judged(samples, now: Self.now)
      let found = (0..<judged.count).flatMap { index in
        judged.findings(at: index).filter { $0.code == .pluginRule }.map {
          "\(index) \($0.pointer ?? "") \($0.message)"
        }
      }
      #expect(
        found == [
          "2 /value 65.0 count/min after 60.0", "4 /value 66.0 count/min after 65.0",
          "6 /members/0/value 2 members, 120.0",
        ])
      #expect(!judged.isAccepted(3) && judged.isAccepted(2) && judged.isAccepted(4))
    }
    #expect(try HealthTypes.builtIn().judged(samples, now: Self.now).findings(at: 2).isEmpty)
  }

  @Test("a rule sees what the sample says") func view() throws {
    var sample = Self.heart(60, "A")
    sample.metadata["HKWasUserEntered"] = .boolean(true)
    sample.source = SourceRevision(name: "Ring", bundle: "com.example.ring")
    let night = NewSample.category(.sleepAnalysis, .asleepCore, from: Self.now - .seconds(60), to: Self.now)
    let run = NewSample.structured(
      .workout, NewStructure(fields: ["activity": .text("running"), "duration": .quantity(30, .second)]),
      from: Self.now - .seconds(60), to: Self.now)
    let judged = try Self.types(Echo()).judged([sample, night, run], now: Self.now)
    let words = (0..<3).map { judged.findings(at: $0).map(\.message) }
    #expect(words[0] == ["heartRate 60.0 count/min A Ring 0 boolean(true) -"])
    #expect(words[1].map { $0.hasPrefix("sleepAnalysis asleepCore - - 0 -") } == [true])
    #expect(words[2] == ["workout - - - 0 - 30.0"])
    #expect((0..<3).allSatisfy { judged.isAccepted($0) && judged.findings(at: $0)[0].severity == .error })
  }

  @Test("a saved sample with a finding is stored, and the receipt says so") func saving() async throws {
    let store = try await HealthStore("memory:", types: try Self.types(Echo(), Rising()))
    let receipt = try await store.save([Self.heart(60), Self.heart(61)])
    #expect(receipt.storedCount == 2)
    #expect(receipt.warnings[1]?.map(\.message).last == "61.0 count/min after 60.0")
    try await store.close()
  }

  private static let line = #"{"type":"heartRate","value":64,"unit":"count/min","start":"2026-01-05T08:00:00Z"}"#
  private static let next = #"{"type":"heartRate","value":65,"unit":"count/min","start":"2026-01-05T09:00:00Z"}"#
  private static let heavy = #"{"type":"heartRate","value":64,"unit":"kg","start":"2026-01-05T08:00:00Z"}"#

  @Test("a body has the findings of both, in order, with their places", arguments: [false, true])
  func bodies(_ normalizes: Bool) throws {
    let bodies = BodyValidator(try Self.types(Rising()))
    let body = Array("[\(Self.line),\n\(Self.heavy),\n  \(Self.next),\(Self.line)]".utf8)
    for _ in 0..<2 {
      let verdict = normalizes ? bodies.judged(body, now: Self.now).verdict : bodies.validate(body, now: Self.now)
      #expect(verdict.findings.map(\.sample) == [1, 2])
      #expect(verdict.findings.map(\.diagnostic.code) == [.unitIncompatible, .pluginRule])
      let place = verdict.findings.last?.diagnostic.location
      #expect(place?.line == 3 && place?.column == 3)
      #expect(verdict.acceptedCount == 3 && verdict.findingCount == 2)
    }
    let judged = bodies.judged(body, now: Self.now)
    #expect(judged.samples.findings(at: 2).count == 1 && judged.samples.isAccepted(2))
  }

  @Test("of more findings than a body may have, errors of the catalog and then of rules are kept") func limit() throws {
    let bodies = BodyValidator(try Self.types(Rising(), Echo()), maximumFindings: 3)
    let body = Array("[\(Self.line),\(Self.next),\(Self.heavy)]".utf8)
    let verdict = bodies.validate(body, now: Self.now)
    #expect(verdict.findings.map(\.sample) == [0, 1, 2] && verdict.findingCount == 4)
    #expect(verdict.findings.map(\.diagnostic.severity) == [.error, .error, .error])
  }

  @Test(
    "rules that cannot be used are refused",
    arguments: [
      ("Own", "echo", [], "`Own` cannot name rules"), ("own", "Echo", [], "`Echo` cannot be the code"),
      ("own", "echo-", [], "cannot be the code"),
      ("own", "echo", ["heartBeat"], "the type `heartBeat` of the rule own/echo"),
      ("own", "echo", ["HKQuantityTypeIdentifierHeartRate"], "write its id, heartRate"),
    ] as [(String, String, [String], String)])
  func refused(_ name: String, _ code: String, _ names: [String], _ words: String) throws {
    var rule = Rising()
    rule.info = RuleInfo(code: code, types: names, title: "x")
    let types = try HealthTypes.builtIn()
    let error = #expect(throws: RuleSetError.self) { try types.judging(by: RuleSet(name, rule)) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(throws: RuleSetError.self) { try types.judging(by: RuleSet("own", Echo(), Echo())) }
  }
}
