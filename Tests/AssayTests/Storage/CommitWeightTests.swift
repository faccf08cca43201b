import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// What samples count toward a commit.
struct CommitWeightTests {
  @Test("a sample counts once, and once more for each whole KiB of its text", arguments: [0, 100, 3_000])
  func weight(_ points: Int) throws {
    let workbench = try SampleWorkbench()
    let voltages = (0..<points).map { "\($0 % 10)" }.joined(separator: ",")
    let batch = try workbench.batch(
      """
      {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
      {"type":"electrocardiogram","start":"2026-01-01T08:00:00Z","fields":{"classification":"sinusRhythm"},\
      "points":{"rate":{"value":512,"unit":"Hz"},"units":{"voltage":"mcV"},"voltage":[\(voltages)]}}
      """)
    #expect(batch.commitWeight == 2 + batch.text[1].indices.count / 1024)
    #expect((batch.commitWeight > 2) == (points > 1000))
  }
}
