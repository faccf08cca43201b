import Assay
import Foundation
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import Testing

/// CONTRIBUTING's recipes are complete: their table names the files that an extension edits, no other file names one,
/// and each extension of the real lists has what its recipe asks for.
@Suite("Recipes") struct RecipeTests {
  /// A row of the table.
  struct Row: Sendable, CustomTestStringConvertible {
    var added: String
    var new: String
    var edited: [String]
    var testDescription: String { added }
  }

  private static let text = Result { String(decoding: try ProjectFiles.bytes("CONTRIBUTING.md"), as: UTF8.self) }

  static let rows: [Row] = ((try? text.get()) ?? "").split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, cells[0].hasPrefix("a") else { return nil }
    return Row(added: cells[0], new: paths(cells[1])[0], edited: paths(cells[2]))
  }

  /// The paths in code marks.
  private static func paths(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && ($0.element.contains("/") || $0.element == "Package.swift") }
      .map { String($0.element) }
  }

  @Test("the table has each extension, and a file or two for it") func table() {
    #expect(Self.rows.map(\.added) == ["a rule", "a type", "an input format", "a report format", "a store"])
    #expect(Self.rows.map(\.edited.count) == [2, 0, 1, 1, 2])
  }

  @Test("every path of the table is there", arguments: rows) func tablePaths(_ row: Row) {
    for path in row.edited + [row.new] { #expect(ProjectFiles.exists(path), "CONTRIBUTING.md names \(path)") }
  }

  @Test("every path of a recipe is there") func recipePaths() throws {
    let recipes = try Self.text.get().split(separator: "### ").filter { $0.hasPrefix("Add ") }
    #expect(recipes.count >= 6)
    for recipe in recipes {
      for path in Self.paths(String(recipe)) where !path.contains("<") && !path.contains("NAME") {
        #expect(ProjectFiles.exists(path), "CONTRIBUTING.md names \(path)")
      }
    }
  }

  // MARK: - The code

  /// The Swift files of the project that match a pattern.
  private func files(matching pattern: String, in folder: String = "Sources") throws -> Set<String> {
    // `SQLitePlugin.factory` is one word to Unicode.
    let expression = try Regex(pattern).wordBoundaryKind(.simple).anchorsMatchLineEndings()
    let names = FileManager.default.enumerator(atPath: ProjectFiles.root + "/" + folder)?.compactMap { $0 as? String }
    let paths = try #require(names).filter { $0.hasSuffix(".swift") || (folder == "Tests" && $0.hasSuffix(".md")) }.map
    { folder + "/" + $0 }
    #expect(!paths.isEmpty)
    return Set(
      try paths.filter { try String(decoding: ProjectFiles.bytes($0), as: UTF8.self).contains(expression) })
  }

  /// The files that a row says are edited.
  private func edited(_ added: String) throws -> Set<String> {
    Set(try #require(Self.rows.first { $0.added == added }).edited)
  }

  @Test("formats are listed only where the table says") func formatLists() throws {
    #expect(try files(matching: #"^    (JSONLines|CSV)Format\(\),$"#) == edited("an input format"))
    // No switch tells formats apart: what differs between them is in their folders.
    #expect(try files(matching: #"case \.jsonLines\b"#) == [])
  }

  @Test("report formats are told apart only where the table says") func reportSwitches() throws {
    #expect(try files(matching: #"\.(gitlab|junit)\b"#) == edited("a report format"))
  }

  @Test("stores are listed only where the table says") func storeLists() throws {
    let found = try files(matching: #"\b(SQLite|JSONL)Plugin\b"#)
    #expect(found == (try edited("a store")).subtracting(["Package.swift"]))
    let package = String(decoding: try ProjectFiles.bytes("Package.swift"), as: UTF8.self)
    for factory in StoreBackends.builtIn.factories where factory.keepsFiles {
      #expect(package.contains("plugins/\(factory.scheme)/Sources"))
    }
  }

  // MARK: - The lists

  private static let steps = #"{"type":"stepCount","start":"2026-01-01T00:00:00Z","value":1,"unit":"count"}"#
  private static let element = """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="1" \
    creationDate="2026-01-01 00:00:00 +0000" startDate="2026-01-01 00:00:00 +0000" endDate="2026-01-01 00:01:00 +0000"/>
    """
  private static let row = "stepCount,2026-01-01T00:00:00Z,1,count"

  /// A record of each format in the smallest input of it, and alone.
  private static let examples: [InputFormat: (input: String, record: String)] = [
    .jsonLines: (steps + "\n", steps), .json: ("[\(steps)]", steps),
    .appleHealth: (#"<?xml version="1.0"?><HealthData locale="en_US">\#(element)</HealthData>"#, element),
    .csv: ("type,start,value,unit\n\(row)\n", row),
  ]

  /// The formats that are text with records; one that is converted has tests of its own.
  private static let textFormats = FormatList.all.formats.filter { $0.converted == nil }

  @Test("a format that is converted has tests", arguments: FormatList.all.formats.filter { $0.converted != nil })
  func convertedTests(_ format: InputFormat) throws {
    #expect(
      !(try files(matching: #"\bformat: "\#(format.rawValue)"|--format \#(format.rawValue)\b"#, in: "Tests")).isEmpty)
  }

  @Test("a format is recognized by its bytes and by its names", arguments: textFormats)
  func recognized(_ format: InputFormat) throws {
    let example = try #require(Self.examples[format], "RecipeTests has no example of \(format.rawValue)")
    let bytes = Array(example.input.utf8)
    #expect(FormatSniffer.sniff(prefix: bytes, path: "-") == .format(format))
    #expect(!format.fileEndings.isEmpty)
    for ending in format.fileEndings {
      #expect(FormatSniffer.sniff(prefix: bytes, path: "data" + ending) == .format(format))
    }
  }

  @Test("a record of a format can be kept alone and read again", arguments: textFormats)
  func kept(_ format: InputFormat) throws {
    let example = try #require(Self.examples[format])
    let table = format == .csv ? TableContext(row: Array("type,start,value,unit".utf8)) : nil
    let record = QuarantinedRecord(Array(example.record.utf8), format: format, at: ReadPosition(), table: table)
    var chunk = try #require(record.chunk).chunk
    var buffer = RawSampleBuffer(syntax: format.syntax)
    guard case .sample = format.readFirst(of: &chunk, into: &buffer) else {
      Issue.record("the record is not read alone")
      return
    }
    #expect(buffer.samples.count == 1)
  }

  @Test("a format has a page or the page of its syntax", arguments: FormatList.all.formats)
  func formatPage(_ format: InputFormat) throws {
    let readme = String(decoding: try ProjectFiles.bytes("Documentation/README.md"), as: UTF8.self)
    let page = format.definition.page
    #expect(readme.contains("(\(page))") && ProjectFiles.exists("Documentation/" + page))
  }

  @Test("a report format has a case of the console and its name on the page", arguments: ReportFormat.allCases)
  func report(_ format: ReportFormat) throws {
    let page = String(decoding: try ProjectFiles.bytes("Documentation/lint.md"), as: UTF8.self)
    let reports = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Reports") })
    #expect(reports.contains("`\(format.rawValue)`"))
    let console = String(decoding: try ProjectFiles.bytes("Tests/Console/lint.md"), as: UTF8.self)
    #expect(console.contains("\n## \(format.rawValue)\n"))
  }

  @Test("every form is one of a report format") func forms() throws {
    let list = String(decoding: try ProjectFiles.bytes("Sources/HealthReports/ReportFormat.swift"), as: UTF8.self)
    let forms = try files(matching: #"struct \w+ReportWriter: ReportWriter\b"#, in: "Sources/HealthReports/Formats")
    #expect(forms.count == ReportFormat.allCases.count - 1, "full and concise share a form")
    for path in forms {
      let name = String(path.split(separator: "/").last?.dropLast(6) ?? "")
      #expect(list.contains("\(name)("), "ReportFormat.swift does not make \(name)")
    }
  }

  @Test(
    "a store has a folder, laws, outside tests and a column", arguments: StoreBackends.builtIn.factories.map(\.scheme))
  func store(_ scheme: String) throws {
    func holds(_ path: String, _ text: String) throws -> Bool {
      String(decoding: try ProjectFiles.bytes(path), as: UTF8.self).contains(text)
    }
    #expect(try holds("Tests/HealthTestKitTests/ConformanceTests.swift", "case .\(scheme)"))
    #expect(try holds("Documentation/stores.md", "`\(scheme):") || holds("Documentation/stores.md", "| \(scheme) |"))
    guard scheme != "memory" else { return }
    for part in ["plugin.yaml", "README.md", "Sources"] { #expect(ProjectFiles.exists("plugins/\(scheme)/\(part)")) }
    #expect(try holds("Tests/CommandLineTests/Stores/StoreKind.swift", "case .\(scheme)"))
  }
}
