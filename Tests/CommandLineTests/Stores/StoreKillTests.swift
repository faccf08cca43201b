import Foundation
import Glibc
import SeededRandom
import Testing

/// SIGKILL at any moment, to the command or to the process that keeps the samples.
///
/// Nothing is lost, nothing doubled, no group is half. `make soak KILLS=1000` does as many as asked.
@Suite("Kills in every kind of store", .serialized) struct StoreKillTests {
  /// Who is killed.
  enum Victim: String, CaseIterable, Sendable {
    case command, plugin
  }

  private static let samples = 5_000

  /// How many kills: as many as the variable says, else enough to see that it works.
  private static func wanted(_ kind: StoreKind) -> Int {
    if let text = ProcessInfo.processInfo.environment["KILLS"], let number = Int(text), number > 0 { return number }
    return kind.isPlugin ? 2 : 4
  }

  @Test("killed while it imports", arguments: StoreKind.present, Victim.allCases)
  func kill(_ kind: StoreKind, _ victim: Victim) throws {
    guard victim == .command || kind.isPlugin else { return }
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    let wanted = Self.wanted(kind)
    try TemporaryFolder.with { folder in
      let bench = try StoreBench(folder, kind, samples: Self.samples)
      try #require(bench.status == 1 && bench.summary.isBalanced && bench.trace.faults.isEmpty, "\(bench.trace.faults)")
      var moments = KillMoments(bench.seconds)
      var kills = 0
      var round = 0
      while kills < wanted, round < 6 * wanted {
        round += 1
        let store = bench.store("round-\(round)")
        var summary: RunReport.Summary?
        for attempt in 1...12 {
          let begun = ContinuousClock.now
          let child = try bench.start(store)
          var started: [pid_t] = []
          if attempt < 12 {
            usleep(moments.next(using: &generator))
            started = child.children
            switch victim {
            case .command: child.send(SIGKILL)
            case .plugin: for process in started where Glibc.kill(process, SIGKILL) == 0 { kills += 1 }
            }
          }
          let result = try child.finish()
          switch result.status {
          case -SIGKILL: kills += 1
          // A plugin that dies is started again, up to a limit; then the same command goes on.
          case 3 where victim == .plugin: break
          default:
            #expect(result.status == bench.status, "\(result.errorText)")
            let found = try RunReport(result).summary
            if found.resumedAt == nil { moments.sawEnd(after: ContinuousClock.now - begun) }
            summary = found
          }
          if summary != nil { break }
          // What the killed one asked for last may still be on its way to the disk.
          ChildProcess.waitForEnd(of: started)
          if try Self.isFinished(store) { break }
        }
        if let summary { #expect(summary.withoutResume == bench.summary, "round \(round)") }
        let differences = try store.trace().differences(from: bench.trace)
        #expect(differences == [], "round \(round), seed \(SeededGenerator.seed)")
      }
      print("StoreKillTests: \(kind), \(victim.rawValue) killed: \(kills) kills, \(round) stores, \(bench.seconds) s")
      #expect(kills >= wanted)
    }
  }

  /// Killed after its last commit, the import is done: once more, it would be a second import.
  private static func isFinished(_ store: PlacedStore) throws -> Bool {
    // A server finishes what it was asked for though the process that asked is gone.
    for attempt in 1...(store.kind == .postgresql ? 5 : 1) {
      if attempt > 1 { usleep(50_000) }
      guard let imports = try? store.imports() else { continue }
      if imports.contains(where: { $0.contains("\"finished\":true") }) { return true }
    }
    return false
  }
}
