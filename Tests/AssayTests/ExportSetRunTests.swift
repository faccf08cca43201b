import Assay
import Foundation
import HealthModel
import HealthReports
import HealthStorage
import Synchronization
import Testing

/// An export with its routes, recordings and documents, from the command's side.
@Suite("Runs over a whole export") struct ExportSetRunTests {
  private static let folder = ProjectFiles.root + "/Tests/Fixtures/apple-health/whole"
  private static let types = [
    "activitySummary", "electrocardiogram", "heartRate", "heartRateVariabilitySDNN", "heartbeatSeries",
    "labResultRecord", "workout", "workoutRoute",
  ]

  @Test(
    "each element and file is a sample, and what nothing names is counted",
    arguments: [folder, folder + ".zip"], [1, 4])
  func validate(_ path: String, jobs: Int) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let (report, summary) = try await bench.validate(path, jobs: jobs)
    #expect(summary.refused == 0, "\(report)")
    #expect(summary.byType.filter { $0.value.accepted > 0 }.keys.sorted() == Self.types)
    #expect(summary.byType.values.allSatisfy { $0.accepted == 1 })
    #expect(summary.unsupported == ["GPX file": 1])
    #expect(summary.byCode["file-missing"] == 1, "\(report)")
    #expect(summary.isIncomplete == false)
  }

  @Test("samples of files belong to those of the main file, and say nothing of a person")
  func normalize() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let text = try await bench.normalize(Self.folder, jobs: 4)
    #expect(try await bench.normalize(Self.folder + ".zip") == text)
    #expect(!text.contains("Nobody") && !text.contains("1980") && !text.contains("0x283c1a620"))
    var samples: [String: [String: Any]] = [:]
    for line in text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      samples[object["type"] as? String ?? ""] = object
    }
    #expect(samples.keys.sorted() == Self.types)
    let workout = try #require(samples["workout"])
    #expect((workout["lists"] as? [String: [Any]])?["events"]?.count == 1)
    #expect(samples["workoutRoute"]?["parent"] as? String == workout["uuid"] as? String)
    #expect(samples["heartbeatSeries"]?["parent"] as? String == samples["heartRateVariabilitySDNN"]?["uuid"] as? String)
    let places = samples["workoutRoute"]?["points"] as? [String: Any]
    #expect(places?["time"] as? [Double] == [0, 1, 1])
    #expect(places?["latitude"] as? [Double] == [48.1, 48.10001, 48.10002])
    let beats = samples["heartbeatSeries"]?["points"] as? [String: Any]
    #expect(beats?["time"] as? [Double] == [3.5, 4.5])
    let voltages = samples["electrocardiogram"]?["points"] as? [String: Any]
    #expect(voltages?["voltage"] as? [Double] == [-12.5, 3, 0.25, 17.125])
    let resource = (samples["labResultRecord"]?["fields"] as? [String: Any])?["resource"] as? [String: Any]
    #expect((resource?["text"] as? String)?.hasPrefix("{\"resourceType\":\"Observation\"") == true)
  }

  @Test("an import that stops anywhere goes on with the files that are left", arguments: 1...4, ["", ".zip"])
  func resume(_ chunk: Int, _ ending: String) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = Self.folder + ending
    let whole = try await ImportTests.open("sqlite", bench, name: "whole.db")
    let wanted = try await bench.load(path, into: whole, quarantine: "whole.ndjson")
    let store = try await ImportTests.open("sqlite", bench, name: "parts.db")
    let calls = Mutex(0)
    await #expect(throws: Failure.self) {
      _ = try await bench.load(path, into: store, quarantine: "parts.ndjson") {
        calls.withLock { count in
          count += 1
          return count == chunk ? 2 : nil
        }
      }
    }
    let summary = try await bench.load(path, into: store, quarantine: "parts.ndjson")
    #expect(summary.resumedAt != nil)
    #expect(summary.read == wanted.read && summary.accepted == wanted.accepted)
    #expect(summary.byType == wanted.byType && summary.byCode == wanted.byCode)
    #expect(summary.unsupported == wanted.unsupported)
    #expect(try await bench.export(store) == bench.export(whole))
    let again = try await bench.load(path, into: store, quarantine: "again.ndjson")
    #expect(again.accepted == 0 && again.duplicates == wanted.accepted)
    try await store.close()
    try await whole.close()
  }

  @Test("what belongs to a refused workout is not read")
  func refused() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = bench.folder + "/export"
    try FileManager.default.copyItem(atPath: Self.folder, toPath: path)
    let main = path + "/apple_health_export/export.xml"
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: main)), as: UTF8.self)
    let faulty = text.replacing("WorkoutActivityTypeRunning", with: "WorkoutActivityTypeNothing")
    try Data(faulty.utf8).write(to: URL(fileURLWithPath: main))
    let (report, summary) = try await bench.validate(path, jobs: 2)
    #expect(summary.byType["workout"]?.refused == 1, "\(report)")
    #expect(summary.byType["workoutRoute"] == nil)
    #expect(summary.unsupported == ["GPX file": 2])
  }

  @Test("a damaged file is a finding, and the others are read", arguments: [1, 4])
  func damaged(jobs: Int) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = ProjectFiles.root + "/Tests/Fixtures/apple-health/damaged-route.zip"
    let (report, summary) = try await bench.validate(path, jobs: jobs)
    #expect(summary.byCode["zip-damaged"] == 1 && summary.isIncomplete, "\(report)")
    #expect(summary.byType["workoutRoute"] == nil)
    #expect(summary.byType["electrocardiogram"]?.accepted == 1 && summary.byType["workout"]?.accepted == 1)
  }

  @Test("of two routes that name one file, the first has it and the second is counted")
  func oneFileTwice() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = bench.folder + "/export"
    try FileManager.default.copyItem(atPath: Self.folder, toPath: path)
    let main = path + "/apple_health_export/export.xml"
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: main)), as: UTF8.self)
    let twice = text.replacing("/workout-routes/gone.gpx", with: "route_2026-01-05_8.30am.gpx")
    try Data(twice.utf8).write(to: URL(fileURLWithPath: main))
    for jobs in [1, 4] {
      let (report, summary) = try await bench.validate(path, jobs: jobs)
      #expect(summary.byType["workoutRoute"]?.accepted == 1, "\(report)")
      #expect(summary.unsupported == ["GPX file": 1, "WorkoutRoute": 1])
    }
  }

  @Test("a file that is no route is a finding with a place in that file")
  func faultyRoute() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = bench.folder + "/export"
    try FileManager.default.copyItem(atPath: Self.folder, toPath: path)
    let route = path + "/apple_health_export/workout-routes/route_2026-01-05_8.30am.gpx"
    try Data("<gpx>\n<trk><trkpt lat=\"1\" lon=\"2\"><ele>".utf8).write(to: URL(fileURLWithPath: route))
    let (report, summary) = try await bench.validate(path, jobs: 2)
    #expect(summary.byCode["truncated"] == 1 && summary.isIncomplete)
    #expect(report.contains("route_2026-01-05_8.30am.gpx"))
    #expect(report.contains("\"line\":2"))
  }
}
