import Assay
import Foundation
import Glibc
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation
import Synchronization
import Testing

/// Two imports of one path at once: each refused record is in the quarantine once for each import that kept it.
@Suite("Quarantine of imports at once", .serialized) struct ConcurrentQuarantineTests {
  /// Two imports, of which the second begins while the first has written a part of its records.
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The subjects of the two; equal ones keep the same records.
    var subjects: (String?, String?)
    var isPipe = false
    /// Whether an import for somebody else came before, so that its records are set aside twice.
    var hasEarlier = false
    /// How many times each record is kept at the end.
    var copies: Int
  }

  @Test("validate waits for another command that writes to the file, and then changes nothing") func validating()
    async throws
  {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", "{}\n")
    let kept = try bench.file("q.ndjson", "{\"schema\":1}\n")
    let descriptor = open(bench.folder + "/q.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    var request = bench.request()
    request.waitMilliseconds = 0
    let input = try ResolvedInput.resolve(path: path)
    let (engine, options) = (try CheckEngine(request), ValidationOptions(now: ProjectFiles.now))
    let error = await #expect(throws: StorageError.self) {
      _ = try await engine.checkInput(input, options: options, quarantine: QuarantineFile(path: kept))
    }
    #expect(error?.code == .locked)
    #expect(try bench.text("q.ndjson") == "{\"schema\":1}\n")
    flock(descriptor, LOCK_UN)
    _ = try await engine.checkInput(input, options: options, quarantine: QuarantineFile(path: kept))
    #expect(try bench.text("q.ndjson").contains("\"reason\":\"refused\""))
    #expect(!FileManager.default.fileExists(atPath: bench.folder + "/q.lock"))
  }

  @Test(
    "nothing is lost or doubled",
    arguments: [
      Pair(testDescription: "the same import twice", subjects: (nil, nil), copies: 1),
      Pair(testDescription: "after an earlier import", subjects: ("anna", "anna"), hasEarlier: true, copies: 2),
      Pair(testDescription: "for two subjects", subjects: ("anna", "ben"), copies: 2),
      Pair(
        testDescription: "for two subjects after an earlier import", subjects: ("anna", "ben"), hasEarlier: true,
        copies: 3),
      Pair(testDescription: "two pipes", subjects: (nil, nil), isPipe: true, copies: 2),
    ])
  func pair(_ pair: Pair) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", Self.lines(16_000).joined(separator: "\n") + "\n")
    if pair.hasEarlier {
      let store = try await ImportTests.open("sqlite", bench)
      _ = try await bench.load(path, into: store, quarantine: "q/own.ndjson", ownsFolder: true, subject: "zoe")
      try await store.close()
    }
    let gate = Gate()
    let first = GatedStore(try await ImportTests.open("sqlite", bench), opening: gate)
    let second = try await ImportTests.open("sqlite", bench)
    async let one = bench.load(
      path, into: first, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: pair.subjects.0,
      isPipe: pair.isPipe)
    // By then the first import has written records that no commit counts.
    await first.reached.wait()
    async let two = bench.load(
      path, into: second, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: pair.subjects.1,
      isPipe: pair.isPipe
    ) {
      // It waits for the first import, or has begun with its quarantine.
      gate.open()
      return nil
    }
    let summaries = try await [one, two]
    #expect(summaries.map(\.refused) == [3200, 3200])
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/q")
    #expect(names.allSatisfy { $0.hasSuffix(".ndjson") }, "\(names)")
    var kept: [String: Int] = [:]
    for name in names {
      for line in try bench.text("q/" + name).split(separator: "\n") {
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(name): \(line.prefix(200))")
        kept[try #require(object["raw"] as? String), default: 0] += 1
      }
    }
    #expect(kept.count == 3200)
    #expect(kept.values.allSatisfy { $0 == pair.copies }, "\(Set(kept.values))")
    try await first.close()
    try await second.close()
  }

  /// Lines of which every fifth is refused, each another record.
  private static func lines(_ count: Int) -> [String] {
    (0..<count).map { number in
      let value = number % 5 == 0 ? "\"x\(number)\"" : "60"
      let second = (number % 60 < 10 ? "0" : "") + String(number % 60)
      return #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":"2026-01-01T08:00:\#(second)Z"}"#
    }
  }
}

/// Lets tasks pass once it is open.
private final class Gate: Sendable {
  private let isOpen = Mutex(false)

  func open() { isOpen.withLock { $0 = true } }

  /// Waits without holding a thread.
  func wait() async {
    while !isOpen.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Keeps samples in another store; the fourth append waits for a gate.
private final class GatedStore: StorageBackend {
  /// Open once the fourth append is reached: the records of the first chunk are kept then.
  let reached = Gate()
  private let inner: any StorageBackend
  private let gate: Gate
  private let appends = Mutex(0)

  init(_ inner: any StorageBackend, opening gate: Gate) {
    self.inner = inner
    self.gate = gate
  }

  var registry: Registry { inner.registry }
  var line: WriterQueue { inner.line }
  var capabilities: StorageCapabilities { inner.capabilities }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    let number = appends.withLock { number in
      number += 1
      return number
    }
    if number == 4 {
      reached.open()
      await gate.wait()
    }
    return try await inner.append(batch, in: turn)
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
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
