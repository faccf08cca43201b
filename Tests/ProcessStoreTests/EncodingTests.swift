import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import HealthPlugins

/// Batches as a plugin is sent them.
struct EncodingTests {
  private static let noSecrets = StoreSecrets(StorageURL(scheme: "x", location: ""))

  private func encoding(
    maximumCount: Int = 10, minimumCount: Int? = nil, maximumLine: Int = 1 << 20
  ) throws -> BatchEncoding {
    let workbench = try Bench.workbench()
    return BatchEncoding(
      writer: .lines(LineEncoder(registry: workbench.registry, lines: workbench.context().lines)),
      maximumCount: maximumCount, minimumCount: minimumCount ?? maximumCount, maximumLine: maximumLine)
  }

  private func encoded(_ batch: SampleBatch, _ encoding: BatchEncoding) -> [EncodedBatch] {
    encoding.parts(of: batch).flatMap { encoding.encode($0, of: batch).batches }
  }

  @Test("a line says what the sample says") func lines() throws {
    let workbench = try Bench.workbench()
    let birth = #"{"type":"dateOfBirth","value":"1990-04-12"}"#
    let old = #"{"type":"heartRate","value":60,"unit":"count/min","start":"1901-02-03T04:05:06.789Z"}"#
    let batch = try Bench.batch(Bench.pressure, birth, Bench.pulse(), old)
    let encoded = try #require(encoded(batch, try encoding()).first)
    let lines = try SampleLines(parsing: encoded.text, count: batch.count)
    let coding = workbench.context().lines
    for row in 0..<batch.count {
      let line = lines.lines[row]
      #expect(line.id == batch.id[row])
      #expect(line.digest == batch.digest[row])
      #expect(line.isDerived == !batch.isGivenID[row])
      #expect(line.start ?? SampleBatch.noTime == batch.start[row])
      #expect(line.end ?? SampleBatch.noTime == batch.end[row])
      #expect(lines.type(row) == workbench.registry.types[Int(batch.type[row])].id)
      #expect(line.correlation.map { Int32($0) } ?? -1 == batch.correlation[row])
      var sample: [UInt8] = []
      coding.append(row, of: batch, to: &sample)
      #expect(Array(lines.sample(row)) == sample)
    }
    #expect(lines.role(1) == "bloodPressureSystolic")
    #expect(encoded.text.starts(with: "{\"id\":\"\(batch.id[0])\",\"digest\":\"".utf8))
  }

  @Test("batches are as large as they may be, and no group is divided", arguments: [1, 2, 3, 4, 5, 7, 100])
  func division(_ maximumCount: Int) throws {
    let pressures = (0..<4).map { number in
      Bench.pressure.replacing("T08:00:00Z", with: "T08:0\(number):00Z")
        .replacing(#""uuid":"11111111-1111-4111-8111-111111111111","#, with: "")
        .replacing(#""uuid":"22222222-2222-4222-8222-222222222222","#, with: "")
        .replacing(#""uuid":"33333333-3333-4333-8333-333333333333","#, with: "")
    }
    let batch = try Bench.batch(Bench.pulses(5, from: 0) + pressures + Bench.pulses(2, from: 50))
    let batches = encoded(batch, try encoding(maximumCount: maximumCount))
    #expect(batches.flatMap(\.rows) == (0..<19).map { Int32($0) })
    for (number, part) in batches.enumerated() {
      let lines = try SampleLines(parsing: part.text, count: part.rows.count)
      #expect(lines.count <= max(3, maximumCount))
      // The next group would have been too much.
      guard number + 1 < batches.count, let next = batches[number + 1].rows.first else { continue }
      #expect(lines.count + batch.group(at: Int(next)).count > maximumCount)
    }
  }

  @Test("an append is divided so that the plugin begins early, not into batches below the least size")
  func pieces() throws {
    let batch = try Bench.batch(Bench.pulses(20, from: 0) + [Bench.pressure] + Bench.pulses(37, from: 50))
    func sizes(_ least: Int, _ most: Int) throws -> [Int] {
      try encoding(maximumCount: most, minimumCount: least).parts(of: batch).map(\.count)
    }
    #expect(try sizes(1, 100) == [10, 10, 10, 10, 10, 10])
    #expect(try sizes(21, 100) == [20, 21, 19])
    #expect(try sizes(100, 100) == [60])
    #expect(try sizes(1, 7) == [7, 7, 6, 7, 7, 7, 7, 7, 5])
  }

  @Test("a group with a line that is too long is refused whole") func longLines() throws {
    let note =
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","note":"\#(longText)"}"#
    let batch = try Bench.batch(Bench.pulse(), note, Bench.pressure)
    let encoding = try encoding(maximumLine: 2000)
    let result = encoding.encode(0..<batch.count, of: batch)
    #expect(result.batches.map(\.rows) == [[0, 2, 3, 4]])
    #expect(result.refused.map(\.row) == [1])
    let text = try #require(result.batches.first?.text)
    #expect(try SampleLines(parsing: text, count: 4).lines.map(\.correlation) == [nil, nil, 1, 1])
  }

  private let longText = String(repeating: "x", count: 3000)

  @Test("an acknowledgement accounts for every line once")
  func acknowledgements() throws {
    let refusal = BatchAcknowledgement.Refusal(line: 3, reason: "a\u{1B}b")
    let answer = BatchAnswer(
      accepted: 1, BatchAcknowledgement(duplicates: [0], conflicts: [2], refused: [refusal]), count: 4,
      secrets: Self.noSecrets)
    #expect(answer.fault == nil)
    #expect(answer.outcomes == [.duplicate, .accepted, .conflict, .refused])
    #expect(answer.reasons == [3: #"a\u{1B}b"#])
    #expect(answer.isHalf(1..<3))
    #expect(!answer.isHalf(0..<2))
    for (accepted, rest) in [
      (2, BatchAcknowledgement()), (0, BatchAcknowledgement(duplicates: [0, 0])),
      (0, BatchAcknowledgement(conflicts: [1])), (0, BatchAcknowledgement(duplicates: [-1])),
      (1, BatchAcknowledgement(duplicates: [0])),
    ] {
      #expect(BatchAnswer(accepted: accepted, rest, count: 1, secrets: Self.noSecrets).fault != nil)
    }
  }

  @Test("a query is shared by what the plugin looks at") func plans() throws {
    let registry = try Bench.workbench().registry
    var query = SampleQuery()
    (query.from, query.to, query.isStrictEnd) = (1, 5, true)
    (query.source, query.limit, query.sort) = ("s", 3, .endDescending)
    query.after = PageToken(type: "heartRate", time: 4, id: SampleID(high: 1, low: 1))
    let basic = SplitQuery(query, conditions: PluginHello.basicConditions + ["limit", "after"], registry: registry)
    #expect(basic.sent.to == 6)
    #expect(basic.sent.source == nil)
    #expect(basic.sent.limit == nil)
    #expect(basic.sent.after == nil)
    #expect(basic.sent.sort == .ascending)
    #expect(!basic.isWhollySent)
    let all = PluginHello.basicConditions + ["limit", "after", "strict", "source", "by_end", "values", "members"]
    #expect(SplitQuery(query, conditions: all, registry: registry).sent == query)
    #expect(SplitQuery(query, conditions: all, registry: registry).isWhollySent)
    // Names of cases are the registry's, not the plugin's.
    query.values = [ValueCondition(.equal, .text("asleep"))]
    #expect(SplitQuery(query, conditions: all, registry: registry).sent.values.isEmpty)
  }
}
