import HealthModel
import HealthStorage
import Synchronization

/// Several at work on one store: readers beside a writer, two writers, many tasks.
enum WriterChecks {
  static let all: [String: LawChecks.Check] = [
    "answers beside a writer": { run, _ in
      let store = try await run.bench.open(try run.bench.samples(minutes))
      try await watch(store, writingTo: store)
    },
    "another opening beside a writer": { run, _ in
      let samples = try run.bench.samples(minutes)
      let writer = try await run.bench.open(samples)
      var options = StorageOptions()
      options.isReadOnly = true
      try await watch(try await run.bench.open(samples, options), writingTo: writer)
    },
    "two that write the same": { run, _ in
      let samples = try run.bench.samples(minutes)
      let first = try await run.bench.open(samples)
      let second = try await run.bench.open(samples)
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
    "64 writing tasks": { run, _ in
      let store = try await run.bench.open(try run.bench.samples(tasks))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          let ending = Ending.allCases[number % Ending.allCases.count]
          group.addTask { try await write(number, to: store, ending) }
        }
        try await group.waitForAll()
      }
      var counts = (groups: 0, rates: 0)
      for number in 0..<count {
        let outcomes = Ending.allCases[number % Ending.allCases.count].outcomes
        counts.groups += outcomes.kept ? 1 : 0
        counts.rates += (outcomes.kept ? 1 : 0) + (outcomes.later ? 1 : 0)
      }
      try await store.expectCounts(
        "bloodPressure \(counts.groups), bloodPressureDiastolic \(counts.groups), "
          + "bloodPressureSystolic \(counts.groups), heartRate \(counts.rates)")
      for number in 0..<count {
        let outcomes = Ending.allCases[number % Ending.allCases.count].outcomes
        try await store.append("a\(number)", gives: outcomes.kept ? "=" : "+")
        try await store.append("g\(number)", gives: outcomes.kept ? "===" : "+++")
        try await store.append("b\(number)", gives: outcomes.later ? "=" : "+")
      }
      await store.rollback()
      if run.bench.capabilities.contains(.query) { try await store.expectSound() }
    },
    "a failed transaction": { run, _ in
      let store = try await run.bench.open(try run.bench.samples(tasks))
      let broken = try LawChecks.foreignBatch("b0", in: store)
      let transaction = try await store.backend.begin()
      _ = try await transaction.append(try store.samples.batch("a0"))
      try await expectFailure { _ = try await transaction.append(broken) }
      try await expectFailure { _ = try await transaction.append(try store.samples.batch("g0")) }
      try await expectFailure { try await transaction.commit() }
      do {
        try await transaction.finish()
        throw CaseFailure("a transaction was finished after a step of it had failed")
      } catch is StorageError {}
      try await store.append("a0 g0", gives: "+ +++")
      await store.rollback()
      try await store.expectAll("")
    },
  ]

  private static let minuteCount = 100

  /// A group and a heart rate a minute.
  private static let minutes: String = {
    let lines = (0..<minuteCount).map { number -> String in
      let start = "\"start\":\"2026-01-01T1\(number / 60):\(SizeChecks.digits(number % 60)):00Z\""
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
        for number in 0..<minuteCount { try await writer.keep("g\(number) r\(number)") }
      }
      group.addTask {
        var commits = 0
        while true {
          let isLast = end.isReached.load(ordering: .acquiring)
          commits = try await look(reader, atLeast: commits)
          if isLast { break }
          await Task.yield()
        }
        try CaseFailure.compare(commits, minuteCount, "the number of commits that are seen at the end")
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

  private static let count = 64

  private static let tasks = (0..<count).map { number in
    let start = "\"start\":\"2026-01-01T1\(number / 10):0\(number % 10):00Z\""
    return """
      a\(number) {"type":"heartRate","value":60,"unit":"count/min",\(start)}
      b\(number) {"type":"heartRate","value":\(61 + number),"unit":"count/min",\(start)}
      g\(number) {"type":"bloodPressure",\(start),"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """
  }.joined(separator: "\n")

  private enum Ending: Int, CaseIterable {
    case returns, throwsError, commitsAndRollsBack, finishes, isCanceled, isDropped

    /// Which of a task's samples are stored then, with what becomes of them when they come again.
    var outcomes: (kept: Bool, later: Bool) {
      switch self {
      case .returns, .finishes: (true, true)
      case .commitsAndRollsBack: (true, false)
      case .throwsError, .isCanceled, .isDropped: (false, false)
      }
    }
  }

  private static let stop = CaseFailure("stop")

  private static func expectFailure(_ step: () async throws -> Void) async throws {
    do {
      try await step()
    } catch is StorageError {
      return
    }
    throw CaseFailure("a step was taken after one had failed")
  }

  /// Appends a task's samples in two steps, looking in between whether others come in its way.
  private static func write(_ number: Int, to store: OpenedStore, _ ending: Ending) async throws {
    let first = try store.samples.batch("a\(number) g\(number)")
    let second = try store.samples.batch("b\(number)")
    let backend = store.backend
    switch ending {
    case .returns:
      try await backend.write { transaction in
        try compare(try await transaction.append(first), "++++", number)
        await Task.yield()
        try compare(try await transaction.append(second), "+", number)
      }
    case .throwsError:
      do {
        try await backend.write { transaction in
          try compare(try await transaction.append(first), "++++", number)
          await Task.yield()
          throw stop
        }
        throw CaseFailure("the error of a function that writes did not come back")
      } catch let error as CaseFailure where error == stop {}
    case .commitsAndRollsBack:
      let transaction = try await backend.begin()
      try compare(try await transaction.append(first), "++++", number)
      try await transaction.commit()
      try compare(try await transaction.append(second), "+", number)
      await transaction.rollback()
    case .finishes:
      let transaction = try await backend.begin()
      let queued = [transaction.enqueue(first), transaction.enqueue(second)]
      try await transaction.finish()
      try compare(try await queued[0].receipt(), "++++", number)
      try compare(try await queued[1].receipt(), "+", number)
    case .isCanceled:
      do {
        try await backend.write { transaction in
          try compare(try await transaction.append(first), "++++", number)
          withUnsafeCurrentTask { $0?.cancel() }
        }
        throw CaseFailure("what a canceled task wrote was committed")
      } catch is CancellationError {}
    case .isDropped:
      let transaction = try await backend.begin()
      try compare(try await transaction.append(first), "++++", number)
      _ = transaction.enqueue(second)
    }
  }

  private static func compare(_ receipt: AppendReceipt, _ wanted: String, _ number: Int) throws {
    try Outcomes.compare(Outcomes.text(receipt.outcomes), wanted, "task \(number)")
  }
}
