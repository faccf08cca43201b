import Foundation
import Testing

/// A plugin with rules is ended with the command; `Tests/Console/plugin-rules.md` says what it finds and how it fails.
@Suite("Plugins with rules") struct RulePluginTests {
  @Test("an interruption does not wait for a plugin that is silent") func interruption() throws {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin(
        """
        #!/bin/sh
        touch "${0%/*}/started"
        read -r line; echo '{"t":"hello","protocol":1,"levels":["judge"],"rules":["odd"]}'
        sleep 600

        """, rules: "- code: odd\n  title: A sample is odd")
      let child = try AssayBinary.start(
        [
          "validate", "--plugin", "fake", "--plugin-timeout", "500",
          AssayBinary.root + "/Tests/Fixtures/demo/samples.ndjson",
        ],
        folder: folder.path)
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

extension TemporaryFolder {
  /// Writes a plugin of rules into `fake`.
  ///
  /// - Parameters:
  ///   - program: its program.
  ///   - rules: the items of `rules` in its manifest, each line as it is in a list that is not indented.
  /// - Throws: an error of the file system.
  func writeRulePlugin(_ program: String, rules: String) throws {
    let items = rules.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
    try write(
      "fake/plugin.yaml",
      """
      name: fake
      version: 1.0.0
      summary: Judges.
      protocol: 1
      provides:
        rules:
      \(items)executable: judge.py

      """)
    chmod(try write("fake/judge.py", program), 0o755)
  }
}
