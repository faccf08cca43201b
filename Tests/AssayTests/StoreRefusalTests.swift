import Assay
import Foundation
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation
import Testing

/// A store that cannot keep everything: what it refuses is refused, told with its reason (`store-refused`) and kept.
struct StoreRefusalTests {
  private static let lines = [
    #"{"type":"heartRate","value":70,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"stepCount","value":9,"unit":"count","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":["#
      + #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#,
  ]

  @Test("a refused sample is counted, told and kept; its group as a whole") func refusal() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", Self.lines.joined(separator: "\n") + "\n")
    let inner = MemoryStore(registry: bench.registry)
    let store = PickyStore(inner, registry: bench.registry, refusing: ["heartRate", "bloodPressureDiastolic"])
    let summary = try await bench.load(path, into: store, quarantine: "q.ndjson")
    #expect(summary.read == 5)
    #expect(summary.accepted == 1)
    #expect(summary.refused == 4)
    #expect(summary.byCode == ["store-refused": 2])
    #expect(summary.byType["bloodPressureSystolic"]?.refused == 1)
    ImportTests.expectBalanced(summary)
    let kept = try bench.text("q.ndjson")
    #expect(kept.split(separator: "\n").count == 2)
    #expect(kept.contains("\"reason\":\"refused\""))
    #expect(kept.contains("the store refuses heartRate: no room for \\\\u{1B}hearts"))
    #expect(kept.contains("the store refuses bloodPressure"))
    // The counts in the store are those of the summary.
    let counts = try #require(try await store.progress(of: path)).counts
    #expect(counts.refused == 4)
    #expect(counts.isBalanced)
    // Another store takes what is kept.
    var replay = bench.request()
    replay.inputs = [.quarantine(bench.folder + "/q.ndjson")]
    replay.judging.now = ProjectFiles.now
    replay.store = CheckStore(inner)
    let summaryOfReplay = try await replay.run(Reporter(sinks: [])).summary
    #expect(summaryOfReplay.accepted == 4)
    #expect(summaryOfReplay.refused == 0)
    #expect(try bench.text("q.ndjson").isEmpty)
    let direct = MemoryStore(registry: bench.registry)
    _ = try await bench.load(path, into: direct)
    #expect(try await bench.export(inner) == bench.export(direct))
  }

  @Test("a commit comes when the store wants it") func commitSize() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: 11)
    let path = try bench.file("a.ndjson", samples.lines(6000).joined(separator: "\n"))
    let store = PickyStore(MemoryStore(registry: bench.registry), registry: bench.registry, refusing: [])
    store.wantedSize = 500
    _ = try await bench.load(path, into: store, jobs: 32)
    #expect(store.commits > 1)
  }

  private static let options = ValidationOptions(now: ProjectFiles.now, normalizes: true)
}

/// Keeps samples in another store, but for some types.
final class PickyStore: StorageBackend, @unchecked Sendable {
  private let inner: MemoryStore
  private let refused: Set<Int32>
  var wantedSize = 50_000
  private(set) var commits = 0
  /// The append that fails, from 1; 0 for none.
  var failing = 0
  private var appends = 0

  init(_ inner: MemoryStore, registry: Registry, refusing types: [String]) {
    self.inner = inner
    refused = Set(types.compactMap { registry.typeIndex(named: $0).map { Int32($0) } })
  }

  var registry: Registry { inner.registry }
  var line: WriterQueue { inner.line }
  var capabilities: StorageCapabilities { [.query, .resume] }
  var commitSize: Int { wantedSize }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    appends += 1
    if appends == failing { throw StorageError(.failed, "disk I/O error") }
    var taken = SampleBatch()
    var places: [Int] = []
    var receipt = AppendReceipt(outcomes: Array(repeating: .refused, count: batch.count))
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      row = group.upperBound
      if let bad = group.first(where: { refused.contains(batch.type[$0]) }) {
        receipt.reasons[bad] = "no room for \u{1B}hearts"
        continue
      }
      let head = Int32(taken.count)
      for member in group {
        taken.append(member, of: batch, correlation: member == group.lowerBound ? -1 : head)
        places.append(member)
      }
    }
    let answer = try await inner.append(taken, in: turn)
    for (place, outcome) in zip(places, answer.outcomes) { receipt.outcomes[place] = outcome }
    return receipt
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    commits += 1
    try await inner.commit(progress, in: turn)
  }

  func rollback(in turn: borrowing WriteTurn) async { await inner.rollback(in: turn) }

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await inner.progress(of: input)
  }

  func imports() async throws(StorageError) -> [ImportProgress] { try await inner.imports() }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await inner.query(query, body)
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] { try await inner.counts() }

  func information() async throws(StorageError) -> StoreInformation { try await inner.information() }

  func verify() async throws(StorageError) -> [StoreFault] { try await inner.verify() }

  func close() async throws(StorageError) { try await inner.close() }
}
