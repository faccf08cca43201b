import HealthModel
import HealthStorage

/// Sudden ends at every step: what was committed is there, and nothing else.
enum InterruptionCases {
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    walk {"type":"stepCount","value":900,"unit":"count","start":"2026-01-01T08:00:00Z"}
    hike {"type":"stepCount","value":901,"unit":"count","start":"2026-01-01T09:00:00Z"}
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    h {"type":"bloodPressure","start":"2026-01-01T09:00:00Z","members":[{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":81,"unit":"mmHg"}]}
    """#

  private enum Step: Sendable {
    case append(String, outcomes: String)
    /// The position that is committed, and everything that is stored then, in the order of answers.
    case commit(Int64, stored: String)
    case rollback
  }

  private static let steps: [Step] = [
    .append("rest twin", outcomes: "+ +"), .append("g", outcomes: "+=+"), .commit(1, stored: "g rest"),
    .append("run rest", outcomes: "+ ="), .append("walk", outcomes: "+"), .rollback,
    .append("walk h", outcomes: "+ +++"),
    .commit(2, stored: "g h rest walk"), .append("g run", outcomes: "=== +"), .commit(3, stored: "g h rest run walk"),
    .append("hike", outcomes: "+"),
  ]

  static let all: [ConformanceCase] = imports + others

  private static let imports: [ConformanceCase] = steps.indices.map { last in
    ConformanceCase(
      "an import goes on after a sudden end after step \(last + 1)", .durable, facility: .interruption
    ) { bench in try await end(behind: last, bench) }
  }

  private static let others: [ConformanceCase] = [
    ConformanceCase("a sudden end of a new store leaves one that opens", .durable, facility: .interruption) { bench in
      var store = try await bench.open(try bench.samples(text))
      store = try await bench.killAndOpen(store)
      try await store.expectAll("")
      try await store.keep("rest")
      store = try await bench.killAndOpen(store)
      store = try await bench.killAndOpen(store)
      try await store.append("rest", gives: "=")
      try await store.expectTexts("rest")
    },
    ConformanceCase(
      "a sudden end within a commit leaves all of it or nothing", .durable, needs: .query, facility: .interruption
    ) { bench in
      let groups = (0..<8).map { number in
        """
        g\(number) {"type":"bloodPressure","start":"2026-01-01T08:0\(number):00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
        """
      }
      var store = try await bench.open(try bench.samples(groups.joined(separator: "\n")))
      for number in 0..<8 {
        let before = (0..<number).map { "g\($0)" }.joined(separator: " ")
        let behind = (0...number).map { "g\($0)" }.joined(separator: " ")
        try await store.append("g\(number)", gives: "+++")
        let ended = store
        async let committing = commits(ended)
        for _ in 0..<number * 4 { await Task.yield() }
        await bench.kill(ended)
        let isCommitted = await committing
        store = try await bench.open(store.samples)
        let heads = try await store.answer(SampleQuery()).heads
        let isThere = heads.contains { $0.hasPrefix("g\(number)(") }
        if isCommitted, !isThere { throw CaseFailure("a commit that had returned is lost") }
        try await store.expectTexts(isThere ? behind : before)
        try await store.append("g\(number)", gives: isThere ? "===" : "+++")
        try await store.commit()
      }
      try await store.expectSound()
    },
    ConformanceCase(
      "a sudden end after a deletion leaves it done", .durable, needs: .delete, facility: .interruption
    ) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("g rest run")
      try await store.delete("g rest", count: 4, anchor: 2)
      store = try await bench.killAndOpen(store)
      try await store.expectTexts("run")
      try await store.append("rest g walk", gives: "= === +")
      store = try await bench.killAndOpen(store)
      try await store.expectTexts("run")
      try await store.expectSound()
    },
  ]

  /// Runs the steps up to one, ends the store, and goes on from what was committed.
  private static func end(behind last: Int, _ bench: CaseBench) async throws {
    var store = try await bench.open(try bench.samples(text))
    var position: Int64 = 0
    var stored = ""
    var next = 0
    for (place, step) in steps[...last].enumerated() {
      try await run(step, store)
      if case .commit(let number, let names) = step {
        position = number
        stored = names
        next = place + 1
      }
    }
    store = try await bench.killAndOpen(store)
    try await store.expectTexts(stored, "what is stored after the end")
    if bench.capabilities.contains(.resume) {
      let found = try await store.backend.progress(of: input)?.position.byteOffset ?? 0
      try CaseFailure.compare(found, position, "the position after the end")
    }
    for step in steps[next...] { try await run(step, store) }
    try await store.commit()
    try await store.expectTexts("g h rest run walk hike")
    try await store.append("twin hike walk h g run rest", gives: "= = = === === = =")
    await store.rollback()
    try await store.expectSound()
  }

  private static let input = "/data/a.ndjson"

  private static func run(_ step: Step, _ store: OpenedStore) async throws {
    switch step {
    case .append(let names, let outcomes): try await store.append(names, gives: outcomes)
    case .commit(let position, _): try await store.backend.commit(ProgressCases.progress(input, at: position))
    case .rollback: await store.rollback()
    }
  }

  private static func commits(_ store: OpenedStore) async -> Bool {
    do {
      try await store.commit()
      return true
    } catch {
      return false
    }
  }
}
