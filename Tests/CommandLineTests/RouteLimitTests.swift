import Foundation
import Testing

/// A route of a million points is refused with a code that says which limit it breaks, whatever form it comes in.
@Suite("Routes that are too long") struct RouteLimitTests {
  private static let count = 1_000_000

  /// A route as a line of JSON: each point has the same place, and a text for its time.
  private static func line(_ count: Int, time: String, place: String) -> String {
    func array(_ text: String) -> String { "[" + String(repeating: text + ",", count: count - 1) + text + "]" }
    return #"{"type":"workoutRoute","start":"2026-01-01T08:00:00Z","end":"2026-01-15T08:00:00Z","points":{"time":"#
      + array(time) + #","units":{"latitude":"deg","longitude":"deg"},"latitude":"# + array(place)
      + #","longitude":"# + array(place) + "}}\n"
  }

  @Test(
    "as a line of JSON",
    arguments: [
      // Two bytes a number are less than a line may have, so that the points count.
      (count, "0", "1", "error[points-too-many]: workoutRoute takes at most 100000 points, got 1000000"),
      (count, "1000000", "48.1", "error[line-too-long]: the sample is longer than the limit of 10 MiB"),
      (100_001, "0", "1", "error[points-too-many]: workoutRoute takes at most 100000 points, got 100001"),
    ] as [(Int, String, String, String)])
  func line(_ count: Int, _ time: String, _ place: String, _ words: String) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("route.ndjson", Self.line(count, time: time, place: place))
      let result = try AssayBinary.run(["validate", path])
      #expect(result.status == 1 && result.text.contains(words), "\(result.text.prefix(400))")
      #expect(result.text.contains("1 refused") || result.errorText.contains("1 refused"))
    }
  }

  @Test("100,000 points are taken") func longest() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("route.ndjson", Self.line(100_000, time: "0", place: "1"))
      let result = try AssayBinary.run(["validate", path])
      #expect(result.status == 0, "\(result.text.prefix(400))")
    }
  }

  @Test(
    "as a file of an export",
    arguments: [
      (#"<trkpt lat="1" lon="1"/>"#, "error[object-too-large]: the route has more than the limit of 2,000,000"),
      (
        #"<trkpt lat="48.13" lon="11.57"><ele>1</ele></trkpt>"#,
        "error[line-too-long]: the file is longer than the limit of 32 MiB"
      ),
    ] as [(String, String)])
  func file(_ point: String, _ words: String) throws {
    try TemporaryFolder.with { folder in
      let export = folder.path(of: "apple_health_export")
      try FileManager.default.createDirectory(atPath: export + "/workout-routes", withIntermediateDirectories: true)
      let times = #"startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-15 08:30:00 +0000""#
      let record = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2026-01-20 08:00:00 +0000"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \(times)>
          <WorkoutRoute sourceName="Watch" \(times)>
           <FileReference path="/workout-routes/route_1.gpx"/>
          </WorkoutRoute>
         </Workout>
        </HealthData>

        """
      _ = try folder.write("apple_health_export/export.xml", record)
      let points = String(repeating: point, count: Self.count)
      _ = try folder.write(
        "apple_health_export/workout-routes/route_1.gpx",
        #"<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>"# + points + "</trkseg></trk></gpx>")
      let result = try AssayBinary.run(["validate", export])
      #expect(result.status == 1 && result.text.contains(words), "\(result.text.prefix(400))")
    }
  }
}
