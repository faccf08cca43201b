import Foundation
import Testing

/// What a fault of a point says: the column by its name, whatever the export calls it.
@Suite("Points of exports") struct RoutePointMessageTests {
  private static let times = #"startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:30:00 +0000""#

  private static func export(_ route: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \(times)>
      <WorkoutRoute sourceName="Watch" \(times)>
    \(route)
      </WorkoutRoute>
     </Workout>
    </HealthData>

    """
  }

  private static let words = [
    "`latitude` of workoutRoute takes at most 90 deg, got 91",
    "`longitude` of workoutRoute takes a number in deg, got x",
    "`altitude` of workoutRoute takes a number in m, got abc",
    "`speed` of workoutRoute takes a number in m/s, got fast",
    "`time` of workoutRoute takes a time, got soon",
  ]

  private static func location(_ date: String, _ latitude: String, _ others: String) -> String {
    #"<Location date="\#(date)" latitude="\#(latitude)" longitude="11.5" horizontalAccuracy="1" \#(others)/>"#
  }

  @Test("in elements of the main file") func elements() throws {
    let points = [
      Self.location("2026-01-01 08:00:00 +0000", "91", #"altitude="abc" speed="fast""#),
      Self.location("soon", "1", #"altitude="1" speed="1""#),
    ]
    .joined(separator: "\n").replacing("11.5\" horizontalAccuracy=\"1\" altitude=\"abc", with: "x\" altitude=\"abc")
    try TemporaryFolder.with { folder in
      let path = try folder.write("export.xml", Self.export(points))
      let result = try AssayBinary.run(["validate", path])
      for word in Self.words { #expect(result.text.contains(word), "\(word): \(result.text)") }
      #expect(!result.text.contains("the value"))
    }
  }

  @Test("in a file of a route") func files() throws {
    let route = """
      <?xml version="1.0"?><gpx version="1.1"><trk><trkseg>
      <trkpt lon="x" lat="91"><ele>abc</ele><time>soon</time><extensions><speed>fast</speed></extensions></trkpt>
      </trkseg></trk></gpx>
      """
    try TemporaryFolder.with { folder in
      _ = try folder.write("workout-routes/route_1.gpx", route)
      _ = try folder.write(
        "export.xml", Self.export(#"   <FileReference path="/workout-routes/route_1.gpx"/>"#))
      let result = try AssayBinary.run(["validate", folder.path])
      for word in Self.words { #expect(result.text.contains(word), "\(word): \(result.text)") }
      #expect(!result.text.contains("the value"))
    }
  }

  @Test("in JSON the time of a point is called so") func json() throws {
    let line =
      #"{"type":"workoutRoute","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z","points":{"time":["a"],"#
      + #""units":{"latitude":"deg","longitude":"deg"},"latitude":[48],"longitude":[11]}}"#
    let result = try AssayBinary.run(["validate", "-"], input: Array((line + "\n").utf8))
    #expect(result.text.contains("`time` of workoutRoute takes seconds after the start, got"), "\(result.text)")
  }
}
