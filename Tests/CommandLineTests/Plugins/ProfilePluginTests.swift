import Foundation
import Testing

/// Plugins with profiles, from the outside: files of other programs in every command that reads files.
@Suite("Plugins with profiles") struct ProfilePluginTests {
  private static let heartRate = "plugins/fitbit/examples/heart_rate-2026-01-05.json"
  private static let takeout = ["fitbit", "google-takeout"].flatMap { ["--plugin", "plugins/" + $0] }

  @Test("times without an offset need a zone, before anything is read") func zone() throws {
    let call = [
      "normalize", "--plugin", "plugins/fitbit", "plugins/fitbit/examples/steps-2026-01-05.json", Self.heartRate,
    ]
    let without = try AssayBinary.run(call)
    #expect(without.status == 2)
    #expect(without.text.isEmpty)
    #expect(without.errorText.contains("the profile fitbit/heart-rate reads have no offset"))
    #expect(without.errorText.contains("--timezone"))
    let with = try AssayBinary.run(call + ["--timezone", "America/New_York"])
    #expect(with.status == 0, "\(with.errorText)")
    // The zone of the profile is that of its times, whatever the option says.
    #expect(with.text.contains(#""start":"2026-01-05T07:01:00Z","end":"2026-01-05T07:02:00Z","offset":"+00:00""#))
    #expect(with.text.contains(#""start":"2026-01-05T13:00:05Z","end":"2026-01-05T13:00:05Z","offset":"-05:00""#))
  }

  @Test("a folder is read by what its files are, and lists what is passed over") func folder() throws {
    try TemporaryFolder.with { folder in
      try write(to: folder)
      let result = try AssayBinary.run(
        ["validate", folder.path(of: "Takeout"), "--timezone", "Europe/Berlin"] + Self.takeout)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.errorText.contains("3 files read, 1 file passed over"))
      #expect(result.errorText.contains("6 read, 6 accepted"), "\(result.errorText)")
    }
  }

  @Test("an archive is read member by member, and an import of it goes on") func archive() throws {
    try TemporaryFolder.with { folder in
      try write(to: folder)
      let zip = try AssayBinary.shell(
        "cd '\(folder.path)' && python3 -m zipfile -c Takeout.zip Takeout", environment: [:])
      guard zip.status == 0 else { return }
      let call = [
        "import", folder.path(of: "Takeout.zip"), "--timezone", "Europe/Berlin", "--store", folder.path(of: "a.db"),
      ]
      let first = try AssayBinary.run(call + Self.takeout)
      #expect(first.status == 0, "\(first.errorText)")
      #expect(first.errorText.contains("6 read, 6 accepted, 0 duplicates"), "\(first.errorText)")
      #expect(first.errorText.contains("3 read, 1 passed over"))
      let second = try AssayBinary.run(call + Self.takeout)
      #expect(second.errorText.contains("6 read, 0 accepted, 6 duplicates"), "\(second.errorText)")
      let bad = try AssayBinary.run(
        [
          "validate", folder.path(of: "Takeout.zip"), "--timezone", "Europe/Berlin", "--output-format", "json",
          "--units", "ucum",
        ] + Self.takeout)
      #expect(bad.status == 0, "\(bad.errorText)")
    }
  }

  @Test("a refused record is read again by the profile as it is now, or as it was") func revalidate() throws {
    try TemporaryFolder.with { folder in
      try copy("samsung-health", to: folder)
      let stem = "com.samsung.health.weight.20260106120000.csv"
      let example = String(decoding: try TestFile.bytes("plugins/samsung-health/examples/" + stem), as: UTF8.self)
      try folder.write(stem, example.replacingOccurrences(of: ",70.2,", with: ",-70.2,"))
      let call = ["--plugin", folder.path(of: "samsung-health"), "--store", folder.path(of: "a.db")]
      let imported = try AssayBinary.run(["import", folder.path(of: stem)] + call)
      #expect(imported.status == 1, "\(imported.errorText)")
      let kept = try #require(TestFile.names(in: folder.path(of: "a.db.quarantine")).first)
      let file = folder.path(of: "a.db.quarantine/" + kept)
      // The zone of these times is the profile's, so that this option is not about them.
      let again = ["revalidate", file, "--timezone", "America/New_York"]
      #expect(try AssayBinary.run(again + call).status == 1)
      let profile = folder.path(of: "samsung-health/profiles/weight.yaml")
      var text = String(decoding: try TestFile.bytes(profile), as: UTF8.self)
      text = text.replacingOccurrences(
        of: "- {value: weight, type: bodyMass, unit: kg}\n", with: "- {value: height, type: height, unit: cm}\n")
      try folder.write("samsung-health/profiles/weight.yaml", text)
      let mended = try AssayBinary.run(again + call)
      #expect(mended.status == 0, "\(mended.text)\(mended.errorText)")
      let found = try AssayBinary.run(
        ["query", "--store", folder.path(of: "a.db"), "--type", "height", "--output-format", "jsonl"])
      #expect(found.text.contains(#""start":"2026-01-05T06:15:00Z""#), "\(found.text)")
    }
  }

  @Test("a configuration that was found brings profiles, and its data set says more") func configuration() throws {
    try TemporaryFolder.with { folder in
      try copy("fitbit", to: folder)
      try folder.write("data/P01/heart_rate-2026-01-05.json", try TestFile.bytes(Self.heartRate))
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        plugins: [fitbit]
        data:
          - path: data/*/*.json
            subject: {file: "data/(*)/*"}
            timezone: Europe/Berlin
        """)
      let normal = try AssayBinary.run(["normalize"], folder: folder.path)
      #expect(normal.status == 0, "\(normal.errorText)")
      #expect(normal.text.contains(#""start":"2026-01-05T07:00:05Z""#))
      #expect(normal.text.contains(#""subject":"P01""#))
      let lint = try AssayBinary.run(["lint"], folder: folder.path)
      #expect(lint.status == 0, "\(lint.text)\(lint.errorText)")
    }
  }

  @Test("a profile with an error is refused with its file and line") func broken() throws {
    try TemporaryFolder.with { folder in
      try copy("withings", to: folder)
      try folder.write(
        "withings/profiles/sleep.yaml", "schema: 1\ntitle: Sleep\nrecognizes: {name: sleep.csv}\ndaat: []\n")
      let result = try AssayBinary.run(
        ["validate", "--plugin", folder.path(of: "withings"), "plugins/withings/examples/weight.csv"])
      #expect(result.status == 2)
      #expect(result.errorText.contains("withings/profiles/sleep.yaml:4:1: error[config-key-unknown]"))
    }
  }

  @Test("standard input is recognized by the name that it is given") func pipe() throws {
    let call = ["normalize", "-", "--plugin", "plugins/strava", "--stdin-name", "activities.csv"]
    let bytes = try TestFile.bytes("plugins/strava/examples/activities.csv")
    let result = try AssayBinary.run(call, input: bytes)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(Array(result.text.utf8) == (try TestFile.bytes("plugins/strava/examples/activities.ndjson")))
  }

  @Test("a new plugin with a profile passes its test at once") func new() throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(["plugins", "new", "my-scale", "--kind", "profile"], folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      let test = try AssayBinary.run(["plugins", "test", "my-scale"], folder: folder.path)
      #expect(test.status == 0, "\(test.text)\(test.errorText)")
      #expect(test.text.contains("1 passed, 0 failed"))
      try folder.write("my-scale/examples/weights.ndjson", "{}\n")
      let changed = try AssayBinary.run(["plugins", "test", "my-scale"], folder: folder.path)
      #expect(changed.status == 1)
      #expect(changed.text.contains("line 1 of examples/weights.ndjson differs"))
    }
  }

  @Test("plugins are listed and shown with their profiles") func cards() throws {
    let list = try AssayBinary.run(["plugins", "list", "--plugin", "plugins/withings"])
    #expect(list.text.split(separator: "\n").last?.contains("profiles") == true)
    let show = try AssayBinary.run(["plugins", "show", "plugins/withings"])
    #expect(show.text.contains("blood-pressure (bp.csv): Blood pressure, and the pulse with it"))
  }

  // MARK: Files

  private func write(to folder: TemporaryFolder) throws {
    for (path, example) in [
      ("Takeout/Fitbit/Global Export Data/steps-2026-01-05.json", "fitbit/examples/steps-2026-01-05.json"),
      ("Takeout/Fitbit/Global Export Data/heart_rate-2026-01-05.json", "fitbit/examples/heart_rate-2026-01-05.json"),
      ("Takeout/Fitbit/Steps_GoogleData/steps_2026-01-05.csv", "google-takeout/examples/steps_2026-01-05.csv"),
    ] {
      try folder.write(path, try TestFile.bytes("plugins/" + example))
    }
    try folder.write("Takeout/archive_browser.json", #"{"a": 1}"#)
  }

  private func copy(_ plugin: String, to folder: TemporaryFolder) throws {
    let copied = try AssayBinary.shell(
      "cp -r '\(AssayBinary.root)/plugins/\(plugin)' '\(folder.path)'", environment: [:])
    #expect(copied.status == 0)
  }
}
