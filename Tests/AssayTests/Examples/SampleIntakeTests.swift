import AssayKit
import Foundation
import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// The server of `Tests/Packages/Examples`, whose source is linked into this folder.
@Suite("The server among the examples") struct SampleIntakeTests {
  private static let types = Result { try HealthTypes.builtIn() }
  private static let now = Instant(microseconds: 1_780_272_000_000_000)

  private static func rate(_ value: Int, _ minute: Int, _ more: String = "") -> String {
    #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":"2026-01-05T08:0\#(minute):00Z"\#(more)}"#
  }

  private static let id = #","uuid":"11111111-2222-4333-8444-555555555555""#

  /// A body, the status of its answer, the first words of its lines, and how many samples the store then has.
  struct Step: Sendable, CustomTestStringConvertible {
    let body: String
    let status: Int
    let lines: [String]
    let stored: Int
    var testDescription: String { String(body.prefix(60)) }
  }

  static let steps = [
    Step(body: "[\(rate(64, 0)),\(rate(65, 1))]", status: 200, lines: ["stored", "stored"], stored: 2),
    Step(body: "[\(rate(64, 0)),\(rate(66, 2, id))]", status: 200, lines: ["known", "stored"], stored: 3),
    Step(body: "[\(rate(67, 3)),\(rate(-1, 4))]", status: 400, lines: ["sample 1: heartRate"], stored: 3),
    Step(body: "[\(rate(67, 3)),", status: 400, lines: ["sample 1:"], stored: 3),
    Step(body: "[\(rate(67, 3, #","subject":"P2""#))]", status: 403, lines: ["a sample"], stored: 3),
    Step(body: "[\(rate(67, 3)),\(rate(68, 4, id))]", status: 409, lines: ["sample 1 is not saved"], stored: 3),
    Step(
      body: String(repeating: " ", count: SampleIntake.longestBody + 1), status: 413, lines: ["the body"], stored: 3),
    Step(body: "[]", status: 200, lines: [], stored: 3),
  ]

  @Test(
    "a body is stored whole or not at all, and once", arguments: ["memory:", "sqlite:%/health.db", "jsonl:%/health"])
  func requests(_ location: String) async throws {
    let folder = try ConfigurationFolder()
    let store = try await HealthStore(
      location.replacingOccurrences(of: "%", with: folder.path), types: try Self.types.get())
    let intake = SampleIntake(store)
    for step in Self.steps {
      let answer = try await intake.receive(Array(step.body.utf8), for: "P1", now: Self.now)
      #expect(answer.status == step.status, "\(answer)")
      #expect(answer.lines.count == step.lines.count, "\(answer)")
      for (line, word) in zip(answer.lines, step.lines) { #expect(line.hasPrefix(word), "\(answer)") }
      let stored = try await store.samples(matching: SampleQuery())
      #expect(stored.count == step.stored && stored.allSatisfy { $0.subject == "P1" }, "\(step.body.prefix(60))")
    }
    try await store.close()
  }
}
