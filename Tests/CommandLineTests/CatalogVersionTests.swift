import Foundation
import Testing

/// Definitions over time: new ones are sound as written, and a comparison says what a change does to samples.
@Suite("Versions of definitions") struct CatalogVersionTests {
  private static let grip = """
    schema: 1
    type: org.study.gripStrength
    kind: quantity
    title: Grip strength
    aggregation: discreteArithmetic
    unit: kg
    value:
      allowed: {min: 0, max: 150}
    sources: {allowed: range of the dynamometer}
    examples:
      valid: [{value: 84, unit: lb, start: "2026-01-01T08:00:00Z"}]
      invalid: [{value: 180, unit: kg, start: "2026-01-01T08:00:00Z", code: value-not-allowed}]

    """

  private func samples(_ values: [Int]) -> String {
    values.enumerated().map { index, value in
      #"{"type":"org.study.gripStrength","value":\#(value),"unit":"kg","start":"2026-01-0\#(index + 1)T08:00:00Z"}"#
        + "\n"
    }.joined()
  }

  @Test(
    "a new definition passes lint and its own examples",
    arguments: [
      ["org.study.gripStrength", "--kind", "quantity", "--title", "Grip strength", "--unit", "kg"],
      [
        "org.study.dailyScore", "--kind", "quantity", "--title", "Score of a day", "--unit", "count",
        "--aggregation", "cumulative", "--min", "0", "--max", "40", "--source", "study protocol",
      ],
      ["org.study.mood", "--kind", "category", "--title", "Mood", "--value", "low=0", "--value", "high=1"],
      [
        "org.study.arm", "--kind", "characteristic", "--title", "Study arm", "--value", "control", "--value", "treated",
      ],
      ["org.study.enrolled", "--kind", "characteristic", "--title", "Day of enrollment", "--value", "date"],
      [
        "org.study.visit", "--kind", "correlation", "--title", "Visit", "--member", "bodyMass", "--member",
        "height=0..1",
      ],
      ["org.study.march", "--kind", "series", "--title", "March"],
      [
        "heartRate", "--kind", "rule", "--rule", "atRest", "--require", "value < 100 count/min", "--says",
        "the pulse is high", "--reason", "a study at rest",
      ],
    ])
  func template(_ words: [String]) throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(["catalog", "new"] + words + ["--into", "types"], folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      #expect(made.text == "types/\(words[0]).yaml\n")
      let lint = try AssayBinary.run(["catalog", "lint", "--fail-on", "warning", "types"], folder: folder.path)
      #expect(lint.status == 0, "\(lint.text)")
      let test = try AssayBinary.run(["catalog", "test", "types"], folder: folder.path)
      #expect(test.status == 0, "\(test.text)")
      let again = try AssayBinary.run(["catalog", "new"] + words + ["--into", "types"], folder: folder.path)
      #expect(again.status == 2, "an existing file was written over")
    }
  }

  @Test("the first definition of a project goes to the folder that its configuration names", arguments: [true, false])
  func first(_ isFolderThere: Bool) throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\ncatalogs: [types]\ndata: []\n")
      if isFolderThere {
        try FileManager.default.createDirectory(atPath: folder.path(of: "types"), withIntermediateDirectories: false)
      }
      let made = try AssayBinary.run(
        ["catalog", "new", "org.study.mood", "--kind", "category", "--title", "Mood", "--value", "low=0"],
        folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      #expect(try AssayBinary.run(["lint", "--fail-on", "warning"], folder: folder.path).status == 0)
    }
  }

  @Test("the folder gets every schema that its schemas refer to") func schemas() throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(
        ["catalog", "new", "org.study.mood", "--kind", "category", "--title", "Mood", "--value", "low=0"],
        folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      let names = TestFile.names(in: folder.path(of: "types/schema"))
      #expect(names == ["enum", "metadata", "type", "unit"].map { $0 + ".schema.json" })
      for name in names {
        let text = String(decoding: try TestFile.bytes(folder.path(of: "types/schema/" + name)), as: UTF8.self)
        for match in text.matches(of: /"\$ref": "([^"#]+)/) { #expect(names.contains(String(match.1)), "\(name)") }
      }
    }
  }

  @Test("a correlation may be made of a type that was written just before") func ownMembers() throws {
    try TemporaryFolder.with { folder in
      func new(_ words: String...) throws -> ProcessResult {
        try AssayBinary.run(["catalog", "new"] + words, folder: folder.path)
      }
      let exercise = try new(
        "com.acme.breathingExercise", "--kind", "category", "--title", "Breathing exercise", "--value", "slow=0")
      #expect(exercise.status == 0, "\(exercise.errorText)")
      let session = try new(
        "com.acme.breathingSession", "--kind", "correlation", "--title", "Breathing session", "--member",
        "com.acme.breathingExercise")
      #expect(session.status == 0, "\(session.errorText)")
      #expect(try AssayBinary.run(["catalog", "test", "types"], folder: folder.path).status == 0)
    }
  }

  @Test(
    "what cannot be a definition is refused, and nothing is written",
    arguments: [
      ["gripStrength", "--kind", "quantity", "--title", "Grip strength", "--unit", "kg"],
      ["org.study.grip", "--kind", "quantity", "--title", "Grip strength", "--unit", "kgs"],
      ["org.study.grip", "--kind", "quantity", "--title", "Grip strength"],
      ["org.study.grip", "--kind", "gauge", "--title", "Grip strength"],
      ["../grip", "--kind", "category", "--title", "x"],
    ])
  func refusal(_ words: [String]) throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(["catalog", "new"] + words + ["--into", "types"], folder: folder.path)
      #expect(made.status == 2)
      #expect(made.errorText.hasPrefix("assay: "))
      #expect(TestFile.names(in: folder.path) == [])
    }
  }

  /// Writes two versions of a folder, of which the second has one text in place of another.
  private func versions(_ folder: TemporaryFolder, _ old: String, _ new: String) throws {
    try folder.write("old/org.study.gripStrength.yaml", Self.grip)
    try folder.write(
      "new/org.study.gripStrength.yaml", Self.grip.replacingOccurrences(of: old, with: new))
  }

  @Test(
    "a change has its weight",
    arguments: [
      ("max: 150", "max: 120", "breaking", "allowed-narrowed"), ("max: 150", "max: 200", "safe", "allowed-widened"),
      ("unit: kg\nvalue", "unit: g\nvalue", "breaking", "unit-changed"),
      ("discreteArithmetic", "cumulative", "breaking", "aggregation-changed"),
      ("title: Grip strength", "title: Strength of the grip", "safe", "title-changed"),
    ])
  func weights(_ old: String, _ new: String, _ impact: String, _ kind: String) throws {
    try TemporaryFolder.with { folder in
      try versions(folder, old, new)
      let result = try AssayBinary.run(["catalog", "diff", "old", "new"], folder: folder.path)
      #expect(result.text.contains("\(impact)[\(kind)]"), "\(result.text)")
      #expect(result.status == (impact == "breaking" ? 1 : 0))
      #expect(
        try AssayBinary.run(["catalog", "diff", "old", "new", "--fail-on", "safe"], folder: folder.path).status == 1)
      #expect(
        try AssayBinary.run(["catalog", "diff", "old", "new", "--fail-on", "never"], folder: folder.path).status == 0)
      #expect(
        try AssayBinary.run(["catalog", "diff", "old", "old", "--fail-on", "safe"], folder: folder.path).status == 0)
    }
  }

  @Test("a comparison counts the stored samples that would be refused") func store() throws {
    try TemporaryFolder.with { folder in
      try versions(folder, "max: 150", "max: 60")
      try folder.write("grip.ndjson", samples([20, 50, 70, 90]))
      let stored = try AssayBinary.run(
        ["import", "--catalog", "old", "grip.ndjson", "--store", "health.db"], folder: folder.path)
      #expect(stored.status == 0)
      let result = try AssayBinary.run(
        ["catalog", "diff", "old", "new", "--store", "health.db", "--output-format", "json"], folder: folder.path)
      #expect(result.status == 1)
      #expect(
        result.text.contains(#""stored":[{"type":"org.study.gripStrength","read":4,"refused":2}]"#), "\(result.text)")
    }
  }

  @Test("a comparison reads what git has") func git() throws {
    try TemporaryFolder.with { folder in
      try folder.write("types/org.study.gripStrength.yaml", Self.grip)
      let script = """
        set -e
        git init -q . && git add . && git -c user.name=t -c user.email=t@example.org commit -q -m one
        sed -i 's/max: 150/max: 120/' types/org.study.gripStrength.yaml
        assay catalog diff HEAD types --folder types --fail-on never
        assay catalog diff HEAD:types types --fail-on never
        """
      let result = try AssayBinary.shell(script, folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.components(separatedBy: "breaking[allowed-narrowed]").count == 3, "\(result.text)")
      let unknown = try AssayBinary.run(["catalog", "diff", "nowhere:types", "types"], folder: folder.path)
      #expect(unknown.status == 2)
    }
  }

  @Test("the whole catalog compares with itself, from a folder and from git") func whole() throws {
    let result = try AssayBinary.run(["catalog", "diff", "catalog", "catalog", "--fail-on", "safe"])
    #expect(result.status == 0)
    #expect(result.text.isEmpty)
  }

  @Test("a unit of the team's own is read in samples") func units() throws {
    try TemporaryFolder.with { folder in
      try folder.write("types/units/points.yaml", "schema: 1\nunit: points\ntitle: Points of a score\nisolated: true\n")
      try folder.write("types/units/stones.yaml", "schema: 1\nunit: stones\ntitle: Stones\nequals: st\n")
      try folder.write(
        "types/org.study.score.yaml",
        "schema: 1\ntype: org.study.score\nkind: quantity\ntitle: Score\naggregation: discreteArithmetic\nunit: points\n"
      )
      let lines = [
        #"{"type":"org.study.score","value":7,"unit":"points","start":"2026-01-01T08:00:00Z"}"#,
        #"{"type":"org.study.score","value":7,"unit":"count","start":"2026-01-01T08:00:00Z"}"#,
        #"{"type":"bodyMass","value":11,"unit":"stones","start":"2026-01-01T08:00:00Z"}"#,
        #"{"type":"bodyMass","value":11,"unit":"points","start":"2026-01-01T08:00:00Z"}"#,
      ]
      try folder.write("samples.ndjson", lines.joined(separator: "\n") + "\n")
      let result = try AssayBinary.run(["normalize", "--catalog", "types", "samples.ndjson"], folder: folder.path)
      #expect(result.text.contains(#""value":7,"unit":"points""#))
      #expect(result.text.contains(#""value":69.85322498,"unit":"kg""#), "\(result.text)")
      #expect(result.errorText.contains("samples.ndjson:2:45: error[unit-incompatible]"), "\(result.errorText)")
      #expect(result.errorText.contains("samples.ndjson:4:39: error[unit-incompatible]"))
    }
  }
}
