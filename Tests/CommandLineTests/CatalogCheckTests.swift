import Foundation
import Testing

/// `assay catalog check`: what lint and test find, with one command, in a folder that holds other files as well.
@Suite("Check of definitions") struct CatalogCheckTests {
  private static let grip = """
    schema: 1
    type: org.study.grip
    kind: quantity
    title: Grip strength
    aggregation: discreteArithmetic
    unit: kg
    examples:
      valid: [{value: 3, unit: kg, start: "2026-01-01T08:00:00Z"}]
      invalid: [{value: 3, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}]

    """

  private static let others = [
    "types/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n",
    "types/services.yaml": "# made up\n---\napiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: Pod\n",
    "types/assay.yaml": "schema: 1\ncatalogs: [.]\n", "types/plugin.yaml": "name: x\nversion: 0.1.0\n",
  ]

  @Test("a sound folder has no finding, and the status is 0", arguments: ["check", "lint", "test"])
  func sound(_ command: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("types/org.study.grip.yaml", Self.grip)
      for (name, text) in Self.others { try folder.write(name, text) }
      let result = try AssayBinary.run(["catalog", command, "types"], folder: folder.path)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      let lines = result.text.split(separator: "\n")
      #expect(lines.count { $0.contains("an object of Kubernetes") } == (command == "test" ? 0 : 2), "\(result.text)")
      #expect(!result.text.contains("error["))
      if command == "check" {
        #expect(result.errorText.hasSuffix(" types, 2 examples, 0 errors, 0 warnings\n"), "\(result.errorText)")
        #expect(result.errorText.hasPrefix("1 of "), "\(result.errorText)")
      }
    }
  }

  @Test(
    "check has the findings of the loader, of lint and of the examples",
    arguments: [
      ("unit: kg\nex", "unit: kgs\nex", "catalog-unit"), ("Grip strength", "Grip strength.", "catalog-name"),
      ("code: unit-incompatible", "code: unit-missing", "catalog-example"),
      ("schema: 1\ntype", "apiVersion: 1\nschema: 1\ntype", "catalog-key-unknown"),
    ])
  func faults(_ old: String, _ new: String, _ code: String) throws {
    try TemporaryFolder.with { folder in
      try #require(Self.grip.contains(old))
      try folder.write("types/org.study.grip.yaml", Self.grip.replacingOccurrences(of: old, with: new))
      let result = try AssayBinary.run(
        ["catalog", "check", "--fail-on", "warning", "--output-format", "concise", "types"], folder: folder.path)
      #expect(result.status != 0)
      #expect(result.text.contains("[\(code)]"), "\(result.text)\(result.errorText)")
    }
  }

  @Test("examples that an override brings are run, and those of the type it changes are not")
  func overrides() throws {
    try TemporaryFolder.with { folder in
      let text = "schema: 1\noverrides: heartRate\nreason: a study at rest\nvalue: {allowed: {max: 60}}\n"
      let rest = "  plausible: {min: 10, max: 60}\nsources: {allowed: the protocol, plausible: the protocol}\n"
      let change = text.replacingOccurrences(
        of: "value: {allowed: {max: 60}}\n", with: "value:\n  allowed: {max: 60}\n")
      try folder.write("types/heartRate.yaml", change + rest)
      let before = try AssayBinary.run(["catalog", "check", "types"], folder: folder.path)
      #expect(before.status == 0, "\(before.text)\(before.errorText)")
      let example = "examples:\n  valid: [{value: 72, unit: count/min, start: \"2026-01-01T08:00:00Z\"}]\n"
      let refused = "  invalid: [{value: 72, unit: kg, start: \"2026-01-01T08:00:00Z\", code: unit-incompatible}]\n"
      try folder.write("types/heartRate.yaml", change + rest + example + refused)
      for command in ["check", "test"] {
        let after = try AssayBinary.run(["catalog", command, "types"], folder: folder.path)
        #expect(after.status == 1 && after.text.contains("got value-not-allowed"), "\(command): \(after.text)")
      }
    }
  }

  @Test("validate of a folder of definitions leads to the command that checks them") func validate() throws {
    try TemporaryFolder.with { folder in
      try folder.write("types/org.study.grip.yaml", Self.grip)
      try folder.write("data/assay.yaml", "schema: 1\n")
      let hint = "if it holds definitions of types, `assay catalog check` checks them"
      for (name, isLed) in [("types", true), ("data", false)] {
        let result = try AssayBinary.run(["validate", name], folder: folder.path)
        #expect(result.status == 2 && result.errorText.contains(hint) == isLed, "\(result.errorText)")
      }
    }
  }

  @Test("show names the place of each key in JSON as well") func origins() throws {
    let show = ["catalog", "show", "heartRate", "--output-format", "json"]
    let card = try JSONSerialization.jsonObject(with: Data(try AssayBinary.run(show + ["--origin"]).output))
    let origins = try #require((card as? [String: Any])?["origins"] as? [String: [String: Any]])
    #expect(origins["type"]?["path"] as? String == "catalog/vitals/heartRate.yaml")
    #expect(origins["type"]?["line"] as? Int == 2 && origins["value.allowed"] != nil)
    #expect(!(try AssayBinary.run(show).text.contains("origins")))
  }

  @Test(
    "search finds a type by any part of its definition, the best first",
    arguments: [
      ("heart rate", "heartRate", "name"), ("HKQuantityTypeIdentifierHeartRate", "heartRate", "name"),
      ("asleepREM", "sleepAnalysis", "part"), ("hart rate", "heartRate", "name"), ("stepp", "stepCount", "name"),
      ("HeartRateMotionContext", "heartRate", "metadata"), ("bodymass", "bodyMass", "name"),
    ])
  func search(_ words: String, _ first: String, _ match: String) throws {
    let search = ["catalog", "search"] + CommandWords.split(words)
    let json = try AssayBinary.run(search + ["--output-format", "json"])
    #expect(json.status == 0, "\(json.errorText)")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
    #expect(list.first?["type"] as? String == first && list.first?["match"] as? String == match, "\(json.text)")
    let csv = try AssayBinary.run(search + ["--output-format", "csv"]).text.split(separator: "\n")
    #expect(csv.first == "type,kind,title,unit,match,text" && csv.count == list.count + 1)
    #expect(csv.dropFirst().first?.hasPrefix(first + ",") == true)
    let text = try AssayBinary.run(search).text.split(separator: "\n")
    #expect(text.count == list.count && text.first?.hasPrefix(first + " ") == true)
  }

  @Test("search says which word it took for another, and what is not found is status 1") func corrected() throws {
    let near = try AssayBinary.run(["catalog", "search", "hart", "rate"])
    #expect(near.errorText == "no type has all words as written; these have: heart rate\n")
    let unit = try AssayBinary.run(["catalog", "search", "mmHg"])
    #expect(unit.text.contains("bloodPressureSystolic") && unit.errorText.isEmpty, "\(unit.text)")
    let none = try AssayBinary.run(["catalog", "search", "nosuchword"])
    #expect(
      none.status == 1 && none.output.isEmpty && none.errorText.hasPrefix("no type has these words"),
      "\(none.errorText)")
    #expect(try AssayBinary.run(["catalog", "search", "x", "--output-format", "xml"]).status == 2)
  }
}
