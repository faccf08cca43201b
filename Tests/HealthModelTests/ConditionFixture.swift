import HealthModel
import HealthUnits

@testable import HealthModel

/// A session with fields, lists and points, and a pressure with two members: what the cases ask.
struct ConditionFixture {
  let registry: Registry
  private let session: StructureContent
  private let start: Int64 = 1_767_254_400_000_000

  init() throws {
    let shape = try Self.shape()
    var type = TypeDefinition(id: "session", title: "Session", shape: .structure(shape))
    type.expressions = [
      TypeExpression(
        name: "burned", unit: try UnitOfMeasure("kcal"), text: "first(sum(statistics.sum where type = energy), 1 kcal)")
    ]
    func quantity(_ id: String, _ unit: String) throws -> TypeDefinition {
      let shape = QuantityShape(unit: try UnitOfMeasure(unit), aggregation: .cumulative)
      return TypeDefinition(id: id, title: id, shape: .quantity(shape))
    }
    let members = [
      CorrelationMember(role: "systolic", type: "upper", minimum: 1, maximum: 1),
      CorrelationMember(role: "diastolic", type: "lower", minimum: 1, maximum: 1),
      CorrelationMember(role: "others", type: "upper", minimum: 0, maximum: nil),
    ]
    registry = try Registry(types: [
      type, try quantity("energy", "kcal"), try quantity("restingEnergy", "kcal"), try quantity("steps", "count"),
      try quantity("upper", "mmHg"), try quantity("lower", "mmHg"),
      TypeDefinition(id: "pressure", title: "Pressure", shape: .correlation(members)),
    ])
    session = try Self.content(of: shape, start: start)
  }

  private static func shape() throws -> StructureShape {
    func quantity(_ unit: String) throws -> FieldValue { .quantity(FieldQuantity(unit: try UnitOfMeasure(unit))) }
    func list(_ id: String, _ names: [String]) -> EnumDefinition {
      EnumDefinition(
        id: id,
        cases: names.enumerated().map {
          EnumCase(name: $1, raw: $0 + 1, aliases: $1 == "running" ? ["jogging"] : [])
        })
    }
    let fields = [
      FieldDefinition(name: "activity", value: .enumeration(list("activity", ["running", "walking"]))),
      FieldDefinition(name: "active", value: try quantity("s")),
      FieldDefinition(name: "distance", value: try quantity("km")),
      FieldDefinition(name: "score", value: .integer(ValueBounds())),
      FieldDefinition(name: "indoor", value: .boolean),
      FieldDefinition(name: "day", value: .date),
      FieldDefinition(name: "label", value: .text(maximumLength: 100)),
      FieldDefinition(name: "issued", value: .time),
      FieldDefinition(name: "effort", value: .number(ValueBounds())),
      FieldDefinition(name: "note", value: .metadata),
    ]
    let events = [
      FieldDefinition(name: "kind", value: .enumeration(list("event", ["pause", "resume", "lap"]))),
      FieldDefinition(name: "start", value: .time), FieldDefinition(name: "length", value: try quantity("s")),
    ]
    let statistics = [
      FieldDefinition(name: "type", value: .quantityType),
      FieldDefinition(name: "sum", value: .quantityOf(field: "type")),
      FieldDefinition(name: "low", value: .quantityOf(field: "type")),
      FieldDefinition(name: "high", value: .quantityOf(field: "type")),
    ]
    let answer = FieldDefinition(name: "value", value: .enumeration(list("answer", ["often", "never"])))
    let points = PointsDefinition(
      timing: .times(export: nil),
      columns: [
        FieldDefinition(name: "speed", value: try quantity("m/s"), isRequired: true),
        FieldDefinition(name: "height", value: try quantity("m"), isRequired: false),
        FieldDefinition(name: "good", value: .boolean, isRequired: true),
      ])
    return StructureShape(
      fields: fields,
      lists: [
        ListDefinition(name: "events", element: .group(events)),
        ListDefinition(name: "statistics", element: .group(statistics)),
        ListDefinition(name: "answers", element: .value(answer)),
      ], points: points, parent: ParentDefinition(type: "session"))
  }

  private static func content(of shape: StructureShape, start: Int64) throws -> StructureContent {
    func group(_ fields: [FieldDefinition], _ values: [FieldContent?]) -> GroupContent {
      var group = GroupContent(fields)
      group.values = values
      return group
    }
    let (second, kilometer, calorie) = (
      try UnitOfMeasure("s"), try UnitOfMeasure("km"), try UnitOfMeasure("kcal")
    )
    var content = StructureContent(shape: shape)
    content.fields.values = [
      .enumeration("running"), .quantity(1680, second), .quantity(5.5, kilometer), .number(2), .boolean(false),
      .text("2026-01-01"), .text("an easy one"), .time(start + 60_000_000), nil, nil,
    ]
    let (events, statistics, answers) = (
      shape.lists[0].element.fields, shape.lists[1].element.fields, shape.lists[2].element.fields
    )
    content.lists = [
      [
        group(events, [.enumeration("pause"), .time(start + 600_000_000), .quantity(60, second)]),
        group(events, [.enumeration("resume"), .time(start + 900_000_000), nil]),
      ],
      [
        group(
          statistics,
          [.text("energy"), .quantity(300, calorie), .quantity(1, calorie), .quantity(9, calorie)]),
        group(
          statistics,
          [.text("restingEnergy"), .quantity(50, calorie), .quantity(1, calorie), .quantity(2, calorie)]),
      ],
      [group(answers, [.enumeration("often")]), group(answers, [.enumeration("often")])],
    ]
    content.points = PointsContent(
      times: [0, 1, 2, 3], columns: [[3, 4, 3, 4], [10, .nan, 20, .nan], [1, 0, 1, 1]])
    return content
  }

  /// The session in its normal form.
  private static let text = """
    {"fields":{"activity":"running","active":{"value":1680,"unit":"s"},"distance":{"value":5.5,"unit":"km"},"score":2,\
    "indoor":false,"day":"2026-01-01","label":"an easy one","issued":"2026-01-01T08:01:00Z"},\
    "lists":{"events":[{"kind":"pause","start":"2026-01-01T08:10:00Z","length":{"value":60,"unit":"s"}},\
    {"kind":"resume","start":"2026-01-01T08:15:00Z"}],"statistics":[{"type":"energy","sum":{"value":300,"unit":"kcal"},\
    "low":{"value":1,"unit":"kcal"},"high":{"value":9,"unit":"kcal"}},{"type":"restingEnergy",\
    "sum":{"value":50,"unit":"kcal"},"low":{"value":1,"unit":"kcal"},"high":{"value":2,"unit":"kcal"}}],\
    "answers":["often","often"]},"points":{"time":[0,1,2,3],"units":{"speed":"m/s","height":"m"},"speed":[3,4,3,4],\
    "height":[10,null,20,null],"good":[true,false,true,true]}}
    """

  /// What the condition reads of the session's normal form.
  private func indexed(_ condition: BoundExpression) -> IndexedContent? {
    let bytes = Array(("é" + Self.text).utf8)
    return ParsedContent(session.shape, for: [condition]).map { IndexedContent($0, at: 2..<bytes.count, in: bytes) }
  }

  /// What a condition is for the sample of a type, or what is wrong with it.
  ///
  /// - Parameters:
  ///   - text: the condition.
  ///   - type: the type.
  ///   - isIndexed: whether a session is asked by its normal form, not by its decoded content.
  /// - Returns: `true`, `false` or `unknown`, or the fault with its column.
  func answer(_ text: String, of type: String, isIndexed: Bool = false) -> String {
    let binder = ConditionBinder(typesNamed: [type], registry: registry)
    do throws(SyntaxError) {
      let condition = try binder.condition(text)
      var subject = FixtureSubject(content: type == "session" ? session : nil, start: start)
      if isIndexed, type == "session" { (subject.content, subject.indexed) = (nil, indexed(condition)) }
      return condition.holds(for: subject).map { $0 ? "true" : "false" } ?? "unknown"
    } catch {
      return "\(error.column(in: Array(text.utf8))): \(error.message)" + (error.instead.map { "; \($0)" } ?? "")
    }
  }

  /// The list and the element for which a condition on a session fails.
  func failure(_ text: String) throws -> (list: ListName, element: Int)? {
    let binder = ConditionBinder(typesNamed: ["session"], registry: registry)
    return try binder.condition(text).failure(for: FixtureSubject(content: session, start: start))
  }
}

/// The sample: half an hour long, a session with its content or a pressure of 120 over 80.
private struct FixtureSubject: ConditionSubject {
  var content: StructureContent?
  var indexed: IndexedContent?
  let start: Int64

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .start: .time(start)
    case .end: .time(start + 1_800_000_000)
    case .member(let role): role < 2 ? .number(role == 0 ? 120 : 80) : .missing
    default: content?.value(of: name) ?? indexed?.value(of: name) ?? .missing
    }
  }

  func count(of list: ListName) -> Int {
    guard case .members(let role) = list else {
      return content?.count(of: list) ?? indexed?.count(of: list) ?? 0
    }
    return role == "others" ? 0 : 1
  }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    guard case .members(let role) = list else {
      return content?.value(of: name, at: element, of: list) ?? indexed?.value(of: name, at: element, of: list)
        ?? .missing
    }
    switch name {
    case .value: return .number(role == "systolic" ? 120 : 80)
    case .start: return .time(start)
    case .end: return .time(start)
    default: return .missing
    }
  }
}
