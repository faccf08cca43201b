import Foundation
import Testing

/// Exports that hold every element of the format, made by a script that counts what it writes.
enum GeneratedExport {
  /// What the script printed.
  struct Truth: Decodable {
    var elements: [String: Int]
    var points: Int
    var voltages: Int
    var routeFiles: Int
    var recordings: Int
  }

  private static let script = "Benchmarks/exports/make_export.py"

  /// Whether Python is there.
  static let isPossible = (try? run(["-c", "import zipfile"]).status) == 0

  /// Writes an export; its name ends with `.zip` or names a folder.
  static func make(_ path: String, _ options: [String] = []) throws -> Truth {
    let result = try run([script, path] + options)
    try #require(result.status == 0, "\(result.errorText)")
    return try JSONDecoder().decode(Truth.self, from: Data(result.output))
  }

  private static func run(_ arguments: [String]) throws -> ProcessResult {
    let variables = AssayBinary.environment(["PYTHONDONTWRITEBYTECODE": "1"])
    return try ChildProcess("python3", arguments, environment: variables, folder: AssayBinary.root).finish()
  }
}

/// What goes into an export comes out of it: elements, points, voltages, by a count of their own.
@Suite("Generated exports", .enabled(if: GeneratedExport.isPossible, "python3 is not here"))
struct GeneratedExportTests {
  @Test(
    "every element and file is read, and the numbers are those of the script",
    arguments: ["export", "export.zip"], ["1", "4"])
  func whole(_ name: String, jobs: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: name)
      let truth = try GeneratedExport.make(path, ["--workouts", "12", "--points", "70", "--records", "60"])
      let result = try AssayBinary.run(["validate", path, "--output-format", "json", "--jobs", jobs])
      let summary = try RunReport(result).summary
      #expect(result.status == 0, "\(result.text)")
      #expect(summary.elements == truth.elements)
      #expect(summary.refused == 0 && summary.unsupported.isEmpty && summary.isBalanced)
      #expect(summary.byType["workoutRoute"]?.accepted == truth.elements["WorkoutRoute"])
      #expect(summary.byType["heartbeatSeries"]?.accepted == truth.elements["HeartRateVariabilityMetadataList"])
      #expect(summary.byType["electrocardiogram"]?.accepted == truth.recordings)
    }
  }

  @Test("a store gives all of it back, and takes none of it twice") func store() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "export.zip")
      let truth = try GeneratedExport.make(path, ["--workouts", "12", "--points", "70", "--records", "60"])
      let store = TestStore(folder)
      let (status, report) = try store.importing(path)
      #expect(status == 0)
      let text = try store.export()
      var (points, voltages, events) = (0, 0, 0)
      for line in text.split(separator: "\n") {
        guard let sample = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
        let columns = sample["points"] as? [String: Any]
        points += (columns?["latitude"] as? [Double])?.count ?? 0
        voltages += (columns?["voltage"] as? [Double])?.count ?? 0
        events += (sample["lists"] as? [String: [Any]])?["events"]?.count ?? 0
      }
      #expect(points == truth.points)
      #expect(voltages == truth.voltages)
      // The script writes each event twice, in its workout and in the activity.
      #expect(truth.elements["WorkoutEvent"] == 2 * events)
      let again = try store.importing(path).report.summary
      #expect(again.accepted == 0 && again.duplicates == report.summary.accepted && again.conflicts == 0)
      #expect(try store.export() == text)
    }
  }

  @Test("the main file alone is read without its routes, each of which is a warning") func mainFile() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "export")
      let truth = try GeneratedExport.make(path, ["--workouts", "12", "--points", "70", "--records", "10"])
      let main = path + "/apple_health_export/export.xml"
      let result = try AssayBinary.run(["validate", main, "--output-format", "json"])
      let summary = try RunReport(result).summary
      #expect(result.status == 0, "\(result.text)")
      #expect(summary.byCode["file-missing"] == truth.routeFiles + 1)
      #expect(summary.elements == truth.elements && summary.refused == 0)
    }
  }
}
