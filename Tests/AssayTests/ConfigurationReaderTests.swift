import Assay
import Foundation
import HealthFormats
import HealthModel
import HealthValidation
import Testing

/// Every file of `Tests/Cases/config`, and what the values come to.
struct ConfigurationReaderTests {
  @Test("the cases are there") func count() throws {
    #expect(try ConfigurationCase.all(in: "accept").count >= 10)
    #expect(try ConfigurationCase.all(in: "refuse").count >= 30)
  }

  @Test("a refused file names every code and place", arguments: try ConfigurationCase.all(in: "refuse"))
  func refused(_ item: ConfigurationCase) {
    let result = item.result
    let found = result.diagnostics.map { "\($0.code.name) \($0.location.line):\($0.location.column)" }
    #expect(!item.expected.isEmpty)
    #expect(found.sorted() == item.expected.sorted())
    #expect(result.diagnostics.allSatisfy { $0.severity == .error && $0.location.path == "assay.yaml" })
    #expect(result.configuration == nil)
    #expect(result.settings.isEmpty)
  }

  @Test("an accepted file has its settings, each with its place", arguments: try ConfigurationCase.all(in: "accept"))
  func accepted(_ item: ConfigurationCase) {
    let result = item.result
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.configuration != nil)
    let settings = Set(result.settings.map { "\($0.key) \($0.origin) \($0.value)" })
    #expect(settings.count == result.settings.count)
    #expect(!item.settings.isEmpty)
    for setting in item.settings { #expect(settings.contains(setting)) }
    if let count = item.settingCount { #expect(result.settings.count == count) }
  }

  @Test("a file that says nothing has the defaults") func minimal() throws {
    let configuration = try #require(read("schema: 1\n").configuration)
    #expect(configuration == ProjectConfiguration(path: "assay.yaml", folder: "/project"))
    #expect(configuration.across)
    #expect(configuration.acrossWindow == 200_000)
    #expect(configuration.failOn == nil)
    #expect(configuration.baselineBy == nil)
  }

  @Test("data sets as the file says") func data() throws {
    let configuration = try #require(try full().configuration)
    #expect(configuration.catalogs.map(\.value) == ["types", "../team/types"])
    #expect(configuration.plugins.map(\.value) == ["/opt/assay/plugins/ring"])
    #expect(configuration.exclude.map(\.value) == ["**/old/**", "scratch.ndjson"])
    try #require(configuration.data.count == 3)
    #expect(configuration.data[0].format == .appleHealth)
    #expect(configuration.data[0].layout == TableLayout())
    let table = configuration.data[1]
    #expect(table.path == Located("ring/{2025,2026}/*.csv", at: mark(30, 11)))
    #expect(table.format == nil)
    #expect(table.units == .ucum)
    #expect(table.timeZone?.value == "Europe/Berlin")
    #expect(table.layout.columns == ["Zeit": "start", "Puls (bpm)": "value", "x-axis": "metadata.axis"])
    #expect(table.layout.constants == ["type": "heartRate", "unit": "count/min"])
    #expect(table.layout.delimiter == UInt8(ascii: ";"))
    #expect(table.layout.decimalMark == UInt8(ascii: ","))
    #expect(table.layout.dateFormat == "dd.MM.yyyy HH:mm")
    #expect(configuration.data[2].subject == "no")
    #expect(configuration.data[2].layout.delimiter == UInt8(ascii: "\t"))
  }

  @Test("rules, overrides and suppressions as the file says") func rules() throws {
    let configuration = try #require(try full().configuration)
    #expect(configuration.rules.map(\.code.value) == ["value-implausible", "unit-alias", "no-such-code"])
    #expect(configuration.rules.map(\.level) == [.off, .warning, .error])
    #expect(configuration.rules.first?.code.mark == mark(48, 3))
    try #require(configuration.overrides.count == 2)
    let types = configuration.overrides[0]
    #expect(types.mark == mark(52, 5))
    #expect(types.scope.files.isEmpty)
    #expect(types.scope.types.map(\.text) == ["heartRate*"])
    #expect(types.scope.sources.map(\.text) == ["Ring ?.[0-9]"])
    #expect(types.rules.map(\.level) == [.note])
    #expect(configuration.overrides[1].scope.files.map(\.text) == ["ring/**"])
    try #require(configuration.suppressions.count == 2)
    let suppression = configuration.suppressions[0]
    #expect(suppression.code == Located("value-implausible", at: mark(63, 11)))
    #expect(suppression.reason == "the scale of the second floor was off")
    #expect(suppression.until == Located(CivilDate(year: 2026, month: 12, day: 31), at: mark(66, 12)))
    #expect(suppression.scope.types.map(\.text) == ["bodyMass"])
  }

  @Test("thresholds, baseline and the rules over several samples as the file says") func limits() throws {
    let configuration = try #require(try full().configuration)
    #expect(configuration.failOn == Located(.warning, at: mark(58, 10)))
    #expect(
      configuration.failIf.map(\.condition) == [
        FailureCondition(.code("unit-incompatible"), over: 0.5, isPercent: true),
        FailureCondition(.code("value-implausible"), over: 100),
      ])
    #expect(configuration.baseline?.value == "lint/baseline.json")
    #expect(configuration.baselineBy?.value == .type)
    #expect(configuration.across)
    #expect(configuration.acrossWindow == 20_000)
    #expect(read("schema: 1\nacross: false\n").configuration?.across == false)
  }

  @Test("foreign text in findings is escaped") func escaped() {
    let evil = "\"\\e[31m\\u202E::error::\""
    for text in [
      "schema: \(evil)", "schema: 1\n\(evil): 1", "schema: 1\nrules: {\(evil): \(evil)}",
      "schema: 1\ndata: [{path: a, format: \(evil), delimiter: \(evil), date_format: \(evil)}]",
      "schema: 1\nfail_if: \(evil)", "schema: 1\nexclude: \"[\\e\"", "schema: 1\ncatalogs: [\(evil), \(evil)]",
      "schema: 1\nsuppressions: [{code: a, reason: b, until: \(evil)}]",
    ] {
      let result = read(text)
      #expect(result.configuration == nil)
      for diagnostic in result.diagnostics {
        let words = diagnostic.message + (diagnostic.hint ?? "")
        let isClean = words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x1B }
        #expect(isClean, "\(diagnostic.code.name)")
      }
    }
  }

  @Test("the JSON Schema has the keys of the reader") func schema() throws {
    let bytes = try ProjectFiles.bytes("catalog/schema/assay-yaml.schema.json")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    // No one item of `data` has the keys of tables and those of JSON.
    let settings = try ConfigurationCase.all(in: "accept").flatMap(\.result.settings)
    let keys = settings.map { $0.key.split(whereSeparator: { $0 == "." || $0 == "[" || $0 == "]" }) }
    func properties(_ object: Any?) -> Set<String> {
      let properties = (object as? [String: Any])?["properties"] as? [String: Any]
      return Set(properties.map { Array($0.keys) } ?? [])
    }
    #expect(properties(schema) == Set(keys.map { String($0[0]) }))
    for (list, name) in [("data", "dataSet"), ("overrides", "override"), ("suppressions", "suppression")] {
      #expect(
        properties(definitions[name]) == Set(keys.filter { $0[0] == list && $0.count > 2 }.map { String($0[2]) }),
        "\(list)")
    }
  }

  @Test("the JSON Schema lists the codes, so that editors complete them") func schemaCodes() throws {
    let bytes = try ProjectFiles.bytes("catalog/schema/assay-yaml.schema.json")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let rules = try #require(definitions["rules"]?["properties"] as? [String: Any])
    #expect(Set(rules.keys) == Set(DiagnosticCode.allCases.filter { !$0.isFixed }.map(\.name)))
    let choices = try #require(definitions["code"]?["anyOf"] as? [[String: Any]])
    #expect(choices.first?["enum"] as? [String] == DiagnosticCode.allCases.map(\.name))
  }

  private func read(_ text: String) -> ConfigurationResult {
    ConfigurationReader.read(Array(text.utf8), path: "assay.yaml", folder: "/project")
  }

  /// What the case with all keys comes to.
  private func full() throws -> ConfigurationResult {
    let cases = try ConfigurationCase.all(in: "accept")
    return try #require(cases.first { $0.name == "full" }).result
  }

  private func mark(_ line: Int, _ column: Int) -> CatalogMark {
    CatalogMark(path: "assay.yaml", line: line, column: column)
  }
}

/// A file of `Tests/Cases/config/accept` or `refuse`, and what its first lines announce.
struct ConfigurationCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  var result: ConfigurationResult { ConfigurationReader.read(bytes, path: "assay.yaml", folder: "/project") }

  /// `code line:column` of each finding.
  var expected: [String] { lines(after: "# expect: ") }

  /// `key origin value` of settings.
  var settings: [String] {
    lines(after: "# set: ").map { line in
      let words = line.split(separator: " ")
      // A key may hold blanks; the place is the first word that is one.
      let isPlace = { (word: Substring) in word == "default" || word.first?.isNumber == true && word.contains(":") }
      guard let index = words.firstIndex(where: isPlace), index > 0 else { return "unreadable: \(line)" }
      let place = words[index]
      let value = line[place.endIndex...].dropFirst()
      return "\(line[..<place.startIndex])\(place == "default" ? "" : "assay.yaml:")\(place) \(value)"
    }
  }

  /// How many settings there are, if the file says.
  var settingCount: Int? { lines(after: "# settings: ").first.flatMap { Int($0) } }

  private func lines(after mark: String) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(mark) }.map {
      String($0.dropFirst(mark.count))
    }
  }

  static func all(in folder: String) throws -> [ConfigurationCase] {
    try ProjectFiles.names(in: "Tests/Cases/config/" + folder, ending: ".yaml").map { name in
      ConfigurationCase(
        name: String(name.dropLast(5)), bytes: try ProjectFiles.bytes("Tests/Cases/config/\(folder)/\(name)"))
    }
  }
}
