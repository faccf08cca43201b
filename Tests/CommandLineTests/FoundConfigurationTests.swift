import Foundation
import Testing

/// A configuration that nobody named, such as that of a pull request, shows nothing of the machine that runs Assay.
@Suite("A configuration that was found") struct FoundConfigurationTests {
  /// A word that is in every file outside the repository, in the repository's `.git`, and in a variable.
  static let secret = "wvXq7secretWord"

  /// What a configuration says, with the links that it needs in its folder.
  struct Attempt: Sendable, CustomTestStringConvertible {
    let lines: String
    var links: [String: String] = [:]
    /// Whether Assay says how to allow it; what a wildcard meets is only passed over.
    var isRefused = true
    var testDescription: String { lines }
  }

  static let attempts = [
    Attempt(lines: "data: [{path: /proc/self/environ, format: jsonl}]"),
    Attempt(lines: "data: [{path: ../outside/secret.txt, format: jsonl}]"),
    Attempt(lines: "data: [{path: \"../outside/*\", format: csv}]"),
    Attempt(lines: "data: [{path: \"../**\", format: jsonl}]"),
    Attempt(lines: "data: [{path: \"{folder}/outside/secret.txt\", format: jsonl}]"),
    Attempt(lines: "data: [{path: \"/**/secret.txt\", format: jsonl}]"),
    Attempt(lines: "data: [{path: linked/secret.txt, format: jsonl}]", links: ["linked": "../outside"]),
    Attempt(lines: "data: [{path: \"linked/*\", format: jsonl}]", links: ["linked": "../outside"]),
    Attempt(lines: "data: [{path: linked/../outside/secret.txt, format: jsonl}]", links: ["linked": "../outside"]),
    Attempt(lines: "data: [{path: link.txt, format: jsonl}]", links: ["link.txt": "../outside/secret.txt"]),
    Attempt(lines: "data: [{path: environment, format: jsonl}]", links: ["environment": "/proc/self/environ"]),
    Attempt(
      lines: "data: [{path: \"*.txt\", format: jsonl}]", links: ["link.txt": "../outside/secret.txt"], isRefused: false),
    Attempt(lines: "data: [{path: \"inside/*/../../../outside/secret.txt\", format: jsonl}]"),
    Attempt(lines: "data: [{path: \"{a,../outside/secret}.txt\", format: jsonl}]"),
    Attempt(lines: "data: [{path: export}]", links: ["export": "../outside/export"]),
    Attempt(lines: "data: [{path: .git/config, format: jsonl}]"),
    Attempt(lines: "catalogs: [../outside/secret.txt]"), Attempt(lines: "catalogs: [../outside]"),
    Attempt(lines: "catalogs: [\"{folder}/outside/secret.yaml\"]"),
    Attempt(lines: "catalogs: [types]", links: ["types": "../outside"]),
    Attempt(lines: "catalogs: [link.yaml]", links: ["link.yaml": "../outside/secret.yaml"]),
    Attempt(lines: "catalogs: [inside]", links: ["inside/link.yaml": "../../outside/secret.yaml"], isRefused: false),
    Attempt(lines: "plugins: [../outside]"), Attempt(lines: "plugins: [linked]", links: ["linked": "../outside"]),
    Attempt(lines: "plugins: [plugin]", links: ["plugin/types": "../../outside"]),
    Attempt(lines: "baseline: ../outside/secret.txt"), Attempt(lines: "baseline: /proc/self/environ"),
    Attempt(lines: "baseline: known", links: ["known": "../outside/secret.txt"]),
    Attempt(lines: "store: ../outside/s.db"), Attempt(lines: "store: jsonl:../outside/s"),
    Attempt(lines: "store: s.db", links: ["s.db": "../outside/new.db"]),
    Attempt(lines: "store: linked/s.db", links: ["linked": "../outside"]),
    Attempt(lines: "store: s.db", links: ["s.db-wal": "../outside/secret.txt"]),
    Attempt(lines: "store: s.db", links: ["s.db.quarantine": "../outside"]),
    Attempt(lines: "store: jsonl:inside", links: ["inside/samples": "../../outside"]),
    Attempt(lines: "store: .git/s.db"), Attempt(lines: "store: sqlite:/proc/self/s.db"),
    Attempt(lines: "store: postgresql://localhost/x"), Attempt(lines: "store: \"process:x?path=a\""),
  ]

  /// A repository, and files outside of it.
  private func prepare(_ folder: TemporaryFolder, _ attempt: Attempt) throws {
    let word = Self.secret
    try folder.write("outside/secret.txt", "TOKEN=\(word)\n{\"type\":\"\(word)\"}\n")
    try folder.write("outside/secret.yaml", "\(word): {a: [\n")
    try folder.write("outside/export/export.xml", "<HealthData locale=\"en\"><Record type=\"\(word)\"/></HealthData>\n")
    try folder.write("repository/.git/config", "token = \(word)\n")
    try folder.write("repository/plugin/plugin.yaml", "name: x\n")
    try folder.write("repository/inside/deep/a.ndjson", "{}\n")
    let lines = attempt.lines.replacingOccurrences(of: "{folder}", with: folder.path)
    try folder.write("repository/assay.yaml", "schema: 1\n\(lines)\n")
    for (name, target) in attempt.links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "repository/" + name), withDestinationPath: target)
    }
  }

  private func run(_ words: [String], _ folder: TemporaryFolder) throws -> ProcessResult {
    try AssayBinary.run(words, environment: ["API_TOKEN": Self.secret], folder: folder.path(of: "repository"))
  }

  @Test("shows no byte of what is outside, in any report", arguments: attempts) func reports(_ attempt: Attempt) throws
  {
    try TemporaryFolder.with { folder in
      try prepare(folder, attempt)
      let forms = LintProjectTests.formats.filter { $0 != "full" }
      let options = forms.flatMap { ["--report", "\($0)=\(folder.path(of: "report." + $0))"] }
      let result = try run(["lint", "--output-format", "full"] + options, folder)
      #expect(result.status != 0)
      #expect(!result.text.contains(Self.secret))
      #expect(!result.errorText.contains(Self.secret), "\(result.errorText)")
      if attempt.isRefused { #expect(result.errorText.contains("--config"), "\(result.errorText)") }
      for form in forms {
        guard let bytes = try? TestFile.bytes(folder.path(of: "report." + form)) else { continue }
        #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret), "\(form)")
      }
    }
  }

  @Test(
    "shows nothing in other commands either",
    arguments: [
      ["validate"], ["validate", "."], ["normalize"], ["import", "--store", "memory:"], ["catalog", "list"],
      ["catalog", "lint"], ["query", "--store", "memory:"], ["lint", "--prune-baseline"],
    ])
  func commands(_ words: [String]) throws {
    for attempt in Self.attempts {
      try TemporaryFolder.with { folder in
        try prepare(folder, attempt)
        let result = try run(words, folder)
        #expect(!result.text.contains(Self.secret), "\(attempt.lines)")
        #expect(!result.errorText.contains(Self.secret), "\(attempt.lines): \(result.errorText)")
        let outside = try TestFile.bytes(folder.path(of: "outside/secret.txt"))
        #expect(String(decoding: outside, as: UTF8.self).hasPrefix("TOKEN="))
      }
    }
  }

  @Test("may be a link, but not to a file outside") func linkedConfiguration() throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, Attempt(lines: ""))
      let place = folder.path(of: "repository/assay.yaml")
      try FileManager.default.removeItem(atPath: place)
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "../outside/secret.yaml")
      for words in [["lint"], ["config", "show"], ["validate", "inside/deep/a.ndjson"]] {
        let result = try run(words, folder)
        #expect(result.status == 3)
        #expect(!(result.text + result.errorText).contains(Self.secret))
        #expect(result.errorText.contains("--config"))
      }
    }
  }

  @Test("may do more when it is named") func named() throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, Attempt(lines: "data: [{path: ../outside/secret.txt, format: jsonl}]"))
      let result = try run(["lint", "--config", "assay.yaml", "--output-format", "full"], folder)
      #expect(result.status == 1)
      #expect(result.text.contains(Self.secret))
    }
  }

  @Test("names anything in its repository, by any way that stays there") func inside() throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, Attempt(lines: ""))
      let line = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"
      try folder.write("repository/data/a.ndjson", line)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "repository/study/linked"), withDestinationPath: "../data", makingFolders: true)
      let globs = [
        "../data/*.ndjson", folder.path(of: "repository/data/*.ndjson"), "linked/*.ndjson", "linked/a.ndjson",
      ]
      for glob in globs {
        try folder.write("repository/study/assay.yaml", "schema: 1\ndata: [{path: \"\(glob)\"}]\n")
        let result = try AssayBinary.run(
          ["lint", "--output-format", "json"], folder: folder.path(of: "repository/study"))
        #expect(result.status == 0, "\(glob): \(result.errorText)")
        #expect(try RunReport(result).summary.read == 1, "\(glob)")
      }
    }
  }

  @Test("has one of its names: .yml counts, and two are an error") func names() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yml", "schema: 1\nrules: {value-implausible: error}\n")
      let found = try AssayBinary.run(["config", "show", "--origin"], folder: folder.path)
      #expect(found.text.contains("assay.yml:2:"), "\(found.errorText)")
      try folder.write("assay.yaml", "schema: 1\n")
      let both = try AssayBinary.run(["config", "show"], folder: folder.path)
      #expect(both.status == 2)
      #expect(both.errorText.contains("assay.yml"))
      #expect(both.errorText.contains("assay.yaml"))
      #expect(try AssayBinary.run(["config", "show", "--config", "assay.yaml"], folder: folder.path).status == 0)
    }
  }
}

extension FileManager {
  /// Makes a link, and the folders above it.
  fileprivate func createSymbolicLink(
    atPath path: String, withDestinationPath target: String, makingFolders: Bool
  ) throws {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if makingFolders { try createDirectory(atPath: parent, withIntermediateDirectories: true) }
    try createSymbolicLink(atPath: path, withDestinationPath: target)
  }
}
