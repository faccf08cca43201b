import HealthCatalog
import HealthModel
import HealthUnits
import Testing

/// Fields, lists and points of a definition, part by part.
@Suite("Structured types") struct StructureTests {
  private func structure(_ id: String) throws -> StructureShape {
    let path = CatalogFixture.cases + "/accept/\(id).yaml"
    let layer = try CatalogSource.layer(at: path, name: "case", displayPath: id)
    let result = try CatalogFixture.load(layer.files)
    let registry = try #require(result.registry, "\(CatalogFixture.errors(result))")
    return try #require(registry.type(named: id)?.shape.structure)
  }

  @Test("fields are in the order of the definition, each as it says") func fields() throws {
    let shape = try structure("org.example.march")
    let meter = try UnitOfMeasure("m")
    #expect(
      shape.fields.map(\.name) == [
        "activity", "stage", "distance", "height", "effort", "laps", "indoor", "note", "planned", "day", "id", "more",
        "letter",
      ])
    #expect(shape.fields.filter(\.isRequired).map(\.name) == ["activity"])
    guard case .enumeration(let activity) = shape.fields[0].value else {
      Issue.record("no enum")
      return
    }
    #expect(activity.id == "org.example.march.activity")
    #expect(activity.cases.map(\.name) == ["walk", "run"] && activity.cases[1].aliases == ["jog"])
    #expect(shape.fields[0].export == ExportAttribute(name: "activity"))
    let distance = FieldQuantity(
      unit: meter, allowed: ValueBounds(minimum: 0), plausible: ValueBounds(maximum: 100_000))
    #expect(shape.fields[2].value == .quantity(distance))
    #expect(shape.fields[2].export == ExportAttribute(name: "length", unit: "lengthUnit"))
    #expect(shape.fields[3].export == ExportAttribute(name: "height", unit: ""))
    #expect(
      shape.fields[4...].map(\.value) == [
        .number(ValueBounds(minimum: -1, maximum: 1)), .integer(ValueBounds(above: 0)), .boolean,
        .text(maximumLength: 10), .time, .date, .uuid, .metadata, .document(.text, maximumLength: 4_000_000),
      ])
    #expect(shape.parent == ParentDefinition(type: "heartRate", isRequired: true))
    #expect(shape.export == ExportElement(element: "March", start: "begun", end: "ended"))
    #expect(shape.points == nil)
  }

  @Test("lists are of groups or of values") func lists() throws {
    let lists = try structure("org.example.march").lists
    #expect(lists.map(\.name) == ["parts", "words", "moods"])
    let parts = try #require(lists.first)
    #expect((parts.minimum, parts.maximum) == (0, 1_000_000))
    #expect(parts.isWithinSample && parts.sorted == "start" && parts.unique == ["start", "side"])
    #expect(parts.export == ExportChild(elements: ["LeftPart", "RightPart"], nameField: "side", parent: "Parts"))
    #expect(parts.element.fields.map(\.name) == ["side", "start", "type", "sum"])
    #expect(parts.element.fields.last?.value == .quantityOf(field: "type"))
    let words = lists[1]
    #expect((words.minimum, words.maximum) == (3, 3))
    #expect(words.sorted == "value" && words.unique == ["value"])
    #expect(words.element == .value(FieldDefinition(name: "value", value: .text(maximumLength: 20), isRequired: true)))
    #expect(words.export == ExportChild(elements: ["Word"]))
    #expect((lists[2].minimum, lists[2].maximum) == (0, 10_000))
    #expect(lists[2].unique.isEmpty && lists[2].sorted == nil && !lists[2].isWithinSample)
  }

  @Test("points have a rate, times, or neither") func points() throws {
    let strip = try #require(try structure("org.example.strip").points)
    let rate = FieldQuantity(
      unit: try UnitOfMeasure("Hz"), allowed: ValueBounds(above: 0), plausible: ValueBounds(minimum: 100))
    #expect(strip.timing == .rate(rate))
    #expect((strip.minimum, strip.maximum, strip.export) == (1, 1, "Point"))
    #expect(strip.columns.map(\.name) == ["voltage", "good", "count", "share"])
    #expect(strip.columns.map(\.isRequired) == [true, false, true, true])
    #expect(strip.columns[1...].map(\.value) == [.boolean, .integer(ValueBounds(minimum: 0)), .number(ValueBounds())])
    #expect(strip.columns[0].export == ExportAttribute(name: "v", unit: "vUnit"))
    let track = try #require(try structure("org.example.track").points)
    #expect(track.timing == .times(export: "date"))
    #expect((track.minimum, track.maximum) == (0, 100_000))
    #expect(try structure("org.example.tones").points?.timing == PointTiming.none)
  }

  @Test("a type with points is a series, one without is a composite") func kinds() throws {
    #expect(TypeShape.structure(try structure("org.example.march")).kind == .composite)
    #expect(TypeShape.structure(try structure("org.example.tones")).kind == .series)
  }

  // MARK: Layers

  private static let march = """
    schema: 1
    type: org.example.march
    kind: series
    title: March
    fields: {load: {unit: kg}, surface: {values: {road: 1, sand: 2}}, note: {kind: string}}
    points: {rate: {unit: Hz}, columns: {power: {unit: W}}}
    """

  /// The errors of an override of the type in a layer above.
  private func errors(ofOverride keys: String) throws -> [String] {
    let change = "overrides: org.example.march\nreason: a test\n" + keys + "\n"
    let layers = [
      try CatalogFixture.base(),
      CatalogLayer(name: "one", files: [CatalogFile(path: "org.example.march.yaml", bytes: Array(Self.march.utf8))]),
      CatalogLayer(name: "two", files: [CatalogFile(path: "change.yaml", bytes: Array(change.utf8))]),
    ]
    return CatalogFixture.errors(CatalogFixture.loader.load(layers: layers))
  }

  @Test(
    "an override may add to what samples hold, and move limits",
    arguments: [
      "fields: {more: {kind: date}}", "fields: {load: {allowed: {max: 10}}}",
      "fields: {surface: {values: {grass: 3}}}", "points: {limit: 5}",
    ])
  func allowedOverride(_ keys: String) throws {
    #expect(try errors(ofOverride: keys).filter { $0.contains("catalog-shadow") } == [])
  }

  @Test(
    "an override may not change what stored samples depend on",
    arguments: [
      ("fields: {load: {unit: g}}", 3, 17), ("points: {columns: {power: {unit: kW}}}", 3, 28),
      ("points: {rate: {unit: kHz}}", 3, 17), ("fields: {surface: {values: {sand: 3}}}", 3, 29),
    ])
  func refusedOverride(_ keys: String, _ line: Int, _ column: Int) throws {
    let found = try errors(ofOverride: keys)
    #expect(found == ["change.yaml:\(line):\(column) catalog-shadow"], "\(found)")
  }
}
