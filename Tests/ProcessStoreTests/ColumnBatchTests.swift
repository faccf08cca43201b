import Foundation
import HealthModel
import HealthPluginKit
import HealthStorage
import SeededRandom
import Testing

@testable import HealthProcessStore
@testable import HealthTestKit

/// Batches as columns: what arrives is what was sent.
struct ColumnBatchTests {
  private func encoded(
    _ batch: SampleBatch, _ registry: Registry? = nil, maximumLine: Int = 1 << 20
  ) throws -> BatchEncoding.Encoded {
    let encoding = BatchEncoding(
      writer: .columns(ColumnEncoder(registry: try registry ?? Bench.workbench().registry)), maximumCount: 1000,
      minimumCount: 1000, maximumLine: maximumLine)
    return encoding.encode(0..<batch.count, of: batch)
  }

  private func arrived(_ encoded: EncodedBatch, _ registry: Registry) throws -> SampleBatch {
    try ColumnBatch(reading: encoded.text, count: encoded.rows.count).samples(of: registry)
  }

  /// Everything of the samples but where their records were.
  private func contents(_ batch: SampleBatch, _ workbench: SampleWorkbench) -> [String] {
    let lines = LineEncoder(registry: workbench.registry, lines: workbench.context().lines)
    return (0..<batch.count).map { row in
      var output: [UInt8] = []
      lines.append(row, of: batch, correlation: Int(batch.correlation[row]), to: &output)
      let item = batch[row]
      return String(decoding: output, as: UTF8.self)
        + "\(item.startOffset) \(item.endOffset) \(item.createdOffset) \(item.value.bitPattern) \(item.role)"
    }
  }

  /// The types of random samples.
  private static let types = Result { try CaseTypes.workbench(nil) }

  @Test("samples of all kinds arrive whole", arguments: 0..<40) func roundTrip(_ number: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomSamples(seed: seed)
    let workbench = try Self.types.get()
    let text = (0..<20).map { _ in random.lines() }.joined(separator: "\n")
    let batch = try workbench.batch(text)
    let sent = try #require(try encoded(batch, workbench.registry).batches.first)
    let arrived = try arrived(sent, workbench.registry)
    #expect(arrived.hasWholeRows, "seed \(seed)")
    #expect(arrived.registry == workbench.registry.signature)
    #expect(contents(arrived, workbench) == contents(batch, workbench), "seed \(seed)")
  }

  @Test("no byte that is changed or missing is a trap") func hostile() throws {
    var random = SeededGenerator(seed: 7)
    let workbench = try Bench.workbench()
    let birth = #"{"type":"dateOfBirth","value":"1990-04-12"}"#
    let batch = try Bench.batch(Bench.pressure, birth, Bench.pulse(), Bench.steps)
    let sent = try #require(try encoded(batch).batches.first)
    var refused = 0
    for _ in 0..<20_000 {
      var text = sent.text
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text.removeLast(Int.random(in: 1...text.count, using: &random))
      case 1: text.insert(0, at: Int.random(in: 0..<text.count, using: &random))
      default:
        for _ in 0..<3 {
          let place = Int.random(in: 0..<text.count, using: &random)
          text[place] = [0, 1, 2, 0x7F, 0x80, 0xFF][Int.random(in: 0..<6, using: &random)]
        }
      }
      let count = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0...9, using: &random) : batch.count
      do throws(PluginError) {
        let arrived = try ColumnBatch(reading: text, count: count).samples(of: workbench.registry)
        #expect(arrived.hasWholeRows && arrived.count == count)
        _ = contents(arrived, workbench)
      } catch {
        #expect(error.kind == .data || error.kind == .configuration)
        refused += 1
      }
    }
    #expect(refused > 5000)
  }

  @Test("what contradicts itself is refused, with the reason") func contradictions() throws {
    let registry = try Bench.workbench().registry
    let batch = try Bench.batch(Bench.pulse(), Bench.steps)
    let sent = try #require(try encoded(batch).batches.first).text
    func reason(_ change: (inout [UInt8]) -> Void) -> String {
      var text = sent
      change(&text)
      do throws(PluginError) {
        _ = try ColumnBatch(reading: text, count: 2).samples(of: registry)
        return ""
      } catch {
        return error.message
      }
    }
    // The columns before the type's have 56 bytes a sample.
    #expect(reason { $0[112] = 9 }.contains("column `type` is none of the names"))
    #expect(reason { $0[120] = 0 }.contains("case that its type has not"))
    #expect(reason { $0[160] = 0 }.contains("does not follow its correlation"))
    #expect(reason { $0.removeLast() }.contains("not a JSON object"))
    #expect(reason { $0.replace("heartRate".utf8, with: "heartRote".utf8) }.contains("does not have the type"))
    #expect(reason { $0.replace("count/min".utf8, with: "count/sec".utf8) }.contains("does not have the unit"))
  }

  @Test("a group that is too large is refused whole, and the others are sent") func large() throws {
    let note =
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","note":"\#(longText)"}"#
    let batch = try Bench.batch(Bench.pulse(), note, Bench.pressure)
    let result = try encoded(batch, maximumLine: 2000)
    #expect(result.batches.map(\.rows) == [[0], [2, 3, 4]])
    #expect(result.refused.map(\.row) == [1])
    let rest = try arrived(try #require(result.batches.last), try Bench.workbench().registry)
    #expect(rest.correlation == [-1, 0, 0])
  }

  private let longText = String(repeating: "x", count: 3000)

  @Test("a plugin says whether it takes columns, and forms that are not known are passed over") func hello() throws {
    let hello = PluginHello(name: "n", version: "1", levels: [], takesColumns: true)
    #expect(hello.form == .columns)
    let text = #"{"t":"hello","protocol":1,"name":"n","version":"1","max_batch":1,"credits":1,"commit_size":1"#
    for (forms, form) in [
      ("", BatchForm.lines), (#","forms":["later"]"#, .lines), (#","forms":["later","columns"]"#, .columns),
    ] {
      guard case .hello(let read) = try PluginMessage(parsing: Array((text + forms + "}").utf8)) else {
        Issue.record("no hello")
        return
      }
      #expect(read.form == form)
    }
  }
}

/// A plugin in another language that takes columns by what the page about the protocol says.
@Suite(.enabled(if: Bench.hasPython, "python3 is not here"), .timeLimit(.minutes(10)))
struct ColumnStoreTests {
  @Test("a store that takes columns holds all laws") func conformance() async throws {
    try await Bench.withFolder { folder in
      let store = StorageUnderTest("process") { (slot, context) async throws(StorageError) -> any StorageBackend in
        try await ProcessStore.open(
          PluginExecutable(name: "column-store", path: Bench.fixture("plugins/column_store.py")),
          url: StorageURL(scheme: "process", location: "column-store?path=\(slot.folder)/store.json"),
          context: context, limits: Bench.limits
        ) { _ in }
      }
      let report = await StorageConformance.run(store, folder: folder)
      for failure in report.failures { Issue.record("\(failure)") }
      #expect(report.isPassed, "\(report)")
    }
  }

  @Test(
    "a death at any message loses nothing and doubles nothing",
    arguments: ["before-begin:4", "in-batch:7", "stored:1"])
  func death(_ moment: String) async throws {
    try await Bench.withFolder { folder in
      let path = folder + "/store.json"
      let store = try await Bench.open("column_store.py", ["--die", moment, "--flag", folder + "/flag"], store: path)
      var accepted = 0
      for part in 0..<4 {
        accepted += try await store.append(try Bench.batch(Bench.pulses(250, from: part * 250))).count(of: .accepted)
        if part % 2 == 1 { try await store.commit(Bench.progress(Int64(part))) }
      }
      #expect(FileManager.default.fileExists(atPath: folder + "/flag"), "the plugin did not die")
      #expect(accepted == 1000)
      #expect(Set(try await Bench.lines(store)).count == 1000)
      try await store.close()
    }
  }
}
