import AssayKit
import HealthValidation
import SeededRandom
import Testing

/// A server validates bodies: each verdict is that of its body alone, whatever the same value judged before.
@Suite("Validating bodies") struct BodyValidatorTests {
  private static let types = Result { try HealthTypes.builtIn() }
  private static let now = Instant(microseconds: SavedSampleTests.now)
  private static let good = #"{"type":"heartRate","value":64,"unit":"count/min","start":"2026-01-05T08:00:00Z"}"#
  private static let heavy = #"{"type":"heartRate","value":64,"unit":"kg","start":"2026-01-05T08:00:00Z"}"#
  private static let sourced =
    #"{"type":"stepCount","value":9,"unit":"count","start":"2026-01-05T08:00:00Z","source":{"name":"Ring"},"#
    + #""device":{"name":"Ring 2"}}"#
  private static let pressure =
    #"{"type":"bloodPressure","start":"2026-01-05T08:00:00Z","members":["#
    + #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"noSuchType","value":1}]}"#

  /// A body and what is found in it: the sample's place and the code.
  struct Case: Sendable, CustomTestStringConvertible {
    let body: String
    var format = BodyFormat.json
    let count: Int
    let accepted: Int
    var isComplete = true
    var findings: [String] = []
    var testDescription: String { String(body.prefix(60)) }
  }

  static let cases = [
    Case(body: good, count: 1, accepted: 1),
    Case(body: "[]", count: 0, accepted: 0),
    Case(body: " [\n\(good),\n\(good) ]\n", count: 2, accepted: 2),
    Case(body: "[\(good),\(heavy),\(sourced)]", count: 3, accepted: 2, findings: ["1 unit-incompatible /unit"]),
    Case(body: "[\(sourced),\(sourced)]", count: 2, accepted: 2),
    Case(body: "[1,\(good)]", count: 2, accepted: 1, findings: ["0 field-kind"]),
    Case(body: "[\(good),", count: 1, accepted: 1, isComplete: false, findings: ["1 truncated"]),
    Case(body: "", count: 0, accepted: 0, isComplete: false, findings: ["0 truncated"]),
    Case(body: "[\(good)] x", count: 1, accepted: 1, isComplete: false, findings: ["1 json-syntax"]),
    Case(body: "", format: .lines, count: 0, accepted: 0),
    Case(
      body: "\(good)\n\n\(heavy)\n\(good)", format: .lines, count: 3, accepted: 2,
      findings: ["1 unit-incompatible /unit"]),
    Case(body: "\(good)\nx\n\(sourced)\n", format: .lines, count: 3, accepted: 2, findings: ["1 json-syntax"]),
  ]

  private static func words(_ verdict: BodyVerdict) -> [String] {
    verdict.findings.map { finding in
      let pointer = finding.diagnostic.pointer.map { $0.isEmpty ? "" : " " + $0 } ?? ""
      return "\(finding.sample) \(finding.diagnostic.code.name)\(pointer)"
    }
  }

  @Test("a body has its counts and findings", arguments: cases) func bodies(_ item: Case) throws {
    let verdict = BodyValidator(try Self.types.get()).validate(Array(item.body.utf8), as: item.format, now: Self.now)
    #expect(verdict.count == item.count && verdict.acceptedCount == item.accepted)
    #expect(verdict.isComplete == item.isComplete)
    #expect(verdict.isAccepted == (item.isComplete && item.count == item.accepted))
    #expect(Self.words(verdict) == item.findings)
    #expect(verdict.findingCount == item.findings.count)
  }

  @Test("what was judged before changes nothing") func reuse() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let types = try Self.types.get()
    let shared = BodyValidator(types)
    for _ in 0..<200 {
      guard let item = Self.cases.randomElement(using: &random) else { return }
      let body = Array(item.body.utf8)
      let verdict = shared.validate(body, as: item.format, now: Self.now)
      #expect(
        verdict == BodyValidator(types).validate(body, as: item.format, now: Self.now), "SEED=\(seed): \(item.body)")
    }
  }

  @Test("a correlation counts as one sample, and its findings have their place") func correlation() throws {
    let verdict = BodyValidator(try Self.types.get()).validate(Array(Self.pressure.utf8), now: Self.now)
    #expect(verdict.count == 1 && verdict.acceptedCount == 0)
    #expect(Self.words(verdict).contains("0 type-unknown /members/1/type"))
  }

  @Test("now is of the body, not of the validator") func now() throws {
    let bodies = BodyValidator(try Self.types.get())
    let body = Array(Self.good.utf8)
    let early = bodies.validate(body, now: Self.now - .seconds(365 * 86_400))
    #expect(Self.words(early) == ["0 time-in-future /start"] && early.isAccepted)
    #expect(bodies.validate(body, now: Self.now).findings.isEmpty)
  }

  @Test("findings beyond the most that are kept are counted") func manyFindings() throws {
    let body = Array(("[" + Array(repeating: Self.heavy, count: 50).joined(separator: ",") + "]").utf8)
    let verdict = BodyValidator(try Self.types.get(), maximumFindings: 10).validate(body, now: Self.now)
    #expect(verdict.findings.count == 10 && verdict.findingCount == 50 && verdict.acceptedCount == 0)
    #expect(verdict.findings.map(\.sample) == Array(0..<10))
  }

  /// A correlation with findings in each of its members, and as many samples, each with one.
  private static let hostile = [
    #"{"type":"food","start":"2026-01-05T08:00:00Z","members":["#
      + Array(repeating: #"{"type":"noSuchType","value":1}"#, count: 5000).joined(separator: ",") + "]}",
    "[" + Array(repeating: heavy, count: 5000).joined(separator: ",") + "]",
  ]

  @Test("no more findings are held than are kept, and all are counted", arguments: hostile, [0, 1, 10])
  func heldFindings(_ body: String, _ limit: Int) throws {
    let types = try Self.types.get()
    let body = Array(body.utf8)
    let all = BodyValidator(types, maximumFindings: .max).validate(body, now: Self.now)
    let some = BodyValidator(types, maximumFindings: limit).validate(body, now: Self.now)
    #expect(all.findingCount >= 5000 && all.keptCount == all.findingCount)
    #expect(some.keptCount == limit && some.findingCount == all.findingCount)
    #expect(some.count == all.count && some.acceptedCount == 0 && !some.isAccepted)
    #expect(some.findings == Array(all.findings.prefix(limit)))
  }

  /// With fixes, findings about a pair are taken back when the pair is judged again.
  @Test("what is kept changes no count", arguments: [0, 1, 7, 300]) func countsByLimit(_ limit: Int) throws {
    let types = try Self.types.get()
    var options = ValidationOptions(now: 0)
    options.fixes = .likelyUnit
    let split =
      #"{"type":"bloodPressure","start":"2026-01-05T08:00:00Z","members":["#
      + #"{"type":"bloodPressureSystolic","value":16,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#
    let samples = SavedSampleTests.examples + [split, Self.pressure, Self.good, Self.heavy]
    let body = Array(("[" + samples.joined(separator: ",") + "]").utf8)
    let all = BodyValidator(types, options: options, maximumFindings: .max).validate(body, now: Self.now)
    let some = BodyValidator(types, options: options, maximumFindings: limit).validate(body, now: Self.now)
    #expect(all.count == samples.count && all.findingCount > 300)
    #expect(some.count == all.count && some.acceptedCount == all.acceptedCount)
    #expect(some.findingCount == all.findingCount && some.keptCount == limit)
    #expect(some.findings == Self.errorsFirst(all.findings, limit))
  }

  /// The errors up to a limit, and the first of the rest that fit beside them, in the order in which they were found.
  private static func errorsFirst(_ findings: [BodyFinding], _ limit: Int) -> [BodyFinding] {
    let errors = findings.indices.filter { findings[$0].diagnostic.severity == .error }.prefix(limit)
    let others = findings.indices.filter { findings[$0].diagnostic.severity != .error }.prefix(limit - errors.count)
    return (errors + others).sorted().map { findings[$0] }
  }

  /// An unknown field is a warning; one sample with many of them came before the only error.
  @Test("errors are kept before warnings", arguments: [0, 1, 2, 50, 101]) func errorsWin(_ limit: Int) throws {
    let fields = (0..<100).map { "\"unknown\($0)\":0" }.joined(separator: ",")
    let noisy = Self.good.dropLast() + "," + fields + "}"
    let body = Array("[\(noisy),\(Self.heavy),\(noisy),\(Self.heavy)]".utf8)
    let types = try Self.types.get()
    let all = BodyValidator(types, maximumFindings: .max).validate(body, now: Self.now)
    let some = BodyValidator(types, maximumFindings: limit).validate(body, now: Self.now)
    #expect(all.findingCount == 202 && all.acceptedCount == 2)
    #expect(some.findingCount == 202 && some.acceptedCount == 2 && some.keptCount == limit)
    #expect(some.findings == Self.errorsFirst(all.findings, limit))
    #expect(some.findings.count { $0.diagnostic.severity == .error } == min(limit, 2))
  }

  @Test("an element of an array is not longer than in a file") func longElement() throws {
    let note = String(repeating: "x", count: 60_000)
    let entries = (0..<200).map { "\"n\($0)\":\"\(note)\"" }.joined(separator: ",")
    let long = Self.good.dropLast() + #","metadata":{"# + entries + "}}"
    let body = Array("[\(Self.good),\(long),\(Self.good)]".utf8)
    let verdict = BodyValidator(try Self.types.get()).validate(body, now: Self.now)
    #expect(verdict.findings.map(\.diagnostic.code) == [.lineTooLong] && !verdict.isComplete && verdict.count == 1)
  }

  @Test("a body's subject is of the samples that name none") func subject() throws {
    let bodies = BodyValidator(try Self.types.get(), requiresSubject: true)
    let named = Self.good.dropLast() + #","subject":"P2"}"#
    let body = Array("[\(Self.good),\(named)]".utf8)
    #expect(bodies.validate(body, now: Self.now).findings.map(\.diagnostic.code) == [.subjectMissing])
    let judged = bodies.judged(body, now: Self.now, subject: "P1")
    #expect(judged.verdict.isAccepted && judged.samples.subjects == ["P1", "P2"])
    #expect(bodies.judged(Array(Self.sourced.utf8), now: Self.now, subject: "P3").samples.subjects == ["P3"])
    #expect(bodies.validate(body, now: Self.now).findings.map(\.diagnostic.code) == [.subjectMissing])
  }

  @Test("options of units and zones need no other module") func options() throws {
    let local = #"{"type":"heartRate","value":64,"unit":"bpm","start":"2026-01-05T08:00:00"}"#
    let types = try Self.types.get()
    #expect(!BodyValidator(types).validate(Array(local.utf8), now: Self.now).isAccepted)
    let lenient = BodyValidator(types, units: .lenient, timeZone: .utc)
    #expect(lenient.validate(Array(local.utf8), now: Self.now).isAccepted)
  }

  @Test("64 tasks share one validator") func manyTasks() async throws {
    let bodies = BodyValidator(try Self.types.get())
    let expected = Self.cases.map { bodies.validate(Array($0.body.utf8), as: $0.format, now: Self.now) }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<64 {
        group.addTask {
          (0..<20).count { round in
            let place = (task + round) % Self.cases.count
            let item = Self.cases[place]
            return bodies.validate(Array(item.body.utf8), as: item.format, now: Self.now) != expected[place]
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
