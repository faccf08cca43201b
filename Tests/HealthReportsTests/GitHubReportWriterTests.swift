import HealthModel
import HealthReports
import Testing

@Suite("GitHub") struct GitHubFormTests {
  @Test("a command with the escapes of its places") func command() throws {
    let finding = MadeUp.finding(path: "./a,b:c%.ndjson", message: "100% of it", hint: "or\nless")
    let wanted =
      "::error title=assay(unit-incompatible),file=a%2Cb%3Ac%25.ndjson,line=3,col=40::100%25 of it (or%0Aless)\n"
    #expect(try ReportRun.text(.github, of: [finding]) == wanted)
  }

  @Test("a place in an archive is the archive, and the member is in the message") func archive() throws {
    let finding = MadeUp.finding(.unitAlias, path: "export.zip!apple_health_export/export.xml", message: "read")
    let wanted =
      "::notice title=assay(unit-alias),file=export.zip::read; in apple_health_export/export.xml:3:40\n"
    #expect(try ReportRun.text(.github, of: [finding]) == wanted)
  }

  @Test("ten of each level, the highest severity first, and the count") func limits() throws {
    let findings = MadeUp.findings(3, .valueImplausible) + MadeUp.findings(12)
    let lines = try ReportRun.text(.github, of: findings).split(separator: "\n")
    #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") })
    #expect(lines.dropFirst(10).prefix(3).allSatisfy { $0.hasPrefix("::warning ") })
    #expect(lines.count == 14)
    let last = String(lines.last ?? "")
    #expect(last == "::notice title=assay::12 errors, 3 warnings; 10 of each are annotated")
    let few = try ReportRun.text(.github, of: MadeUp.findings(10))
    #expect(few.split(separator: "\n").count == 10)
    #expect(try ReportRun.text(.github, of: []).isEmpty)
  }

  @Test("no name breaks out of its command") func hostile() throws {
    for finding in MadeUp.hostile {
      let text = try ReportRun.text(.github, of: [finding])
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 2 && text.hasPrefix("::error title=assay(\(finding.code.name)),file="))
      let properties = text.utf8.dropFirst(8).prefix { $0 != UInt8(ascii: ":") }
      let names = String(decoding: properties, as: UTF8.self).split(separator: ",").compactMap {
        $0.split(separator: "=").first.map { String($0) }
      }
      #expect(names == (finding.location.line > 0 ? ["title", "file", "line", "col"] : ["title", "file"]))
      let controls = text.unicodeScalars.filter { scalar in
        scalar != "\n" && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
      }
      #expect(controls.isEmpty)
    }
  }
}
