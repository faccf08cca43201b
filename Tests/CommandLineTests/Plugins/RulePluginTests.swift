import Foundation
import Testing

/// Plugins with rules: their findings are reported in order, and whatever goes wrong leaves the run incomplete.
@Suite("Plugins with rules") struct RulePluginTests {
  private static let hello = #"{"t":"hello","protocol":1,"levels":["judge"],"rules":["odd"]}"#

  /// A plugin whose program is a shell script, and samples beside it.
  private func write(_ script: String, samples: Int = 3, to folder: TemporaryFolder) throws {
    try folder.writeRulePlugin("#!/bin/sh\n\(script)\n", rules: "- code: odd\n  title: A sample is odd")
    try folder.write("a.ndjson", String(repeating: ExitCase.fine + "\n", count: samples))
  }

  private func validate(
    _ script: String, samples: Int = 3, _ arguments: [String] = []
  ) throws -> (status: Int32, text: String, errors: String) {
    try TemporaryFolder.with { folder in
      try write(script, samples: samples, to: folder)
      let result = try AssayBinary.run(
        ["validate", "--plugin", "fake", "a.ndjson"] + arguments, folder: folder.path)
      return (result.status, result.text, result.errorText)
    }
  }

  @Test("findings have the plugin's code and the sample's place") func findings() throws {
    let result = try validate(
      """
      read -r line; echo '\(Self.hello)'
      read -r line; read -r a; read -r b; read -r c
      echo '{"t":"findings","batch":1,"findings":[{"at":0,"rule":"odd"},{"at":2,"rule":"odd","message":"so odd"}]}'
      read -r line; echo '{"t":"end"}'
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("a.ndjson:1:1: warning[fake/odd]: A sample is odd"))
    #expect(result.text.contains("a.ndjson:3:1: warning[fake/odd]: so odd"))
  }

  /// Says of each sample what type it is.
  private static let echo = FakeRulePlugin.judging(hello: hello, rule: "odd", #"\"message\":\"saw $type\""#)

  @Test(
    "a rule with types is sent samples of these alone",
    arguments: [
      ("", ["1:1", "2:1", "3:1", "4:1"], []), ("[bodyMass]", ["2:1", "4:1"], []),
      ("[HKQuantityTypeIdentifierBodyMass]", ["2:1", "4:1"], []), ("[height]", [], []),
      ("[bodyMass]", ["2:1", "4:1"], ["--across"]), ("[bodyMass]", ["2:1", "4:1"], ["--jobs", "2"]),
    ] as [(String, [String], [String])])
  func types(_ types: String, _ places: [String], _ options: [String]) throws {
    try TemporaryFolder.with { folder in
      try write(Self.echo, samples: 0, to: folder)
      if !types.isEmpty { try setTypes(types, in: folder) }
      let heart = #"{"type":"heartRate","start":"2026-01-01T06:00:00Z","value":57,"unit":"count/min"}"#
      let mass = #"{"type":"bodyMass","start":"2026-01-01T06:00:00Z","value":70,"unit":"kg"}"#
      let later = mass.replacingOccurrences(of: "06:", with: "07:")
      let lines = [heart, mass, heart.replacingOccurrences(of: "06:", with: "07:"), later]
      try folder.write("a.ndjson", lines.joined(separator: "\n") + "\n")
      let result = try AssayBinary.run(["validate", "--plugin", "fake", "a.ndjson"] + options, folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      let seen = result.text.split(separator: "\n").filter { $0.contains("[fake/odd]") }
      #expect(seen.count == places.count, "\(result.text)")
      for (line, place) in zip(seen, places) {
        let type = Int(place.prefix(1)) ?? 0
        #expect(line == "a.ndjson:\(place): warning[fake/odd]: saw \(type % 2 == 0 ? "bodyMass" : "heartRate")")
      }
    }
  }

  @Test("a type of a rule that there is not is an error with its line") func unknownType() throws {
    try TemporaryFolder.with { folder in
      try write("exit 0", to: folder)
      try setTypes("[bodyMas]", in: folder)
      let result = try AssayBinary.run(["validate", "--plugin", "fake", "a.ndjson"], folder: folder.path)
      #expect(result.status == 2)
      #expect(
        result.errorText.contains("fake/plugin.yaml:9:15: error[config-value]: the type `bodyMas` is not known"),
        "\(result.errorText)")
    }
  }

  private func setTypes(_ types: String, in folder: TemporaryFolder) throws {
    let path = folder.path + "/fake/plugin.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(
      "fake/plugin.yaml", text.replacingOccurrences(of: "executable:", with: "      types: \(types)\nexecutable:"))
  }

  @Test(
    "a plugin that fails leaves the run incomplete",
    arguments: [
      ("exit 0", "plugin-exited"),
      ("read -r line; echo '\(Self.hello)'; read -r line; exit 3", "plugin-exited"),
      ("read -r line; echo '\(Self.hello)'; sleep 60", "plugin-timeout"),
      ("read -r line; echo 'hello'; sleep 60", "plugin-protocol"),
      (#"read -r line; echo '{"t":"hello","protocol":1,"rules":["even"]}'; sleep 60"#, "plugin-protocol"),
      (
        "read -r line; echo '\(Self.hello)'; echo '{\"t\":\"findings\",\"batch\":2,\"findings\":[]}'; sleep 60",
        "plugin-protocol"
      ),
      ("read -r line; echo '\(Self.hello)'; head -c 9000000 /dev/zero | tr '\\000' x; sleep 60", "plugin-flood"),
    ])
  func failure(_ script: String, _ code: String) throws {
    let result = try validate(script, samples: 3, ["--plugin-timeout", "1"])
    #expect(result.status == 1)
    #expect(result.errors.contains("error[\(code)]"), "\(result.errors)")
    #expect((result.text + result.errors).contains("INCOMPLETE"))
  }

  @Test("the configuration sets the severity of all rules of plugins", arguments: [("error", 1), ("off", 0)])
  func severity(_ severity: String, _ status: Int32) throws {
    try TemporaryFolder.with { folder in
      let script = """
        read -r line; echo '\(Self.hello)'; read -r line; read -r a
        echo '{"t":"findings","batch":1,"findings":[{"at":0,"rule":"odd"}]}'; read -r line; echo '{"t":"end"}'
        """
      try write(script, samples: 1, to: folder)
      try folder.write("assay.yaml", "schema: 1\nrules:\n  plugin-rule: \(severity)\n")
      let result = try AssayBinary.run(["validate", "--plugin", "fake", "a.ndjson"], folder: folder.path)
      #expect(result.status == status, "\(result.errorText)")
      #expect(result.text.contains("error[fake/odd]") == (status == 1), "\(result.text)")
    }
  }

  @Test("an interruption does not wait for a plugin that is silent") func interruption() throws {
    try TemporaryFolder.with { folder in
      try write("touch \"$(dirname \"$0\")/started\"; read -r line; echo '\(Self.hello)'; sleep 600", to: folder)
      let child = try AssayBinary.start(
        ["validate", "--plugin", "fake", "--plugin-timeout", "500", "a.ndjson"], folder: folder.path)
      let deadline = ContinuousClock.now + .seconds(60)
      while ContinuousClock.now < deadline, access(folder.path + "/fake/started", F_OK) != 0 { usleep(1500) }
      usleep(200_000)
      let plugins = child.children
      child.send(SIGINT)
      let stopped = try child.finish()
      #expect(stopped.status == 128 + SIGINT, "\(stopped.errorText)")
      ChildProcess.waitForEnd(of: plugins)
      #expect(plugins.allSatisfy { kill($0, 0) != 0 })
    }
  }
}
