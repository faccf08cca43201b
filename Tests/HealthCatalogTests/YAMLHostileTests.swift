import HealthCatalog
import HealthModel
import Testing

@Suite("Hostile YAML")
struct YAMLHostileTests {
  private func codes(_ bytes: [UInt8]) throws -> [String] {
    let result = try CatalogFixture.load([CatalogFile(path: "case.yaml", bytes: bytes)])
    #expect(!result.isSound)
    return CatalogFixture.errors(result)
  }

  private func codes(_ text: String) throws -> [String] { try codes(Array(text.utf8)) }

  @Test("depth is limited on events, long before libyaml is slow", arguments: ["[", "{a: ", "- ", "? "])
  func deep(_ opening: String) throws {
    let start = ContinuousClock.now
    let found = try codes("a: 1\nb:\n  " + String(repeating: opening, count: 80_000))
    #expect(found.count == 1)
    // `? ` opens a map whose key is a map, which is refused before it is deep.
    let code = opening == "? " ? "yaml-subset" : "nesting"
    #expect(found.first?.hasSuffix(" " + code) == true, "\(found)")
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test("the limit of depth is exact: 64 pass, 65 do not")
  func depthLimit() {
    for (depth, isRefused) in [(63, false), (64, true)] {
      let text = "x-deep: " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "\n"
      let reading = YAMLReader.read(Array(text.utf8), path: "deep.yaml")
      let expected: [DiagnosticCode] = isRefused ? [.nesting] : []
      #expect(reading.diagnostics.map(\.code) == expected, "\(depth)")
    }
  }

  @Test("the limit of a file is exact: 1 MiB passes, a byte more does not")
  func fileLimit() {
    let head = "a: 1\n#"
    let limits: [(Int, DiagnosticCode?)] = [(0, nil), (1, .objectTooLarge)]
    for (extra, code) in limits {
      let text = head + String(repeating: "x", count: YAMLLimits.fileBytes - head.utf8.count + extra)
      let reading = YAMLReader.read(Array(text.utf8), path: "large.yaml")
      #expect(reading.diagnostics.first?.code == code)
    }
  }

  @Test("the limit of a text is exact: 64 KiB pass, a byte more does not")
  func scalarLimit() {
    let limits: [(Int, DiagnosticCode?)] = [(0, nil), (1, .stringTooLong)]
    for (extra, code) in limits {
      let text = "a: \"" + String(repeating: "x", count: YAMLLimits.scalarBytes + extra) + "\"\n"
      #expect(YAMLReader.read(Array(text.utf8), path: "long.yaml").diagnostics.first?.code == code)
    }
  }

  @Test("the limit of a list is exact: 20,000 items pass, one more does not")
  func itemLimit() {
    let limits: [(Int, DiagnosticCode?)] = [(0, nil), (1, .objectTooLarge)]
    for (extra, code) in limits {
      let text = "a:\n" + String(repeating: "- x\n", count: YAMLLimits.items + extra)
      #expect(YAMLReader.read(Array(text.utf8), path: "wide.yaml").diagnostics.first?.code == code)
    }
  }

  @Test("many subset faults stop after fifty")
  func manyFaults() {
    let text = "a: [" + String(repeating: "!x y, ", count: 10_000) + "]\n"
    let reading = YAMLReader.read(Array(text.utf8), path: "many.yaml")
    #expect(reading.root == nil)
    #expect(reading.diagnostics.count == YAMLLimits.findings)
  }

  @Test("other encodings are refused by name")
  func encodings() throws {
    #expect(try codes([0xFF, 0xFE, 0x61, 0x00, 0x3A, 0x00]) == ["case.yaml:1:1 encoding"])
    #expect(try codes([0xFE, 0xFF, 0x00, 0x61, 0x00, 0x3A]) == ["case.yaml:1:1 encoding"])
    #expect(try codes([0x1F, 0x8B, 0x08, 0x00]) == ["case.yaml:1:1 encoding"])
    #expect(try codes(Array("a: 1\nb: caf".utf8) + [0xE9, 0x0A]) == ["case.yaml:2:7 encoding"])
    #expect(try codes(Array("a: ".utf8) + [0xC0, 0xAF, 0x0A]) == ["case.yaml:1:4 encoding"])
    #expect(try codes(Array("a: 1\nb: ".utf8) + [0, 0x0A]) == ["case.yaml:2:4 encoding"])
  }

  @Test("control characters are refused at their place")
  func controls() throws {
    #expect(try codes("a: 1\nb: é\u{1B}[31m\n") == ["case.yaml:2:5 yaml-syntax"])
    #expect(try codes("a: \u{7F}\n") == ["case.yaml:1:4 yaml-syntax"])
    #expect(try codes("a: \u{9B}\n") == ["case.yaml:1:4 yaml-syntax"])
    #expect(try codes("a: \u{FEFF}\n") == ["case.yaml:1:4 yaml-syntax"])
  }

  @Test("a byte order mark at the start and CR LF are read")
  func tolerated() throws {
    let text = "schema: 1\r\ntype: org.example.a\r\nextends: heartRate\r\ntitle: A\r\n"
    let file = CatalogFile(path: "org.example.a.yaml", bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    let result = try CatalogFixture.load([file])
    #expect(CatalogFixture.errors(result) == [])
    #expect(result.registry?.type(named: "org.example.a")?.title == "A")
  }

  @Test("an empty file, and a layer without files, are errors")
  func empty() throws {
    #expect(try codes("") == ["case.yaml:0:0 catalog-empty"])
    #expect(try codes("# nothing\n") == ["case.yaml:0:0 catalog-empty"])
    let result = CatalogFixture.loader.load(layers: [CatalogLayer(name: "bare", files: [])])
    #expect(CatalogFixture.errors(result) == ["bare:0:0 catalog-empty"])
  }

  @Test("the hint for an unquoted percent sign shows it quoted")
  func quoteHint() throws {
    let result = try CatalogFixture.load(["case.yaml": "schema: 1\nunit: %/min # the unit\n"])
    let finding = try #require(result.diagnostics.first)
    #expect(finding.code == .yamlQuote)
    #expect(finding.hint == "put it in quotes: \"%/min\"")
  }

  @Test("a chain of many types is refused without delay")
  func chain() throws {
    var files = [CatalogFile(path: "t0.yaml", bytes: Array("schema: 1\ntype: t0\nextends: heartRate\n".utf8))]
    for index in 1..<2000 {
      let text = "schema: 1\ntype: t\(index)\nextends: t\(index - 1)\n"
      files.append(CatalogFile(path: "t\(index).yaml", bytes: Array(text.utf8)))
    }
    let start = ContinuousClock.now
    let errors = CatalogFixture.errors(try CatalogFixture.load(files))
    #expect(errors.contains { $0.hasSuffix("catalog-reference") })
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("a chain within the limit resolves")
  func shortChain() throws {
    var files = [CatalogFile(path: "t0.yaml", bytes: Array("schema: 1\ntype: t0\nextends: heartRate\n".utf8))]
    for index in 1..<63 {
      let text = "schema: 1\ntype: t\(index)\nextends: t\(index - 1)\n"
      files.append(CatalogFile(path: "t\(index).yaml", bytes: Array(text.utf8)))
    }
    let result = try CatalogFixture.load(files)
    #expect(CatalogFixture.errors(result) == [])
    #expect(result.registry?.type(named: "t62")?.title == "Heart rate")
  }
}
