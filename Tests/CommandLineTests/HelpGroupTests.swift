import Foundation
import Testing

/// Commands with many options show them in groups.
@Suite("Groups of options") struct HelpGroupTests {
  static let groups = [
    ("validate", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "CONFIGURATION:"]),
    ("lint", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "CONFIGURATION:", "BASELINE:"]),
    ("import", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "STORE:", "CONFIGURATION:"]),
    ("normalize", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "CONFIGURATION:"]),
    ("revalidate", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "STORE:", "CONFIGURATION:"]),
    ("stats", ["TYPES AND PLUGINS:", "STORE:", "QUESTION:", "CONFIGURATION:"]),
    ("profile", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "STORE:", "CONFIGURATION:"]),
    ("query", ["TYPES AND PLUGINS:", "STORE:", "SELECTION:", "OUTPUT:", "CONFIGURATION:"]),
    ("export", ["TYPES AND PLUGINS:", "STORE:", "SELECTION:", "OUTPUT:", "CONFIGURATION:"]),
  ]

  @Test("are in the help, and few options are in none", arguments: groups)
  func help(_ verb: String, _ titles: [String]) throws {
    let result = try AssayBinary.run([verb, "--help"])
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for title in titles { #expect(lines.contains(title), "\(title)") }
    let rest = lines.drop { $0 != "OPTIONS:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(rest.count(where: { $0.hasPrefix("  -") }) <= 10, "\(rest)")
  }

  static let commands = [
    "validate", "lint", "normalize", "import", "revalidate", "catalog list", "catalog search", "catalog show",
    "catalog lint", "catalog test", "catalog diff", "units convert", "units parse", "units list", "query", "stats",
    "profile", "export", "watch", "store info", "store verify", "store delete", "store compact", "plugins list",
    "plugins show", "plugins test", "plugins new", "init", "config show", "config schema", "explain",
  ]

  @Test("an example is in the help, and names no option that is not", arguments: commands)
  func example(_ command: String) throws {
    let help = try AssayBinary.run(["help"] + CommandWords.split(command)).text
    let paragraphs = help.components(separatedBy: "\n\n")
    let examples = try #require(paragraphs.first { $0.contains("Example") }).replacing("\n", with: " ")
    #expect(examples.contains("assay \(command)"), "\(examples)")
    let options = paragraphs.drop { !$0.hasPrefix("USAGE:") }.joined(separator: "\n")
    for word in examples.split(separator: " ") where word.hasPrefix("--") {
      #expect(options.contains(word.trimmingCharacters(in: [";"])), "\(word)")
    }
  }
}
