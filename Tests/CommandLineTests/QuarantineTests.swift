import Glibc
import Testing

/// What is not stored is kept, byte for byte, with its reasons, for its owner alone.
@Suite("Quarantine") struct QuarantineTests {
  private func permissions(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_mode & 0o7777) : nil
  }

  /// Whether each line holds the very bytes that stand at its place in the input.
  private func expectBytes(_ lines: [QuarantineLine], of input: String) throws {
    let bytes = try TestFile.bytes(input)
    for line in lines {
      let start = line.source.byteOffset
      let end = min(bytes.count, start + line.bytes.count)
      #expect(!line.bytes.isEmpty && Array(bytes[min(start, end)..<end]) == line.bytes, "line \(line.source.line)")
      #expect(line.source.path == input)
      #expect(line.id.hasPrefix("sha256 ") && line.id.count == 7 + 64)
      #expect(line.catalog.count == 64)
      #expect(line.schema == 1)
    }
  }

  @Test("each refused line is there as it stands in the file") func lines() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(ImportTests.demo[0])
      let kept = try store.quarantine()
      #expect(kept.map(\.source.line) == [6, 12, 15, 19])
      #expect(kept.allSatisfy { $0.reason == "refused" && $0.source.format == "jsonl" })
      #expect(
        kept.map { $0.diagnostics.map(\.code) }
          == [["unit-incompatible"], ["end-before-start"], ["type-unknown"], ["json-syntax"]])
      let input = try TestFile.lines(ImportTests.demo[0])
      #expect(kept.map(\.bytes) == [input[5], input[11], input[14], input[18]])
      try expectBytes(kept, of: ImportTests.demo[0])
    }
  }

  @Test("bytes that are no text are kept as they are") func binary() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let input = "Tests/Fixtures/jsonlines/invalid-utf8.ndjson"
      _ = try store.importing(input)
      let kept = try store.quarantine()
      #expect(kept.map(\.source.line) == [2, 3, 4, 5, 6])
      #expect(kept.allSatisfy { $0.raw == nil && $0.rawBase64 != nil })
      let lines = try TestFile.lines(input)
      #expect(kept.map(\.bytes) == Array(lines[1...5]))
    }
  }

  @Test(
    "each refused element is there as it stands in the export",
    arguments: [
      ImportTests.demo[1], "Tests/Fixtures/apple-health/vertical-tab.xml",
      "Tests/Fixtures/apple-health/correlations-top-level-only.xml", "Tests/Fixtures/apple-health/entity-undefined.xml",
    ])
  func elements(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (_, report) = try store.importing(input)
      let kept = try store.quarantine()
      #expect(kept.count == report.summary.refused)
      #expect(kept.allSatisfy { $0.context.origin == "apple-health" && $0.bytes.first == UInt8(ascii: "<") })
      #expect(kept.allSatisfy { !$0.diagnostics.isEmpty })
      try expectBytes(kept, of: input)
    }
  }

  @Test("elements without a type are kept apart, with their parents") func unsupported() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let path = try ImportTests.newerDemo(folder)
      _ = try store.importing(path)
      let kept = try store.quarantine(ofUnsupported: true)
      #expect(kept.count == 3)
      #expect(kept.allSatisfy { $0.reason == "unsupported" })
      try expectBytes(kept, of: path)
      func element(_ name: String) -> QuarantineLine? { kept.first { $0.raw?.hasPrefix("<\(name)") == true } }
      let workout = try #require(element("NewBout "))
      #expect(workout.raw?.hasSuffix("</NewBout>") == true)
      #expect(workout.context.parent == nil)
      #expect(element("NewSummary ") != nil)
      let beats = try #require(element("NewBeatList"))
      let variability = try store.samples(of: "heartRateVariabilitySDNN")
      #expect(beats.context.parent != nil)
      #expect(variability.map(\.uuid).contains(beats.context.parent ?? ""))
    }
  }

  @Test("nobody else may read it") func mode() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(try ImportTests.newerDemo(folder))
      let files = store.quarantineFiles() + store.quarantineFiles(ofUnsupported: true)
      #expect(files.count == 2)
      for file in files { #expect(permissions(file) == 0o600) }
      #expect(permissions(store.path + ".quarantine") == 0o700)
      #expect(permissions(store.path) == 0o600)
    }
  }

  @Test("an import of the same file replaces it") func replaced() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(ImportTests.demo[0])
      let files = store.quarantineFiles()
      let first = try files.map(TestFile.bytes)
      _ = try store.importing(ImportTests.demo[0])
      #expect(store.quarantineFiles() == files)
      #expect(try files.map(TestFile.bytes) == first)
    }
  }

  @Test("two files of one name have one each") func sameName() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let wrong = try folder.write("a/day.ndjson", "{}\n")
      let other = try folder.write("b/day.ndjson", "{\"type\":1}\n")
      _ = try store.importing(wrong, other)
      #expect(
        try store.quarantine().map { String(decoding: $0.bytes, as: UTF8.self) }.sorted() == ["{\"type\":1}", "{}"])
    }
  }

  @Test("validate keeps refused records where it is told to") func named() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "kept.ndjson")
      let result = try AssayBinary.run(["validate", "--quarantine", path, ImportTests.demo[0]])
      #expect(result.status == 1)
      let kept = try QuarantineLine.lines(of: path)
      #expect(kept.map(\.source.line) == [6, 12, 15, 19])
      try expectBytes(kept, of: ImportTests.demo[0])
      #expect(permissions(path) == 0o600)
    }
  }

  @Test("several inputs share a named file") func shared() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "kept.ndjson")
      _ = try AssayBinary.run(["validate", "--quarantine", path] + ImportTests.demo)
      #expect(try QuarantineLine.lines(of: path).count == 6)
    }
  }
}
