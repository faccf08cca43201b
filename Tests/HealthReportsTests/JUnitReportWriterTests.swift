import HealthModel
import HealthReports
import Testing

@Suite("JUnit") struct JUnitFormTests {
  @Test("a suite for each file, a case for each code") func report() throws {
    var summary = MadeUp.summary(["b.ndjson", "a.ndjson", "b.ndjson"])
    summary.files[1].isIncomplete = true
    let findings = [
      MadeUp.finding(.valueImplausible, path: "a.ndjson", message: "8 < 10"),
      MadeUp.finding(path: "a.ndjson", hint: "write it"),
      MadeUp.finding(.catalogID, path: "z.yaml", line: 0),
    ]
    let wanted = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="assay" tests="5" failures="2" errors="1">
        <testsuite name="b.ndjson" tests="1" failures="0" errors="0">
          <testcase name="samples" classname="b.ndjson"/>
        </testsuite>
        <testsuite name="a.ndjson" tests="3" failures="1" errors="1">
          <testcase name="unit-incompatible" classname="a.ndjson">
            <failure type="unit-incompatible" message="1 finding">\
      a.ndjson:3:40: error[unit-incompatible]: heartRate takes count/min, got kg (write it)
      </failure>
          </testcase>
          <testcase name="value-implausible" classname="a.ndjson">
            <system-out>a.ndjson:3:40: warning[value-implausible]: 8 &lt; 10
      </system-out>
          </testcase>
          <testcase name="complete" classname="a.ndjson">
            <error type="incomplete" message="the input ended too early or is damaged"/>
          </testcase>
        </testsuite>
        <testsuite name="z.yaml" tests="1" failures="1" errors="0">
          <testcase name="catalog-id" classname="z.yaml">
            <failure type="catalog-id" message="1 finding">\
      z.yaml: error[catalog-id]: heartRate takes count/min, got kg
      </failure>
          </testcase>
        </testsuite>
      </testsuites>

      """
    #expect(try ReportRun.text(.junit, of: findings, summary: summary) == wanted)
  }

  @Test("ten findings of a case, and the number of all") func limit() throws {
    let text = try ReportRun.text(.junit, of: MadeUp.findings(25))
    #expect(text.contains("message=\"25 findings\">samples.ndjson:1:40: "))
    #expect(text.contains("samples.ndjson:10:40: "))
    #expect(!text.contains("samples.ndjson:11:40: "))
    #expect(text.contains("\n… and 15 more\n</failure>"))
  }

  @Test("well formed, whatever files are called") func hostile() throws {
    let text = try ReportRun.text(.junit, of: MadeUp.hostile, summary: MadeUp.summary(MadeUp.hostilePaths))
    let shape = try XMLShape(text)
    let suites = shape.all("testsuite")
    #expect(suites.count == MadeUp.hostilePaths.count)
    #expect(suites.first?.attributes["name"] == "]]&gt;&lt;b a=&quot;1&quot;&gt;&amp;&#39;.ndjson")
    #expect(shape.all("testcase").count == 2 * MadeUp.hostilePaths.count)
    for failure in shape.all("failure") {
      #expect(failure.depth == 3)
      #expect(failure.attributes["message"] == "1 finding")
    }
    #expect(shape.all("testsuites").first?.attributes["tests"] == "\(2 * MadeUp.hostilePaths.count)")
    let names = Set(shape.elements.map(\.name)).sorted()
    #expect(names == ["failure", "testcase", "testsuite", "testsuites"])
  }

  @Test("nothing read is no test") func empty() throws {
    let shape = try XMLShape(ReportRun.text(.junit, of: []))
    #expect(shape.elements.map(\.name) == ["testsuites"])
  }
}
