import Assay
import HealthFormats
import HealthModel
import HealthTestKit
import Testing

/// Every file of `Tests/Cases/profiles`, and the profiles of the project's own plugins.
@Suite("Profiles of files of other programs") struct ProfileReaderTests {
  @Test("the cases are there") func count() throws {
    #expect(try ProfileCase.all(in: "accept").count >= 2)
    #expect(try ProfileCase.all(in: "refuse").count >= 4)
  }

  @Test("a refused file names every code and place", arguments: try ProfileCase.all(in: "refuse"))
  func refused(_ item: ProfileCase) {
    let result = item.result
    let found = result.diagnostics.map { "\($0.code.name) \($0.location.line):\($0.location.column)" }
    #expect(!item.expected.isEmpty)
    #expect(found.sorted() == item.expected.sorted(), "\(result.diagnostics.map(\.message))")
    #expect(result.diagnostics.allSatisfy { $0.severity == .error && $0.location.path == "weights.yaml" })
    #expect(result.profile == nil)
  }

  @Test("an accepted file has no findings", arguments: try ProfileCase.all(in: "accept"))
  func accepted(_ item: ProfileCase) {
    let result = item.result
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.profile?.shownName == "scale/weights")
  }

  @Test("a profile as the file says") func values() throws {
    let cases = try ProfileCase.all(in: "accept")
    let table = try #require(cases.first { $0.name == "table" }?.result.profile)
    #expect(table.needsTimeZone)
    #expect(table.recognition.columns == ["When", "Weight"])
    #expect(table.data.layout.columns["Weight"] == "value")
    #expect(table.examples.map(\.refused) == [2])
    #expect(table.examples.map(\.timeZone) == ["Europe/Berlin"])
    let json = try #require(cases.first { $0.name == "json" }?.result.profile)
    #expect(json.mark.timeZone == "UTC")
    #expect(json.data.layout.further.map { $0.records?.records } == ["/hr/*"])
  }

  @Test(
    "a file is recognized by its name, its columns and its keys",
    arguments: [
      ("weights 1.csv", "When,Weight\n1,2\n", "scale/table"),
      ("dir/weights.csv", "Battery,Weight,When\n", "scale/table"),
      ("weights.csv", "When,Mass\n", nil), ("other.csv", "When,Weight\n", nil), ("weights.csv", "", nil),
      ("steps.json", #"{"steps": [{"at": "x", "n" : 1}]}"#, "scale/json"),
      ("a/b/days/1.json", #"{"hr": [{"n": 1, "at": "x"}"#, "scale/json"),
      ("days/1.txt", #"{"hr": [{"n": 1, "at": "x"}"#, nil), ("steps.json", #"{"steps": ["at", "n"], "x": ":n:"}"#, nil),
      ("steps.json", #"{"\"at": 1, "n": 1}"#, nil),
    ] as [(String, String, String?)])
  func recognition(_ path: String, _ text: String, _ name: String?) throws {
    let profiles = FileProfiles(
      try ProfileCase.all(in: "accept").compactMap { item in
        var profile = item.result.profile
        profile?.name = item.name
        return profile
      })
    let input = ResolvedInput(
      text: Array(text.utf8), path: path, format: path.hasSuffix(".csv") ? .csv : .json)
    #expect(try profiles.profile(for: input)?.shownName == name)
  }

  @Test("two profiles for one file are an error that names both") func ambiguous() throws {
    let table = try #require(try ProfileCase.all(in: "accept").first { $0.name == "table" }?.result.profile)
    var other = table
    other.plugin = "other"
    let input = ResolvedInput(text: Array("When,Weight\n".utf8), path: "weights.csv", format: .csv)
    let failure = #expect(throws: Failure.self) { try FileProfiles([table, other]).profile(for: input) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains("scale/weights and other/weights both recognize it") == true)
  }

  @Test("every profile of the project's plugins has an example that holds", arguments: Self.plugins)
  func examples(_ plugin: String) async throws {
    let folder = ProjectFiles.root + "/plugins/" + plugin
    let profiles = try FileProfiles(plugins: [folder])
    #expect(!profiles.profiles.isEmpty)
    let laws = ProfileConformance(
      folder: folder, profiles: profiles, registry: try ProjectFiles.registry(), now: 1_780_272_000_000_000)
    for profile in profiles.profiles {
      #expect(!profile.examples.isEmpty, "\(profile.shownName)")
      for example in profile.examples {
        #expect(await laws.failure(of: example, profile) == nil, "\(profile.shownName): \(example.file.value)")
      }
    }
  }

  @Test("with all plugins together, each example is one profile's") func together() throws {
    let profiles = try FileProfiles(plugins: Self.plugins.map { ProjectFiles.root + "/plugins/" + $0 })
    for profile in profiles.profiles where profile.formats.isEmpty {
      for example in profile.examples {
        let path = "\(ProjectFiles.root)/plugins/\(profile.plugin)/\(example.file.value)"
        #expect(try profiles.profile(for: ResolvedInput.resolve(path: path))?.shownName == profile.shownName)
      }
    }
  }

  static let plugins = ["fitbit", "google-takeout", "health-apps", "oura", "samsung-health", "strava", "withings"]
}

/// A file of `Tests/Cases/profiles/accept` or `refuse`, and what its first lines announce.
struct ProfileCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  var result: (profile: FileProfile?, diagnostics: [Diagnostic]) {
    ProfileReader.read(bytes, path: "weights.yaml", plugin: "scale", name: "weights")
  }

  /// `code line:column` of each finding.
  var expected: [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("# expect: ") }.map {
      String($0.dropFirst("# expect: ".count))
    }
  }

  static func all(in folder: String) throws -> [ProfileCase] {
    try ProjectFiles.names(in: "Tests/Cases/profiles/" + folder, ending: ".yaml").map { name in
      ProfileCase(
        name: String(name.dropLast(5)), bytes: try ProjectFiles.bytes("Tests/Cases/profiles/\(folder)/\(name)"))
    }
  }
}
