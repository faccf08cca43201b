import HealthModel
import Testing

@testable import HealthReports

@Suite("Markdown") struct MarkdownFormTests {
  @Test("numbers, table, findings, files") func report() throws {
    var summary = MadeUp.summary(["a.ndjson", "samples.ndjson"])
    summary.files[0].refused = 0
    summary.read = 8
    summary.byType["heartRate"] = Summary.TypeCounts()
    summary.byType["heartRate"]?.read = 8
    let findings = [MadeUp.finding(.valueImplausible), MadeUp.finding(message: "got `kg`", hint: "look")]
    let wanted = """
      # Assay: 1 error, 1 warning

      `8 read, 0 accepted, 0 refused`

      | code | severity | type | count | per 100 read | first place |
      | --- | --- | --- | ---: | ---: | --- |
      | `unit-incompatible` | error | `heartRate` | 1 | 12.5 | `samples.ndjson:3:40` |
      | `value-implausible` | warning | `heartRate` | 1 | 12.5 | `samples.ndjson:3:40` |

      All findings:

      - **error** `unit-incompatible` `samples.ndjson:3:40`: `` got `kg` `` (`look`)
      - **warning** `value-implausible` `samples.ndjson:3:40`: `heartRate takes count/min, got kg`

      <details><summary>2 files, the worst first</summary>

      | file | read | accepted | refused | per 100 read | state |
      | --- | ---: | ---: | ---: | ---: | --- |
      | `samples.ndjson` | 4 | 3 | 1 | 25 | complete |
      | `a.ndjson` | 4 | 3 | 0 | - | complete |

      </details>

      """
    #expect(try ReportRun.text(.markdown, of: findings, summary: summary) == wanted)
  }

  @Test("nothing found is a heading and the numbers") func empty() throws {
    let wanted = "# Assay: no findings\n\n`0 read, 0 accepted, 0 refused`\n"
    #expect(try ReportRun.text(.markdown, of: []) == wanted)
  }

  @Test("foreign text stays in code spans and cells") func hostile() throws {
    let text = try ReportRun.text(
      .markdown, of: MadeUp.hostile, summary: MadeUp.summary(MadeUp.hostilePaths))
    for line in text.split(separator: "\n") {
      let outside = Self.outsideCode(String(line))
      let marks = outside.utf8.filter { "`@[]&%\\".utf8.contains($0) }
      #expect(marks.isEmpty, "\(outside)")
      if line.hasPrefix("<") {
        #expect(line.hasPrefix("<details><summary>") || line == "</details>")
      } else {
        #expect(!outside.contains("<") && !outside.contains("http"), "\(outside)")
      }
      let bars = line.utf8.filter { $0 == UInt8(ascii: "|") }.count
      #expect(!line.hasPrefix("|") || bars == 7, "\(line)")
    }
  }

  @Test("twenty findings, fifty files, and the number of all") func limits() throws {
    let paths = (1...60).map { "\($0).ndjson" }
    let text = try ReportRun.text(
      .markdown, of: MadeUp.findings(30, .valueImplausible) + MadeUp.findings(5), summary: MadeUp.summary(paths))
    #expect(text.contains("\n20 of 35 findings:\n\n- **error** "))
    let listed = text.split(separator: "\n").filter { $0.hasPrefix("- **") }
    #expect(listed.count == 20)
    #expect(text.contains("\n| `50.ndjson` | "))
    #expect(!text.contains("\n| `51.ndjson` | "))
    #expect(text.contains("\nand 10 more\n"))
  }

  @Test("a page stays below its size and says that it was cut") func size() {
    var page = MarkdownPage(limit: 2048)
    for number in 1...500 { page.add("line \(number)") }
    page.close("</details>")
    page.finish()
    #expect(page.text.utf8.count <= 2048)
    #expect(page.text.hasSuffix("\n</details>\n\nThe rest is left out, since the page would be too long.\n"))
  }

  /// A line without its code spans, found as Markdown finds them: a run of backticks, and the next run as long.
  private static func outsideCode(_ line: String) -> String {
    let scalars = Array(line.unicodeScalars)
    var outside = ""
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "`" else {
        outside.unicodeScalars.append(scalars[index])
        index += 1
        continue
      }
      let length = Self.run(scalars, index)
      var end = index + length
      while end < scalars.count, scalars[end] != "`" || Self.run(scalars, end) != length {
        end += max(1, Self.run(scalars, end))
      }
      if end < scalars.count {
        index = end + length
      } else {
        outside += String(repeating: "`", count: length)
        index += length
      }
    }
    return outside
  }

  /// How many backticks stand at a place.
  private static func run(_ scalars: [Unicode.Scalar], _ index: Int) -> Int {
    scalars[index...].prefix { $0 == "`" }.count
  }
}
