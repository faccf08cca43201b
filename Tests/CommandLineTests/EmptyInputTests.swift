import Testing

/// Inputs without a byte of content, plain and packed, read as every format by every verb that reads files.
@Suite("Empty inputs") struct EmptyInputTests {
  /// How nothing is packed.
  enum Packing: String, CaseIterable, Sendable {
    case plain, gzip, zstandard

    /// The file: RFC 1952 and RFC 8878.
    var bytes: [UInt8] {
      switch self {
      case .plain: []
      case .gzip: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      case .zstandard: [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0, 1, 0, 0]
      }
    }
  }

  @Test(
    "an input without samples is a warning, whatever its format",
    arguments: [
      ("a.ndjson", ""), ("a.ndjson", "\u{FEFF}\n \n"), ("a.json", "[ ]"), ("a.csv", "type,value,unit,start\n\n"),
      ("a.xml", "<HealthData><ExportDate value=\"2026-01-01 08:00:00 +0000\"/><Me a=\"\"/></HealthData>"),
    ])
  func withoutSamples(_ name: String, _ text: String) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(name, text)
      for verb in [["validate"], ["import", "--store", folder.path(of: "s.db")]] {
        let result = try AssayBinary.run(verb + ["--output-format", "json", path])
        let report = try RunReport(result)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(report.diagnostics.map(\.code) == ["input-empty"] && report.summary.warnings == 1)
        #expect(try AssayBinary.run(verb + ["--fail-on", "warning", path]).status == 1)
      }
      try folder.write(
        "assay.yaml", "schema: 1\ndata: [{path: \"\(name)\"}]\nrules: {input-empty: error}\n")
      #expect(try AssayBinary.run(["lint"], folder: folder.path).status == 1)
      try folder.write("assay.yaml", "schema: 1\ndata: [{path: \"\(name)\"}]\nrules: {input-empty: off}\n")
      let off = try AssayBinary.run(["lint", "--output-format", "json"], folder: folder.path)
      #expect(off.status == 0 && !off.text.contains("input-empty"))
    }
  }

  @Test("what is written without samples is complete, in each format", arguments: ["jsonl", "json", "csv"])
  func written(_ format: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "empty." + (format == "jsonl" ? "ndjson" : format))
      let export = ["export", "--store", "memory:", "--output-format", format, "--output", path]
      #expect(try AssayBinary.run(export).status == 0)
      for input in [path, "-"] {
        let call = ["validate", "--output-format", "json", "--format", format, input]
        let result = try AssayBinary.run(call, input: try TestFile.bytes(path))
        #expect(result.status == 0, "\(result.errorText)")
        #expect(try RunReport(result).diagnostics.map(\.code) == ["input-empty"])
      }
    }
  }

  @Test(
    "nothing is complete for NDJSON alone, by name and in a pipe",
    arguments: [
      ("a.ndjson", "", 0), ("a.ndjson", "\n \n", 0), ("a.json", "", 1), ("a.json", "\n", 1), ("a.csv", "", 1),
      ("a.csv", "\n\n", 1), ("a.xml", "", 1), ("a.xml", "\n", 1), ("a.zip", "", 1), ("a.ndjson.gz", "", 1),
    ])
  func withoutContent(_ name: String, _ text: String, _ status: Int32) throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.run(["validate", try folder.write(name, text)])
      #expect(result.status == status, "\(result.errorText)")
      #expect(result.errorText.contains("INCOMPLETE") == (status == 1), "\(result.errorText)")
    }
  }

  @Test(
    "nothing, packed, is what it is under its name without the packing",
    arguments: [Packing.gzip, .zstandard],
    [("a.ndjson", 0), ("a", 0), ("a.json", 1), ("a.csv", 1), ("a.xml", 1)])
  func packed(_ packing: Packing, _ input: (name: String, status: Int32)) throws {
    try TemporaryFolder.with { folder in
      let ending = packing == .gzip ? ".gz" : ".zst"
      let path = try folder.write(input.name + ending, packing.bytes)
      // A table lacks its header first of all.
      let codes = [input.status == 0 ? "input-empty" : input.name == "a.csv" ? "csv-header" : "truncated"]
      let named = ["--stdin-name", input.name + ending, "-"]
      for call in [[path], named] {
        let result = try AssayBinary.run(["validate", "--output-format", "json"] + call, input: packing.bytes)
        #expect(result.status == input.status, "\(call): \(result.errorText)")
        #expect(try RunReport(result).diagnostics.map(\.code) == codes, "\(call)")
      }
      let plain = try AssayBinary.run(
        ["validate", "--output-format", "json", "--stdin-name", input.name, "-"], input: [])
      #expect(plain.status == input.status, "\(plain.errorText)")
      #expect(try RunReport(plain).diagnostics.map(\.code) == codes)
    }
  }

  /// An archive with one member of no byte, which is stored.
  private static func archive(of name: String) -> [UInt8] {
    let name = Array(name.utf8)
    let member: [UInt8] = [20, 0] + Array(repeating: 0, count: 20) + [UInt8(name.count), 0, 0, 0]
    let local: [UInt8] = [0x50, 0x4B, 3, 4] + member + name
    let entry: [UInt8] = [0x50, 0x4B, 1, 2, 20, 0] + member + Array(repeating: 0, count: 14) + name
    return local + entry + [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, UInt8(entry.count), 0, 0, 0]
      + [UInt8(local.count), 0, 0, 0, 0, 0]
  }

  @Test(
    "an export whose main file is empty is cut short, packed or not",
    arguments: [
      ("export.xml", 1), ("apple_health_export/导出.xml", 1), ("apple_health_export/export_cda.xml", 2), ("a.txt", 2),
    ])
  func emptyExport(_ name: String, _ status: Int32) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write("unpacked/" + name, "")
      let archive = try folder.write("export.zip", Self.archive(of: name))
      for input in [archive, folder.path(of: "unpacked")] + (status == 1 ? [file] : []) {
        let result = try AssayBinary.run(["validate", "--output-format", "json", input])
        #expect(result.status == status, "\(input): \(result.errorText)")
        guard status == 1 else { continue }
        let report = try RunReport(result)
        #expect(report.diagnostics.map(\.code) == ["truncated"], "\(input)")
        #expect(report.summary.incomplete, "\(input)")
      }
      // One that is whole goes before an empty one.
      try folder.write("unpacked/whole.xml", "<HealthData></HealthData>")
      #expect(try AssayBinary.run(["validate", folder.path(of: "unpacked")]).status == 0)
    }
  }

  @Test(
    "an input with a refused sample, or with what has no type yet, is not empty",
    arguments: [("a.ndjson", "{}\n"), ("a.xml", "<HealthData><Workout a=\"b\"/></HealthData>"), ("a.json", "[")])
  func withSomething(_ name: String, _ text: String) throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.run(["validate", "--output-format", "json", try folder.write(name, text)])
      #expect(try !RunReport(result).diagnostics.map(\.code).contains("input-empty"))
    }
  }

  private static let formats = ["jsonl", "json", "csv", "apple-health"]

  @Test("a command with an empty input reads the other one", arguments: Packing.allCases, formats)
  func amongOthers(_ packing: Packing, format: String) throws {
    try TemporaryFolder.with { folder in
      let empty = try folder.write("empty", packing.bytes)
      let wrong = try folder.write("wrong", "{}\n")
      for verb in [["validate"], ["import", "--store", folder.path(of: "s.db")]] {
        let call = verb + ["--format", format, "--output-format", "json", empty, wrong]
        let result = try AssayBinary.run(call)
        #expect(result.status == 1, "\(call): \(result.errorText)")
        #expect(try RunReport(result).summary.files.map(\.path) == [empty, wrong], "\(call)")
      }
      let normal = try AssayBinary.run(["normalize", "--format", format, empty, wrong])
      #expect(normal.status == 1, "\(normal.errorText)")
      let piped = try AssayBinary.run(
        ["validate", "--format", format, "--output-format", "json", "-"], input: packing.bytes)
      #expect(piped.status == (format == "jsonl" ? 0 : 1), "\(piped.errorText)")
      #expect(try RunReport(piped).summary.read == 0)
    }
  }
}
