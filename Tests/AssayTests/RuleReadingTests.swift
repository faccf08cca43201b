import Assay
import HealthFormats
import HealthModel
import HealthUnits
import Testing

@testable import HealthValidation

/// Rules read of a sample only what they use, and once for all of them.
@Suite("What rules read") struct RuleReadingTests {
  /// The rules of a type, and how often a sample and how many numbers of its points are read for them.
  struct Reading: Sendable, CustomTestStringConvertible {
    var rules: [String]
    var samples: Int
    var numbers: Int

    var testDescription: String { "\(rules)" }
  }

  /// Four points of two columns.
  private static let line = """
    {"type":"org.example.run","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z",\
    "fields":{"goal":{"value":1,"unit":"min"}},"lists":{"laps":[{"length":{"value":9,"unit":"s"}}]},\
    "points":{"time":[0,1,2,3],"units":{"pace":"m/s","height":"m"},"pace":[1,2,3,4],"height":[9,8,7,6]}}
    """

  private static func registry(_ rules: [String]) throws -> Registry {
    func quantity(_ unit: String) throws -> FieldValue { .quantity(FieldQuantity(unit: try UnitOfMeasure(unit))) }
    let points = PointsDefinition(
      timing: .times(export: nil),
      columns: [
        FieldDefinition(name: "pace", value: try quantity("m/s"), isRequired: true),
        FieldDefinition(name: "height", value: try quantity("m"), isRequired: true),
      ])
    let laps = ListDefinition(
      name: "laps", element: .group([FieldDefinition(name: "length", value: try quantity("s"))]))
    let shape = StructureShape(
      fields: [FieldDefinition(name: "goal", value: try quantity("s"))], lists: [laps], points: points)
    var type = TypeDefinition(id: "org.example.run", title: "Run", shape: .structure(shape))
    type.rules = rules.enumerated().map { index, text in
      TypeRule(name: "rule\(index)", requirement: text, severity: .error, message: "no")
    }
    return try Registry(types: [type])
  }

  @Test(arguments: [
    Reading(rules: [], samples: 0, numbers: 0),
    Reading(rules: ["end - start < 1 h"], samples: 0, numbers: 0),
    Reading(rules: ["goal > 1 s"], samples: 1, numbers: 0),
    Reading(rules: ["goal > 1 s", "all(laps, length < 10 s)", "count(laps) = 1"], samples: 1, numbers: 0),
    Reading(rules: ["count(points) = 4"], samples: 1, numbers: 0),
    Reading(rules: ["all(points, pace > 0 m/s)"], samples: 1, numbers: 4),
    Reading(
      rules: ["all(points, pace > 0 m/s)", "maximum(points.pace) < 9 m/s", "goal > 1 s"], samples: 1, numbers: 4),
    Reading(
      rules: ["all(points, pace > 0 m/s)", "any(points, height > 8 m where time = 0 s)"], samples: 1, numbers: 12),
  ])
  func once(_ reading: Reading) throws {
    let registry = try Self.registry(reading.rules)
    let validator = Validator(registry: registry, options: ValidationOptions(now: ProjectFiles.now))
    let text = Self.line + "\n" + Self.line + "\n"
    let chunk = InputChunk(
      bytes: Array(text.utf8), offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    let bytes = chunk.bytes.span.bytes
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    var judge = validator.makeJudge()
    for round in 1...2 {
      buffer.removeAll()
      guard case .sample(let span) = reader.next(in: bytes, into: &buffer) else { return #expect(Bool(false)) }
      let isAccepted = judge.judge(buffer, span: span, in: bytes)
      #expect(isAccepted, "\(judge.findings)")
      let work = judge.structure.index.work
      #expect(work.samples == round * reading.samples)
      #expect(work.numbers == round * reading.numbers)
    }
  }

  @Test("a finding shows the name of the rule, and a baseline knows one rule of a type from another")
  func name() throws {
    let registry = try Self.registry(["goal > 2 min", "all(laps, length < 9 s)"])
    let validator = Validator(registry: registry, options: ValidationOptions(now: ProjectFiles.now))
    let found = try LineFindings.diagnostics(Self.line, validator, makesClasses: true)
    #expect(found.map(\.message) == ["no (rule `rule0`)", "no (rule `rule1`)"])
    #expect(found.map(\.pointer) == ["", "/lists/laps/0"])
    #expect(found.map(\.field) == ["", "/lists/laps/*"])
    #expect(found.map(\.evidence) == ["rule0", "rule1"])
    let column = try #require(Self.line.utf8.firstRange(of: Array(#"{"length""#.utf8)))
    #expect(
      found.map(\.location.column) == [
        1, Self.line.utf8.distance(from: Self.line.startIndex, to: column.lowerBound) + 1,
      ])
    let redacted = try LineFindings.diagnostics(Self.line, validator, redacts: true)
    #expect(redacted.map(\.pointer) == ["", "/lists/laps/*"])
  }
}
