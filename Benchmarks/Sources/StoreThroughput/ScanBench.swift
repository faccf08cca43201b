import HealthModel
import HealthPlugins
import HealthStorage

/// How fast statistics read the samples of a type from the store of a plugin: as numbers, and from whole samples.
enum ScanBench {
  static func run(plugin: String, url text: String, type: String, _ context: StorageContext) async throws {
    guard let url = StorageURL(text) else { throw StorageError(.failed, "no URL of a store") }
    let store = try await ProcessStore.open(
      PluginExecutable(name: "bench", path: plugin, arguments: []), url: url, context: context, limits: ProcessLimits(),
      log: { print($0) })
    var query = SampleQuery()
    query.types = [type]
    let scan = SampleScan(query, columns: [.sources, .zones, .subjects])
    try await measure("scan") {
      try await store.scan(scan, into: { _ in Sum() }) { sum, columns in sum.add(columns) }
    }
    try await measure("whole samples") {
      try await store.scanByQuery(scan, into: { _ in Sum() }) { sum, columns in sum.add(columns) }
    }
    try await store.close()
  }

  /// What is computed of the samples.
  private struct Sum: Sendable {
    var count = 0
    var total = 0.0
    var subjects = 0

    mutating func add(_ columns: SampleColumns) {
      count += columns.count
      for value in columns.value { total += value }
      subjects = columns.subjects.count
    }
  }

  private static func measure(_ name: String, _ work: () async throws -> [Sum]) async throws {
    let begun = ContinuousClock.now
    let sum = try await work().first ?? Sum()
    let took = (ContinuousClock.now - begun).components
    let seconds = Double(took.seconds) + Double(took.attoseconds) / 1e18
    print(
      "\(name): \(sum.count) samples of \(sum.subjects) subjects, \(Int(Double(sum.count) / seconds)) samples/s, "
        + "sum \(sum.total)")
  }
}
