import HealthModel
import HealthStorage

/// Many tasks that write through one opening of a store at once.
enum WriterCases {
  private static let count = 64

  /// Two heart rates and a group for each task.
  private static let text = (0..<count).map { number in
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

  static let all: [ConformanceCase] = [
    ConformanceCase(
      "of 64 tasks that write at once, what was committed is there, and what was rolled back is not", .write
    ) { bench in
      let store = try await bench.open(try bench.samples(text))
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
      if bench.capabilities.contains(.query) { try await store.expectSound() }
    },
    ConformanceCase("a transaction that failed commits nothing", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      let other = SampleWorkbench(registry: try ForeignBatchCases.shifted(bench.workbench.registry))
      let broken = try NamedSamples(text, other).batch("b0")
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
