import Assay
import HealthModel
import HealthUnits
import Testing

@testable import HealthReports

/// The definition of a type chooses the picture of its samples: units and columns, not names of types.
@Suite("Choice of pictures") struct PictureChoiceTests {
  private static func content(_ shape: StructureShape, rate: Double? = nil, _ columns: [[Double]]) -> StructureContent {
    var content = StructureContent(shape: shape)
    let count = columns.map(\.count).max() ?? 0
    content.points = PointsContent(
      rate: rate, times: rate == nil ? (0..<count).map { Double($0) } : [], columns: columns)
    return content
  }

  private static func form(_ shape: StructureShape, _ content: StructureContent) -> SamplePlot.Form? {
    let type = TypeDefinition(id: "team.type", title: "Type", shape: .structure(shape))
    return SamplePlot(of: type, content: content, start: 0, clock: ChartClock())?.form
  }

  private static func quantity(
    _ name: String, _ unit: String, _ allowed: ValueBounds = ValueBounds()
  ) throws -> FieldDefinition {
    FieldDefinition(
      name: name, value: .quantity(FieldQuantity(unit: try UnitOfMeasure(unit), allowed: allowed)), isRequired: true)
  }

  @Test("the catalog's types have the pictures that they are known by") func catalog() throws {
    let registry = try ProjectFiles.registry()
    func shape(_ id: String) throws -> StructureShape { try #require(registry.type(named: id)?.shape.structure) }
    let electrocardiogram = try shape("electrocardiogram")
    var strip = Self.content(electrocardiogram, rate: 512, [[-500, 1000, .nan]])
    let classification = try #require(electrocardiogram.fields.firstIndex { $0.name == "classification" })
    strip.fields.values[classification] = .enumeration("sinusRhythm")
    guard case .strip(let drawn)? = Self.form(electrocardiogram, strip) else {
      Issue.record("no strip")
      return
    }
    #expect(drawn.rate == 512 && drawn.leads.map(\.name) == ["voltage"])
    #expect(drawn.leads[0].millivolts.prefix(2) == [-0.5, 1])
    let picture = SamplePlot(
      of: try #require(registry.type(named: "electrocardiogram")), content: strip, start: 0, clock: ChartClock())
    #expect(picture?.captions == ["classification: sinusRhythm"])
    #expect(picture?.title == "Electrocardiogram" && picture?.period == "1970-01-01 00:00, UTC")

    let route = try shape("workoutRoute")
    guard case .route? = Self.form(route, Self.content(route, [[48, 48.1], [11, 11.1]])) else {
      Issue.record("no route")
      return
    }
    let beats = try shape("heartbeatSeries")
    guard case .lines(let lines)? = Self.form(beats, Self.content(beats, [[0, 1], [60, 61]])) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.columns.map(\.name) == ["precededByGap", "bpm"] && lines.places == [0, 1] && lines.isTimed)
    #expect(Self.form(try shape("workout"), StructureContent(shape: try shape("workout"))) == nil)
  }

  @Test("an audiogram is found by Hz and dBHL; bounds of a device are not what was heard") func audiogram() throws {
    let registry = try ProjectFiles.registry()
    let shape = try #require(registry.type(named: "audiogram")?.shape.structure)
    var content = StructureContent(shape: shape)
    var tone = GroupContent(shape.lists[0].element.fields)
    let units = (hertz: try UnitOfMeasure("Hz"), level: try UnitOfMeasure("dBHL"))
    for (name, value) in [
      ("frequency", FieldContent.quantity(1000, units.hertz)), ("leftEarSensitivity", .quantity(20, units.level)),
      ("leftEarMasked", .boolean(true)), ("leftEarLowerBound", .quantity(-10, units.level)),
      ("rightEarUpperBound", .quantity(90, units.level)),
    ] {
      let index = try #require(tone.definitions.firstIndex { $0.name == name })
      tone.values[index] = value
    }
    content.lists[0] = [tone]
    guard case .audiogram(let drawn)? = Self.form(shape, content) else {
      Issue.record("no audiogram")
      return
    }
    #expect(drawn.left == [AudiogramPlot.Tone(frequency: 1000, level: 20, isMasked: true)])
    #expect(drawn.right.isEmpty)
  }

  @Test("a team's own types are drawn by their units: volts, and two columns of degrees by their limits")
  func own() throws {
    let volts = StructureShape(
      points: PointsDefinition(
        timing: .rate(FieldQuantity(unit: try UnitOfMeasure("count/min"))), columns: [try Self.quantity("chest", "V")]))
    guard case .strip(let strip)? = Self.form(volts, Self.content(volts, rate: 6000, [[0.001, 0.002]])) else {
      Issue.record("no strip")
      return
    }
    #expect(abs(strip.rate - 100) < 1e-9 && strip.leads[0].millivolts == [1, 2])
    // Two points a second are no curve.
    guard case .lines? = Self.form(volts, Self.content(volts, rate: 120, [[0.001, 0.002]])) else {
      Issue.record("no lines")
      return
    }
    let places = StructureShape(
      points: PointsDefinition(
        timing: .times(export: nil),
        columns: [
          try Self.quantity("east", "deg", ValueBounds(minimum: -180, maximum: 180)),
          try Self.quantity("north", "deg", ValueBounds(minimum: -90, maximum: 90)),
        ]))
    guard case .route? = Self.form(places, Self.content(places, [[11, 12], [48, 49]])) else {
      Issue.record("no route")
      return
    }
    // Angles of a joint are no places.
    let angles = StructureShape(
      points: PointsDefinition(
        timing: .none, columns: [try Self.quantity("pitch", "deg"), try Self.quantity("roll", "deg")]))
    guard case .lines(let lines)? = Self.form(angles, Self.content(angles, [[1, 2], [3, 4]])) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.columns.map(\.unit) == ["deg", "deg"])
  }
}
