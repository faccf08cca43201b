import Foundation
import Testing

/// The pages of `Tests/Console`, whose README says how they are read: `make bless` writes what commands print, and the
/// diff is what a reviewer reads.
@Suite("Console") struct ConsoleTests {
  @Test("a case prints what its page says", .enabled(if: !ConsolePage.isBlessing), arguments: ConsolePage.cases)
  func prints(_ item: ConsoleCase) throws {
    let page = try ConsolePage(item.page)
    for (command, observed) in try page.observe(item.title) {
      let diff = ConsoleText.difference(Array(page.lines[command.expected]), observed)
      #expect(diff.isEmpty, "Tests/Console/\(item.page):\(command.line): $ \(command.script)\n\(diff)")
    }
  }

  @Test("what a page says is written anew", .enabled(if: ConsolePage.isBlessing), arguments: ConsolePage.names)
  func bless(_ name: String) throws {
    let page = try ConsolePage(name)
    var lines = page.lines
    var changes: [Int: (old: Range<Int>, new: [String])] = [:]
    for title in page.titles {
      for (command, observed) in try page.observe(title)
      where !ConsoleText.difference(Array(lines[command.expected]), observed).isEmpty {
        changes[command.line] = (command.expected, observed)
      }
    }
    for (_, change) in changes.sorted(by: { $0.key > $1.key }) { lines.replaceSubrange(change.old, with: change.new) }
    if !changes.isEmpty { try Data(lines.joined(separator: "\n").utf8).write(to: page.place) }
  }

  @Test("each page can be read, has cases, and names each once") func pages() throws {
    for name in ConsolePage.names {
      let page = try ConsolePage(name)
      #expect(page.faults == [], "Tests/Console/\(name)")
      #expect(!page.titles.isEmpty && Set(page.titles).count == page.titles.count, "Tests/Console/\(name)")
    }
  }
}

/// A case of a page: what stands under a heading of the second level, after what stands above the first of them.
struct ConsoleCase: Sendable, CustomTestStringConvertible {
  /// The file's name.
  var page: String
  /// The heading.
  var title: String

  var testDescription: String { "\(page): \(title)" }
}

/// A step of a case, in the order of the page.
enum ConsoleStep: Sendable {
  case file(name: String, text: String)
  case command(ConsoleCall)

  var command: ConsoleCall? {
    if case .command(let command) = self { command } else { nil }
  }
}

/// A command of the shell, with the lines of the page that say what it prints.
struct ConsoleCall: Sendable {
  var script: String
  /// The number of its first line.
  var line: Int
  /// The places of the lines that follow it.
  var expected: Range<Int>
}

/// A page, read.
struct ConsolePage: Sendable {
  static let folder = AssayBinary.root + "/Tests/Console"
  /// Whether what commands print is to be written anew.
  static let isBlessing = ProcessInfo.processInfo.environment["BLESS"] == "1"
  static let names = TestFile.names(in: folder).filter { $0.hasSuffix(".md") && $0 != "README.md" }
  /// The cases of pages whose programs are here; the other pages are named on standard error.
  static let cases: [ConsoleCase] = names.compactMap { try? ConsolePage($0) }.flatMap { page in
    let needs = page.lines.first { $0.hasPrefix("Needs `") }?.split(separator: "`").enumerated() ?? [].enumerated()
    let programs = needs.filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let missing = programs.filter { (try? AssayBinary.shell("command -v " + $0).status) != 0 }
    let name = page.place.lastPathComponent
    if missing.isEmpty { return page.titles.map { ConsoleCase(page: name, title: $0) } }
    FileHandle.standardError.write(Data("skipped: Tests/Console/\(name): no \(missing.joined(separator: ", "))\n".utf8))
    return []
  }

  let place: URL
  let lines: [String]
  private(set) var titles: [String] = []
  /// What no reader would understand.
  private(set) var faults: [String] = []
  /// The steps under each heading; what stands above all of them is under the empty one.
  private var parts: [String: [ConsoleStep]] = [:]

  init(_ name: String) throws {
    place = URL(fileURLWithPath: Self.folder + "/" + name)
    lines = String(decoding: try Data(contentsOf: place), as: UTF8.self).components(separatedBy: "\n")
    var (title, index) = ("", 0)
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.hasPrefix("## ") {
        title = String(line.dropFirst(3))
        titles.append(title)
      } else if line.hasPrefix("```") {
        let fence = line.prefix { $0 == "`" }
        let info = line.dropFirst(fence.count)
        let end = lines[index...].firstIndex { $0 == fence } ?? lines.count
        if end == lines.count { faults.append("\(index): the block has no end") }
        if info == "console" {
          parts[title, default: []] += commands(in: index..<end)
        } else if let name = info.components(separatedBy: " file=").dropFirst().first {
          let text = lines[index..<end].map { $0 + "\n" }.joined()
          parts[title, default: []].append(.file(name: name, text: text))
        } else {
          faults.append("\(index): the block is not `console` and names no file")
        }
        index = end + 1
      }
    }
  }

  /// Runs a case: its commands, and the lines that a page shows for each.
  func observe(_ title: String) throws -> [(command: ConsoleCall, observed: [String])] {
    let steps = (parts[""] ?? []) + (parts[title] ?? [])
    return Array(zip(steps.compactMap(\.command), try ConsoleRun.observe(steps)))
  }

  private mutating func commands(in block: Range<Int>) -> [ConsoleStep] {
    let starts = block.filter { lines[$0].hasPrefix("$ ") }
    if let first = block.first, starts.first != first {
      faults.append("\(first + 1): the block begins with no command")
    }
    return zip(starts, starts.dropFirst() + [block.upperBound]).map { start, end in
      let more = lines[(start + 1)..<end].prefix { $0.hasPrefix("> ") }
      let script = ([lines[start]] + more).map { $0.dropFirst(2) }.joined(separator: "\n")
      return .command(ConsoleCall(script: script, line: start + 1, expected: (start + 1 + more.count)..<end))
    }
  }
}

/// The steps of a case, run by one shell in a fresh folder.
enum ConsoleRun {
  /// The lines that a page shows for each command.
  static func observe(_ steps: [ConsoleStep]) throws -> [[String]] {
    try TemporaryFolder.with { folder in
      try TemporaryFolder.with { streams in
        var script = ""
        var count = 0
        for (index, step) in steps.enumerated() {
          let stream = "'\(streams.path)/\(index)"
          switch step {
          case .file(let name, let text):
            try streams.write("\(index)", text)
            script += "mkdir -p \"$(dirname \"$DIR/\(name)\")\"; cp \(stream)' \"$DIR/\(name)\"\n"
            if text.hasPrefix("#!") { script += "chmod +x \"$DIR/\(name)\"\n" }
          case .command(let command):
            // A group is no process of its own, so that a command may change the folder and variables of the next one.
            // With one command in it, `dash` would take its redirection for that of the group.
            script += "{ :; \(command.script)\n} >\(stream).out' 2>\(stream).err' </dev/null; echo $? >\(stream).end'\n"
            count += 1
          }
        }
        let variables = [
          "DIR": folder.path, "ROOT": AssayBinary.root, "FIXTURES": AssayBinary.root + "/Tests/Fixtures",
        ]
        let shell = try AssayBinary.shell(script, environment: variables, folder: folder.path)
        func stream(_ index: Int, _ name: String) -> [UInt8] {
          (try? TestFile.bytes("\(streams.path)/\(index).\(name)")) ?? []
        }
        return steps.indices.filter { steps[$0].command != nil }.map { index in
          let end = String(decoding: stream(index, "end"), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
          if end.isEmpty { return ["! not run: \(shell.errorText.trimmingCharacters(in: .newlines))"] }
          return ConsoleText.lines(of: StableText.of(stream(index, "out"), folder: folder.path), mark: "")
            + ConsoleText.lines(of: StableText.of(stream(index, "err"), folder: folder.path), mark: "! ")
            + (end == "0" ? [] : ["[\(end)]"])
        }
      }
    }
  }
}

/// What commands print, as a page shows it.
enum ConsoleText {
  private static let noFeed = " (no line feed)"

  /// The lines of a stream; each one of standard error begins with a mark.
  static func lines(of text: String, mark: String) -> [String] {
    if text.isEmpty { return [] }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(String.UnicodeScalarView(line.map(visible)))
    }
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += noFeed }
    if !mark.isEmpty { return lines.map { $0.isEmpty ? "!" : mark + $0 } }
    return lines.map { $0.prefixMatch(of: /[$!>] |\\|```|\[[0-9]+\]$/) == nil ? $0 : "\\" + $0 }
  }

  /// Control characters as pictures of them.
  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0x20 && scalar != "\t" ? Unicode.Scalar(0x2400 + scalar.value) ?? scalar : scalar
  }

  /// What differs, as lines that begin with `-` and `+`; empty if nothing does.
  ///
  /// A line `...` of what is expected is any number of lines, `[...]` in a line any text.
  static func difference(_ expected: [String], _ observed: [String]) -> String {
    if isMatch(expected[...], observed[...]) { return "" }
    let changes = observed.difference(from: expected) { isMatch($0, $1) }
    let rows = changes.map { change -> (Int, String) in
      switch change {
      case .remove(let offset, let line, _): (offset, "- \(line)")
      case .insert(let offset, let line, _): (offset, "+ \(line)")
      }
    }
    return rows.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
  }

  private static func isMatch(_ expected: ArraySlice<String>, _ observed: ArraySlice<String>) -> Bool {
    var rest = observed
    for (index, pattern) in zip(expected.indices, expected) {
      if pattern == "..." {
        return (rest.startIndex...rest.endIndex).contains { isMatch(expected[(index + 1)...], rest[$0...]) }
      }
      guard let line = rest.popFirst(), isMatch(pattern, line) else { return false }
    }
    return rest.isEmpty
  }

  private static func isMatch(_ expected: String, _ line: String) -> Bool {
    let parts = expected.components(separatedBy: "[...]")
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return expected == line }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard part.isEmpty || rest.contains(part) else { return false }
      if let place = rest.range(of: part) { rest = rest[place.upperBound...] }
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }
}
