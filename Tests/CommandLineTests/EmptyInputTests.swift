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
