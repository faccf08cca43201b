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
      var kills = 0
      var round = 0
      while kills < wanted, round < 6 * wanted {
        round += 1
        let store = bench.store("round-\(round)")
        var summary: RunReport.Summary?
        for attempt in 1...12 {
          let child = try bench.start(store)
          // Any moment, the later ones more often: the store is written while the last chunks are judged.
          let moments = (0..<2).map { _ in Double.random(in: 0...bench.seconds, using: &generator) }
          if attempt < 12 {
            usleep(UInt32(max(moments[0], moments[1]) * 1e6))
            switch victim {
            case .command: child.send(SIGKILL)
            case .plugin: if child.killChild() { kills += 1 }
            }
          }
          let result = try child.finish()
          if result.status == -SIGKILL {
            kills += 1
            if try Self.isFinished(store) { break }
            continue
          }
          // A plugin that dies is started again, up to a limit; then the same command goes on.
          if victim == .plugin, result.status == 3 { continue }
          #expect(result.status == bench.status, "\(result.errorText)")
          summary = try RunReport(result).summary
          break
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
    guard let imports = try? store.imports() else { return false }
    return imports.contains { $0.contains("\"finished\":true") }
  }
}

extension ChildProcess {
  /// Kills the process that the child has started, if there is one now.
  func killChild() -> Bool {
    let threads = "/proc/\(processID)/task"
    var isKilled = false
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? [] {
      let children = (try? String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)) ?? ""
      for word in children.split(separator: " ") {
        if let pid = pid_t(word), Glibc.kill(pid, SIGKILL) == 0 { isKilled = true }
      }
    }
    return isKilled
  }
}
