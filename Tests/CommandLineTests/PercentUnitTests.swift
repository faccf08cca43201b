import Testing

/// Fractions in percent: `--unit "percent 0-100"`.
@Suite("Fractions in percent") struct PercentUnitTests {
  private static let sample =
    #"{"type":"bodyFatPercentage","value":0.215,"unit":"%","start":"2026-01-01T08:00:00Z"}"# + "\n"

  static let questions: [(words: String, answer: String)] = [
    ("query --output-format csv --columns value,unit", "value,unit\n21.5,percent 0-100\n"),
    ("export --output-format csv --columns value,unit", "value,unit\n21.5,percent 0-100\n"),
    ("query --output-format jsonl", #""value":21.5,"unit":"percent 0-100""#),
    ("query", "percent 0-100"), ("query --wide --output-format csv", "bodyFatPercentage (percent 0-100)"),
    ("stats --output-format csv", "percent 0-100"), ("stats --output-format json", #""percent 0-100""#),
    ("stats", "percent 0-100"),
  ]

  @Test("every answer has the number and the name of the unit", arguments: questions)
  func answers(_ item: (words: String, answer: String)) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("a.ndjson", Self.sample))
      let result = try AssayBinary.run(
        CommandWords.split(item.words) + [
          "--store", store.path, "--type", "bodyFatPercentage", "--unit", "percent 0-100",
        ])
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains(item.answer) && result.text.contains("21.5"), "\(result.text)")
    }
  }

  @Test("what is exported in percent reads back as the same sample", arguments: ["jsonl", "csv"])
  func back(_ format: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("a.ndjson", Self.sample))
      let words = ["export", "--store", store.path, "--type", "bodyFatPercentage", "--output-format", format]
      let percent = try AssayBinary.run(words + ["--unit", "percent 0-100"])
      let other = TestStore(folder, "other.db")
      _ = try other.importing(folder.write(format == "csv" ? "b.csv" : "b.ndjson", percent.text))
      let again = try AssayBinary.run(
        ["query", "--store", other.path, "--output-format", "csv", "--columns", "uuid,value,unit"])
      let first = try AssayBinary.run(
        ["query", "--store", store.path, "--output-format", "csv", "--columns", "uuid,value,unit"])
      #expect(again.text == first.text, "\(again.errorText)")
    }
  }

  @Test("the card of a fraction names the unit of percentages") func card() throws {
    let words = "spelling: percent 0-100 is a percentage: 97.5 means 0.975 %"
    #expect(try AssayBinary.run(["explain", "oxygenSaturation"]).text.contains(words))
    #expect(try !AssayBinary.run(["explain", "heartRate"]).text.contains("percent 0-100"))
  }

  @Test("other types do not have the unit") func refused() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("a.ndjson", Self.sample))
      let words = ["query", "--store", store.path, "--type", "heartRate", "--unit", "percent 0-100"]
      #expect(try AssayBinary.run(words).status == 2)
      let wrong = try AssayBinary.run(
        ["query", "--store", store.path, "--type", "bodyFatPercentage", "--unit", "count"])
      #expect(wrong.errorText.contains("ask in % or percent 0-100"), "\(wrong.errorText)")
    }
  }
}
