import Assay
import AssayKit
import Benchmark
import Foundation
import HealthModel
import HealthStorage
import SQLiteStore

/// *append*: 10,000 samples into a new store, with one commit; opening and closing do not count.
func appending() {
  measureWaiting(
    "append.memory.10k",
    on: { try StoredInput(MadeInput(jsonLines: 10_000, givesIDs: false)) },
    { benchmark, input in
      try await input.store(in: MemoryStore(registry: input.context.registry), benchmark)
    })
  for (name, givesIDs) in [("append.sqlite-derived-ids.10k", false), ("append.sqlite-given-ids.10k", true)] {
    measureWaiting(
      name,
      on: { try StoredInput(MadeInput(jsonLines: 10_000, givesIDs: givesIDs)) },
      { benchmark, input in
        let folder = try ScratchFolder()
        let url = StorageURL(scheme: "sqlite", location: folder.path + "/store.db")
        let store = try await SQLitePlugin.factory.open(url, input.context)
        try await input.store(in: store, benchmark)
        try await store.close()
        folder.remove()
      })
  }
}

/// Samples that are ready to be stored.
struct StoredInput {
  let context: StorageContext
  private let batches: [SampleBatch]
  private let count: Int

  init(_ input: MadeInput) throws {
    let registry = try MadeSample.registry()
    context = StorageContext(registry: registry, lines: NormalizedLines(registry: registry))
    batches = try input.batches()
    count = input.count
  }

  /// Appends and commits all samples; with a benchmark this is what it measures.
  func store(in store: any StorageBackend, _ benchmark: Benchmark?) async throws {
    var accepted = 0
    benchmark?.startMeasurement()
    try await store.write { transaction in
      for batch in batches { accepted += try await transaction.append(batch).count(of: .accepted) }
    }
    benchmark?.stopMeasurement()
    guard accepted == count else { throw NotMeasured("\(accepted) of \(count) samples are stored") }
  }
}

/// An empty folder for a store; where the system keeps such folders, or in `TMPDIR`.
private struct ScratchFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-loops-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
