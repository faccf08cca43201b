import Foundation
import Testing

/// The table of Documentation/configuration.md says which keys a command uses: each cell is tried out.
@Suite("The keys that each command uses") struct ConfigurationTableTests {
  /// A command of the table, and the first words of the columns in which it has `yes`.
  struct Row: Sendable, CustomTestStringConvertible {
    let command: String
    let used: Set<String>
    var testDescription: String { command }
  }

  /// What is tried for a column: the lines of two configurations, between which only a command that uses the key differs.
  struct Probe: Sendable {
    let column: String
    var without = ""
    let with: String
    var hasData = true
    var hasStore = true
  }

  static let probes = [
    Probe(column: "catalogs", with: "catalogs: [broken]"),
    Probe(
      column: "data", without: "data: [{path: d.ndjson}]", with: "data: [{path: d.ndjson, timezone: No/Where}]",
      hasData: false),
    Probe(column: "rules", with: "rules: {value-implausible: error}"),
    Probe(column: "fail_on", with: "fail_on: warning"),
    Probe(
      column: "suppressions",
      with: "suppressions: [{code: value-implausible, reason: made up, until: 2027-12-31}]"),
    Probe(column: "fail_if", with: "fail_if: value-implausible > 0"),
    Probe(column: "baseline", with: "baseline: missing.jsonl"),
    Probe(column: "store", with: "store: s.db", hasStore: false),
  ]

  /// How each command is called; a store is named only where the configuration never does it.
  static let calls = [
    "lint": "", "validate": "", "normalize": "", "import": "", "profile": "", "revalidate": "refused.ndjson",
    "query": "",
    "stats": "--type heartRate --by day", "export": "", "watch": "--once --since beginning", "store info": "",
    "store compact": "", "store verify": "", "store delete": "--all --dry-run", "explain": "heartRate",
    "catalog list": "", "catalog show": "heartRate", "catalog search": "heart", "catalog export": "--as json",
    "catalog check": "", "catalog lint": "", "catalog test": "", "catalog schema": "--output new",
    "catalog new": "org.study.x --kind quantity --title X --unit kg --into new",
  ]

  static let (rows, columns) = (try? table()) ?? ([], [])

  /// Reads the table.
  private static func table() throws -> ([Row], [String]) {
    let page = String(decoding: try TestFile.bytes("Documentation/configuration.md"), as: UTF8.self)
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("| command |") }.prefix { $0.hasPrefix("|") }
    let cells = lines.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let columns = cells.first?.dropFirst().compactMap(words(in:)).map { $0[0] } ?? []
    let rows = cells.dropFirst(2).flatMap { row -> [Row] in
      let used = zip(columns, row.dropFirst()).filter { $0.1 == "yes" }.map(\.0)
      return words(in: row[0])?.map { Row(command: $0, used: Set(used)) } ?? []
    }
    return (rows, columns)
  }

  /// The texts between backticks; `nil` if there is none.
  private static func words(in cell: String) -> [String]? {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    let words = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    return words.isEmpty ? nil : words
  }

  @Test("the table has a column for each probe, and a row for each call") func complete() {
    #expect(Self.columns == Self.probes.map(\.column))
    #expect(Self.rows.map(\.command).sorted() == Self.calls.keys.sorted())
  }

  @Test("a command uses exactly what its row says", arguments: rows) func row(_ row: Row) throws {
    try TemporaryFolder.with { folder in
      let implausible = #"{"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-0%T08:00:00Z"}"# + "\n"
      for (day, name) in ["d", "e", "q"].enumerated() {
        let line = implausible.replacingOccurrences(of: "%", with: String(day + 1))
        try folder.write(name + ".ndjson", line)
      }
      try folder.write("broken/org.study.broken.yaml", "schema: 1\ntype: org.study.broken\nkind: nonsense\n")
      try folder.write("strict.yaml", "schema: 1\nrules: {value-implausible: error}\n")
      let run = { (words: [String]) in try AssayBinary.run(words, folder: folder.path) }
      try #require(try run(["import", "e.ndjson", "--store", "first.db", "--no-config"]).status == 0)
      let refusing = [
        "import", "q.ndjson", "--store", "q.db", "--quarantine", "first.ndjson", "--config", "strict.yaml",
      ]
      try #require(try run(refusing).status == 1)
      for probe in Self.probes {
        let named = probe.column != "store" && row.command == "store delete" ? ["--store", "s.db"] : []
        let words = CommandWords.split("\(row.command) \(try #require(Self.calls[row.command]))") + named
        let results = try [probe.without, probe.with].map { lines in
          // What the run before changed is as it was.
          for name in TestFile.names(in: folder.path) where name.hasPrefix("s.db") || name == "new" {
            try FileManager.default.removeItem(atPath: folder.path(of: name))
          }
          for (name, copy) in [("first.db", "s.db"), ("first.ndjson", "refused.ndjson")] {
            try? FileManager.default.removeItem(atPath: folder.path(of: copy))
            try FileManager.default.copyItem(atPath: folder.path(of: name), toPath: folder.path(of: copy))
          }
          let data = probe.hasData ? "data: [{path: d.ndjson}]\n" : ""
          let store = probe.hasStore ? "store: s.db\n" : ""
          try folder.write("assay.yaml", "schema: 1\n\(data)\(store)\(lines)\n")
          return try run(words)
        }
        let differs = results[0].status != results[1].status || results[0].output != results[1].output
        #expect(
          differs == row.used.contains(probe.column),
          "\(probe.column): \(results.map { "\($0.status) \($0.text.prefix(300)) \($0.errorText.prefix(300))" })")
      }
    }
  }
}
