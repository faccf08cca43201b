import Foundation
import Testing

/// The plugin of the tree that reads workbooks of Excel.
@Suite(
  "Workbooks of Excel", .enabled(if: PluginPython.withWorkbooks != nil, "openpyxl of PyPI is not in .build-python"))
struct ExcelTests {
  private static let plugin = AssayBinary.root + "/plugins/excel"

  private static func run(_ arguments: [String], _ folder: TemporaryFolder) throws -> ProcessResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try AssayBinary.run(
      arguments, environment: ["PATH": (PluginPython.withWorkbooks ?? "") + ":" + path], folder: folder.path)
  }

  /// A workbook with two sheets, dates, times and percents.
  private static func study(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(PluginPython.withWorkbooks) + "/python3")
      process.arguments = [plugin + "/example/make.py", folder.path + "/study.xlsx", "--study"]
      try process.run()
      process.waitUntilExit()
      try body(folder)
    }
  }

  private static let configuration = """
    schema: 1
    plugins: [\(plugin)]
    data:
      - path: study.xlsx!Weights
        timezone: Europe/Berlin
        start: [Date, Time]
        columns: {Patient: subject, SpO2: "-"}
        rows: [{value: "Weight (kg)", type: bodyMass, unit: kg}]
      - path: study.xlsx!Steps
        timezone: Europe/Berlin
        columns: {Patient: subject, When: start, Steps: value}
        constants: {type: stepCount, unit: count}

    """

  @Test("the reader keeps the laws of readers") func laws() throws {
    try TemporaryFolder.with { folder in
      let result = try Self.run(["plugins", "test", Self.plugin], folder)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.text.contains("6 passed, 0 failed, 0 skipped"))
    }
  }

  @Test("the mapping of columns applies to sheets as to a CSV file") func mapping() throws {
    try Self.study { folder in
      try folder.write("assay.yaml", Self.configuration)
      let result = try Self.run(["normalize", "--config", "assay.yaml"], folder)
      #expect(result.status == 0, "\(result.errorText)")
      let lines = result.text.split(separator: "\n").map { String($0).replacing(/"uuid":"[^"]*",/, with: "") }
      // 07:30 and 18:00:30 in Berlin in winter.
      let expected = [
        #"{"type":"stepCount","value":8123,"unit":"count","start":"2026-01-05T17:00:30Z","end":"2026-01-05T17:00:30Z","offset":"+01:00","subject":"P1"}"#,
        #"{"type":"bodyMass","value":71.3,"unit":"kg","start":"2026-01-05T06:30:00Z","end":"2026-01-05T06:30:00Z","offset":"+01:00","subject":"P1"}"#,
        #"{"type":"bodyMass","value":81,"unit":"kg","start":"2026-01-06T06:30:00Z","end":"2026-01-06T06:30:00Z","offset":"+01:00","subject":"P2"}"#,
      ]
      #expect(lines.sorted() == expected.sorted(), "\(result.text)\(result.errorText)")
    }
  }

  @Test("several sheets are listed, and one is named after the path") func sheets() throws {
    try Self.study { folder in
      let all = try Self.run(["validate", "--plugin", Self.plugin, "study.xlsx"], folder)
      #expect(all.status == 1)
      #expect(all.errorText.contains("the workbook has 2 sheets with cells, `Weights`, `Steps`"), "\(all.errorText)")
      let guess = try Self.run(["profile", "--guess", "--plugin", Self.plugin, "study.xlsx!Steps"], folder)
      #expect(guess.text.contains("study.xlsx!Steps") && guess.text.contains("stepCount"), "\(guess.text)")
      let none = try Self.run(["validate", "--plugin", Self.plugin, "study.xlsx!No"], folder)
      #expect(none.status == 1 && none.errorText.contains("its sheets are `Weights`, `Steps`, `Empty`"))
    }
  }

  @Test("without the plugin the message names it") func withoutPlugin() throws {
    try Self.study { folder in
      let result = try Self.run(["validate", "study.xlsx"], folder)
      #expect(result.status == 2)
      #expect(result.errorText.contains("it is a workbook of Excel; read it with `--plugin excel`"))
      let draft = try Self.run(["init", "--dry-run"], folder)
      #expect(draft.text.contains("# study.xlsx: it is a workbook of Excel"), "\(draft.text)")
    }
  }

  @Test("a workbook in Assay's own form is found in a folder, and imported once") func twice() throws {
    try TemporaryFolder.with { folder in
      try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: true)
      try Data(TestFile.bytes("plugins/excel/example/measurements.xlsx"))
        .write(to: URL(fileURLWithPath: folder.path + "/in/m.xlsx"))
      let arguments = ["import", "--plugin", Self.plugin, "in", "--store", "a.db", "--now", "2026-06-01T00:00:00Z"]
      let first = try Self.run(arguments, folder)
      #expect(first.errorText.contains("2 read, 2 accepted"), "\(first.errorText)")
      let again = try Self.run(arguments, folder)
      #expect(again.errorText.contains("0 accepted"), "\(again.errorText)")
    }
  }
}
