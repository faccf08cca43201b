import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// A random program that runs on a store and on one in memory; both must do and report the same.
struct RandomProgram {
  private let bench: CaseBench
  private let options: StorageOptions
  private let oracle: OpenedStore
  private var store: OpenedStore
  private var samples: RandomSamples
  private var lastCommit: Int64 = 0
  private var tokens: [PageToken] = []
  private var what = "opening"

  private init(seed: UInt64, _ bench: CaseBench) async throws {
    self.bench = bench
    samples = RandomSamples(seed: seed)
    var options = StorageOptions()
    options.restoresDeleted = samples.once(in: 3)
    if samples.once(in: 4) { options.owner = "com.example.b" }
    self.options = options
    let nothing = try bench.samples("")
    oracle = OpenedStore(
      backend: StepwiseStore(MemoryStore(registry: bench.workbench.registry, options: options)),
      workbench: bench.workbench, samples: nothing, number: 0)
    store = try await bench.open(nothing, options)
  }

  /// Runs the program that follows from a seed; a failure says where it stopped.
  static func run(seed: UInt64, _ bench: CaseBench) async throws {
    var program = try await RandomProgram(seed: seed, bench)
    for step in 1...25 {
      do {
        try await program.step()
      } catch {
        throw CaseFailure("seed \(seed), step \(step): \(CaseFailure.message(of: error)); when \(program.what)")
      }
    }
    do {
      try await program.finish()
    } catch {
      throw CaseFailure("seed \(seed), at the end: \(CaseFailure.message(of: error)); when \(program.what)")
    }
  }

  private mutating func step() async throws {
    switch samples.number(in: 0...19) {
    case 0...8: try await append()
    case 9...12: try await commit()
    case 13: await rollback()
    case 14: try await reopen()
    case 15, 16: try await ask()
    case 17, 18: try await delete()
    default: try await readChanges()
    }
  }

  private mutating func finish() async throws {
    try await commit()
    for _ in 0..<8 { try await ask() }
    try await compareStatistics()
    try await readChanges()
    what = "looking for damage"
    try await store.expectSound()
  }

  private mutating func append() async throws {
    let text = samples.lines()
    what = "appending\n\(text)\n"
    let batch = try bench.workbench.batch(text)
    let wanted = try await oracle.append(batch)
    try Outcomes.compare(try await store.append(batch), wanted, "the batch")
  }

  private mutating func commit() async throws {
    what = "committing"
    var progress: ImportProgress?
    if samples.once(in: 2) {
      progress = LawText.progress(of: "/in\(samples.number(in: 1...3))", at: Int64(samples.number(in: 1...99)))
    }
    try await oracle.backend.commit(progress)
    try await store.backend.commit(progress)
    lastCommit = try await oracle.backend.information().lastCommit
    if bench.capabilities.contains(.resume) {
      try CaseFailure.compare(
        try await store.backend.imports(), try await oracle.backend.imports(), "the list of imports")
    }
  }

  private mutating func rollback() async {
    what = "rolling back"
    await oracle.rollback()
    await store.rollback()
  }

  private mutating func reopen() async throws {
    guard bench.capabilities.contains(.durable) else { return await rollback() }
    what = "opening again"
    await oracle.rollback()
    store = try await bench.reopen(store, options)
  }

  private mutating func ask() async throws {
    guard bench.capabilities.contains(.query) else { return }
    let query = samples.query(tokens: tokens)
    what = "asking \(query)"
    let wanted = try await oracle.answer(query)
    let found = try await store.answer(query)
    try CaseFailure.compare(found.text, wanted.text, "the answer")
    try CaseFailure.compare(lines: found.lines, wanted.lines, "the answer")
    if let token = wanted.token { tokens.append(token) }
    try CaseFailure.compare(try await store.backend.counts(), try await oracle.backend.counts(), "the list of types")
  }

  private mutating func delete() async throws {
    guard bench.capabilities.contains(.delete) else { return }
    try await commit()
    let query = samples.selection()
    what = "deleting \(query)"
    let wanted = try await oracle.backend.delete(query)
    lastCommit = try await oracle.backend.information().lastCommit
    try await store.delete(query, count: wanted.deleted, anchor: wanted.anchor.commit)
  }

  private mutating func readChanges() async throws {
    guard bench.capabilities.contains(.changes) else { return }
    let anchor = ChangeAnchor(commit: Int64(samples.number(in: 0...Int(lastCommit))))
    var query = ChangeQuery(since: anchor, types: samples.types())
    if samples.once(in: 3) { query.limit = samples.number(in: 1...9) }
    what = "reading changes since \(anchor), types \(query.types), limit \(query.limit ?? 0)"
    let wanted = try await oracle.changes(query)
    let found = try await store.changes(query)
    try CaseFailure.compare(found.feed.text, wanted.feed.text, "the feed")
    try CaseFailure.compare(lines: found.feed.lines, wanted.feed.lines, "the feed")
    try CaseFailure.compare(found.anchor.commit, wanted.anchor.commit, "the anchor")
  }

  private mutating func compareStatistics() async throws {
    guard bench.capabilities.contains(.statistics) else { return }
    for type in ["heartRate", "stepCount", "bloodPressureSystolic"] {
      var query = samples.selection()
      query.types = [type]
      what = "computing statistics of \(query)"
      let found = try await store.backend.statistics(query)
      let wanted = try await oracle.backend.statistics(query)
      try CaseFailure.compare(Self.text(found), Self.text(wanted), "the result")
    }
  }

  private static func text(_ statistics: SampleStatistics) -> String {
    let values = [statistics.minimum, statistics.maximum, statistics.mostRecent].map { $0.map { "\($0)" } ?? "none" }
    let times = [statistics.firstStart, statistics.lastStart].map { $0.map { "\($0)" } ?? "none" }
    return "\(statistics.count), \(statistics.sum), \((values + times).joined(separator: ", ")), \(statistics.duration)"
  }
}
