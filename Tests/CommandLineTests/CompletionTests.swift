import Testing

/// Shells complete what nobody can type from memory: types, units, codes.
@Suite("Completion") struct CompletionTests {
  @Test("a script for each shell", arguments: ["bash", "zsh", "fish"]) func scripts(_ shell: String) throws {
    let result = try AssayBinary.run(["--generate-completion-script", shell])
    #expect(result.status == 0)
    for word in ["validate", "lint", "catalog", "---completion"] { #expect(result.text.contains(word)) }
  }

  @Test(
    "words from the program itself",
    arguments: [
      (["explain", "--", "positional@0"], "unit-incompatible"), (["explain", "--", "positional@0"], "heartRate"),
      (["catalog", "show", "--", "positional@0"], "bloodPressure"), (["units", "parse", "--", "positional@0"], "mmHg"),
      (["query", "--", "--type"], "sleepAnalysis"),
    ])
  func words(_ call: [String], _ word: String) throws {
    // What the shells' scripts ask: the argument, then where the cursor stands in the words of the line.
    let result = try AssayBinary.run(["---completion"] + call + ["1", "0", "assay", call[0], ""])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.split(separator: "\n").contains { $0 == word })
  }
}
