import HealthModel
import HealthValidation
import Testing

/// Every case of `Tests/Cases/across`: the complete list of findings with code, line and the other sample's line.
struct AcrossCaseTests {
  @Test(arguments: try AcrossCase.all()) func findings(_ item: AcrossCase) throws {
    let input = AcrossInput(try AcrossTypes.registry(), item.text)
    let found = try input.findings(options: item.options)
    #expect(AcrossCase.lines(found) == item.expected)
    // One line a batch is the same.
    let alone = try input.findings(cutBefore: Array(0..<input.lines.count), options: item.options)
    #expect(alone == found)
  }

  @Test("a finding has the subject of its sample", arguments: try AcrossCase.all()) func subjects(_ item: AcrossCase)
    throws
  {
    let lines = String(decoding: item.text, as: UTF8.self).split(separator: "\n").map { line in
      line.contains(#""subject""#) ? String(line) : #"{"subject":"p0","# + line.dropFirst()
    }
    let input = AcrossInput(try AcrossTypes.registry(), Array(lines.joined(separator: "\n").utf8))
    let found = try input.findings(options: item.options)
    // What has a subject is of one person.
    #expect(AcrossCase.lines(found) == item.expected.filter { !$0.hasPrefix("people-mixed") })
    for finding in found {
      let subject = try #require(finding.subject)
      #expect(lines[Int(finding.place.line) - 1].contains(#""subject":"\#(subject)""#), "\(finding)")
    }
  }

  @Test("every code of several samples has a case that raises it") func coverage() throws {
    let raised = Set(try AcrossCase.all().flatMap(\.expected).map { $0.prefix { $0 != " " } })
    for name in AcrossFinding.Kind.allCases.map(\.code.name) {
      #expect(raised.contains(Substring(name)), "no case raises \(name)")
    }
  }

  @Test("members that were read before are not looked at when the caller says so") func repeats() throws {
    let text = """
      {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
      {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":\
      [{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},\
      {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """
    let input = AcrossInput(try AcrossTypes.registry(), Array(text.utf8))
    let (batch, places) = try input.batch(of: 0..<2)
    var rules = AcrossRules(registry: input.registry)
    let told = rules.add(batch, places: places, skipping: [2])
    #expect(told.isEmpty)
    var others = AcrossRules(registry: input.registry)
    let untold = others.add(batch, places: places)
    #expect(AcrossCase.lines(untold) == ["duplicate 2 1"])
  }
}

/// A file of samples and the findings among them.
struct AcrossCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: [UInt8]
  /// `code line other`, in the order of the text.
  let expected: [String]
  let options: AcrossOptions

  var testDescription: String { name }

  static func all() throws -> [AcrossCase] {
    try ProjectFiles.names(in: "Tests/Cases/across", ending: ".ndjson").map { try AcrossCase(String($0.dropLast(7))) }
  }

  init(_ name: String) throws {
    self.name = name
    text = try ProjectFiles.bytes("Tests/Cases/across/\(name).ndjson")
    let notes = String(decoding: try ProjectFiles.bytes("Tests/Cases/across/\(name).expected"), as: UTF8.self)
    var options = AcrossOptions()
    var expected: [String] = []
    for line in notes.split(separator: "\n") where !line.hasPrefix("#") {
      guard line.hasPrefix("options: ") else {
        expected.append(String(line))
        continue
      }
      for setting in line.dropFirst(9).split(separator: " ") {
        let parts = setting.split(separator: "=")
        guard parts.count == 2, let number = Int(parts[1]) else { throw CaseIsMalformed(line: String(line)) }
        switch parts[0] {
        case "window": options.window = number
        case "seriesWindow": options.seriesWindow = number
        case "maximumSeries": options.maximumSeries = number
        default: throw CaseIsMalformed(line: String(line))
        }
      }
    }
    self.options = options
    self.expected = expected.sorted()
  }

  /// Findings as cases write them.
  static func lines(_ findings: [AcrossFinding]) -> [String] {
    findings.map { "\($0.code.name) \($0.place.line) \($0.related.map { String($0.line) } ?? "-")" }.sorted()
  }
}
