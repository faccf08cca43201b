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

  /// Points without one of their parts, and the words for it.
  static let missing: [(point: String, words: String)] = [
    (#"<trkpt lon="1" lat="1"><ele>1</ele></trkpt>"#, "point 3 of workoutRoute has no `<time>` (time)"),
    (
      #"<trkpt lon="1"><ele>1</ele><time>2026-01-01T08:00:02Z</time></trkpt>"#,
      "point 3 of workoutRoute has no `lat` (latitude)"
    ),
    (
      #"<trkpt lat="1"><ele>1</ele><time>2026-01-01T08:00:02Z</time></trkpt>"#,
      "point 3 of workoutRoute has no `lon` (longitude)"
    ),
  ]

  private static func files(_ points: [String]) throws -> ProcessResult {
    let route = #"<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>"# + "\n" + points.joined(separator: "\n")
    return try TemporaryFolder.with { folder in
      _ = try folder.write("workout-routes/route_1.gpx", route + "\n</trkseg></trk></gpx>\n")
      _ = try folder.write(
        "export.xml", Self.export(#"   <FileReference path="/workout-routes/route_1.gpx"/>"#))
      return try AssayBinary.run(["validate", folder.path])
    }
  }

  private static func point(_ second: Int) -> String {
    #"<trkpt lon="1" lat="1"><ele>1</ele><time>2026-01-01T08:00:0\#(second)Z</time></trkpt>"#
  }

  @Test("what a point lacks is named, at the point, and nothing else is reported", arguments: missing)
  func lacking(_ item: (point: String, words: String)) throws {
    let result = try Self.files([0, 1].map(Self.point) + [item.point] + (3...6).map(Self.point))
    #expect(result.text.contains("route_1.gpx:4:1:"), "\(result.text)")
    #expect(result.text.contains(item.words), "\(result.text)")
    #expect(!result.text.contains("points-length") && !result.text.contains("at least"), "\(result.text)")
    #expect(result.text.split(separator: "\n").count { $0.contains("error[") } == 1, "\(result.text)")
  }

  @Test("a time that cannot be read does not change how many points there are") func count() throws {
    let line =
      #"{"type":"workoutRoute","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z","points":{"#
      + #""time":[0,"x",2,3],"units":{"latitude":"deg","longitude":"deg"},"latitude":[1,1,1,1],"longitude":[1,1,1,1]}}"#
    let result = try AssayBinary.run(["validate", "-"], input: Array((line + "\n").utf8))
    #expect(result.text.contains("error[time-invalid]") && !result.text.contains("points-length"), "\(result.text)")
  }

  @Test("references of XML in numbers and times are decoded") func references() throws {
    let escaped =
      #"<trkpt lon="1&#49;.5" lat="&#x34;8"><ele>1&#48;</ele><time>2026-01-01T08:00:0&#50;Z</time></trkpt>"#
    let result = try Self.files([0, 1].map(Self.point) + [escaped, Self.point(3)])
    #expect(!result.text.contains("error["), "\(result.text)")
    let wrong = try Self.files([#"<trkpt lon="1" lat="&amp;8"><time>2026-01-01T08:00:02Z</time></trkpt>"#])
    #expect(wrong.text.contains("`latitude` of workoutRoute takes a number in deg, got &"), "\(wrong.text)")
  }

  @Test("in JSON the time of a point is called so") func json() throws {
    let line =
      #"{"type":"workoutRoute","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z","points":{"time":["a"],"#
      + #""units":{"latitude":"deg","longitude":"deg"},"latitude":[48],"longitude":[11]}}"#
    let result = try AssayBinary.run(["validate", "-"], input: Array((line + "\n").utf8))
    #expect(result.text.contains("`time` of workoutRoute takes seconds after the start, got"), "\(result.text)")
  }
}
