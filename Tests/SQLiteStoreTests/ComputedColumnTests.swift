import HealthModel
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// The view of a type has the numbers that the type computes.
@Suite struct ComputedColumnTests {
  private static let part = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a001"

  private static let rides = [
    """
    {"fields":{"total":{"value":9000,"unit":"m"},"effort":"hard"},"lists":{"statistics":[\
    {"type":"heartRate","average":{"value":150,"unit":"count/min"},"part":"\(part)"},\
    {"type":"rideDistance","sum":{"value":5250,"unit":"m"}},{"type":"stepCount","sum":{"value":7,"unit":"count"}},\
    {"type":"rideDistance","sum":{"value":5000,"unit":"m"},"part":"\(part)"},\
    {"type":"heartRate","average":{"value":148,"unit":"count/min"}}]}}
    """,
    #"{"fields":{"total":{"value":2800200.8,"unit":"m"},"effort":"easy"},"lists":{}}"#, "{}",
  ]

  private static func registry() throws -> Registry {
    func quantity(_ unit: String) throws -> FieldValue { .quantity(FieldQuantity(unit: try UnitOfMeasure(unit))) }
    let efforts = EnumDefinition(
      id: "efforts", cases: [EnumCase(name: "easy", raw: 1), EnumCase(name: "hard", raw: 2)])
    let shape = StructureShape(
      fields: [
        FieldDefinition(name: "total", value: try quantity("m")),
        FieldDefinition(name: "effort", value: .enumeration(efforts)),
        FieldDefinition(name: "began", value: .time),
      ],
      lists: [
        ListDefinition(
          name: "statistics",
          element: .group([
            FieldDefinition(name: "type", value: .quantityType),
            FieldDefinition(name: "sum", value: .quantityOf(field: "type")),
            FieldDefinition(name: "average", value: .quantityOf(field: "type")),
            FieldDefinition(name: "part", value: .uuid),
          ]))
      ])
    var ride = TypeDefinition(id: "ride", title: "Ride", shape: .structure(shape))
    func number(_ name: String, _ unit: String?, _ text: String) throws -> TypeExpression {
      TypeExpression(name: name, unit: try unit.map { try UnitOfMeasure($0) }, text: text)
    }
    ride.expressions = [
      try number("distance", "km", "first(sum(statistics.sum where part is missing and type = rideDistance), total)"),
      try number("pulse", "count/min", "first(statistics.average where part is missing and type = heartRate)"),
      try number("parts", nil, "count(statistics where part is not missing)"),
      try number("span", "min", "end - start"), try number("speed", "km/hr", "distance / (end - start)"),
      try number("load", nil, "raw(effort) * 1.5"),
      try number("highest", "count/min", "maximum(statistics.average where type = heartRate)"),
      // What SQL cannot say has no column.
      try number("late", "s", "began - start"),
    ]
    return try Types.registry(Types.all() + [ride, try Types.quantity("rideDistance", "m", .cumulative)])
  }

  private func rows(_ sql: String) async throws -> [[String: String]] {
    let place = try Place()
    let registry = try Self.registry()
    let store = try await place.open(registry)
    let drafts = Self.rides.enumerated().map { index, text in
      Draft("ride", at: Int64(index) * 10_000_000_000, lasting: 3_600_000_000).with { $0.text = text }
    }
    _ = try await store.append(drafts, registry)
    try await store.commit(nil)
    try await store.close()
    return try place.rows(sql)
  }

  @Test("computed numbers are columns after the fields, in their units; what is missing is NULL")
  func numbers() async throws {
    let rows = try await rows("SELECT distance, pulse, parts, span, speed, load, highest FROM ride ORDER BY start_us")
    #expect(
      rows == [
        [
          "distance": "5.25", "pulse": "148.0", "parts": "2.0", "span": "60.0", "speed": "5.25", "load": "3.0",
          "highest": "150.0",
        ],
        ["distance": "2800.2008", "parts": "0.0", "span": "60.0", "speed": "2800.2008", "load": "1.5"],
        ["parts": "0.0", "span": "60.0"],
      ])
  }

  @Test("what SQL cannot say as conditions mean it has no column")
  func unsaid() async throws {
    let columns = try await rows("SELECT name FROM pragma_table_info('ride') ORDER BY cid").compactMap { $0["name"] }
    #expect(columns.suffix(7) == ["distance", "pulse", "parts", "span", "speed", "load", "highest"])
    #expect(columns.contains("began") && !columns.contains("late"))
  }
}
