import Foundation
import Testing

/// What plugins that read are given: the whole input, files that they alone recognize, and members of archives.
@Suite("Inputs of plugins that read") struct ReaderInputTests {
  private typealias Plugin = ReaderPluginTests
  private static let sample = Plugin.sample(Plugin.fine, #""x""#)
  private static let end = #"echo '{"t":"end"}'"#

  @Test(
    "a plugin that says the end before it has taken the whole input leaves it incomplete",
    arguments: [100, 3_000_000])
  func early(_ size: Int) throws {
    try TemporaryFolder.with { folder in
      try Plugin.write(
        "read -r hello; read -r read; echo '\(Plugin.hello)'; \(Self.sample); \(Self.end)", to: folder)
      try folder.write("b.counts", "CNT1" + String(repeating: " ", count: size))
      let result = try AssayBinary.run(["validate", "--plugin", "fake", "b.counts"], folder: folder.path)
      #expect(result.status == 1)
      #expect(result.errorText.contains("1 read, 1 accepted, 0 refused; INCOMPLETE"), "\(result.errorText)")
      #expect(result.text.contains("plugin-protocol"), "\(result.text)")
      #expect(result.text.contains("said that all was read before it had taken the whole input"), "\(result.text)")
    }
  }

  @Test("of two plugins that recognize a file the command asks which") func two() throws {
    try TemporaryFolder.with { folder in
      let script = "\(Plugin.begin); \(Self.sample); \(Self.end)"
      try Plugin.write(script, to: folder)
      try Plugin.write(script, to: folder, "other", "tallies")
      let call = ["validate", "--plugin", "fake", "--plugin", "other", "a.counts"]
      let result = try AssayBinary.run(call, folder: folder.path)
      #expect(result.status == 2)
      #expect(result.errorText.contains("several plugins recognize it: counts, tallies; choose one with --format"))
      for container in ["in", "in.zip"] {
        try folder.write("in/a.counts", "CNT1 5\n")
        let made = try AssayBinary.shell("cd '\(folder.path)' && python3 -m zipfile -c in.zip in", environment: [:])
        guard made.status == 0 else { break }
        let result = try AssayBinary.run(Array(call.dropLast()) + [container], folder: folder.path)
        #expect(result.status == 2 && result.errorText.contains("several plugins recognize it"), "\(result.errorText)")
      }
      let named = try AssayBinary.run(call + ["--format", "tallies"], folder: folder.path)
      #expect(named.status == 0, "\(named.text)\(named.errorText)")
    }
  }

  @Test("an archive's members are read by plugins, by profiles and as samples") func archive() throws {
    try TemporaryFolder.with { folder in
      try Plugin.write("\(Plugin.begin); \(Self.sample); \(Self.end)", to: folder)
      try folder.write("in/a.counts", "CNT1 5\n")
      try folder.write("in/named-otherwise", "CNT1 6\n")
      try folder.write("in/own.ndjson", ExitCase.fine + "\n")
      try folder.write("in/steps_1.csv", "timestamp,steps,data source\n2026-01-05T07:00:00Z,5,Phone\n")
      try folder.write("in/table.csv", "a,b\n1,2\n")
      let made = try AssayBinary.shell(
        "cd '\(folder.path)' && python3 -m zipfile -c in.zip in", environment: [:])
      guard made.status == 0 else { return }
      let takeout = AssayBinary.root + "/plugins/google-takeout"
      for (plugins, count) in [(["fake", takeout], 4), (["fake"], 3), ([takeout], 2), ([], 1)] {
        let call = ["validate", "in.zip"] + plugins.flatMap { ["--plugin", $0] }
        let result = try AssayBinary.run(call, folder: folder.path)
        #expect(result.status == 0, "\(result.text)\(result.errorText)")
        #expect(result.errorText.contains("\(count) read, \(count) accepted"), "\(result.errorText)")
        #expect(result.errorText.contains("passed over, which nothing recognizes: "), "\(result.errorText)")
      }
    }
  }
}
