import Assay
import Foundation
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import SeededRandom
import Synchronization
import Testing

/// A check as a sequence of events: the same as reports get, and nothing open when the reader goes away.
@Suite("Events of a check") struct CheckRunTests {
  private static func bench(_ lines: Int = 9_000) throws -> (Workbench, path: String) {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: SeededGenerator.seed())
    return (bench, try bench.file("a.ndjson", samples.lines(lines, faulty: true).joined(separator: "\n") + "\n"))
  }

  private static func request(_ bench: Workbench, _ path: String, jobs: Int = 32) -> CheckRequest {
    var request = bench.request(jobs: jobs)
    request.inputs = [.file(path)]
    request.judging.now = ProjectFiles.now
    return request
  }

  @Test("they have what reports get", arguments: [1, 4]) func events(_ jobs: Int) async throws {
    let (bench, path) = try Self.bench()
    var request = Self.request(bench, path, jobs: jobs)
    request.handsOnSamples = true
    var wanted: [Diagnostic] = []
    let reporter = Reporter(sinks: [])
    reporter.listener = { wanted.append($0) }
    let whole = try await request.run(reporter)
    var (found, refused, samples): ([Diagnostic], [RefusedRecord], Int) = ([], [], 0)
    var outcome: CheckOutcome?
    for try await event in try request.run() {
      #expect(outcome == nil)
      switch event {
      case .findings(let findings): found += findings
      case .refused(let records): refused += records
      case .accepted(let batch): samples += batch.count
      case .progress(let name, _, _): #expect(name == path)
      case .end(let end): outcome = end
      }
    }
    #expect(found == wanted && !found.isEmpty)
    #expect(outcome?.summary == whole.summary && outcome?.status == .refused)
    #expect(samples == whole.summary.accepted && !refused.isEmpty)
    #expect(refused.allSatisfy { $0.reason == .refused && !$0.findings.isEmpty && !$0.bytes.isEmpty })
  }

  @Test("an error of the request comes before the first event, one of a store as the end") func errors() async throws {
    let (bench, path) = try Self.bench(10)
    var request = Self.request(bench, bench.folder + "/none.ndjson")
    #expect(throws: Failure.self) { _ = try request.run() }
    request.inputs = [.file(path)]
    request.store = CheckStore("/nowhere/at/all.db")
    let run = try request.run()
    await #expect(throws: Failure.self) { for try await _ in run {} }
  }

  @Test("text in memory is stored", arguments: ["memory", "sqlite"]) func text(_ scheme: String) async throws {
    let (bench, _) = try Self.bench(1)
    let store = try await ImportTests.open(scheme, bench)
    let line = #"[{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}]"#
    var request = Self.request(bench, "")
    request.inputs = [.text(Array(line.utf8), name: "body")]
    request.store = CheckStore(store)
    for accepted in [1, 0] {
      for try await event in try request.run() {
        if case .end(let outcome) = event { #expect(outcome.summary.accepted == accepted && outcome.status == .done) }
      }
    }
    try await store.close()
  }

  /// How a reader goes away.
  enum Leaving: CaseIterable {
    case leaves, cancels, cancelsWhileWaiting, cancelsAnyTime
  }

  @Test(
    "a reader that goes away leaves no open transaction, and the same request goes on",
    arguments: ["memory", "sqlite"], Leaving.allCases)
  func abandoned(_ scheme: String, _ leaving: Leaving) async throws {
    let (bench, path) = try Self.bench()
    var request = Self.request(bench, path)
    request.commitSize = 1000
    let whole = try await ImportTests.open(scheme, bench, name: "whole.db")
    request.store = CheckStore(whole)
    request.quarantine = QuarantineLocation(folder: nil, file: bench.folder + "/whole.ndjson")
    let began = ContinuousClock.now
    let wanted = try await request.run(Reporter(sinks: [])).summary
    let length = ContinuousClock.now - began
    let exported = try await bench.export(whole)
    var random = SeededGenerator(seed: SeededGenerator.seed(of: "CheckRunTests"))
    for point in 0..<Self.points {
      let store = try await ImportTests.open(scheme, bench, name: "part\(point).db")
      request.store = CheckStore(store)
      request.quarantine = QuarantineLocation(folder: nil, file: bench.folder + "/q\(point).ndjson")
      let time = length * Double.random(in: 0...1, using: &random)
      try await Self.read(request, until: point % 14, leaving, after: time)
      // The turn to write is free, and nothing of a transaction is left.
      let transaction = try await store.begin()
      await transaction.rollback()
      let progress = try await store.progress(of: path)
      if progress == nil { #expect(try await store.counts().isEmpty) }
      // Where the last commit was made, the same input is read as a new one.
      let isStored = progress?.isFinished == true
      #expect(!isStored || leaving == .cancelsAnyTime)
      let summary = try await request.run(Reporter(sinks: [])).summary
      #expect(summary.accepted == (isStored ? 0 : wanted.accepted) && summary.refused == wanted.refused)
      #expect(try await bench.export(store) == exported)
      #expect(try bench.text("q\(point).ndjson") == bench.text("whole.ndjson"))
      try await store.close()
    }
    try await whole.close()
  }

  /// How often a reader goes away in each way: `make soak` asks for more.
  private static var points: Int { ProcessInfo.processInfo.environment["POINTS"].flatMap { Int($0) } ?? 14 }

  /// Reads some events of a request and goes away, or is canceled after some time.
  private static func read(
    _ request: CheckRequest, until point: Int, _ leaving: Leaving, after time: Duration
  ) async throws {
    let run = try request.run()
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let reader = Task {
      defer { signal.finish() }
      var count = 0
      for try await _ in run {
        count += 1
        guard count > point else { continue }
        switch leaving {
        case .leaves: return false
        case .cancels: withUnsafeCurrentTask { $0?.cancel() }
        case .cancelsWhileWaiting: signal.yield()
        case .cancelsAnyTime: break
        }
      }
      return true
    }
    // Whether it comes in time is up to the machine.
    let alarm = Task {
      guard leaving == .cancelsAnyTime else { return }
      try await Task.sleep(for: time)
      reader.cancel()
    }
    defer { alarm.cancel() }
    if leaving == .cancelsWhileWaiting, await signals.first(where: { true }) != nil { reader.cancel() }
    switch await reader.result {
    case .success(let isWhole): #expect(isWhole || leaving == .leaves)
    case .failure(let error): #expect(error is CancellationError && leaving != .leaves, "\(error)")
    }
  }

  @Test("nothing is read before the first event is asked for, and a slow reader holds the run back", arguments: [1, 4])
  func slow(_ jobs: Int) async throws {
    let (bench, path) = try Self.bench(60_000)
    let chunks = Mutex(0)
    var request = Self.request(bench, path, jobs: jobs)
    request.interruption = {
      chunks.withLock { $0 += 1 }
      return nil
    }
    var iterator = try request.run().makeAsyncIterator()
    try await Task.sleep(for: .milliseconds(50))
    #expect(chunks.withLock { $0 } == 0)
    _ = try await iterator.next()
    try await Task.sleep(for: .milliseconds(300))
    // The chunk whose events are read, and the one whose first event waits.
    #expect(chunks.withLock { $0 } <= 2)
    while let event = try await iterator.next() {
      if case .end(let outcome) = event { #expect(outcome.summary.read >= 60_000) }
    }
    #expect(try await iterator.next() == nil)
    #expect(chunks.withLock { $0 } > 10)
  }

  /// `make soak FINDINGS=10000000` counts that many; the memory of the process is said by `VmHWM` then.
  @Test("findings go to a slow reader as they come") func manyFindings() async throws {
    let count = ProcessInfo.processInfo.environment["FINDINGS"].flatMap { Int($0) } ?? 20_000
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", "")
    let file = try #require(FileHandle(forWritingAtPath: path))
    for first in stride(from: 0, to: count, by: 10_000) {
      let lines = (first..<min(first + 10_000, count)).map { number in
        #"{"type":"heartRate","value":-\#(1 + number % 900),"unit":"count/min","start":"2026-01-01T08:00:00Z"}\#n"#
      }
      try file.write(contentsOf: Data(lines.joined().utf8))
    }
    try file.close()
    var found = 0
    for try await event in try Self.request(bench, path, jobs: 2).run() {
      guard case .findings(let findings) = event else { continue }
      found += findings.count
      if found % 64 == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(found == count)
    if count > 20_000, let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) {
      print(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "")
    }
  }
}
