import Glibc
import SeededRandom
import Testing

/// Resumable at any instant: after SIGKILL the same command finishes the job, and nothing shows that it was killed.
@Suite("Kill") struct KillTests {
  private static let samples = 8_000
  private static let kills = 10

  @Test("an import killed at any moment ends like an undisturbed one", arguments: GeneratedInput.allCases)
  func kill(_ input: GeneratedInput) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    try TemporaryFolder.with { folder in
      let bench = try KillBench(folder, input, samples: Self.samples)
      try expectSound(bench)
      var moments = KillMoments(bench.seconds)
      var kills = 0
      var resumes = 0
      var round = 0
      while kills < Self.kills || resumes == 0, round < 6 * Self.kills {
        round += 1
        let store = bench.store("round-\(round)")
        var isFinished = false
        var attempts = 0
        while !isFinished {
          let begun = ContinuousClock.now
          let child = try bench.start(store)
          if kills < Self.kills || resumes == 0, attempts < Self.kills {
            attempts += 1
            usleep(moments.next(using: &generator))
            child.send(SIGKILL)
          }
          let result = try child.finish()
          if result.status == -SIGKILL {
            kills += 1
            // Killed after its last commit, the import is done: once more, it would be a second import.
            isFinished = try StoreBooks.isFinished(store)
          } else {
            let report = try RunReport(result)
            #expect(result.status == bench.status, "\(result.errorText)")
            #expect(report.summary.withoutResume == bench.summary)
            let isResumed = report.summary.resumedAt != nil
            if isResumed { resumes += 1 } else { moments.sawEnd(after: ContinuousClock.now - begun) }
            isFinished = true
          }
        }
        let differences = try KillBench.trace(of: store).differences(from: bench.trace)
        #expect(differences == [], "round \(round), seed \(SeededGenerator.seed)")
      }
      print("KillTests: \(input.rawValue): \(kills) kills, \(resumes) of \(round) imports resumed, \(bench.seconds) s")
      #expect(kills >= Self.kills)
      #expect(resumes > 0, "no kill came between two commits: nothing was tested")
    }
  }

  @Test("a signal saves the position and says so", arguments: [SIGINT, SIGTERM])
  func interrupt(_ signal: Int32) throws {
    try TemporaryFolder.with { folder in
      let bench = try KillBench(folder, .jsonLines, samples: Self.samples)
      var wait = bench.seconds / 2
      for attempt in 1...12 {
        let store = bench.store("attempt-\(attempt)")
        let child = try bench.start(store)
        usleep(UInt32(wait * 1e6))
        child.send(signal)
        let stopped = try child.finish()
        // Too late, or too early for the handler to be there: again, at another moment.
        if stopped.status == bench.status || stopped.status == -signal {
          wait *= stopped.status == -signal ? 1.5 : 0.6
          continue
        }
        #expect(stopped.status == 128 + signal, "\(stopped.errorText)")
        #expect(stopped.errorText.contains("again"), "it does not say how to go on: \(stopped.errorText)")
        #expect(try RunReport(stopped).summary.isBalanced)
        let rest = try bench.start(store).finish()
        #expect(rest.status == bench.status)
        let report = try RunReport(rest)
        #expect((report.summary.resumedAt ?? 0) > 0)
        #expect(report.summary.withoutResume == bench.summary)
        #expect(try KillBench.trace(of: store).differences(from: bench.trace) == [])
        return
      }
      Issue.record("no signal came between the beginning and the end of an import")
    }
  }

  @Test("a file that changed before the position is read from its beginning") func changed() throws {
    try TemporaryFolder.with { folder in
      let bench = try KillBench(folder, .jsonLines, samples: Self.samples)
      var wait = bench.seconds / 2
      for attempt in 1...12 {
        let store = bench.store("attempt-\(attempt)")
        let child = try bench.start(store)
        usleep(UInt32(wait * 1e6))
        child.send(SIGINT)
        guard try child.finish().status == 128 + SIGINT else {
          wait *= 0.6
          continue
        }
        let text = try TestFile.bytes(bench.input)
        try folder.write(GeneratedInput.jsonLines.rawValue, Array((StoredSample.line + "\n").utf8) + text)
        let report = try RunReport(try bench.start(store).finish())
        #expect(report.summary.resumedAt == nil)
        #expect(report.summary.isBalanced)
        #expect(report.summary.read == bench.summary.read + 1)
        // What the first part stored is known now; the sample put before it is new.
        let stored = try StoredSample.all(in: store.export()).reduce(0) { $0 + 1 + ($1.members?.count ?? 0) }
        #expect(stored == bench.summary.accepted + 1)
        return
      }
      Issue.record("no signal came between the beginning and the end of an import")
    }
  }

  /// The books of the undisturbed import have something in each column, else little is compared.
  private func expectSound(_ bench: KillBench) throws {
    #expect(bench.status == 1)
    #expect(bench.summary.isBalanced)
    #expect(bench.summary.accepted > Self.samples * 9 / 10)
    #expect(bench.summary.refused > 0)
    #expect((bench.summary.duplicates ?? 0) > 0)
    #expect(bench.trace.integrity == "ok")
    #expect(bench.trace.imports.count == 1)
    #expect(!bench.trace.quarantine.isEmpty)
  }
}
