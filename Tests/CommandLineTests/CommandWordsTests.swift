import Testing

/// What the tests themselves rest on.
@Suite("Test tools") struct CommandWordsTests {
  @Test("quotes keep blanks and make empty words")
  func words() {
    #expect(CommandWords.split("units parse 'mL/kg min'  ''") == ["units", "parse", "mL/kg min", ""])
    #expect(CommandWords.split("--store=sqlite:'a b'.db") == ["--store=sqlite:a b.db"])
  }

  @Test("times, folders and the version do not reach a golden")
  func stable() {
    let text = "assay \(AssayBinary.version)\n/tmp/x/q.ndjson\n1,234 read (12.5 s, 1,234 samples/s)\n"
    #expect(StableText.of(Array(text.utf8), folder: "/tmp/x") == "assay $VERSION\n$DIR/q.ndjson\n1,234 read\n")
  }

  @Test("the binary is there and says what it is")
  func binary() throws {
    let result = try AssayBinary.run(["--version"])
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("assay \(AssayBinary.version)"))
    #expect(AssayBinary.version.split(separator: ".").count == 3)
  }

  @Test("a child that a signal ends is seen to end by it")
  func signals() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "exec sleep 60"], environment: [:], folder: "/")
    child.send(9)
    #expect(try child.finish().status == -9)
    let late = try ChildProcess("/bin/sh", ["-c", "exec sleep 60"], environment: [:], folder: "/")
    #expect(late.wait(limit: .milliseconds(50)) == -9)
    _ = try late.finish()
  }
}
