import Glibc

extension TemporaryFolder {
  /// Writes a plugin of rules into `fake`.
  ///
  /// - Parameters:
  ///   - program: its program.
  ///   - rules: the items of `rules` in its manifest, each line as it is in a list that is not indented.
  ///   - more: further lines of the manifest.
  /// - Throws: an error of the file system.
  func writeRulePlugin(_ program: String, rules: String, more: String = "") throws {
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
      \(more)
      """)
    chmod(try write("fake/judge.py", program), 0o755)
  }
}
