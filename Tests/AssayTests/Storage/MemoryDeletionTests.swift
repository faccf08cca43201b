import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

private typealias Bench = MemoryBench

/// Deletions and changes of the store in memory, beyond the laws of stores.
struct MemoryDeletionTests {
  @Test("a task that writes does not wait for itself") func ownTransaction() async throws {
    let bench = try Bench()
    _ = try await bench.keep(Bench.pulse(1))
    let batch = try NormalBatch.of([Bench.pulse(1), Bench.pulse(2)], bench.registry)
    try await bench.store.write { transaction in
      _ = try await transaction.append(batch)
      for work in [
        { _ = try await bench.delete(1) }, { _ = try await bench.store.begin() },
        { _ = try await bench.store.compact() }, { try await bench.store.write { _ in } },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: StorageError.self) { try await work() }
        #expect(error?.code == .failed)
      }
    }
    #expect(try await bench.delete(1).deleted == 1)
    #expect(try await bench.ask() == "2")
  }

  @Test("a store that restores stores again what was deleted") func restores() async throws {
    let bench = try Bench(StorageOptions(restoresDeleted: true))
    let group = Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3))
    _ = try await bench.keep(group)
    _ = try await bench.delete(1)
    #expect(try await bench.append([group, group]) == "AAADDD")
    #expect(try await bench.store.information().deletions == 3)
    try await bench.store.commit(nil)
    #expect(try await bench.store.information().deletions == 0)
    #expect(try await bench.changes() == ["3: 1 +2 +3 3 2", "→ 3"])
    #expect(try await bench.store.verify() == [])
  }

  @Test("a commit of many samples comes in pages; the last one says so") func manyChanges() async throws {
    let bench = try Bench()
    _ = try await bench.append((1...5000).map { Bench.pulse($0, second: $0) })
    try await bench.store.commit(nil)
    var ends: [Bool] = []
    let anchor = try await bench.store.changes(ChangeQuery()) { page in
      ends.append(page.isEndOfCommit)
      return true
    }
    #expect(ends == [false, true])
    #expect(anchor == ChangeAnchor(commit: 1))
    let stopped = try await bench.store.changes(ChangeQuery()) { _ in false }
    #expect(stopped == .beginning)
    #expect(try await bench.changes { $0.limit = 0 } == ["→ 0"])
  }

  @Test("where batches begin and commits fall changes neither fates nor answers") func batches() async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let lines = (0..<150).map { _ -> String in
      func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      switch pick(0...3) {
      case 0: return Bench.pulse(pick(1...9), 60 + pick(0...1), second: pick(0...1))
      case 1: return Bench.systolic(pick(16...20), 120 + pick(0...1))
      case 2: return Bench.diastolic(pick(32...36), 80 + pick(0...1))
      default:
        return Bench.pressure(
          pick(48...60), Bench.systolic(pick(16...20), 120 + pick(0...1)),
          Bench.diastolic(pick(32...36), 80 + pick(0...1)))
      }
    }
    var results: [[String]] = []
    for size in [1, 7, 150] {
      let bench = try Bench()
      var letters = ""
      for start in stride(from: 0, to: lines.count, by: size) {
        letters += try await bench.append(Array(lines[start..<min(start + size, lines.count)]))
        if Bool.random(using: &random) { try await bench.store.commit(nil) }
      }
      try await bench.store.commit(nil)
      #expect(try await bench.store.verify() == [], "seed \(seed)")
      let before = try await bench.ask()
      let deleted = try await bench.delete(16, 33, 50).deleted
      #expect(try await bench.store.verify() == [], "seed \(seed)")
      results.append([letters, before, "\(deleted)", try await bench.ask()])
    }
    #expect(results[0] == results[1] && results[1] == results[2], "seed \(seed)")
  }
}
