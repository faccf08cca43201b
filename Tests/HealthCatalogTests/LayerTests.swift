import HealthCatalog
import HealthModel
import HealthUnits
import Testing

@Suite("Layers")
struct LayerTests {
  private func quantity(_ id: String, in result: CatalogResult) throws -> (TypeDefinition, QuantityShape) {
    let type = try #require(result.registry?.type(named: id))
    guard case .quantity(let shape) = type.shape else { throw NotAQuantity() }
    return (type, shape)
  }

  private struct NotAQuantity: Error {}

  private let change = """
    schema: 1
    overrides: heartRate
    reason: the device of the study counts to 250
    value:
      allowed: {max: 250}
      plausible: {max: 220}
    sources: {allowed: study}
    metadata: {known: []}
    """

  @Test("an override merges maps, replaces lists, and leaves the rest")
  func overriding() throws {
    let (type, shape) = try quantity("heartRate", in: try CatalogFixture.load(["study.yaml": change]))
    #expect(shape.allowed == ValueBounds(minimum: 0, maximum: 250))
    #expect(shape.plausible == ValueBounds(minimum: 10, maximum: 220))
    #expect(type.metadata.known == [])
    #expect(type.title == "Heart rate")
    #expect(type.sources["allowed"] == "study")
    #expect(type.sources["plausible"] == "base")
    #expect(type.identifiers == ["HKQuantityTypeIdentifierHeartRate"])
  }

  @Test("every key knows the file and place it comes from")
  func origins() throws {
    let (type, _) = try quantity("heartRate", in: try CatalogFixture.load(["study.yaml": change]))
    let base = "base/heartRate.yaml"
    #expect(type.origins["type"] == CatalogMark(path: base, line: 2, column: 1))
    #expect(type.origins["value"] == CatalogMark(path: base, line: 11, column: 1))
    #expect(type.origins["value.allowed.min"] == CatalogMark(path: base, line: 12, column: 13))
    #expect(type.origins["value.allowed.max"] == CatalogMark(path: "study.yaml", line: 5, column: 13))
    #expect(type.origins["metadata.known"] == CatalogMark(path: "study.yaml", line: 8, column: 12))
    #expect(type.origins["reason"] == CatalogMark(path: "study.yaml", line: 3, column: 1))
  }

  @Test("later layers override earlier ones in turn")
  func twoLayers() throws {
    let first = CatalogFile(path: "one.yaml", bytes: Array(change.utf8))
    let text = "overrides: heartRate\nreason: another\nvalue: {plausible: {max: 200}}\n"
    let second = CatalogFile(path: "two.yaml", bytes: Array(text.utf8))
    let result = CatalogFixture.loader.load(layers: [
      try CatalogFixture.base(), CatalogLayer(name: "one", files: [first]), CatalogLayer(name: "two", files: [second]),
    ])
    let (_, shape) = try quantity("heartRate", in: result)
    #expect(shape.allowed.maximum == 250)
    #expect(shape.plausible.maximum == 200)
  }

  @Test("an extended type takes over all but names and examples, and overrides count")
  func extending() throws {
    let pulse = """
      schema: 1
      type: org.example.pulse
      extends: heartRate
      title: Pulse of the study
      value: {plausible: {max: 200}}
      """
    let result = try CatalogFixture.load(["study.yaml": change, "org.example.pulse.yaml": pulse])
    let (type, shape) = try quantity("org.example.pulse", in: result)
    #expect(type.identifiers == [])
    #expect(type.aliases == [])
    #expect(type.examples == [])
    #expect(type.identityName == "org.example.pulse")
    #expect(shape.unit.unitString == "count/min")
    #expect(shape.units.spellings.map(\.text) == ["bpm"])
    #expect(shape.allowed == ValueBounds(minimum: 0, maximum: 250))
    #expect(shape.plausible == ValueBounds(minimum: 10, maximum: 200))
    #expect(type.origins["unit"]?.path == "base/heartRate.yaml")
    #expect(type.origins["type"] == CatalogMark(path: "org.example.pulse.yaml", line: 2, column: 1))
    let (base, _) = try quantity("heartRate", in: result)
    #expect(base.examples.count == 2)
  }

  @Test("a shadowed type names both places and the ways out")
  func shadow() throws {
    let text = "schema: 1\ntype: heartRate\nkind: quantity\ntitle: Mine\naggregation: cumulative\nunit: kg\n"
    let result = try CatalogFixture.load(["heartRate.yaml": text])
    let finding = try #require(result.diagnostics.first { $0.code == .catalogShadow })
    #expect(finding.message.contains("base/heartRate.yaml:2:7"))
    #expect(finding.location == SourceLocation(path: "heartRate.yaml", line: 2, column: 7))
    #expect(finding.hint?.contains("overrides: heartRate") == true)
    #expect(finding.hint?.contains("extends: heartRate") == true)
  }

  @Test("misspelled names get the nearest one")
  func suggestions() throws {
    let text = "schema: 1\ntype: org.example.a\nextends: hartRate\n"
    let missing = try CatalogFixture.load(["org.example.a.yaml": text])
    #expect(missing.diagnostics.first?.hint == "did you mean `heartRate`?")
    let key = "schema: 1\ntype: org.example.a\nextends: heartRate\ntitel: A\n"
    let unknown = try CatalogFixture.load(["org.example.a.yaml": key])
    #expect(unknown.diagnostics.first?.code == .catalogKeyUnknown)
    #expect(unknown.diagnostics.first?.hint == "did you mean `title`?")
  }

  @Test("an undefined key of Apple's is an error, one of a team's a warning")
  func metadataKeys() throws {
    let text = "schema: 1\ntype: org.example.a\nextends: heartRate\nmetadata: {known: [org.example.arm]}\n"
    let result = try CatalogFixture.load(["org.example.a.yaml": text])
    #expect(result.isSound)
    #expect(result.diagnostics.map(\.code) == [.catalogReference])
    #expect(result.diagnostics.first?.severity == .warning)
  }

  @Test("an override and an extension take over what is said about several samples, and may say otherwise")
  func relations() throws {
    let taps = """
      schema: 1
      type: org.example.taps
      kind: quantity
      title: Taps
      aggregation: cumulative
      unit: count
      exclusive: true
      rate: {max: 10}
      """
    let same = "schema: 1\ntype: org.example.same\nextends: org.example.taps\ntitle: Same\n"
    let other = same.replacing("same", with: "other") + "exclusive: false\nrate: {max: 20}\n"
    let files: KeyValuePairs<String, String> = [
      "org.example.taps.yaml": taps, "org.example.same.yaml": same, "org.example.other.yaml": other,
    ]
    let first = try CatalogFixture.load(files)
    let (inherited, inheritedShape) = try quantity("org.example.same", in: first)
    #expect(inherited.isExclusive)
    #expect(inheritedShape.maximumRate == 10)
    let (own, ownShape) = try quantity("org.example.other", in: first)
    #expect(!own.isExclusive)
    #expect(ownShape.maximumRate == 20)
    #expect(own.origins["rate.max"] == CatalogMark(path: "org.example.other.yaml", line: 6, column: 8))
    let change = "overrides: org.example.taps\nreason: faster\nexclusive: false\nrate: {max: 30}\n"
    let layers = [
      try CatalogFixture.base(), CatalogLayer(name: "one", files: files.map { file($0.key, $0.value) }),
      CatalogLayer(name: "two", files: [file("change.yaml", change)]),
    ]
    let (changed, changedShape) = try quantity("org.example.taps", in: CatalogFixture.loader.load(layers: layers))
    #expect(!changed.isExclusive)
    #expect(changedShape.maximumRate == 30)
    #expect(changed.origins["rate.max"]?.path == "change.yaml")
  }

  private func file(_ path: String, _ text: String) -> CatalogFile { CatalogFile(path: path, bytes: Array(text.utf8)) }

  @Test("a session can be set and moved by an override")
  func session() throws {
    let night = "overrides: sleepAnalysis\nreason: nights\nexclusive: true\nsession: inBed\n"
    let type = try #require(try CatalogFixture.load(["a.yaml": night]).registry?.type(named: "sleepAnalysis"))
    #expect(type.isExclusive)
    #expect(type.sessionCase == "inBed")
    #expect(type.origins["session"] == CatalogMark(path: "a.yaml", line: 4, column: 1))
  }

  @Test("entries list what the files define")
  func entries() throws {
    let result = try CatalogFixture.load(["study.yaml": change])
    #expect(result.entries.count == 9)
    let last = try #require(result.entries.last)
    #expect(last.kind == .override)
    #expect(last.id == "heartRate")
    #expect(last.layer == "case")
    #expect(!last.isBuiltIn)
  }

  @Test("the hash changes with the meaning, and only with it")
  func contentHash() throws {
    let base = try CatalogFixture.base()
    let plain = CatalogFixture.loader.load(layers: [base]).registry?.contentHash
    var reversed = base
    reversed.files.reverse()
    #expect(CatalogFixture.loader.load(layers: [reversed]).registry?.contentHash == plain)
    let title = "overrides: heartRate\nreason: words\ntitle: Pulse\nsummary: Other words.\n"
    #expect(try CatalogFixture.load(["a.yaml": title]).registry?.contentHash == plain)
    let changed = try CatalogFixture.load(["study.yaml": change]).registry?.contentHash
    #expect(changed != nil)
    #expect(changed != plain)
    let step = "overrides: heartRate\nreason: steps\nvalue: {allowed: {step: 0.5}}\n"
    #expect(try CatalogFixture.load(["a.yaml": step]).registry?.contentHash != plain)
  }

  @Test("the hash changes with what is said about several samples, and with a unit's definition")
  func contentHashOfKeys() throws {
    let taps = "schema: 1\ntype: a.b\nkind: quantity\ntitle: Taps\naggregation: cumulative\nunit: count\n"
    let night = "overrides: sleepAnalysis\nreason: nights\n"
    let points = "unit: points\ntitle: Points\n"
    let versions: [KeyValuePairs<String, String>] = [
      ["a.b.yaml": taps], ["a.b.yaml": taps + "exclusive: true\n"], ["a.b.yaml": taps + "rate: {max: 1}\n"],
      ["a.b.yaml": taps + "rate: {max: 2}\n"], ["a.yaml": night + "session: inBed\n"],
      ["a.yaml": night + "session: awake\n"], ["points.yaml": points + "isolated: true\n"],
      ["points.yaml": points + "equals: kg\n"], ["points.yaml": points + "equals: g\n"],
    ]
    let hashes = try versions.map { texts in try #require(try CatalogFixture.load(texts).registry).contentHash }
    #expect(Set(hashes).count == versions.count)
    let silent = try CatalogFixture.load(["a.b.yaml": taps + "exclusive: false\n"])
    #expect(silent.registry?.contentHash == hashes[0])
  }
}
