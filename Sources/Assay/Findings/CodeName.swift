import HealthModel

/// A code as configurations name it: `unit-incompatible`; `plugin-rule` for all rules of plugins; one of them as
/// `NAME/rule`, or as reports of SARIF have it, `plugin-rule/NAME/rule`.
struct CodeName: Hashable {
  let code: DiagnosticCode
  /// The rule of a plugin, `NAME/rule`; `nil` for all findings of the code.
  let rule: String?

  /// Reads a name; `nil` if no code has it.
  init?(_ text: String) {
    if let code = DiagnosticCode(name: text) {
      (self.code, rule) = (code, nil)
      return
    }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0] == DiagnosticCode.pluginRule.name { parts.removeFirst() }
    guard parts.count == 2, parts.allSatisfy(Self.isWord) else { return nil }
    (code, rule) = (.pluginRule, parts.joined(separator: "/"))
  }

  /// Whether a text is a lower-case word with dashes, as names of plugins and their rules are.
  private static func isWord(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64, text.utf8.last != UInt8(ascii: "-") else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+")].contains(byte)
      }
  }
}
