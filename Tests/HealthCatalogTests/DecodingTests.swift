import HealthCatalog
import HealthModel
import HealthUnits
import Testing

@Suite("Decoding of definitions")
struct DecodingTests {
  private func accepted(_ name: String) throws -> Registry {
    let layer = try CatalogSource.layer(at: CatalogFixture.cases + "/accept/" + name, name: "case", displayPath: name)
    return try #require(try CatalogFixture.load(layer.files).registry)
  }

  @Test("a quantity with every key")
  func quantity() throws {
    let type = try #require(try accepted("org.example.full.yaml").type(named: "org.example.full"))
    #expect(type.title == "Everything")
    #expect(type.summary == "Two lines\nof text.")
    #expect(type.aliases == ["org.example.oldFull"])
    #expect(type.identifiers == ["org.example.v1.full", "omh:full:1.0"])
    #expect(type.identityName == "org.example.v1.full")
    #expect(type.duration == DurationLimits(minimum: 1000, maximum: 604_800_000_000))
    #expect(type.metadata == MetadataRules(required: ["HKWasUserEntered"], known: ["org.example.note"], isClosed: true))
    #expect(!type.isWritable)
    #expect(type.since == ["ios": "1.10", "assay": "1.0"])
    // The alias is put down as the id it stands for.
    #expect(type.deprecation == Deprecation(since: "2026", replacement: "heartRate"))
    #expect(type.codes == ["loinc": ["1-2", "3-4"], "ucum": ["kg"]])
    #expect(type.sources["plausible"] == "test")
    guard case .quantity(let shape) = type.shape else {
      Issue.record("not a quantity")
      return
    }
    #expect(shape.unit.unitString == "kg")
    #expect(shape.aggregation == .cumulative)
    #expect(shape.units.only?.map(\.unitString) == ["kg", "g", "lb"])
    #expect(shape.units.spellings.map(\.text) == ["kilos"])
    #expect(shape.allowed == ValueBounds(maximum: 1000, above: 0, isInteger: true, step: 2))
    #expect(shape.plausible == ValueBounds(minimum: 1.5, below: 900))
  }

  @Test("examples become one line of JSON with the type first")
  func examples() throws {
    let type = try #require(try accepted("org.example.full.yaml").type(named: "org.example.full"))
    try #require(type.examples.count == 2)
    let valid = type.examples[0]
    #expect(valid.expectedCode == nil)
    #expect(
      valid.json
        == #"{"type":"org.example.full","value":2,"unit":"kg","start":"2026-01-01T08:00:00Z","#
        + #""metadata":{"HKWasUserEntered":true}}"#)
    let invalid = type.examples[1]
    #expect(invalid.expectedCode == .valueNotANumber)
    #expect(
      invalid.json
        == #"{"type":"org.example.full","value":"012","unit":"1","note":null,"#
        + #""nested":{"a":[1,-2.5e3,"3","no","~",".5"]}}"#)
    #expect(invalid.mark == CatalogMark(path: "org.example.full.yaml", line: 33, column: 7))
  }

  @Test("text stays text, whatever it looks like")
  func text() throws {
    let type = try #require(try accepted("org.example.quoted.yaml").type(named: "org.example.quoted"))
    #expect(type.title == "no")
    #expect(type.summary == "1.10")
  }

  @Test("inline cases in every form")
  func cases() throws {
    let type = try #require(try accepted("org.example.inline.yaml").type(named: "org.example.inline"))
    guard case .category(let values) = type.shape else {
      Issue.record("not a category")
      return
    }
    #expect(values.id == "org.example.inline")
    #expect(
      values.cases == [
        EnumCase(name: "none", raw: 0),
        EnumCase(name: "some", raw: 1, aliases: ["few"], exports: ["Some of it"]),
        EnumCase(name: "unknown", raw: nil),
        EnumCase(name: "text", raw: nil, exports: ["T1"]),
        EnumCase(name: "other", raw: -99, requires: ["HKWasUserEntered"]),
      ])
  }

  @Test("a category takes its cases from an enum file")
  func enumFile() throws {
    let registry = try #require(CatalogFixture.loader.load(layers: [try CatalogFixture.base()]).registry)
    guard case .category(let values)? = registry.type(named: "sleepAnalysis")?.shape else {
      Issue.record("not a category")
      return
    }
    #expect(values == registry.enums["sleepAnalysis"])
    #expect(values.identifier == "HKCategoryValueSleepAnalysis")
    #expect(values.cases.map(\.name) == ["inBed", "asleepUnspecified", "awake"])
  }

  @Test("characteristics: cases, date, text")
  func characteristics() throws {
    let choice = try #require(try accepted("org.example.choice.yaml").type(named: "org.example.choice"))
    guard case .characteristic(.values(let values)) = choice.shape else {
      Issue.record("no values")
      return
    }
    #expect(values.cases.map(\.raw) == [0, 1, 2])
    let words = try #require(try accepted("org.example.words.yaml").type(named: "org.example.words"))
    #expect(words.shape == .characteristic(.text(.free(maximumLength: 64))))
    let base = try #require(CatalogFixture.loader.load(layers: [try CatalogFixture.base()]).registry)
    #expect(base.type(named: "dateOfBirth")?.shape == .characteristic(.text(.date)))
  }

  @Test("members with counts and roles")
  func members() throws {
    let type = try #require(try accepted("org.example.round.yaml").type(named: "org.example.round"))
    let expected = [
      CorrelationMember(role: "heartRate", type: "heartRate", minimum: 1, maximum: 1),
      CorrelationMember(role: "sleepAnalysis", type: "sleepAnalysis", minimum: 0, maximum: 1),
      CorrelationMember(role: "bloodPressureSystolic", type: "bloodPressureSystolic", minimum: 0, maximum: nil),
      CorrelationMember(role: "bloodPressureDiastolic", type: "bloodPressureDiastolic", minimum: 1, maximum: nil),
      CorrelationMember(role: "standing", type: "heartRate", minimum: 2, maximum: 5),
    ]
    #expect(type.shape == .correlation(expected))
  }

  @Test("metadata keys of every kind")
  func metadata() throws {
    let place = try accepted("org.example.place.yaml")
    let index = try #require(place.metadataKeyIndex(named: "org.example.Place"))
    #expect(place.metadataKeys[index].key == "org.example.place")
    guard case .enum(let values) = place.metadataKeys[index].value else {
      Issue.record("not an enum")
      return
    }
    #expect(values.id == "org.example.place")
    let zones = try accepted("org.example.zone.yaml")
    let zone = try #require(zones.metadataKeyIndex(named: "org.example.zone"))
    let pattern = try TextPattern("[A-Za-z0-9+/_-]+")
    #expect(zones.metadataKeys[zone].value == .string(maximumLength: 64, pattern: pattern))
    let keys = try accepted("_private.key.yaml")
    let key = try #require(keys.metadataKeyIndex(named: "_private.key"))
    #expect(keys.metadataKeys[key].value == .quantity(unit: nil))
  }

  @Test("keys about several samples: exclusive, rate, and a session by its case or the case's alias")
  func relations() throws {
    let taps = try #require(try accepted("org.example.taps.yaml").type(named: "org.example.taps"))
    #expect(taps.isExclusive)
    guard case .quantity(let shape) = taps.shape else {
      Issue.record("not a quantity")
      return
    }
    #expect(shape.maximumRate == 12.5)
    let night = try #require(try accepted("org.example.night.yaml").type(named: "org.example.night"))
    #expect(night.isExclusive)
    #expect(night.sessionCase == "asleepUnspecified")
    let nap = try #require(try accepted("org.example.nap.yaml").type(named: "org.example.nap"))
    #expect(!nap.isExclusive)
    #expect(nap.sessionCase == "couch")
    let base = try #require(CatalogFixture.loader.load(layers: [try CatalogFixture.base()]).registry)
    #expect(base.types.allSatisfy { !$0.isExclusive && $0.sessionCase == nil })
  }

  @Test("a layer's units and metadata keys reach samples, whatever folder they are in")
  func layer() throws {
    let registry = try accepted("org.example.layer")
    #expect(registry.units.customSymbols.sorted() == ["points", "stride"])
    let stride = try UnitOfMeasure("stride", table: registry.units)
    #expect(try stride.conversion(to: UnitOfMeasure("ft")).isIdentity)
    #expect(throws: UnitError.self) { try UnitOfMeasure("stride") }
    guard case .quantity(let walked)? = registry.type(named: "org.example.walked")?.shape,
      case .quantity(let score)? = registry.type(named: "org.example.score")?.shape
    else {
      Issue.record("not quantities")
      return
    }
    #expect(walked.unit == stride)
    #expect(walked.units.only?.map(\.unitString) == ["stride", "m"])
    #expect(walked.units.spellings == [UnitSpelling(text: "strides", unit: stride)])
    #expect(score.unit.unitString == "points/d")
    let key = try #require(registry.metadataKeyIndex(named: "org.example.target"))
    let points = try UnitOfMeasure("points", table: registry.units)
    #expect(registry.metadataKeys[key].value == .quantity(unit: points))
    #expect(registry.enums["org.example.leg"]?.cases.map(\.requires) == [[], ["org.example.target"]])
  }

  @Test("units of one's own, one built on another that is read later")
  func units() throws {
    let registry = try accepted("org.example.score")
    guard case .quantity(let shape)? = registry.type(named: "org.example.score")?.shape else {
      Issue.record("not a quantity")
      return
    }
    #expect(shape.unit.unitString == "z_points")
    #expect(shape.units.only?.map(\.unitString) == ["z_points", "a_dozen"])
  }
}
