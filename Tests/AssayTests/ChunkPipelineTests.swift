import HealthFormats
import HealthModel
import HealthValidation
import Synchronization
import Testing

@testable import Assay

/// Chunks through workers on several threads.
@Suite struct ChunkPipelineTests {
  @Test("results come in input order, whatever is done first", arguments: [1, 2, 3, 8])
  func order(jobs: Int) async throws {
    let texts = (0..<60).map { Self.lines($0 % 7 * 40 + 1) }
    let taken = try await Self.taken(Chunks(texts.map { .text($0) }), jobs: jobs)
    #expect(taken == texts.map { $0.count(where: \.isNewline) })
  }

  @Test("what was read before the source broke off is taken up first, then it is told why", arguments: [1, 2, 8])
  func brokenOff(jobs: Int) async throws {
    let error = InputError.unreadable(path: "made up", reason: "gone")
    var taken: [Int] = []
    await #expect(throws: error) {
      taken = []
      _ = try await Self.taken(Chunks([.text(Self.lines(3)), .text(Self.lines(2)), .failure(error)]), jobs: jobs) {
        taken.append($0)
        return true
      }
    }
    #expect(taken == [3, 2])
  }

  @Test("a consumer that wants no more gets no more, and few chunks are read for nothing", arguments: [1, 2, 8])
  func enough(jobs: Int) async throws {
    let read = Counter()
    let chunks = Chunks((0..<1000).map { _ in .text(Self.lines(5)) }, read: read)
    var left = 3
    let taken = try await Self.taken(chunks, jobs: jobs) { _ in
      left -= 1
      return left > 0
    }
    #expect(taken.count == 3)
    #expect(read.value <= 3 + 2 * jobs)
  }

  @Test("a consumer's error ends the run and is thrown", arguments: [1, 2, 8])
  func refused(jobs: Int) async throws {
    struct Full: Error {}
    let read = Counter()
    let chunks = Chunks((0..<1000).map { _ in .text(Self.lines(5)) }, read: read)
    await #expect(throws: Full.self) { _ = try await Self.taken(chunks, jobs: jobs) { _ in throw Full() } }
    #expect(read.value <= 1 + 2 * jobs)
  }

  @Test("no more chunks are in flight than twice the jobs, however slow the consumer", arguments: [2, 4])
  func bounded(jobs: Int) async throws {
    let read = Counter()
    var done = 0
    let chunks = Chunks((0..<40).map { _ in .text(Self.lines(5)) }, read: read)
    _ = try await Self.taken(chunks, jobs: jobs) { _ in
      try await Task.sleep(for: .milliseconds(2))
      #expect(read.value <= done + 2 * jobs)
      done += 1
      return true
    }
    #expect(done == 40)
  }

  @Test("an input of one chunk has one job, others and those of unknown size have all that are asked for")
  func small() throws {
    for (size, jobs) in [(0, 1), (1000, 1), (512 << 10, 1), (512 << 10 + 1, 2), (nil, 2)] as [(Int64?, Int)] {
      #expect(try Self.pipeline(jobs: 2, inputSize: size).jobs == jobs, "\(size ?? -1)")
    }
  }

  @Test("the more jobs there are, the smaller are the chunks: those in flight have four megabytes together")
  func chunkSizes() {
    for jobs in 1...8 { #expect(2 * jobs * ChunkPipeline.chunkSize(jobs: jobs) <= 4 << 20, "\(jobs)") }
    // With very many jobs a chunk still has thousands of samples.
    for jobs in 0...256 { #expect((256 << 10...512 << 10).contains(ChunkPipeline.chunkSize(jobs: jobs)), "\(jobs)") }
  }

  @Test("tables and foreign JSON have smaller chunks, the more samples a record makes the smaller")
  func chunkSizesOfShortRecords() {
    var wide = TableLayout()
    wide.mapping.rows = [RecordSample(places: ["value": "weight"]), RecordSample(places: ["value": "fat"])]
    var json = TableLayout()
    json.records = RecordLayout(records: "/readings/*")
    var several = json
    several.further = [json, wide]
    for jobs in [1, 2, 8] {
      let size = ChunkPipeline.chunkSize(jobs: jobs)
      for (format, layout, samples) in [
        (.csv, TableLayout(), 1), (.csv, wide, 2), (.json, json, 1), (.jsonLines, json, 1), (.json, several, 4),
      ] as [(InputFormat, TableLayout, Int)] {
        #expect(ChunkPipeline.chunkSize(jobs: jobs, of: format, layout) <= max(32 << 10, size / (4 * samples)))
      }
      for format in [InputFormat.jsonLines, .json, .appleHealth] {
        #expect(ChunkPipeline.chunkSize(jobs: jobs, of: format, TableLayout()) == size)
      }
    }
  }

  @Test("a caller gets as many chunks ahead as it wants, however slow it is, and no more", arguments: [0, 3])
  func ahead(count: Int) async throws {
    let read = Counter()
    var done = 0
    let chunks = Chunks((0..<40).map { _ in .text(Self.lines(5)) }, read: read)
    try await Self.pipeline(jobs: 2, ahead: count).judge(chunks, format: .jsonLines) { _ in
      // Workers go on while the first result is not taken.
      var waits = 0
      while done == 0, read.value < 4 + count, waits < 20_000 {
        waits += 1
        try await Task.sleep(for: .milliseconds(1))
      }
      if done == 0 { #expect(read.value == 4 + count) }
      #expect(read.value <= done + 4 + count)
      done += 1
      return true
    }
    #expect(done == 40)
  }

  @Test("an input without chunks ends at once", arguments: [1, 2]) func empty(jobs: Int) async throws {
    #expect(try await Self.taken(Chunks([]), jobs: jobs).isEmpty)
  }

  @Test("short bad lines come in parts that hold few findings, and nothing is lost", arguments: [1, 2])
  func parts(jobs: Int) async throws {
    let lines = 5 * ChunkWorker.maximumFindings / 2
    var results: [ChunkResult] = []
    try await Self.pipeline(jobs: jobs).judge(
      Chunks([.text(Self.lines(lines)), .text(Self.lines(3))]), format: .jsonLines
    ) {
      results.append($0)
      return true
    }
    #expect(results.map(\.findings.count).max() == ChunkWorker.maximumFindings)
    #expect(results.map(\.records).reduce(0, +) == lines + 3)
    #expect(results.map(\.extent.lineFeeds).reduce(0, +) == lines + 3)
    var end: Int64 = 0
    for result in results {
      #expect(result.chunk.offset == end)
      end += Int64(result.chunk.contentCount)
    }
    #expect(end == Int64((Self.lines(lines) + Self.lines(3)).utf8.count))
  }

  @Test(
    "where parts are cut changes nothing", arguments: [InputFormat.jsonLines, .json, .appleHealth, .csv], [1, 2, 3, 7])
  func cuts(_ format: InputFormat, _ limit: Int) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("input", Self.document(format))
    var found: [[String]] = []
    for limit in [Int.max, limit] {
      let input = try ResolvedInput.resolve(path: path, format: format, stdinName: nil)
      let validator = Validator(registry: bench.registry, options: ValidationOptions(now: ProjectFiles.now))
      let pipeline = ChunkPipeline(jobs: 1) {
        ChunkWorker(validator: validator, writer: nil, keepsRefused: true, maximumFindings: limit)
      }
      var lines: [String] = []
      var position = ReadPosition()
      try await pipeline.judge(try input.makeChunks(size: 1 << 20, from: 0), format: format) { result in
        var renderer = FindingRenderer(validator: validator, path: "input", chunkStart: position)
        let bytes = result.chunk.bytes.span.bytes
        for finding in result.findings {
          let found = renderer.diagnostic(finding, in: bytes, syntax: format.syntax)
          lines.append("\(found.location.line) \(found.location.column) \(found.code.name) \(found.message)")
        }
        for record in result.refused + result.unsupported {
          lines.append(String(decoding: result.chunk.bytes[record.span.indices], as: UTF8.self))
        }
        position.line += result.extent.lineFeeds
        position.column = result.extent.columns + (result.extent.lineFeeds > 0 ? 1 : position.column)
        position.byteOffset += Int64(result.chunk.contentCount)
        return !result.isBroken
      }
      found.append(lines.sorted())
    }
    #expect(found[0].count > 20)
    #expect(found[0] == found[1])
  }

  /// A document of each format, with faults of many kinds and with blank lines.
  private static func document(_ format: InputFormat) -> String {
    let good = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","x":1,"y":2}"#
    let bad = #"{"type":"unknown","x":1,"source":{"name":"a","z":2}}"#
    switch format {
    case .jsonLines:
      return (0..<6).map { _ in [good, bad, "", "{bad}", " "].joined(separator: "\r\n") }.joined(separator: "\n")
    case .json:
      return "[" + (0..<6).map { _ in [good, bad].joined(separator: " ,\n") }.joined(separator: ",") + "\n]\n"
    case .csv:
      return "type,value,unit,start\n"
        + (0..<6).map { "heartRate,\($0),count/min,2026-01-01T08:00:00Z\n\nheartRate,72\n\"a\"b,1,,\n" }.joined()
    default:
      let record = #"<Record type="T" sourceName="W" unit="count/min" value="72" startDate="x" a="1" b="2"/>"#
      return
        "<HealthData>\n<Me HKCharacteristicTypeIdentifierBiologicalSex=\"x\" HKCharacteristicTypeIdentifierBloodType=\"y\"/>\n"
        + (0..<6).map { _ in record + " text " + record + "\n<Workout a=\"1\"/><Other/>\n" }.joined()
        + "</HealthData>\n"
    }
  }

  /// How many records each chunk had, in the order they were taken up.
  private static func taken(
    _ chunks: sending Chunks, jobs: Int, _ consume: (Int) async throws -> Bool = { _ in true }
  ) async throws -> [Int] {
    var taken: [Int] = []
    try await pipeline(jobs: jobs).judge(chunks, format: .jsonLines) { result in
      taken.append(result.records)
      return try await consume(result.records)
    }
    return taken
  }

  private static func pipeline(jobs: Int, inputSize: Int64? = nil, ahead: Int = 0) throws -> ChunkPipeline {
    let validator = Validator(registry: try Registry(types: []), options: ValidationOptions(now: ProjectFiles.now))
    return ChunkPipeline(jobs: jobs, inputSize: inputSize, ahead: ahead) {
      ChunkWorker(validator: validator, writer: nil, keepsRefused: false)
    }
  }

  private static func lines(_ count: Int) -> String { String(repeating: #"{"type":"unknown"}"# + "\n", count: count) }
}

/// Chunks that are there already.
private struct Chunks: ChunkSource {
  enum Step: Sendable {
    case text(String)
    case failure(InputError)
  }

  private var steps: ArraySlice<Step>
  private let read: Counter?
  private var offset: Int64 = 0
  private var index = 0

  init(_ steps: [Step], read: Counter? = nil) {
    self.steps = steps[...]
    self.read = read
  }

  mutating func next() throws(InputError) -> InputChunk? {
    switch steps.popFirst() {
    case nil: return nil
    case .failure(let error): throw error
    case .text(let text):
      read?.increment()
      defer {
        offset += Int64(text.utf8.count)
        index += 1
      }
      return InputChunk(
        bytes: Array(text.utf8), offset: offset, index: index,
        context: ChunkContext(isFirst: offset == 0, isLast: steps.isEmpty))
    }
  }
}

/// Counts on several threads.
private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }
  func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
