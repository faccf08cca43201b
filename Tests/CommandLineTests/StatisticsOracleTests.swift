import Foundation
import SeededRandom
import Testing

/// The script that computes statistics with fractions, and what it takes.
enum StatisticsOracle {
  private static let folder = "Tests/CommandLineTests/Oracle/"

  /// Whether a Python with time zones is here.
  static let isHere = (try? python(["-c", "import zoneinfo; zoneinfo.ZoneInfo('Europe/Berlin')"]).status) == 0

  /// Writes the samples that follow from a seed.
  static func makeSamples(_ seed: UInt64, to path: String) throws {
    let result = try python([folder + "make_samples.py", "\(seed)"], output: path)
    try #require(result.status == 0, "\(result.errorText)")
  }

  /// Compares answers with those of an export: the status is 0 when all are right, the output says what is not.
  static func compare(_ questions: [StatisticsQuestion], _ export: String, _ list: String) throws -> ProcessResult {
    try JSONEncoder().encode(questions).write(to: URL(fileURLWithPath: list))
    return try python([folder + "statistics_oracle.py", export, "--compare", list])
  }

  private static func python(_ arguments: [String], output: String? = nil) throws -> ProcessResult {
    let variables = AssayBinary.environment(["PYTHONDONTWRITEBYTECODE": "1"])
    return try ChildProcess(
      "python3", arguments, environment: variables, folder: AssayBinary.root, output: output
    ).finish()
  }
}

/// What `assay stats` prints is what an independent computation finds, with exact fractions, for made-up samples of all
/// aggregation styles from sources that overlap, over changes of clocks and the date line.
@Suite(
  "Statistics", .enabled(if: StatisticsOracle.isHere, "python3 with time zones is not here"), .timeLimit(.minutes(15)))
struct StatisticsOracleTests {
  @Test("are those of the oracle, in every store the same bytes") func oracle() throws {
    try TemporaryFolder.with { folder in
      let seed = SeededGenerator.seed % 1_000_000_000
      let input = folder.path(of: "samples.ndjson")
      try StatisticsOracle.makeSamples(seed, to: input)
      let stores = ["sqlite:" + folder.path(of: "health.db"), "jsonl:" + folder.path(of: "health") + "/"]
      for store in stores {
        let result = try AssayBinary.run(["import", input, "--store", store, "--output-format", "json"])
        let summary = try RunReport(result).summary
        #expect(summary.accepted == 10_000, "seed \(seed): \(result.errorText)")
        #expect(summary.refused == 0, "seed \(seed): \(result.errorText)")
        // Random sums for random times: some are more than a person does, or last longer than is usual.
        #expect(
          Set(summary.byCode.keys).isSubset(of: ["rate-impossible", "duration-implausible"]),
          "seed \(seed): \(summary.byCode)")
      }
      let exports = try stores.map { try AssayBinary.run(["export", "--store", $0]) }
      #expect(exports.allSatisfy { $0.status == 0 })
      #expect(exports[0].output == exports[1].output, "seed \(seed)")
      let export = try folder.write("export.ndjson", exports[0].output)

      var questions: [StatisticsQuestion] = []
      for (number, question) in StatisticsQuestion.all.enumerated() {
        let answers = try Self.answers(question, stores)
        guard answers.allSatisfy({ $0.status == 0 }) else {
          Issue.record("seed \(seed), \(question.name): \(answers.map(\.errorText))")
          continue
        }
        #expect(answers[0].output == answers[1].output, "seed \(seed), \(question.name)")
        var question = question
        question.answer = try folder.write("answer-\(number).json", answers[0].output)
        questions.append(question)
      }
      let result = try StatisticsOracle.compare(questions, export, folder.path(of: "questions.json"))
      #expect(result.status == 0, "seed \(seed): \(result.text)\(result.errorText)")
      try Self.expectFault(in: questions[0], export, folder)
    }
  }

  /// Asks all stores at once.
  private static func answers(_ question: StatisticsQuestion, _ stores: [String]) throws -> [ProcessResult] {
    let children = try stores.map {
      try AssayBinary.start(["stats", "--store", $0, "--output-format", "json"] + question.options)
    }
    return try children.map { try $0.finish() }
  }

  /// The oracle sees an answer that is wrong in one number.
  private static func expectFault(
    in question: StatisticsQuestion, _ export: String, _ folder: TemporaryFolder
  ) throws {
    let answer = String(decoding: try TestFile.bytes(question.answer), as: UTF8.self)
    let count = try #require(answer.range(of: "\"count\": ?[0-9]+", options: .regularExpression))
    var wrong = question
    wrong.answer = try folder.write("wrong.json", answer.replacingCharacters(in: count, with: "\"count\":12345"))
    let result = try StatisticsOracle.compare([wrong], export, folder.path(of: "wrong-questions.json"))
    #expect(result.status == 1 && result.text.contains("count is 12345"), "\(result.text)\(result.errorText)")
  }
}
