import Testing

/// `assay normalize --fix likely-unit`, as a person runs it.
@Suite("Corrections") struct NormalizeFixTests {
  private static let lines = """
    {"type":"bloodGlucose","value":5.5,"unit":"mg/dL","start":"2026-01-01T08:00:00Z"}
    {"type":"bloodGlucose","value":99,"unit":"mg/dL","start":"2026-01-01T09:00:00Z"}
    {"type":"height","value":70,"unit":"m","start":"2026-01-01T10:00:00Z"}

    """

  @Test("it corrects what has one likely unit, and says how many on standard error") func fix() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("a.ndjson", Self.lines)
      let result = try AssayBinary.run(["normalize", input, "--fix", "likely-unit"])
      // Two units are likely for the height, which stays refused.
      #expect(result.status == 1)
      #expect(result.text.contains(#""value":99.0857340000297"#))
      #expect(result.text.contains(#""original":{"value":5.5,"unit":"mg/dL","read_as":"mmol/L"}"#))
      #expect(result.text.split(separator: "\n").count == 2)
      #expect(result.errorText.contains("note[value-implausible]: bloodGlucose is usually at least 20 mg/dL"))
      #expect(result.errorText.contains("read as 5.5 mmol/L, as `--fix likely-unit` says"))
      #expect(result.errorText.contains("70 would fit as cm and as in: which unit is it?"))
      #expect(result.errorText.contains("3 read, 2 accepted, 1 refused (33.33 %), 1 read in another unit"))
    }
  }

  @Test("a table says why it leaves out a corrected blood pressure") func table() throws {
    try TemporaryFolder.with { folder in
      let members = [("Systolic", "120"), ("Diastolic", "80")].map {
        #"{"type":"bloodPressure\#($0.0)","value":\#($0.1),"unit":"kPa"}"#
      }
      let input = try folder.write(
        "a.ndjson",
        #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[\#(members.joined(separator: ","))]}"#
          + "\n")
      let fixed = try AssayBinary.run(["normalize", input, "--fix", "likely-unit"])
      let store = TestStore(folder)
      _ = try store.importing(folder.write("fixed.ndjson", fixed.text))
      let result = try AssayBinary.run(["export", "--store", store.path, "--output-format", "csv"])
      #expect(result.status == 1)
      #expect(
        result.errorText.contains("a member with an original, metadata or a source of its own"), "\(result.errorText)")
    }
  }

  static let conditions: [(condition: String, values: String)] = [
    ("original.read_as is not missing", "99.08573400002976"), ("original.read_as is missing", "99 60"),
    ("original.read_as = mmol/L", "99.08573400002976"), ("original.read_as = kPa", ""),
    ("original.unit = mg/dL", "99.08573400002976"), ("original.unit in (count/s, mg/dL)", "99.08573400002976 60"),
    ("original.unit = count/s and value > 50", "60"),
  ]

  @Test("the mark is found by a condition", arguments: conditions, [StoreKind.sqlite, .jsonl])
  func mark(_ item: (condition: String, values: String), _ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let line = #"{"type":"heartRate","value":1,"unit":"count/s","start":"2026-01-01T11:00:00Z"}"# + "\n"
      let input = try folder.write("a.ndjson", Self.lines + line)
      let fixed = try AssayBinary.run(["normalize", input, "--fix", "likely-unit"])
      let store = kind.place("fixed", in: folder)
      _ = try store.importing(folder.write("fixed.ndjson", fixed.text))
      let types = item.condition.contains("value") ? ["--type", "heartRate"] : []
      let result = try AssayBinary.run(
        ["query", "--store", store.url, "--output-format", "csv", "--columns", "value", "--where", item.condition]
          + types)
      #expect(
        Set(result.text.split(separator: "\n").dropFirst().map(String.init))
          == Set(
            item.values.split(separator: " ").map(String.init)), "\(result.errorText)")
    }
  }

  @Test("without it nothing is corrected, and the summary does not speak of it") func plain() throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.run(["normalize", folder.write("a.ndjson", Self.lines)])
      #expect(result.text.contains(#""value":5.5,"unit":"mg/dL""#))
      #expect(!result.text.contains("read_as"))
      #expect(!result.errorText.contains("another unit"))
    }
  }

  @Test("a run that corrects nothing says so, and another word is refused") func nothing() throws {
    try TemporaryFolder.with { folder in
      let line = #"{"type":"bloodGlucose","value":99,"unit":"mg/dL","start":"2026-01-01T09:00:00Z"}"# + "\n"
      let input = try folder.write("a.ndjson", line)
      let result = try AssayBinary.run(["normalize", input, "--fix", "likely-unit"])
      #expect(result.status == 0)
      #expect(result.errorText.contains("1 read, 1 accepted, 0 refused, 0 read in another unit"))
      let other = try AssayBinary.run(["normalize", input, "--fix", "value-implausible"])
      #expect(other.status == 2)
      #expect(other.errorText.contains("unknown --fix `value-implausible`; one of likely-unit"))
    }
  }
}
