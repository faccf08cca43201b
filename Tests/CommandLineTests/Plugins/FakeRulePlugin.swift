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

/// Programs of plugins with rules, as shell scripts.
enum FakeRulePlugin {
  /// Answers each batch with a finding about each of its samples.
  ///
  /// - Parameters:
  ///   - hello: the first line that the plugin writes.
  ///   - rule: the rule of the findings.
  ///   - rest: the other members of a finding, within quotes of the shell; `$type` is the type of the sample.
  /// - Returns: the script, without its first line.
  static func judging(hello: String, rule: String, _ rest: String) -> String {
    """
    read -r line; echo '\(hello)'
    while read -r line; do
      case "$line" in *'"end"'*) echo '{"t":"end"}'; exit;; esac
      batch=${line#*'"batch":'}; batch=${batch%%,*}
      count=${line##*:}; count=${count%?}
      at=0; found=
      while [ $at -lt $count ]; do
        read -r sample; type=${sample#*'"type":"'}; type=${type%%\\"*}
        found="$found,{\\"at\\":$at,\\"rule\\":\\"\(rule)\\",\(rest)}"; at=$((at + 1))
      done
      echo "{\\"t\\":\\"findings\\",\\"batch\\":$batch,\\"findings\\":[${found#,}]}"
    done

    """
  }
}
