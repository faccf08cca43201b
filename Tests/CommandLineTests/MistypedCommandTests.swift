import Testing

/// A word that names no command gets the one that was meant, and every message begins alike.
@Suite("Mistyped commands") struct MistypedCommandTests {
  @Test(
    "the error names the word, and what was meant",
    arguments: [
      ("validat x.ndjson", "`assay` has no command `validat`; did you mean `validate`?"),
      ("catalog lsit", "`assay catalog` has no command `lsit`; did you mean `list`?"),
      ("help nonsense", "`assay` has no command `nonsense`; see `assay --help`"),
      ("help catalog nonsense", "`assay catalog` has no command `nonsense`; see `assay catalog --help`"),
      ("help store infos", "`assay store` has no command `infos`; did you mean `info`?"),
      ("validate --bogus x", "Unknown option '--bogus'"), ("validate --jobs many x", "The value 'many' is invalid"),
      ("units parse", "Missing expected argument '<unit>'"),
    ])
  func mistakes(_ call: String, _ words: String) throws {
    let result = try AssayBinary.run(CommandWords.split(call))
    #expect(result.status == 2)
    #expect(result.text.isEmpty)
    #expect(result.errorText.hasPrefix("assay: " + words), "\(result.errorText)")
  }

  @Test(
    "a type that has another name is suggested by its words",
    arguments: [
      "catalog show steps", "explain steps", "stats --store memory: --type steps", "query --store memory: --type steps",
    ])
  func types(_ call: String) throws {
    let result = try AssayBinary.run(CommandWords.split(call))
    #expect(result.status == 2)
    #expect(result.errorText.contains("`stepCount`"), "\(result.errorText)")
  }

  @Test(
    "types are found by words",
    arguments: [
      ("steps", "stepCount"), ("HEART variability", "heartRateVariabilitySDNN"), ("blood pressure", "bloodPressure"),
    ])
  func search(_ words: String, _ type: String) throws {
    let result = try AssayBinary.run(["catalog", "search"] + CommandWords.split(words))
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").contains { $0.hasPrefix(type) }, "\(result.text)")
    #expect(try AssayBinary.run(["catalog", "search", "nosuchword"]).status == 1)
  }

  @Test(
    "help of what there is", arguments: ["help", "help validate", "help catalog new", "--help"])
  func help(_ call: String) throws {
    let result = try AssayBinary.run(CommandWords.split(call))
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("USAGE"))
  }

  @Test(
    "units are converted in the spellings that --units lenient reads",
    arguments: [("172.4 lbs kg", "78.19932"), ("72 bpm count/min", "72"), ("97 percent_0-100 %", "0.97")])
  func units(_ words: String, _ expected: String) throws {
    let arguments = CommandWords.split(words).map { $0.replacing("_", with: " ") }
    let result = try AssayBinary.run(["units", "convert", "--grammar", "lenient"] + arguments)
    #expect(result.text.hasPrefix(expected), "\(result.text)\(result.errorText)")
    let strict = try AssayBinary.run(["units", "convert"] + arguments)
    #expect(strict.status == 1)
  }
}
