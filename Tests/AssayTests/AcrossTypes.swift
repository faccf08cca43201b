import HealthModel
import HealthUnits

/// The types of the cases with several samples; `Tests/Cases/across/README.md` says what each is for.
enum AcrossTypes {
  static func registry() throws -> Registry {
    var steps = QuantityShape(unit: try UnitOfMeasure("count"), aggregation: .cumulative)
    steps.maximumRate = 5
    var energy = QuantityShape(unit: try UnitOfMeasure("kcal"), aggregation: .cumulative)
    energy.maximumRate = 1
    return try Registry(types: [
      exclusive(define("stepCount", .quantity(steps))),
      define("activeEnergyBurned", .quantity(energy)),
      exclusive(sleep),
      exclusive(
        define("mindfulSession", .category(cases("mindfulSession", ["notApplicable"])))),
      define("heartRate", try plain("count/min")),
      define("bloodPressureSystolic", try plain("mmHg")),
      define("bloodPressureDiastolic", try plain("mmHg")),
      define("dietaryWater", try plain("mL")),
      define("dateOfBirth", .characteristic(.text(.date))),
      define(
        "bloodPressure", .correlation([one("bloodPressureSystolic"), one("bloodPressureDiastolic")])),
      define(
        "food",
        .correlation([CorrelationMember(role: "dietaryWater", type: "dietaryWater", minimum: 0, maximum: nil)])),
    ])
  }

  private static let sleep: TypeDefinition = {
    let names = ["inBed", "asleepUnspecified", "awake", "asleepCore", "asleepDeep", "asleepREM"]
    var sleep = define("sleepAnalysis", .category(cases("sleepAnalysis", names)))
    sleep.sessionCase = "inBed"
    return sleep
  }()

  /// A type whose rules stand in lines of a file, as those of a catalog do.
  private static func define(_ id: String, _ shape: TypeShape) -> TypeDefinition {
    var origins: [String: CatalogMark] = [:]
    for (line, key) in ["exclusive", "session", "rate.max"].enumerated() {
      origins[key] = CatalogMark(path: "\(id).yaml", line: line + 1, column: 1)
    }
    return TypeDefinition(id: id, title: id, shape: shape, origins: KeyOrigins(origins))
  }

  private static func exclusive(_ type: TypeDefinition) -> TypeDefinition {
    var type = type
    type.isExclusive = true
    return type
  }

  private static func plain(_ unit: String) throws -> TypeShape {
    .quantity(QuantityShape(unit: try UnitOfMeasure(unit), aggregation: .discreteArithmetic))
  }

  private static func cases(_ id: String, _ names: [String]) -> EnumDefinition {
    EnumDefinition(id: id, cases: names.enumerated().map { EnumCase(name: $0.element, raw: $0.offset) })
  }

  private static func one(_ type: String) -> CorrelationMember {
    CorrelationMember(role: type, type: type, minimum: 1, maximum: 1)
  }
}
