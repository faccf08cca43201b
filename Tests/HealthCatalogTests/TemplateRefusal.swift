import HealthModel
import Testing

/// A definition that is asked for in vain: under which id, and how the words about it begin.
struct TemplateRefusal: CustomTestStringConvertible, Sendable {
  let wish: TemplateWish
  let id: String
  let words: String

  init(_ words: String, _ wish: TemplateWish, id: String = "a.b") {
    self.wish = wish
    self.id = id
    self.words = words
  }

  var testDescription: String { words }

  static let all: [TemplateRefusal] = [
    TemplateRefusal("`org.study.grip strength` is not an id", TemplateWish(unit: "kg"), id: "org.study.grip strength"),
    TemplateRefusal("`` is not an id", TemplateWish(unit: "kg"), id: ""),
    TemplateRefusal("`../grip` is not an id", TemplateWish(unit: "kg"), id: "../grip"),
    TemplateRefusal(
      "the id `grip` has no dot: put your organization in front, `org.example.grip`", TemplateWish(unit: "kg"),
      id: "grip"),
    TemplateRefusal(
      "the name `Org.example.Score` belongs to the type", TemplateWish(unit: "kg"), id: "Org.example.Score"),
    TemplateRefusal("the title `grip` begins with a small letter", TemplateWish(title: "grip", unit: "kg")),
    TemplateRefusal("the title `Grip\\u{202E}` has characters", TemplateWish(title: "Grip\u{202E}", unit: "kg")),
    TemplateRefusal("a quantity type needs `unit`", TemplateWish()),
    TemplateRefusal("`kilos` is not a unit: unknown unit", TemplateWish(unit: "kilos")),
    TemplateRefusal("`sum` is not an aggregation: cumulative", TemplateWish(unit: "kg", aggregation: "sum")),
    TemplateRefusal("the source `` is empty", TemplateWish(unit: "kg", source: "")),
    TemplateRefusal("a category type needs `values`", TemplateWish(kind: .category)),
    TemplateRefusal("the value `two words` is not a name", TemplateWish(kind: .category, values: ["two words"])),
    TemplateRefusal("the value `a=x` has no whole number", TemplateWish(kind: .category, values: ["a=x"])),
    TemplateRefusal("the value `a` is there twice", TemplateWish(kind: .category, values: ["a", "a"])),
    TemplateRefusal("the value `b=0` cannot be distinguished", TemplateWish(kind: .category, values: ["a", "b=0"])),
    TemplateRefusal("a correlation type needs `members`", TemplateWish(kind: .correlation)),
    TemplateRefusal(
      "the member `hartRate` is not a type; did you mean", TemplateWish(kind: .correlation, members: ["hartRate"])),
    TemplateRefusal(
      "the member `heartRate=many` has no count", TemplateWish(kind: .correlation, members: ["heartRate=many"])),
    TemplateRefusal(
      "the member `heartRate=3..1` has no count", TemplateWish(kind: .correlation, members: ["heartRate=3..1"])),
    TemplateRefusal(
      "the member `pulse` is there twice", TemplateWish(kind: .correlation, members: ["heartRate", "pulse"])),
    TemplateRefusal(
      "the member `dateOfBirth` is a characteristic", TemplateWish(kind: .correlation, members: ["dateOfBirth"])),
    TemplateRefusal(
      "the member `bloodPressure` is a correlation", TemplateWish(kind: .correlation, members: ["bloodPressure"])),
  ]
}
