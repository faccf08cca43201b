import Foundation
import HealthCatalog
import HealthModel
import HealthStorage
import SeededRandom
import Testing

@testable import HealthPlugins
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
  private static let types = Result { try LawBook.embedded.workbench(nil) }

  /// 20 seeds that stay, and 20 of this run.
  static let seeds = (0..<20).map { UInt64($0) } + (0..<20).map { _ in UInt64.random(in: 100...UInt64.max) }

  @Test("samples of all kinds arrive whole", arguments: ColumnBatchTests.seeds) func roundTrip(_ seed: UInt64) throws {
    var random = RandomSamples(seed: seed)
    let workbench = try Self.types.get()
    let text = (0..<20).map { _ in random.lines() }.joined(separator: "\n")
    let batch = try workbench.batch(text)
    let sent = try #require(try encoded(batch, workbench.registry).batches.first)
    let arrived = try arrived(sent, workbench.registry)
    #expect(arrived.hasWholeRows)
    #expect(arrived.registry == workbench.registry.signature)
    #expect(contents(arrived, workbench) == contents(batch, workbench))
  }

  @Test("signs of zero and absent offsets arrive") func edges() throws {
    let registry = try Bench.workbench().registry
    var batch = try Bench.batch(Bench.pulse(), Bench.steps)
    (batch.value[0], batch.startOffset[0], batch.endOffset[1]) = (-0.0, SampleBatch.noOffset, 90)
    let sent = try #require(try encoded(batch).batches.first)
    let arrived = try arrived(sent, registry)
    #expect(arrived.value.map(\.bitPattern) == batch.value.map(\.bitPattern))
    #expect(arrived.startOffset == batch.startOffset && arrived.endOffset == batch.endOffset)
  }

  @Test("a batch names only what its samples use") func names() throws {
    let lines = Bench.pulses(200, from: 0).enumerated().map { number, line in
      line.replacing("}", with: #","source":{"name":"source \#(number)"}}"#)
    }
    let batch = try Bench.batch(lines)
    let encoder = ColumnEncoder(registry: try Bench.workbench().registry)
    let encoding = BatchEncoding(writer: .columns(encoder), maximumCount: 1, minimumCount: 1, maximumLine: 1 << 20)
    let batches = encoding.parts(of: batch).flatMap { encoding.encode($0, of: batch).batches }
    #expect(batches.count == 200)
    #expect(batches.allSatisfy { $0.text.count < 8000 })
    let text = String(decoding: batches[150].text, as: UTF8.self)
    #expect(text.contains("source 150") && !text.contains("source 149"))
  }

  @Test("a batch ends at four mebibytes, and no group is divided") func cut() throws {
    let long = String(repeating: "x", count: 60_000)
    let lines = Bench.pulses(150, from: 0).map { $0.replacing("}", with: #","note":"\#(long)"}"#) }
    let batch = try Bench.batch(Array(lines[..<70]) + [Bench.pressure] + Array(lines[70...]))
    let batches = try encoded(batch).batches
    #expect(batches.flatMap(\.rows) == (0..<153).map { Int32($0) })
    #expect(batches.count == 3)
    for part in batches.dropLast() {
      #expect(part.text.count >= 4 << 20 && part.text.count < 4 << 20 + 80_000)
    }
    let registry = try Bench.workbench().registry
    #expect(try batches.flatMap { try arrived($0, registry).correlation }.filter { $0 >= 0 }.count == 2)
  }

  @Test("what does not follow its correlation is a sample by itself, as in lines") func strangers() throws {
    var batch = try Bench.batch(Bench.pressure, Bench.pulse(), Bench.steps)
    batch.correlation[4] = 0
    let sent = try #require(try encoded(batch).batches.first)
    #expect(try arrived(sent, try Bench.workbench().registry).correlation == [-1, 0, 0, -1, -1])
  }

  @Test("cases and roles are found by name in another order, and another meaning is refused") func catalogs() throws {
    func workbench(_ values: String) throws -> SampleWorkbench {
      let text = "schema: 1\ntype: own.mood\nkind: category\ntitle: Mood\nvalues: \(values)\n"
      return try SampleWorkbench(definitions: [CatalogFile(path: "own.mood.yaml", bytes: Array(text.utf8))])
    }
    let host = try workbench("{low: 0, high: 1}")
    let other = try workbench("{high: 1, low: 0, mid: 2}")
    let batch = try host.batch(
      #"{"type":"own.mood","value":"high","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z"}"#)
    let sent = try #require(try encoded(batch, host.registry).batches.first)
    #expect(contents(try arrived(sent, other.registry), other)[0].contains(#""value":"high""#))
    for values in ["{low: 0, high: 5}", "{low: 0}"] {
      let different = try workbench(values)
      let error = #expect(throws: PluginError.self) { try arrived(sent, different.registry) }
      #expect(error?.kind == .configuration)
      #expect(error?.message.contains("the case of `own.mood` is `high`") == true, "\(String(describing: error))")
    }
  }

  @Test("no byte that is changed or missing is a trap") func hostile() throws {
    var random = SeededGenerator(seed: 7)
    let birth = #"{"type":"dateOfBirth","value":"1990-04-12"}"#
    let workbench = try Self.types.get()
    let sleep =
      #"{"type":"sleepAnalysis","value":"awake","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z"}"#
    let outing =
      #"{"type":"kit.outing","fields":{"activity":"walk","laps":1},"start":"2026-01-01T08:00:00Z","#
      + #""metadata":{"a":1},"note":[1]}"#
    let batch = try workbench.batch(
      [Bench.pressure, birth, Bench.pulse(), Bench.steps, sleep, outing].joined(separator: "\n"))
    let sent = try #require(try encoded(batch, workbench.registry).batches.first)
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
    let batch = try Bench.batch(Bench.pulse().replacing("}", with: #","metadata":{"a":1}}"#), Bench.steps)
    let sent = try #require(try encoded(batch).batches.first).text
    let columns = try ColumnBatch(reading: sent, count: 2)
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
    func put(_ value: Int32, in name: BatchColumn) -> String {
      reason { text in
        let column = columns[name]
        if let presence = column.presence { text[presence.lowerBound] = 3 }
        withUnsafeBytes(of: value.littleEndian) {
          text.replaceSubrange(column.numbers.lowerBound..<column.numbers.lowerBound + 4, with: $0)
        }
      }
    }
    #expect(
      put(9, in: .definition)
        == "columns of samples cannot be read: `definition` of sample 0 is 9; its dictionary has 2")
    #expect(put(-1, in: .definition).contains("`definition` of sample 0 is -1"))
    #expect(put(0, in: .category).contains("`category` of sample 0 is 0; its dictionary has 0"))
    #expect(put(0, in: .correlation).contains("sample 0 does not follow its correlation"))
    #expect(put(-2, in: .correlation).contains("sample 0 does not follow its correlation"))
    #expect(put(0, in: .role).contains("`role` of sample 0 is 0; its dictionary has 0"))
    #expect(put(3, in: .source).contains("`source` of sample 0 is 3; its dictionary has 0"))
    #expect(put(-5, in: .metadata).contains("a text ends before it begins"))
    #expect(put(Int32.max, in: .metadata).contains("a text ends before it begins"))
    #expect(
      reason { $0.replace(#"{"a":1}"#.utf8, with: #"{"a":1]"#.utf8) }
        .contains("`metadata` of sample 0 is not a JSON object"))
    let value = columns[.value].numbers.lowerBound
    #expect(
      reason { $0.replaceSubrange(value..<value + 8, with: [0, 0, 0, 0, 0, 0, 0xF8, 0x7F]) }
        .contains("the value of sample 0 is not finite"))
    #expect(reason { $0[columns[.endTime].numbers.lowerBound + 7] = 0x80 }.contains("sample 0 ends before it starts"))
    #expect(reason { $0.removeLast() }.contains("a message refers to what is not in it"))
    #expect(reason { $0.removeLast(8) }.contains("a message refers to what is not in it"))
    #expect(reason { $0.append(0) }.contains("there are bytes after the end of the stream"))
    #expect(reason { $0[columns[.metadata].texts.lowerBound + 1] = 0xFF }.contains("not UTF-8"))
    #expect(reason { $0.replace("heartRate".utf8, with: "heartRote".utf8) }.contains("does not have the type"))
    #expect(reason { $0.replace("count/min".utf8, with: "count/sec".utf8) }.contains("the unit of `heartRate` is"))
    #expect(
      reason { $0.replace("cumulative".utf8, with: "discretely".utf8) }.contains("the aggregation of `stepCount`"))
  }

  @Test("the page of the protocol names the columns in their order") func page() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/plugin-protocol.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let table = try #require(page.components(separatedBy: "| columns, in this order | type | what | null when |").last)
    let rows = table.components(separatedBy: "\n").dropFirst(2).prefix { $0.hasPrefix("|") }
    let names = rows.flatMap { row in
      row.components(separatedBy: "|")[1].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element)
    }
    #expect(names == BatchColumn.allCases.map(\.rawValue))
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
    #expect(hello.form == .arrow)
    let text = #"{"t":"hello","protocol":1,"name":"n","version":"1","max_batch":1,"credits":1,"commit_size":1"#
    for (forms, form) in [
      ("", BatchFormat.lines), (#","forms":["later"]"#, .lines), (#","forms":["later","arrow"]"#, .arrow),
    ] {
      guard case .hello(let read) = PluginMessage(parsing: Array((text + forms + "}").utf8)) else {
        Issue.record("no hello")
        return
      }
      #expect(read.form == form)
    }
  }
}
