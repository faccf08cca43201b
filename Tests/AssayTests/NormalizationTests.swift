import Assay
import Foundation
import HealthModel
import HealthReports
import HealthValidation
import SeededRandom
import Testing

/// Laws of the normal form, over made-up samples with a printed seed.
struct NormalizationTests {
  @Test("normalizing twice changes nothing") func idempotence() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: SeededGenerator.seed())
    let path = try bench.file("a.ndjson", samples.lines(500).joined(separator: "\n"))
    let once = try await bench.normalize(path)
    let twice = try await bench.normalize(try bench.file("b.ndjson", once))
    #expect(once.split(separator: "\n").count == 500)
    #expect(once == twice)
  }

  @Test("the normal form has the warnings of the input and no errors") func sameWarnings() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry(["Tests/Cases/samples/catalog"]))
    let lines = try SampleCase.all().filter { item in
      item.units == nil && item.timeZone == nil && item.findings.allSatisfy { $0.hasPrefix("warning") }
    }
    for item in lines {
      let text = String(decoding: item.text, as: UTF8.self)
      let normal = try await bench.normalize(try bench.file("one.ndjson", text))
      // The normal form says more than the shortest form: with thousands of members it is longer than a line may be.
      if normal.utf8.count > 1 << 20 { continue }
      let check = SampleCheck(
        Validator(registry: bench.registry, options: ValidationOptions(now: ProjectFiles.now)))
      let found = check.diagnostics(in: normal).map { "\($0.severity.name) \($0.code.name)" }.sorted()
      let wanted = item.findings.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.sorted()
      #expect(found == wanted || (normal.isEmpty && item.family == "value"), "\(item.testDescription): \(normal)")
    }
  }

  @Test("the number of threads changes nothing", arguments: [1, 2, 5]) func jobs(_ jobs: Int) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: 42)
    let path = try bench.file("a.ndjson", samples.lines(6000, faulty: true).joined(separator: "\n"))
    let (one, summary) = try await bench.validate(path, jobs: 1)
    let (many, other) = try await bench.validate(path, jobs: jobs)
    #expect(one == many)
    #expect(summary == other)
    #expect(summary.refused > 100)
    #expect(summary.read == summary.accepted + summary.refused)
    #expect(try await bench.normalize(path) == bench.normalize(path, jobs: jobs))
  }

  @Test("originals are kept where normalizing changes them") func originals() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let text = """
      {"type":"bodyMass","value":154,"unit":"lb","start":"2026-01-01T08:00:00-07:00"}
      {"type":"audioExposureEvent","value":1,"start":"2026-01-01T08:00:00.1234567Z"}
      """
    let normal = try await bench.normalize(try bench.file("a.ndjson", text)).split(separator: "\n")
    #expect(normal.count == 2)
    #expect(normal[0].contains("\"value\":69.85322498,\"unit\":\"kg\",\"start\":\"2026-01-01T15:00:00Z\""))
    #expect(normal[0].contains("\"offset\":\"-07:00\""))
    #expect(normal[0].contains("\"original\":{\"value\":154,\"unit\":\"lb\"}"))
    #expect(normal[1].contains("\"type\":\"environmentalAudioExposureEvent\",\"value\":\"momentaryLimit\""))
    #expect(normal[1].contains("\"start\":\"2026-01-01T08:00:00.123456Z\""))
    #expect(
      normal[1].contains(
        "\"original\":{\"value\":1,\"type\":\"audioExposureEvent\",\"start\":\"2026-01-01T08:00:00.1234567Z\"}"))
  }
}
