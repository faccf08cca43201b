import HealthModel
import HealthUnits

/// The types of these tests.
enum Types {
  static func quantity(
    _ id: String, _ unit: String, _ aggregation: AggregationStyle = .discreteArithmetic
  ) throws -> TypeDefinition {
    TypeDefinition(
      id: id, title: id,
      shape: .quantity(QuantityShape(unit: try UnitOfMeasure(unit), aggregation: aggregation)))
  }

  static func category(_ id: String, _ cases: [EnumCase]) -> TypeDefinition {
    TypeDefinition(id: id, title: id, shape: .category(EnumDefinition(id: id, cases: cases)))
  }

  static let sleepCases = [
    EnumCase(name: "inBed", raw: 0), EnumCase(name: "asleep", raw: 1), EnumCase(name: "dozing", raw: nil),
  ]

  static func all() throws -> [TypeDefinition] {
    [
      try quantity("heartRate", "count/min", .discreteTemporallyWeighted),
      try quantity("stepCount", "count", .cumulative),
      try quantity("bloodPressureSystolic", "mmHg"),
      try quantity("bloodPressureDiastolic", "mmHg"),
      category("sleepAnalysis", sleepCases),
      TypeDefinition(
        id: "biologicalSex", title: "Sex",
        shape: .characteristic(
          .values(
            EnumDefinition(id: "sex", cases: [EnumCase(name: "female", raw: 1), EnumCase(name: "male", raw: 2)])))),
      TypeDefinition(id: "dateOfBirth", title: "Birth", shape: .characteristic(.text(.date))),
      TypeDefinition(
        id: "bloodPressure", title: "Blood pressure",
        shape: .correlation([
          CorrelationMember(role: "bloodPressureSystolic", type: "bloodPressureSystolic", minimum: 1, maximum: 1),
          CorrelationMember(role: "bloodPressureDiastolic", type: "bloodPressureDiastolic", minimum: 1, maximum: 1),
          CorrelationMember(role: "standing", type: "heartRate", minimum: 0, maximum: 1),
        ])),
    ]
  }

  static func registry(_ types: [TypeDefinition]? = nil) throws -> Registry {
    try Registry(types: types ?? all())
  }
}
