import AssayKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Saves Swift values into a new SQLite store, and lets the command import the same samples into another one.
struct Saving {
  let samples: Int

  /// Saves, imports, and prints what each took.
  func run(beside assay: String?) async throws {
    var template = Array("/tmp/assay-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StorageError(.failed, "no folder") }
    let folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { system("rm -rf \(folder)") }
    let saved = try await measure { try await save(folder + "/saved.db") }
    report("saved from Swift values", saved.wall, saved.processor)
    guard let assay else { return }
    try write(folder + "/samples.ndjson")
    let before = ProcessorTime.ofChildren()
    let imported = try await measure {
      guard system("'\(assay)' import \(folder)/samples.ndjson --store \(folder)/imported.db >/dev/null 2>&1") == 0
      else {
        throw StorageError(.failed, "the import failed")
      }
    }
    let processor = ProcessorTime.ofChildren() - before
    report("imported by the command", imported.wall, processor)
    print(
      "ratio of samples a second: \(Self.rounded(imported.wall / saved.wall)); "
        + "of samples a CPU second: \(Self.rounded(processor / saved.processor))")
  }

  private func save(_ path: String) async throws {
    let store = try await HealthStore(path, source: MadeValue.source)
    var stored = 0
    try await store.save(contentsOf: MadeValues(count: samples), inTransactionsOf: 50_000) { stored += $0.storedCount }
    guard stored == samples else { fatalError("\(stored) of \(samples) stored") }
    try await store.close()
  }

  private func write(_ path: String) throws {
    guard let file = fopen(path, "w") else { throw StorageError(.failed, "no file") }
    defer { fclose(file) }
    for number in 0..<samples { fputs(MadeValue(at: number).line + "\n", file) }
  }

  private func measure(_ work: () async throws -> Void) async throws -> (wall: Double, processor: Double) {
    let begun = ContinuousClock.now
    let processor = ProcessorTime.ofProcess()
    try await work()
    let took = (ContinuousClock.now - begun).components
    return (Double(took.seconds) + Double(took.attoseconds) / 1e18, ProcessorTime.ofProcess() - processor)
  }

  private func report(_ title: String, _ wall: Double, _ processor: Double) {
    print(
      "\(title): \(Int(Double(samples) / wall)) samples a second, "
        + "\(Int(Double(samples) / processor)) a CPU second")
  }

  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}

/// The values as an app has them: one after the other.
private struct MadeValues: AsyncSequence, AsyncIteratorProtocol {
  let count: Int
  private var next = 0

  init(count: Int) { self.count = count }

  func makeAsyncIterator() -> MadeValues { self }

  mutating func next() async -> NewSample? {
    guard next < count else { return nil }
    defer { next += 1 }
    return MadeValue(at: next).sample
  }
}
