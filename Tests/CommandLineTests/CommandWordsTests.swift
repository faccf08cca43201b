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

  @Test("a page may leave lines and parts of lines open, and nothing else")
  func open() {
    let observed = ["a", "b 1 c 2", "d", "e"]
    for expected in [
      observed, ["a", "...", "e"], ["...", "b [...] c [...]", "d", "e"], ["a", "[...]", "...", "[...]e"],
    ] {
      #expect(ConsoleText.difference(expected, observed) == "")
    }
    #expect(ConsoleText.difference(["a", "b [...] c [...]", "d", "f"], observed) == "- f\n+ e")
    #expect(ConsoleText.difference(["a", "b [...] d", "..."], observed).hasPrefix("- b [...] d\n+ b 1 c 2"))
    #expect(ConsoleText.difference(["a", "..."], []) != "")
    #expect(ConsoleText.lines(of: "$ x\n\r\n[1]\nend", mark: "") == ["\\$ x", "␍", "\\[1]", "end (no line feed)"])
    #expect(ConsoleText.lines(of: "x\n\n", mark: "! ") == ["! x", "!"])
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
