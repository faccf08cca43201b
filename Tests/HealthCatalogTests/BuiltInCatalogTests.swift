import Foundation
import HealthCatalog
import HealthModel
import HealthUnits
import Testing

@Suite("The built-in catalog")
struct BuiltInCatalogTests {
  static func load() throws -> CatalogResult {
    let layer = try CatalogSource.layer(
      at: CatalogFixture.root + "/catalog", name: "built-in", displayPath: "catalog", isBuiltIn: true)
    return CatalogFixture.loader.load(layers: [layer])
  }

  @Test("it loads without errors and warnings")
  func sound() throws {
    let result = try Self.load()
    #expect(result.diagnostics.map { "\(CatalogFixture.line($0)) \($0.message)" } == [])
    #expect(result.isSound)
  }

  @Test("lint finds nothing")
  func lint() throws {
    let result = try Self.load()
    let registry = try #require(result.registry)
    let findings = CatalogLint.run(registry: registry, entries: result.entries)
    #expect(findings.map { "\(CatalogFixture.line($0)) \($0.message)" } == [])
  }

  @Test("every type is what the table says")
  func table() throws {
    let registry = try #require(try Self.load().registry)
    let text = try String(contentsOfFile: CatalogFixture.cases + "/expected-types.tsv", encoding: .utf8)
    var rows: Set<String> = []
    for line in text.split(separator: "\n").dropFirst() {
      var cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 6, "\(line)")
      // Units are compared by what they are, not by how they are written.
      if cells[1] == "quantity" { cells[2] = try UnitOfMeasure(cells[2]).unitString }
      rows.insert(cells.joined(separator: "\t"))
    }
    let loaded = Set(registry.types.map(Self.row))
    #expect(rows.count > 200)
    #expect(loaded.subtracting(rows).sorted() == [])
    #expect(rows.subtracting(loaded).sorted() == [])
  }

  /// A type as a row: id, kind, canonical unit or enum, aggregation, first identifier, whether apps may write it.
  private static func row(_ type: TypeDefinition) -> String {
    var value = ""
    var aggregation = ""
    switch type.shape {
    case .quantity(let shape):
      value = shape.unit.unitString
      aggregation = shape.aggregation.rawValue
    case .category(let values), .characteristic(.values(let values)): value = values.id
    case .characteristic(.text(.date)): value = "date"
    case .characteristic(.text(.free)): value = "string"
    case .correlation, .structure: break
    }
    let identifier = type.identifiers.first ?? ""
    return [type.id, type.kind.rawValue, value, aggregation, identifier, "\(type.isWritable)"].joined(separator: "\t")
  }

  @Test("what is counted once is exclusive, and what people enter is not")
  func exclusive() throws {
    let registry = try #require(try Self.load().registry)
    let counted: Set<String> = [
      "activeEnergyBurned", "appleExerciseTime", "appleMoveTime", "appleStandTime", "basalEnergyBurned",
      "distanceCrossCountrySkiing", "distanceCycling", "distanceDownhillSnowSports", "distancePaddleSports",
      "distanceRowing", "distanceSkatingSports", "distanceSwimming", "distanceWalkingRunning", "distanceWheelchair",
      "flightsClimbed", "pushCount", "sleepAnalysis", "stepCount", "swimmingStrokeCount", "workout",
    ]
    #expect(Set(registry.types.filter(\.isExclusive).map(\.id)) == counted)
    #expect(registry.types.filter { $0.sessionCase != nil }.map(\.id) == ["sleepAnalysis"])
    #expect(registry.type(named: "sleepAnalysis")?.sessionCase == "inBed")
  }

  @Test("a rate is that of a value that adds up, and says where it comes from")
  func rates() throws {
    let registry = try #require(try Self.load().registry)
    var limited = 0
    for type in registry.types {
      guard case .quantity(let shape) = type.shape, let rate = shape.maximumRate else { continue }
      limited += 1
      #expect(shape.aggregation == .cumulative, "\(type.id)")
      #expect(rate > 0, "\(type.id)")
      #expect(type.sources["rate"] != nil, "\(type.id)")
    }
    #expect(limited == 13)
  }

  @Test("a type is found by id, alias and identifier")
  func names() throws {
    let registry = try #require(try Self.load().registry)
    #expect(registry.type(named: "heartRate")?.id == "heartRate")
    #expect(registry.type(named: "HKQuantityTypeIdentifierHeartRate")?.id == "heartRate")
    #expect(registry.type(named: "audioExposureEvent")?.id == "environmentalAudioExposureEvent")
    #expect(registry.type(named: "HeartRate") == nil)
  }

  @Test("every example is one line of JSON that names its type")
  func examples() throws {
    let registry = try #require(try Self.load().registry)
    for type in registry.types {
      for example in type.examples {
        let object = try JSONSerialization.jsonObject(with: Data(example.json.utf8)) as? [String: Any]
        #expect(object?["type"] as? String == type.id, "\(example.mark)")
        #expect(!example.json.utf8.contains(0x0A))
      }
    }
  }

  @Test("loading takes a moment")
  func speed() throws {
    let start = ContinuousClock.now
    _ = try Self.load()
    #expect(ContinuousClock.now - start < .seconds(5))
  }
}
