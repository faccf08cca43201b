import Foundation
import Testing

/// The example of a page at work: its files are written, its commands run.
struct PageExample {
  /// What came of an example.
  struct Outcome {
    /// The findings that the page shows, and those that were printed; `nil` for a page that shows none.
    var shown: (expected: [String], found: [String])?
    /// The findings that were printed when all was fixed; `nil` for a page that fixes nothing.
    var fixed: (found: [String], status: Int32)?
    /// All that the last command wrote, for a reader of a failed test.
    var words = ""
  }

  /// The commands that examples use: a page is no place from which tests run whatever is written there.
  private static let verbs = [["validate"], ["lint"], ["catalog", "lint"], ["revalidate"]]

  private let code: String
  private let folder: String
  /// The last file that was written, and the last command that was named.
  private var file: String?
  private var command: [String]?
  /// How the command ended; `nil` when it is to be run again.
  private var result: ProcessResult?

  /// Does an example from its beginning to its end.
  static func outcome(of page: DiagnosticPage) throws -> Outcome {
    let steps = try page.steps()
    return try TemporaryFolder.with { folder in
      let writes = steps.contains { if case .file = $0 { true } else { false } }
      var example = PageExample(code: page.code, folder: writes ? folder.path : AssayBinary.root)
      var outcome = Outcome()
      var isFixed = false
      for step in steps {
        switch step {
        case .file(let name, let bytes):
          try #require(!name.hasPrefix("/") && !name.split(separator: "/").contains(".."))
          try folder.write(name, bytes)
          (example.file, example.result) = (name, nil)
        case .command(let text):
          example.command = Array(CommandWords.split(text).dropFirst())
          example.result = nil
          _ = try example.finished()
        case .findings(let expected):
          try #require(outcome.shown == nil && !isFixed, "one block `text`, before what is fixed")
          outcome.shown = (expected, try example.findings())
        case .fixed:
          isFixed = true
          example.result = nil
        }
      }
      if isFixed { outcome.fixed = (try example.findings(), try example.finished().status) }
      outcome.words = try example.words()
      return outcome
    }
  }

  private init(code: String, folder: String) {
    self.code = code
    self.folder = folder
  }

  /// The end of the last command; without one the last file is validated.
  private mutating func finished() throws -> ProcessResult {
    if let result { return result }
    let words = try command ?? ["validate", #require(file, "neither a command nor a file")]
    try #require(Self.verbs.contains { words.starts(with: $0) }, "`\(words)` is not run from a page")
    let ended = try AssayBinary.run(words, folder: folder)
    result = ended
    return ended
  }

  /// What the last command wrote; a broken configuration is told on standard error.
  private mutating func words() throws -> String {
    let ended = try finished()
    return StableText.of(ended.output + ended.errors, folder: folder)
  }

  /// The lines of that which are findings of the code.
  private mutating func findings() throws -> [String] {
    let marks = ["error", "warning", "note"].map { ": \($0)[\(code)]: " }
    return try words().components(separatedBy: "\n").filter { line in marks.contains { line.contains($0) } }
  }
}
