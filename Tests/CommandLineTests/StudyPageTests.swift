import Foundation
import Testing

/// The page about a study does what it says, and leaves nothing of a participant who withdraws.
@Suite("A study of twenty") struct StudyPageTests {
  @Test("every command prints what the page shows") func console() throws {
    let text = String(decoding: try TestFile.bytes("Documentation/study.md"), as: UTF8.self)
    let commands = PageCommand.all(in: text)
    #expect(commands.count > 8)
    try TemporaryFolder.with { folder in
      for command in commands {
        // Only these: a page is no place from which tests run whatever is written there.
        let program = String(command.script.prefix { $0 != " " })
        try #require(["assay", "cat", "for", "rm"].contains(program), "`\(program)` is not run from the page")
        let result = try AssayBinary.shell("exec 2>&1\n" + command.script, folder: folder.path)
        #expect(StableText.of(result.output, folder: folder.path) == command.expected, "$ \(command.script)")
      }
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(names.contains("study.db"))
      #expect(names.filter { $0.contains("P02") }.isEmpty)
      for name in names {
        let path = folder.path(of: name)
        guard let bytes = FileManager.default.contents(atPath: path) else { continue }
        #expect(bytes.range(of: Data("P02".utf8)) == nil, "\(name)")
      }
    }
  }
}
