import Assay
import HealthModel
import HealthValidation
import Testing

/// A part of a structured sample that is at the sample's top level gets the place where it belongs.
@Suite("Hints for parts of structured samples") struct PartHintTests {
  static let places: [(key: String, hint: String?)] = [
    ("laps", "workout has them in the list `events`, each with `kind` `lap`"),
    ("events", "write it in `lists`, as for workout"),
    ("statistics", "write it in `lists`, as for workout"), ("vaule", "did you mean `value`?"),
    ("xylophones", nil), ("xylophone", nil),
  ]

  @Test("the hint names the place", arguments: places) func hint(_ item: (key: String, hint: String?)) throws {
    let check = SampleCheck(
      Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now)))
    let found = check.diagnostics(
      in: #"""
        {"type":"workout","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z","fields":{"activity":"running"},"\#(item.key)":[1]}
        """#)
    #expect(found.map(\.code.name) == ["field-unknown"])
    #expect(found.first?.hint == item.hint)
  }
}
