import Foundation
import Testing

/// `assay query --plot`: what is drawn of stored samples, and what is refused with what to do instead.
@Suite("query --plot") struct QueryPictureTests {
  private static let workout = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a001"
  private static let walk = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a002"
  private static let strip = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a003"
  private static let route = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a004"

  private static let samples: String = {
    let voltages = (0..<15_360).map { "\($0 % 512 == 100 ? 1200 : $0 % 7)" }.joined(separator: ",")
    return """
      {"type":"workout","uuid":"\(workout)","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z","fields":{"activity":"running"}}
      {"type":"workout","uuid":"\(walk)","start":"2026-01-02T08:00:00Z","end":"2026-01-02T08:30:00Z","fields":{"activity":"walking"}}
      {"type":"workoutRoute","uuid":"\(route)","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:02Z","parent":"\(workout)","points":{"time":[0,1,2],"units":{"latitude":"deg","longitude":"deg","altitude":"m"},"latitude":[48.1,48.101,48.102],"longitude":[11.5,11.5,11.502],"altitude":[519,520,null]}}
      {"type":"electrocardiogram","uuid":"\(strip)","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:30Z","fields":{"classification":"sinusRhythm"},"points":{"rate":{"value":512,"unit":"Hz"},"units":{"voltage":"mcV"},"voltage":[\(voltages)]}}
      {"type":"sleepAnalysis","value":"inBed","start":"2026-01-01T22:00:00Z","end":"2026-01-02T06:00:00Z"}
      {"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T22:30:00Z","end":"2026-01-02T02:00:00Z"}
      {"type":"sleepAnalysis","value":"asleepDeep","start":"2026-01-02T02:00:00Z","end":"2026-01-02T04:00:00Z"}
      {"type":"stepCount","value":12,"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}

      """
  }()

  private func withStore(_ body: (TestStore, TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      #expect(try store.importing(folder.write("input.ndjson", Self.samples)).status == 0)
      try body(store, folder)
    }
  }

  private func query(_ store: TestStore, _ options: [String]) throws -> ProcessResult {
    try AssayBinary.run(["query", "--store", store.path] + options)
  }

  private func file(_ store: TestStore, _ folder: TemporaryFolder, _ options: [String]) throws -> String {
    let path = folder.path(of: "out.svg")
    let result = try query(store, options + ["--plot", path])
    #expect(result.status == 0 && result.output.isEmpty && result.errorText.isEmpty, "\(result.errorText)")
    return String(decoding: try TestFile.bytes(path), as: UTF8.self)
  }

  @Test("an electrocardiogram is a strip of three rows, the same each time") func strip() throws {
    try withStore { store, folder in
      let text = try file(store, folder, ["--id", Self.strip])
      #expect(text.contains(">classification: sinusRhythm<") && text.contains(">voltage, 25 mm/s, 10 mm/mV<"))
      #expect(text.split(separator: "class=\"curve\"").count == 4 && text.contains("width=\"274mm\""))
      #expect(try file(store, folder, ["--type", "electrocardiogram"]) == text)
    }
  }

  @Test("a workout is drawn by its routes") func workout() throws {
    try withStore { store, folder in
      let text = try file(store, folder, ["--id", Self.workout])
      #expect(text.contains("class=\"route\"") && text.contains(">altitude (m)<"))
      #expect(try file(store, folder, ["--id", Self.route]) == text)
    }
  }

  @Test("sleep is steps over time, by the clock of --timezone") func sleep() throws {
    try withStore { store, folder in
      let text = try file(store, folder, ["--type", "sleepAnalysis", "--timezone", "+02:00"])
      #expect(text.split(separator: "class=\"stage\"").count == 4)
      #expect(text.contains(">2026-01-02 00:00, +02:00<") && text.contains(">asleepDeep<"))
    }
  }

  @Test("without --timezone times have the offset that the sample was written with") func offsets() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let lines = Self.samples.replacing(
        "2026-01-01T08:00:00Z\",\"end\":\"2026-01-01T08:00:02Z",
        with:
          "2026-01-01T09:00:00+01:00\",\"end\":\"2026-01-01T09:00:02+01:00"
      )
      .replacing("2026-01-01T22:00:00Z", with: "2026-01-02T03:45:00+05:45")
      .replacing("2026-01-01T22:30:00Z", with: "2026-01-02T04:15:00+05:45")
      .replacing("\"2026-01-02T02:00:00Z\",\"end\"", with: "\"2026-01-02T07:45:00+05:45\",\"end\"")
      #expect(try store.importing(folder.write("input.ndjson", lines)).status == 0)
      let route = try file(store, folder, ["--id", Self.route])
      #expect(route.contains(">2026-01-01 09:00, +01:00<"), "\(route.prefix(900))")
      #expect(try file(store, folder, ["--id", Self.route, "--timezone", "UTC"]).contains(">2026-01-01 08:00, UTC<"))
      #expect(try file(store, folder, ["--type", "sleepAnalysis"]).contains(", +05:45<"))
    }
  }

  @Test("without a file the message says to name one", arguments: [["--plot"], ["--plot", "--type", "workout"]])
  func noFile(_ options: [String]) throws {
    let result = try AssayBinary.run(["query", "--store", "memory:"] + options)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorText.contains("Missing value for '--plot <file.svg>'"), "\(result.errorText)")
  }

  @Test(
    "what has no picture is refused with what to do",
    arguments: [
      ("--type stepCount", 2, "assay stats --type stepCount --by day --plot"),
      ("--id \(walk)", 1, "no sample of workoutRoute belongs to the sample of workout"),
      ("--type stateOfMind", 2, "leave --plot out"), ("--from 2026-01-01", 2, "--plot needs --type or --id"),
      ("--type electrocardiogram --to 2000-01-01", 1, "no sample matches"),
      ("--type sleepAnalysis --output-format csv", 2, "--plot draws the samples instead of printing them"),
    ] as [(String, Int32, String)])
  func refused(_ options: String, _ status: Int32, _ words: String) throws {
    try withStore { store, folder in
      let path = folder.path(of: "out.svg")
      let options = options.split(separator: " ").map(String.init)
      let result = try query(store, options + ["--plot", path])
      #expect(result.status == status && result.errorText.contains(words), "\(result.errorText)")
      #expect(result.output.isEmpty && !FileManager.default.fileExists(atPath: path))
    }
  }

  /// The places among 25 workouts that have a route, and what is said.
  @Test(
    "what there is no room for is said with what to do, and the status is 1",
    arguments: [
      ([0, 24], true, "not all samples are drawn: --plot draws at most 20"), ([20], false, "the first 20 samples"),
      ([], false, "the first 20 samples of workout"),
    ] as [([Int], Bool, String)])
  func manyWorkouts(_ routes: [Int], _ isDrawn: Bool, _ words: String) throws {
    let workouts = (0..<25).map { day in
      let start = "2026-01-\(day < 9 ? "0" : "")\(day + 1)T08:00:0"
      let id = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a\(100 + day)"
      let workout =
        "{\"type\":\"workout\",\"uuid\":\"\(id)\",\"start\":\"\(start)0Z\",\"end\":\"\(start)9Z\",\"fields\":{\"activity\":\"running\"}}"
      guard routes.contains(day) else { return workout }
      return workout
        + "\n{\"type\":\"workoutRoute\",\"start\":\"\(start)0Z\",\"end\":\"\(start)1Z\",\"parent\":\"\(id)\",\"points\":{\"time\":[0,1],\"units\":{\"latitude\":\"deg\",\"longitude\":\"deg\"},\"latitude\":[48.1,48.101],\"longitude\":[11.5,11.5]}}"
    }
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let input = try folder.write("input.ndjson", workouts.joined(separator: "\n") + "\n")
      #expect(try store.importing(input).status == 0)
      let path = folder.path(of: "out.svg")
      let result = try query(store, ["--type", "workout", "--plot", path])
      #expect(result.status == 1 && result.errorText.contains(words), "\(result.errorText)")
      #expect(result.errorText.contains("name fewer by --id, --from and --to"))
      #expect(!result.errorText.contains("no points") && FileManager.default.fileExists(atPath: path) == isDrawn)
    }
  }
}
