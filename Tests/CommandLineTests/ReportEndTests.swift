import Testing

/// The last line of a report in `jsonl` shows that it is whole; `Tests/Console/report-merge.md` says what is in it.
@Suite("End of a report") struct ReportEndTests {
  @Test("a process that is killed leaves no such line") func killed() throws {
    try TemporaryFolder.with { folder in
      let script = """
        mkfifo in
        assay validate --format jsonl --output-format jsonl - > out < in &
        child=$!
        exec 3> in
        printf '{}\\n{}\\n' >&3
        kill -9 $child
        wait $child
        echo $?
        """
      let result = try AssayBinary.shell(script, folder: folder.path)
      #expect(result.text == "137\n", "\(result.errorText)")
      #expect(!String(decoding: try TestFile.bytes(folder.path(of: "out")), as: UTF8.self).contains(#"{"summary":"#))
    }
  }
}
