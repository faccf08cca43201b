import Assay
import Foundation
import HealthModel
import HealthReports
import HealthValidation
import Testing

/// The pages of a catalog: whole, linked, the same every time, and without markup of whoever wrote a definition.
@Suite("Pages of a catalog") struct CatalogPagesTests {
  private static func pages(_ registry: Registry, only ids: Set<String>? = nil) -> CatalogPages {
    CatalogPages(
      registry, only: ids, codes: { $0.possibleCodes }, text: { CodePages.text(of: $0) }, version: "0.0")
  }

  private static func files() throws -> [String: String] {
    let files = pages(try ProjectFiles.registry()).files
    #expect(Set(files.map(\.path)).count == files.count)
    #expect(files.last?.path == "index.md")
    return Dictionary(files.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("a page is as it was last read", arguments: ["heartRate", "bloodPressure"])
  func golden(_ id: String) throws {
    let page = try #require(try Self.files()["types/\(id).md"])
    let path = "Tests/Golden/pages/\(id).md"
    let recorded = try? String(decoding: ProjectFiles.bytes(path), as: UTF8.self)
    if recorded == page { return }
    if ProjectFiles.isBlessing || recorded == nil {
      let url = URL(fileURLWithPath: ProjectFiles.root + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(page.utf8).write(to: url)
    }
    if ProjectFiles.isBlessing { return }
    if recorded == nil { Issue.record("\(path) was not there and is recorded now: read it") }
    #expect(recorded == nil || recorded == page, "\(path): if it should differ, `make bless`")
  }

  @Test("each type has a page, and each link leads to a page and a section of it") func links() throws {
    let files = try Self.files()
    for type in try ProjectFiles.registry().types { #expect(files["types/\(type.id).md"] != nil, "\(type.id)") }
    let pattern = #/\]\(([^)]*)\)/#
    var count = 0
    for (path, text) in files {
      for match in text.matches(of: pattern) {
        let parts = match.1.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let depth = path.count { $0 == "/" }
        var target = parts[0].isEmpty ? path : parts[0]
        if !parts[0].isEmpty {
          let up = String(repeating: "../", count: depth)
          #expect(target.hasPrefix(up), "\(path): \(target)")
          target = String(target.dropFirst(up.count))
        }
        let page = try #require(files[target], "\(path) leads to \(target)")
        if parts.count == 2 { #expect(page.contains("id=\"\(parts[1])\""), "\(path) leads to \(match.1)") }
        count += 1
      }
    }
    #expect(count > 3000)
  }

  @Test("the page of a type says its bounds in other units, its example and its codes") func content() throws {
    let page = try #require(try Self.files()["types/heartRate.md"])
    for line in [
      "# Heart rate", "- Type: `heartRate`", "- Unit: `count/min`", "- Allowed: from 0 to 300 count/min",
      "- Lasts: at most 4 d", "| `bpm` | from 0 to 300 bpm | from 10 to 300 bpm |",
    ] { #expect(page.contains(line + "\n"), "\(line)") }
    #expect(page.contains("[`value-not-allowed`](../codes/value-not-allowed.md)"))
    #expect(page.contains("`HKQuantityTypeIdentifierHeartRate`"))
    #expect(page.contains("`catalog/vitals/heartRate.yaml:2`"))
    #expect(page.contains("\"value\": 72"))
  }

  @Test("with some types only those have pages, and others are named without a link") func only() throws {
    let registry = try ProjectFiles.registry()
    let files = Self.pages(registry, only: ["bloodPressure", "bloodPressureSystolic"]).files
    let types = files.map(\.path).filter { $0.hasPrefix("types/") }
    #expect(types == ["types/bloodPressure.md", "types/bloodPressureSystolic.md"])
    let page = try #require(files.first?.text)
    #expect(page.contains("[`bloodPressureSystolic`](../types/bloodPressureSystolic.md)"))
    #expect(page.contains("| `bloodPressureDiastolic` |") && !page.contains("types/bloodPressureDiastolic.md"))
  }

  @Test("what a definition says is text, never markup") func escaping() throws {
    let text = "<script>alert('1')</script> & \"q\" | `x` [a](b) \u{202E}"
    var type = try #require(try ProjectFiles.registry().type(named: "sleepAnalysis"))
    (type.id, type.title, type.summary) = ("org.example.odd", text, text)
    type.identifiers = []
    type.sources = ["type": text]
    type.rules = [TypeRule(name: "odd", requirement: "value = \"<b>\"", message: text)]
    let registry = try Registry(types: [type])
    let markdown = try #require(Self.pages(registry).files.first?.text)
    #expect(markdown.contains("\\<script\\>") && !markdown.contains(" <script") && !markdown.contains("[a](b)"))
  }

  @Test("the same catalog makes the same pages") func same() throws {
    #expect(try Self.files() == Self.files())
  }
}
