import Assay
import Foundation
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation
import Synchronization
import Testing

/// Inputs that are converted to samples: findings name the place in the original, in every report, and imports go on.
@Suite("Converted formats") struct ConvertedFormatTests {
  private func write(_ records: [UInt8], to bench: Workbench, _ name: String = "a.count") throws -> String {
    let path = bench.folder + "/" + name
    try Data(CounterFormat.file(records)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func input(_ path: String) throws -> ResolvedInput {
    try ResolvedInput.resolve(path: path, formats: FormatList.core.adding([CounterFormat.format]))
  }

  private static let options = ValidationOptions(now: ProjectFiles.now)

  /// Validates records, and returns the report and the summary.
  private func validate(
    _ records: [UInt8], _ format: ReportFormat = .concise, across: Bool = false, redacts: Bool = false
  ) async throws -> (report: String, summary: Summary) {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try write(records, to: bench)
    let report = bench.folder + "/report"
    let reporter = Reporter(sinks: [ReportSink(format: format, output: try ByteOutput.file(report), maximumFindings: 0)]
    )
    var request = bench.request(jobs: 2)
    request.redacts = redacts
    if across { request.across = AcrossOptions() }
    let summary = try await CheckEngine(request, reporter).check(try input(path), options: Self.options)
    try reporter.finish(summary)
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: report)), as: UTF8.self)
    return (text.replacing(bench.folder + "/", with: ""), summary)
  }

  @Test("samples are judged, and findings name their places in the original") func places() async throws {
    let (report, summary) = try await validate([100, 100, 3, 100, 255, 254, 253])
    #expect(summary.read == 6 && summary.accepted == 2 && summary.refused == 4)
    #expect(summary.unsupported == ["pause": 1])
    #expect(!summary.isIncomplete)
    let lines = report.split(separator: "\n").filter { $0.contains("a.count") && $0.contains("[") }
    #expect(lines.count == 5, "\(report)")
    #expect(lines.first?.hasPrefix("a.count: byte 5: error[value-not-allowed]") == true, "\(report)")
    #expect(lines.contains { $0.hasPrefix("a.count:7:1: error[value-not-allowed]") })
    #expect(lines.contains { $0.hasPrefix("a.count: hour 4: error[value-not-allowed]") })
    #expect(lines.contains { $0.hasPrefix("a.count: hour 5: error[record-unreadable]: the record has no count") })
    #expect(lines.contains { $0.hasPrefix("a.count: hour 7: warning[near-duplicate]: the count is doubtful") })
  }

  @Test("every report has the place", arguments: ReportFormat.allCases)
  func reports(_ format: ReportFormat) async throws {
    let (report, _) = try await validate([1, 1, 1, 255], format)
    // Those count findings by code or name the first place of a file only.
    guard ![.junit, .summary].contains(format) else { return }
    #expect(report.contains("hour 4") && report.contains("record-unreadable"), "\(report)")
  }

  @Test("what a source says is not shown when nothing of the input is") func redacted() async throws {
    let (report, _) = try await validate([1, 1, 1, 255], redacts: true)
    #expect(report.contains("a.count: hour 4: error[record-unreadable]: the record cannot be read as a sample"))
  }

  @Test("rules over several samples name the places") func across() async throws {
    // The hours of a day come again after 25 days.
    let (report, _) = try await validate(
      [UInt8](repeating: 9, count: 600) + [UInt8](repeating: 7, count: 5), across: true)
    #expect(!report.contains(":-"), "\(report)")
    let repeated = try await validate([UInt8](repeating: 9, count: 7_300), across: true).report
    #expect(
      repeated.contains(/a\.count: hour \d+: \w+\[(duplicate|near-duplicate)\]: the same .* as hour \d+/),
      "\(repeated.prefix(600))")
  }

  @Test("an input that breaks off counts up to there, and is incomplete") func damage() async throws {
    let (report, summary) = try await validate([UInt8](repeating: 2, count: 300) + [252, 1, 1])
    #expect(summary.accepted >= 256 && summary.isIncomplete)
    #expect(report.contains("error[input-damaged]: the record after hour 300 is cut off"), "\(report)")
  }

  @Test("a range of lines is refused") func range() throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let input = try input(try write([1], to: bench))
    #expect(throws: InputError.self) { try input.limited(to: try #require(LineRange(start: 0, end: 10))) }
  }

  @Test("an interrupted import goes on, and ends as if nothing had happened", arguments: [1, 3])
  func resumed(_ calls: Int) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let records = (0..<9_000).map { number -> UInt8 in
      if number % 97 == 0 { return 255 }
      return number % 89 == 0 ? 254 : UInt8(number % 50)
    }
    let path = try write(records, to: bench)
    func load(_ store: any StorageBackend, _ quarantine: String, stop: Int? = nil) async throws -> Summary {
      var request = bench.request(jobs: 32)
      request.commitSize = 1000
      let count = Mutex(0)
      request.interruption = {
        count.withLock { count in
          count += 1
          return count == stop ? 2 : nil
        }
      }
      return try await CheckEngine(request, store: store).check(
        try input(path), options: Self.options, key: path,
        quarantine: QuarantineFile(path: bench.folder + "/" + quarantine))
    }
    let whole = try await ImportTests.open("sqlite", bench, name: "whole.db")
    let wanted = try await load(whole, "whole.ndjson")
    #expect(wanted.accepted > 6000 && wanted.refused > 80)
    let store = try await ImportTests.open("sqlite", bench, name: "parts.db")
    await #expect(throws: Failure.self) { _ = try await load(store, "parts.ndjson", stop: calls) }
    let summary = try await load(store, "parts.ndjson")
    #expect(summary.resumedAt ?? 0 > 0)
    #expect(summary.read == wanted.read && summary.refused == wanted.refused)
    #expect(summary.unsupported == wanted.unsupported)
    #expect(try await bench.export(store) == bench.export(whole))
    #expect(try bench.text("parts.ndjson") == bench.text("whole.ndjson"))
    let kept = try bench.text("parts.ndjson")
    #expect(kept.contains(#""place":"hour 1""#) && kept.contains(#""format":"jsonl""#))
    #expect(kept.contains(#""fragment":true"#), "\(kept.prefix(600))")
    try await store.close()
    try await whole.close()
  }

  @Test("where chunks are cut changes nothing", arguments: [1, 100, 1000, 1 << 20])
  func cuts(_ size: Int) throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try write((0..<500).map { UInt8($0 % 256) }.filter { $0 != 252 }, to: bench)
    let input = try input(path)
    var text: [UInt8] = []
    var offset: Int64 = 0
    var chunks = try input.makeChunks(size: size)
    while let chunk = try chunks.next() {
      #expect(chunk.offset == offset)
      text += chunk.bytes
      offset += Int64(chunk.bytes.count)
      guard offset < 8000, chunk.bytes.count > 0 else { continue }
      var rest = try input.makeChunks(size: size, from: offset)
      let next = try rest.next()
      #expect(next?.offset == offset || next == nil)
      #expect(next?.converted?.place(at: 0) != chunk.converted?.place(at: 0))
    }
    var source = try input.makeTextSource(types: nil)
    var again: [UInt8] = []
    while try source.read(into: &again, count: 1000) > 0 {}
    #expect(again == text)
  }
}
