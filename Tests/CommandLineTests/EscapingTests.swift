import Testing

/// Foreign text never acts in the terminal or the log of whoever reads the output.
@Suite("Escaping") struct EscapingTests {
  /// Not `github` and `markdown`, which begin lines with `::` and `##` on purpose.
  private static let formats = [
    "full", "concise", "json", "jsonl", "sarif", "gitlab", "junit", "html", "summary", "slack",
  ]

  /// What is wrong with an output: a control character, a mark that turns text round, a line that a CI system obeys.
  private func dangers(in text: String) -> [String] {
    var dangers: [String] = []
    for scalar in text.unicodeScalars where scalar != "\n" {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2028, 0x2029, 0x2066...0x2069, 0xFEFF:
        dangers.append("U+" + String(scalar.value, radix: 16))
      default: break
      }
    }
    for line in text.split(separator: "\n") where line.hasPrefix("::") || line.hasPrefix("##") {
      dangers.append(String(line.prefix(40)))
    }
    return dangers
  }

  @Test("in findings about fields", arguments: EscapingTests.formats) func fields(_ format: String) throws {
    let result = try AssayBinary.run(
      ["validate", "--output-format", format, "-v", "Tests/Fixtures/jsonlines/escapes.ndjson"])
    #expect(result.status == 1)
    #expect(dangers(in: result.text) == [])
    #expect(dangers(in: result.errorText) == [])
  }

  @Test("in findings of a normalization") func normalization() throws {
    let result = try AssayBinary.run(["normalize", "Tests/Fixtures/jsonlines/escapes.ndjson"])
    #expect(dangers(in: result.errorText) == [])
  }

  @Test("in names of files", arguments: EscapingTests.formats) func names(_ format: String) throws {
    try TemporaryFolder.with { folder in
      let names = [
        "::error::x.ndjson", "##[group]x.ndjson", "\u{1B}[2J\u{202E}\u{9B}2J\u{7F}\u{200B}x.ndjson",
        "two\n::error::lines.ndjson",
      ]
      for name in names { try folder.write(name, "{}\n") }
      let result = try AssayBinary.run(["validate", "--output-format", format] + names, folder: folder.path)
      #expect(result.status == 1)
      #expect(dangers(in: result.text) == [])
      #expect(dangers(in: result.errorText) == [])
    }
  }

  @Test("in names that have no type yet, also of a merged report") func unsupported() throws {
    try TemporaryFolder.with { folder in
      let name = #"x\n::error::pwned\u001b[31m"#
      try folder.write("m.ndjson", "{\"resourceType\":\"\(name)\"}\n")
      try folder.write("m.xml", "<HealthData><x\u{9B}31m\u{202E}/></HealthData>\n")
      let part = try AssayBinary.run(
        ["validate", "m.ndjson", "--range", "0:1", "--now", "2026-06-01T00:00:00Z", "--output-format", "jsonl"],
        folder: folder.path)
      try folder.write(
        "part.jsonl", part.text.replacing("\"unsupported\":{}", with: "\"unsupported\":{\"\(name)\":1}"))
      for call in [
        ["validate", "--format", "fhir", "m.ndjson"], ["validate", "m.xml"], ["report", "merge", "part.jsonl"],
      ] {
        let result = try AssayBinary.run(call, folder: folder.path)
        #expect(result.errorText.contains("no type yet: x\\u{"), "\(call): \(result.errorText)")
        #expect(dangers(in: result.errorText) == [], "\(call)")
      }
    }
  }

  private let evil = "\u{1B}]0;title\u{7}\n::error::x\u{9B}31m\u{202E}"

  @Test("in names that lead nowhere, of types and units") func arguments() throws {
    let calls = [
      ["validate", evil], ["validate", "--format", evil, "-"], ["validate", "--catalog", evil, "-"],
      ["import", "--store", evil, "-"], ["catalog", "show", evil], ["explain", evil], ["units", "parse", evil],
      ["units", "convert", "1", evil, "kg"], ["query", "--store", "sqlite:" + evil],
    ]
    try expectSafe(calls)
  }

  @Test("in verbs and options that are none, as a file's name is where a shell expands `*`") func options() throws {
    try expectSafe([[evil], ["validate", "--" + evil], ["validate", "--jobs", evil]])
  }

  private func expectSafe(_ calls: [[String]]) throws {
    for call in calls {
      let result = try AssayBinary.run(call)
      #expect(result.status > 0)
      #expect(dangers(in: result.text + result.errorText) == [], "\(call[0]) \(call.count)")
    }
  }
}
