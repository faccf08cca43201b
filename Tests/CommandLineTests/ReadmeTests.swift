import Foundation
import Testing

/// A command of a `console` block, and what it prints.
struct PageCommand {
  var script: String
  var expected = ""

  /// The commands of a text's console blocks, in order.
  ///
  /// A line that begins with `$ ` is a command; a here-document of it goes on to its mark; what follows is its output.
  static func all(in text: String) -> [PageCommand] {
    var commands: [PageCommand] = []
    var isInside = false
    var mark: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if !isInside {
        continue
      } else if let end = mark {
        commands[commands.count - 1].script += "\n" + line
        if line == end { mark = nil }
      } else if line.hasPrefix("$ ") {
        commands.append(PageCommand(script: String(line.dropFirst(2))))
        mark = line.components(separatedBy: "<<'").dropFirst().first?.components(separatedBy: "'").first
      } else if !commands.isEmpty {
        commands[commands.count - 1].expected += line + "\n"
      }
    }
    return commands
  }
}

/// The README does what it says.
@Suite("README") struct ReadmeTests {
  private let text: String

  init() throws { text = String(decoding: try TestFile.bytes("README.md"), as: UTF8.self) }

  @Test("every command prints what stands below it") func console() throws {
    let commands = PageCommand.all(in: text)
    #expect(commands.count > 5)
    try TemporaryFolder.with { folder in
      for command in commands {
        // Only these: a README is no place from which tests run whatever is written there.
        let program = String(command.script.prefix { $0 != " " })
        try #require(["assay", "cat", "mkdir", "echo"].contains(program), "`\(program)` is not run from the README")
        let result = try AssayBinary.shell("exec 2>&1\n" + command.script, folder: folder.path)
        #expect(StableText.of(result.output, folder: folder.path) == command.expected, "$ \(command.script)")
      }
    }
  }

  @Test("what is shown of a catalog file stands in it") func excerpts() throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var excerpts = 0
    for (index, line) in lines.enumerated() where line == "```yaml" {
      let name = lines[index + 1].dropFirst(2).prefix { $0 != "," }
      let file = String(decoding: try TestFile.bytes(String(name)), as: UTF8.self).split(separator: "\n").map(
        String.init)
      for shown in lines[(index + 2)...].prefix(while: { $0 != "```" }) {
        #expect(file.contains(shown), "\(name) has no line `\(shown)`")
      }
      excerpts += 1
    }
    #expect(excerpts == 1)
  }

  @Test("every link leads somewhere") func links() {
    let parts = text.components(separatedBy: "](").dropFirst()
    let targets = parts.compactMap { $0.components(separatedBy: ")").first }.filter { !$0.contains("://") }
    #expect(targets.count > 5)
    for target in targets {
      #expect(FileManager.default.fileExists(atPath: AssayBinary.root + "/" + target), "\(target)")
    }
  }

  @Test("it stays short") func length() {
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }
}
