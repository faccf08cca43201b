import HealthModel
import HealthStorage
import Synchronization

/// Several at work on one store.
enum ConcurrencyCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#

  private static var readOnly: StorageOptions {
    var options = StorageOptions()
    options.isReadOnly = true
    return options
  }

  static let all: [ConformanceCase] = [
    ConformanceCase("answers beside a writer have whole commits only, and never fewer", .query) { bench in
      let store = try await bench.open(try bench.samples(minutes))
      try await watch(store, writingTo: store)
    },
    ConformanceCase("another opening has whole commits only, and never fewer", .durable, needs: .query) { bench in
      let samples = try bench.samples(minutes)
      let writer = try await bench.open(samples)
      let reader = try await bench.open(samples, readOnly)
      try await watch(reader, writingTo: writer)
    },
    ConformanceCase("each of two openings sees what the other committed", .durable) { bench in
      let samples = try bench.samples(text)
      let first = try await bench.open(samples)
      let second = try await bench.open(samples)
      try await first.keep("a")
      try await second.append("a b", gives: "= +")
      try await second.commit()
      try await first.append("b g", gives: "= +++")
      await first.rollback()
      try await second.keep("g")
      try await first.append("g a b", gives: "=== = =")
      try await first.commit()
      for store in [first, second] { try await store.expectTexts("g a b") }
    },
    ConformanceCase("a second writer waits until the first one commits", .durable) { bench in
      let samples = try bench.samples(text)
      let first = try await bench.open(samples)
      let second = try await bench.open(samples)
      try await first.append("a g", gives: "+ +++")
      async let waiting: Void = second.append("g a b", gives: "=== = +")
      for _ in 0..<20 { await Task.yield() }
      try await first.commit()
      try await waiting
      try await second.commit()
      try await first.append("b", gives: "=")
      await first.rollback()
      try await first.expectTexts("g a b")
    },
    ConformanceCase("a second writer waits until the first one rolls back", .durable) { bench in
      let samples = try bench.samples(text)
      let first = try await bench.open(samples)
      let second = try await bench.open(samples)
      try await first.append("a g", gives: "+ +++")
      async let waiting: Void = second.append("g a", gives: "+++ +")
      for _ in 0..<20 { await Task.yield() }
      await first.rollback()
      try await waiting
      try await second.commit()
      try await first.append("a g b", gives: "= === +")
      try await first.commit()
      try await second.expectTexts("g a b")
    },
    ConformanceCase("two that write the same at once store each sample once", .durable) { bench in
      let samples = try bench.samples(minutes)
      let first = try await bench.open(samples)
      let second = try await bench.open(samples)
      let names = (0..<40).map { "g\($0) r\($0)" }
      async let accepted = write(names, to: first)
      async let others = write(names.reversed(), to: second)
      let sum = try await accepted + others
      try CaseFailure.compare(sum, 160, "the number of samples that were accepted")
      try await first.expectCounts(
        "bloodPressure 40, bloodPressureDiastolic 40, bloodPressureSystolic 40, heartRate 40")
      try await second.expectAll(state(40))
      try await second.expectSound()
    },
    ConformanceCase("commits of two writers are numbered in one row", .durable, needs: .changes) { bench in
      let samples = try bench.samples(text)
      let first = try await bench.open(samples)
      let second = try await bench.open(samples)
      try await first.keep("a")
      try await second.keep("b")
      try await first.keep("g")
      for store in [first, second] { try await store.expectChanges("1: a; 2: b; 3: g(g.1 g.2) g.2 g.1", anchor: 3) }
    },
    ConformanceCase("what one opening deletes is gone for the other", .durable, needs: .delete) { bench in
      let samples = try bench.samples(text)
      let first = try await bench.open(samples)
      let second = try await bench.open(samples)
      try await first.keep("a g")
      try await second.delete("g", count: 3)
      try await first.append("g b", gives: "=== +")
      try await first.commit()
      for store in [first, second] { try await store.expectTexts("a b") }
    },
  ]

  private static let count = 100

  /// A group and a heart rate a minute.
  private static let minutes: String = {
    let lines = (0..<count).map { number -> String in
      let minute = number % 60 < 10 ? "0\(number % 60)" : "\(number % 60)"
      let start = "\"start\":\"2026-01-01T1\(number / 60):\(minute):00Z\""
      return """
        g\(number) {"type":"bloodPressure",\(start),"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
        r\(number) {"type":"heartRate","value":60,"unit":"count/min",\(start)}
        """
    }
    return lines.joined(separator: "\n")
  }()

  /// Everything that is stored after a number of commits.
  private static func state(_ commits: Int) -> String {
    let numbers = 0..<commits
    let heads = numbers.map { "g\($0)(g\($0).1 g\($0).2)" }
    let others = [".2", ".1"].flatMap { place in numbers.map { "g\($0)\(place)" } }
    return (heads + others + numbers.map { "r\($0)" }).joined(separator: " ")
  }

  /// Asks again and again while another task commits, and once when it has ended.
  private static func watch(_ reader: OpenedStore, writingTo writer: OpenedStore) async throws {
    let end = End()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { end.isReached.store(true, ordering: .releasing) }
        for number in 0..<count { try await writer.keep("g\(number) r\(number)") }
      }
      group.addTask {
        var commits = 0
        while true {
          let isLast = end.isReached.load(ordering: .acquiring)
          commits = try await look(reader, atLeast: commits)
          if isLast { break }
          await Task.yield()
        }
        try CaseFailure.compare(commits, count, "the number of commits that are seen at the end")
      }
      try await group.waitForAll()
    }
  }

  private final class End: Sendable {
    let isReached = Atomic<Bool>(false)
  }

  /// How many commits an answer has; it must have each of them whole.
  private static func look(_ store: OpenedStore, atLeast least: Int) async throws -> Int {
    let answer = try await store.answer(SampleQuery())
    let commits = answer.heads.count / 4
    guard commits >= least else { throw CaseFailure("an answer has \(commits) commits after one that had \(least)") }
    guard answer.text == state(commits) else { throw CaseFailure("an answer has parts of a commit: \(answer.text)") }
    return commits
  }

  /// Appends and commits piece by piece.
  private static func write(_ names: [String], to store: OpenedStore) async throws -> Int {
    var accepted = 0
    for start in stride(from: 0, to: names.count, by: 4) {
      let piece = names[start..<min(start + 4, names.count)].joined(separator: " ")
      accepted += try await store.append(try store.samples.batch(piece)).filter { $0 == "+" }.count
      try await store.commit()
    }
    return accepted
  }
}
