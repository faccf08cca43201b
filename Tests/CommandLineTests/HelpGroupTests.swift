import Testing

/// Commands with many options show them in groups.
@Suite("Groups of options") struct HelpGroupTests {
  static let groups = [
    ("validate", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "CONFIGURATION:"]),
    ("lint", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "CONFIGURATION:", "BASELINE:"]),
    ("import", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "STORE:", "CONFIGURATION:"]),
    ("normalize", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "CONFIGURATION:"]),
    ("revalidate", ["INPUT:", "TYPES AND PLUGINS:", "REPORT:", "STORE:", "CONFIGURATION:"]),
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
}
