import HealthPlugins
import Testing

/// What the time for an answer is, and when it counts for the start of a plugin.
@Suite struct AnswerTimeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var seconds: Double
    var answer: Int
    var hello: Int
    var testDescription: String { "\(seconds) s" }
  }

  private static let usual = ProcessLimits()

  static let cases = [
    Case(seconds: 0.1, answer: 100, hello: 5_000), Case(seconds: 29.999, answer: 29_999, hello: 5_000),
    Case(seconds: 30, answer: 30_000, hello: 5_000), Case(seconds: 30.001, answer: 30_001, hello: 30_001),
    Case(seconds: 300, answer: 300_000, hello: 300_000), Case(seconds: 0, answer: 0, hello: 5_000),
    Case(seconds: -1, answer: 0, hello: 5_000), Case(seconds: .nan, answer: 30_000, hello: 5_000),
    Case(seconds: .infinity, answer: 1_000_000_000_000, hello: 1_000_000_000_000),
  ]

  @Test("more time for an answer is more time for the hello, and nothing else", arguments: cases)
  func times(_ item: Case) {
    let limits = ProcessLimits(answerSeconds: item.seconds)
    #expect(limits.answerMilliseconds == item.answer)
    #expect(limits.helloMilliseconds == item.hello)
    var others = limits
    others.answerMilliseconds = Self.usual.answerMilliseconds
    others.helloMilliseconds = Self.usual.helloMilliseconds
    #expect(others == Self.usual)
  }
}
