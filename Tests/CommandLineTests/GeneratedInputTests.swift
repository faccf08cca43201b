import Testing

/// The inputs that are killed, failed and imported at once hold structured samples, small ones in every run and large
/// ones where there is time for them.
@Suite("Generated inputs") struct GeneratedInputTests {
  /// How many samples of some types there are among so many, and the most points of each.
  struct Tier: Sendable, CustomTestStringConvertible {
    var count: Int
    var workouts: Int
    var routes: Int
    var recordings: Int

    var testDescription: String { "\(count)" }
  }

  /// 400 are for each failing system call, 5,000 for kills, 8,000 for importers at once.
  @Test(arguments: [
    Tier(count: 400, workouts: 2, routes: 60, recordings: 256),
    Tier(count: 5_000, workouts: 16, routes: 10_000, recordings: 15_360),
    Tier(count: 8_000, workouts: 26, routes: 10_000, recordings: 15_360),
  ])
  func structured(_ tier: Tier) {
    let lines = GeneratedInput.jsonLines.text(tier.count).split(separator: "\n")
    func points(_ type: String, _ column: String) -> Int {
      lines.filter { $0.contains("\"type\":\"\(type)\"") }.compactMap { line in
        line.firstRange(of: "\"\(column)\":[").map { start in
          line[start.upperBound...].prefix { $0 != "]" }.count { $0 == "," } + 1
        }
      }.max() ?? 0
    }
    #expect(lines.count { $0.contains("\"type\":\"workout\"") } >= tier.workouts)
    #expect(points("workoutRoute", "latitude") == tier.routes)
    #expect(points("electrocardiogram", "voltage") == tier.recordings)
  }
}
