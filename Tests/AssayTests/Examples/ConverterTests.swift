import Foundation
import HealthModel
import Testing

/// The converter of `Tests/Packages/Examples`, whose source is linked into this folder.
@Suite("The converter among the examples") struct ConverterTests {
  @Test("rows that fit become lines, and the others findings with their line") func conversion() async throws {
    let folder = NSTemporaryDirectory() + "assay-converter-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let table = "when,reading\n2026-01-05T08:00:00Z,64\n2026-01-05T08:05:00Z,6400\n2026-01-05T08:10:00Z,66\n"
    try Data(table.utf8).write(to: URL(fileURLWithPath: folder + "/table.csv"))
    let now = Instant(microseconds: 1_767_700_000_000_000)
    let result = try await Converter().convert(folder + "/table.csv", to: folder + "/samples.ndjson", now: now)
    #expect(result.written == 2)
    #expect(result.findings.map(\.code) == [.valueNotAllowed])
    #expect(result.findings.first?.location.line == 3)
    let lines = try String(contentsOfFile: folder + "/samples.ndjson", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains(#""type":"heartRate""#) && $0.contains(#""unit":"count/min""#) })
  }
}
