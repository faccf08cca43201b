import Foundation
import Testing

/// Routes and electrocardiograms of an export that were refused come back when the rules accept them.
@Suite("Refused files of an export") struct RefusedFileTests {
  private static let files = [
    "export.xml": """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2025-06-01 08:00:00 +0000"/>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
    startDate="2025-05-01 10:00:00 +0200" endDate="2025-05-01 10:30:00 +0200">
      <WorkoutRoute sourceName="Watch &amp; \u{FC}" startDate="2025-05-01 10:00:00 +0200" \
    endDate="2025-05-01 10:30:00 +0200"><FileReference path="/workout-routes/route.gpx"/></WorkoutRoute>
     </Workout>
    </HealthData>

    """,
    "workout-routes/route.gpx": """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1"><trk><trkseg>
    <trkpt lon="11.5" lat="48.1"><ele>520.5</ele><time>2025-05-01T08:00:00Z</time></trkpt>
    <trkpt lon="11.6" lat="48.1"><ele>521</ele><time>2025-05-01T08:00:01Z</time></trkpt>
    </trkseg></trk></gpx>

    """,
  ]

  private static func layer(_ type: String, points: Int) -> String {
    """
    schema: 1
    overrides: \(type)
    reason: the study wants long ones
    rules:
      - {name: long, require: "count(points) >= \(points)", says: "there are few points"}

    """
  }

  /// An export of a workout with its route, and an electrocardiogram of three voltages.
  private func export(_ folder: TemporaryFolder) throws -> String {
    let path = folder.path(of: "export")
    for name in ["workout-routes", "electrocardiograms"] {
      try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
    }
    for (name, text) in Self.files { _ = try folder.write("export/" + name, text) }
    let recording = AssayBinary.root + "/Tests/Cases/export-files/ecg.csv"
    try FileManager.default.copyItem(atPath: recording, toPath: path + "/electrocardiograms/ecg_2025.csv")
    return path
  }

  private func revalidate(_ store: TestStore, _ options: String...) throws -> RunReport.Summary {
    let arguments = ["revalidate"] + store.quarantineFiles() + ["--store", "sqlite:" + store.path]
    return try RunReport(try AssayBinary.run(arguments + ["--output-format", "json"] + options)).summary
  }

  @Test("what the rules accept now is stored as a direct import stores it") func back() throws {
    try TemporaryFolder.with { folder in
      let path = try export(folder)
      let direct = TestStore(folder, "direct.db")
      #expect(try direct.importing(path).report.summary.accepted == 3)
      let catalog = folder.path(of: "catalog")
      try FileManager.default.createDirectory(atPath: catalog, withIntermediateDirectories: true)
      _ = try folder.write("catalog/workoutRoute.yaml", Self.layer("workoutRoute", points: 3))
      _ = try folder.write("catalog/electrocardiogram.yaml", Self.layer("electrocardiogram", points: 4))
      let store = TestStore(folder)
      let summary = try store.importing(path, options: ["--catalog", catalog]).report.summary
      #expect(summary.accepted == 1 && summary.refused == 2)
      // The same rules refuse them again, and keep all that another replay needs.
      let again = try revalidate(store, "--catalog", catalog)
      #expect(again.accepted == 0 && again.refused == 2)
      #expect(try store.quarantine().flatMap { $0.diagnostics.map(\.code) } == ["rule-broken", "rule-broken"])
      let accepted = try revalidate(store)
      #expect(accepted.accepted == 2 && accepted.refused == 0)
      #expect(try store.export() == direct.export())
      #expect(try store.quarantine().isEmpty)
      #expect(try store.importing(path).report.summary.duplicates == 3)
    }
  }

  @Test("a file that was not read whole is left as it is") func damaged() throws {
    try TemporaryFolder.with { folder in
      let path = try export(folder)
      _ = try folder.write("export/workout-routes/route.gpx", [0x3C, 0x67, 0x70, 0x78, 0x3E, 0xFF])
      let store = TestStore(folder)
      #expect(try store.importing(path).report.summary.refused == 1)
      let summary = try revalidate(store)
      #expect(summary.accepted == 0 && summary.refused == 1)
    }
  }
}
