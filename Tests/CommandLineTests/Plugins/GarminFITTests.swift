import Foundation
import Testing

/// The plugin of the tree that reads recordings of Garmin devices.
@Suite(
  "Recordings of Garmin devices",
  .enabled(if: PluginPython.withFIT != nil, "fitdecode of PyPI is not in .build-python"))
struct GarminFITTests {
  private static let example = "plugins/garmin-fit/example/run.fit"

  private static func run(_ arguments: [String], _ folder: TemporaryFolder? = nil) throws -> ProcessResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try AssayBinary.run(
      arguments, environment: ["PATH": (PluginPython.withFIT ?? "") + ":" + path],
      folder: folder?.path ?? AssayBinary.root)
  }

  private static let plugin = AssayBinary.root + "/plugins/garmin-fit"

  @Test("a recording becomes a workout, its route and heart rates") func example() throws {
    let result = try Self.run(
      ["normalize", "--plugin", "plugins/garmin-fit", "--now", "2026-06-01T00:00:00Z", Self.example])
    #expect(result.status == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n")
    func count(_ type: String) -> Int { lines.filter { $0.contains("\"type\":\"\(type)\"") }.count }
    #expect(count("heartRate") >= 116 && count("workoutRoute") == 1)
    let workout = try #require(lines.first { $0.contains(#""activity":"running""#) })
    #expect(workout.contains(#""kind":"pause""#) && workout.contains(#""totalDistance""#), "\(workout)")
    let id = try #require(workout.firstMatch(of: /"uuid":"([0-9A-F-]{36})"/)).1
    #expect(lines.contains { $0.contains("\"type\":\"workoutRoute\"") && $0.contains("\"parent\":\"\(id)\"") })
  }

  @Test("the reader keeps the laws of readers") func laws() throws {
    let result = try Self.run(["plugins", "test", "plugins/garmin-fit"])
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.contains("6 passed, 0 failed, 0 skipped"))
  }

  @Test("a recording that is cut short counts up to there, and is incomplete") func cut() throws {
    try TemporaryFolder.with { folder in
      let bytes = try TestFile.bytes(Self.example)
      try Data(bytes.prefix(1500)).write(to: URL(fileURLWithPath: folder.path + "/ride.fit"))
      let result = try Self.run(["validate", "--plugin", Self.plugin, "ride.fit"], folder)
      #expect(result.status == 1)
      #expect(result.text.contains("ride.fit: error[input-damaged]: the recording cannot be read on"), "\(result.text)")
    }
  }

  @Test("what is in no session is counted") func withoutSession() throws {
    try TemporaryFolder.with { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(PluginPython.withFIT) + "/python3")
      process.arguments = [Self.plugin + "/example/make.py", folder.path + "/ride.fit", "--without-session"]
      try process.run()
      process.waitUntilExit()
      let result = try Self.run(["validate", "--plugin", Self.plugin, "ride.fit"], folder)
      #expect(result.status == 1)
      #expect(result.text.contains("the recording has 116 positions in no session"), "\(result.text)")
      #expect(result.text.contains("the recording has 2 laps in no session"), "\(result.text)")
    }
  }

  @Test("a second import adds nothing") func twice() throws {
    try TemporaryFolder.with { folder in
      let arguments = [
        "import", "--plugin", Self.plugin, AssayBinary.root + "/" + Self.example, "--store", "a.db", "--now",
        "2026-06-01T00:00:00Z",
      ]
      let first = try Self.run(arguments, folder)
      #expect(first.status == 0, "\(first.errorText)")
      let exported = try Self.run(["export", "--store", "a.db"], folder)
      _ = try Self.run(arguments, folder)
      let again = try Self.run(["export", "--store", "a.db"], folder)
      #expect(exported.text == again.text && exported.text.contains("workoutRoute"))
    }
  }

  @Test("the example is what its script writes") func script() throws {
    try TemporaryFolder.with { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(PluginPython.withFIT) + "/python3")
      process.arguments = [Self.plugin + "/example/make.py", folder.path + "/run.fit"]
      try process.run()
      process.waitUntilExit()
      let written = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/run.fit"))
      #expect(Array(written) == (try TestFile.bytes(Self.example)))
    }
  }
}

/// The Python of the tests, with what plugins in Python need.
enum PluginPython {
  static let withFIT = folder(with: "fitdecode")
  static let withWorkbooks = folder(with: "openpyxl")

  /// The folder of a Python that has a library; `nil` if there is none.
  private static func folder(with library: String) -> String? {
    let folder = AssayBinary.root + "/.build-python/bin"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: folder + "/python3")
    process.arguments = ["-c", "import " + library]
    process.standardError = FileHandle.nullDevice
    guard FileManager.default.isExecutableFile(atPath: folder + "/python3"), (try? process.run()) != nil else {
      return nil
    }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? folder : nil
  }
}
