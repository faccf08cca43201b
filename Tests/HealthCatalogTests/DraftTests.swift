import HealthCatalog
import HealthModel
import Testing

/// Lines of a script in place of a person at a terminal.
private struct Script: DraftConversation {
  var answers: [String]
  var prompts: [String] = []
  var problems: [String] = []

  mutating func ask(_ prompt: String) -> String? {
    prompts.append(prompt)
    return answers.isEmpty ? nil : answers.removeFirst()
  }

  mutating func say(_ problem: String) { problems.append(problem) }
}

/// A definition that is asked for step by step.
@Suite("Draft of a definition") struct DraftTests {
  /// What somebody answers, and what comes of it.
  struct Dialog: Sendable, CustomTestStringConvertible {
    var answers: [String]
    /// What is said of wrong answers, each by its beginning.
    var problems: [String] = []
    /// Lines of the definition.
    var lines: [String]
    /// The codes that loading and lint have for the file.
    var codes: [String] = []
    var testDescription: String { answers.prefix(2).joined(separator: " ") }
  }

  static let dialogs: [Dialog] = [
    Dialog(
      answers: [
        "gauge", "quantity", "grip", "org.study.grip", "Grip strength.", "Grip strength", "kgs", "kg", "mean", "",
        "many", "0", "-1", "150", "",
      ],
      problems: [
        "--kind takes quantity, category,", "the id `grip` has no dot", "the title `Grip strength.` ends with",
        "`kgs` is not a unit", "`mean` is not an aggregation", "the limits make no sense: `many` is not a number",
        "the limits make no sense",
      ],
      lines: ["unit: kg", "aggregation: discreteArithmetic", "  allowed: {min: 0, max: 150}"]),
    Dialog(
      answers: ["category", "org.study.pain", "Pain", "mild=0 mild=1", "mild=0  severe=1", "the protocol"],
      problems: ["the value `mild=1` is there twice"], lines: ["  mild: 0", "  severe: 1", "  type: the protocol"]),
    Dialog(
      answers: ["characteristic", "org.study.enrolled", "Day of enrollment", "date", ""],
      lines: ["value: {kind: date}"]),
    Dialog(answers: ["characteristic", "org.study.arm", "Study arm", "", ""], lines: ["kind: characteristic"]),
    Dialog(
      answers: ["correlation", "org.study.visit", "Visit", "heartRat", "heartRate bloodPressureSystolic=0..1", ""],
      problems: ["the member `heartRat` is not a type; did you mean `heartRate`?"],
      lines: ["  heartRate: 1", "  bloodPressureSystolic: 0..1"]),
    Dialog(answers: ["series", "org.study.march", "March", ""], lines: ["points:"]),
    Dialog(
      answers: ["enum", "org.example.mood", "org.study.mood", "Mood", "low high", "the protocol"],
      problems: ["the id `org.example.mood` belongs to an enum"],
      lines: [
        "# yaml-language-server: $schema=schema/enum.schema.json", "enum: org.study.mood", "  low: 0", "  high: 1",
        "  cases: the protocol",
      ], codes: ["catalog-unused"]),
    Dialog(
      answers: ["metadata", "9", "org.study.site", "Study site", "text", "string", ""],
      problems: ["the key `9` is not one", "the kind of a value takes string, number,"],
      lines: ["metadata: org.study.site", "value: {kind: string, max_length: 256}"], codes: ["catalog-unused"]),
    Dialog(
      answers: ["metadata", "org.study.load", "Load", "quantity=kgs", "quantity=kg", ""],
      problems: ["`kgs` is not a unit"], lines: ["value: {kind: quantity, unit: kg}"], codes: ["catalog-unused"]),
    Dialog(
      answers: ["metadata", "org.study.mood", "Mood", "enum=org.example.moods", "enum=org.example.mood", ""],
      problems: ["the member `org.example.moods` is not an enum; did you mean `org.example.mood`?"],
      lines: ["value: {kind: enum, values: org.example.mood}"], codes: ["catalog-unused"]),
    Dialog(
      answers: ["unit", "kg", "steps per", "stars", "Stars of a rating", ""],
      problems: ["the symbol `kg` is a unit already", "the symbol `steps per` is not 1 to 64"],
      lines: ["unit: stars", "isolated: true"], codes: ["catalog-unused"]),
    Dialog(
      answers: ["unit", "stride", "Stride", "meters", "m"], problems: ["`meters` is not a unit"],
      lines: ["equals: m"], codes: ["catalog-unused"]),
    Dialog(
      answers: [
        "rule", "hartRate", "heartRate", "at rest", "atRest", "valu < 100", "value < 100 count/min",
        "the pulse is high",
        "loud", "warning", "a study at rest",
      ],
      problems: [
        "no type is called `hartRate`; did you mean `heartRate`?", "the rule `at rest` is not a name",
        "the condition `valu < 100` cannot be used", "--severity takes error, warning or note",
      ],
      lines: [
        "overrides: heartRate", "reason: a study at rest",
        "  - {name: atRest, require: \"value < 100 count/min\", severity: warning, says: \"the pulse is high\"}",
      ]),
  ]

  @Test("a wrong answer is refused with the reason and asked again; what is written loads", arguments: dialogs)
  func dialog(_ dialog: Dialog) throws {
    var draft = CatalogDraft(registry: try TemplateWish.registry())
    var script = Script(answers: dialog.answers)
    let unanswered = draft.complete(asking: &script)
    #expect(unanswered == nil && script.answers == [], "\(script.prompts) \(script.problems)")
    #expect(script.prompts.count == dialog.answers.count)
    #expect(script.problems.count == dialog.problems.count, "\(script.problems)")
    for (found, begin) in zip(script.problems, dialog.problems) { #expect(found.hasPrefix(begin), "\(found)") }
    let template = try draft.template()
    let lines = template.yaml().split(separator: "\n").map(String.init)
    for line in dialog.lines { #expect(lines.contains(line), "\(line) in \(template.yaml())") }
    let file = CatalogFile(path: template.fileName, bytes: Array(template.yaml().utf8))
    let result = try CatalogFixture.load(TemplateWish.others + [file])
    let registry = try #require(result.registry, "\(CatalogFixture.errors(result)) \(template.yaml())")
    let findings = (result.diagnostics + CatalogLint.run(registry: registry, entries: result.entries))
      .filter { $0.location.path == file.path }
    #expect(findings.map(\.code.name) == dialog.codes, "\(findings.map(\.message))")
  }

  @Test("when nobody answers, the first required part is named, and optional ones are left out")
  func unanswered() throws {
    var draft = CatalogDraft(registry: try TemplateWish.registry())
    var script = Script(answers: ["quantity", "org.study.grip"])
    #expect(draft.complete(asking: &script)?.part == .title)
    var rest = Script(answers: ["Grip strength", "kg"])
    #expect(draft.complete(asking: &rest) == nil)
    #expect(try draft.template().yaml().contains("unit: kg\n"))
  }

  @Test("an id that was given before the kind is judged when the kind is known") func early() throws {
    var draft = CatalogDraft(registry: try TemplateWish.registry())
    try draft.set(.id, "points")
    var script = Script(answers: ["quantity", "org.study.points", "Points", "count", "", "", "", ""])
    #expect(draft.complete(asking: &script) == nil)
    #expect(script.problems.count == 1 && script.problems[0].hasPrefix("the id `points` has no dot"))
    #expect(try draft.template().fileName == "org.study.points.yaml")
  }

  @Test("a part that is refused leaves the draft as it was") func refused() throws {
    var draft = CatalogDraft(registry: try TemplateWish.registry())
    try draft.set(.kind, "quantity")
    try draft.set(.id, "org.study.grip")
    try draft.set(.title, "Grip strength")
    try draft.set(.unit, "kg")
    let before = try draft.template()
    #expect(throws: CatalogTemplateError.self) { try draft.set(.unit, "kgs") }
    #expect(try draft.template() == before && draft.requirement == nil && draft.question?.part == .aggregation)
  }

  @Test("a part of another kind, and a missing one, are refused in words") func other() throws {
    var draft = CatalogDraft(registry: try TemplateWish.registry())
    #expect(problem(draft) == "a definition needs `kind`")
    try draft.set(.kind, "enum")
    #expect(problem(draft) == "an enum needs `id`")
    try draft.set(.id, "org.study.mood")
    try draft.set(.title, "Mood")
    try draft.set(.values, words: ["low", "high"])
    try draft.set(.unit, "kg")
    #expect(problem(draft) == "an enum has no `unit`")
  }

  private func problem(_ draft: CatalogDraft) -> String? {
    let error = #expect(throws: CatalogTemplateError.self) { try draft.template() }
    return error?.description
  }
}
