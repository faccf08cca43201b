import Foundation
import Testing

/// A page of `Documentation/diagnostics`, whose example can be done.
///
/// The README of that folder says how an example is read.
struct DiagnosticPage: Sendable, CustomTestStringConvertible {
  /// A thing to do for an example, in the order of the page.
  enum Step: Sendable, Hashable {
    case file(name: String, bytes: [UInt8])
    case command(String)
    /// What the last command printed about the code.
    case findings([String])
    /// What follows mends what came before.
    case fixed
  }

  /// The file's name without its extension.
  let code: String
  let text: String

  var testDescription: String { code }

  static let folder = "Documentation/diagnostics"

  /// Every page there is.
  static func all() -> [DiagnosticPage] {
    TestFile.names(in: AssayBinary.root + "/" + folder).filter { $0.hasSuffix(".md") && $0 != "README.md" }.map {
      let bytes = (try? TestFile.bytes(folder + "/" + $0)) ?? []
      return DiagnosticPage(code: String($0.dropLast(3)), text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Whether the page is that of a failure of a store or plugin, which data cannot show.
  var isFailure: Bool { text.hasPrefix("# \(code)\n\nFailure: status ") }

  /// Whether the page says that no command can show the code.
  var isWithoutExample: Bool { chapter("Example").contains { $0.hasPrefix("No example can be run") } }

  /// The titles of the chapters, in order.
  var chapters: [String] { lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) } }

  private var lines: [String] { text.components(separatedBy: "\n") }

  private func chapter(_ title: String) -> [String] {
    let behind = lines.drop { $0 != "## " + title }.dropFirst()
    return Array(behind.prefix { !$0.hasPrefix("## ") })
  }

  /// Records what an example prints.
  func record(_ findings: [String], inPlaceOf old: [String]) throws {
    func block(_ lines: [String]) -> String { "```text\n" + lines.map { $0 + "\n" }.joined() + "```" }
    guard let place = text.range(of: block(old)) else { return }
    let blessed = text.replacingCharacters(in: place, with: block(findings))
    try Data(blessed.utf8).write(to: URL(fileURLWithPath: "\(AssayBinary.root)/\(Self.folder)/\(code).md"))
  }
}

// MARK: Reading an example

extension DiagnosticPage {
  /// Files without a name, by what their block is marked as.
  private static let names = ["json": "sample.ndjson", "bytes": "sample.ndjson", "csv": "table.csv"]

  /// The steps of the example.
  func steps() throws -> [Step] {
    var steps: [Step] = []
    var prose: [String] = []
    var block: (mark: String, lines: [String])?
    /// The commands of the prose before a block, and the name it ends with.
    func takeProse() -> String? {
      let text = prose.joined(separator: " ")
      prose = []
      let parts = text.components(separatedBy: "`").enumerated()
      let quoted = parts.filter { $0.offset % 2 == 1 }.map(\.element)
      steps += quoted.filter { $0.hasPrefix("assay ") }.map(Step.command)
      return text.hasSuffix("`:") ? quoted.last { !$0.contains(" ") } : nil
    }
    for line in chapter("Example") {
      if let open = block {
        guard line == "```" else {
          block?.lines.append(line)
          continue
        }
        block = nil
        let name = takeProse() ?? Self.names[open.mark]
        if open.mark == "text" {
          steps.append(.findings(open.lines))
        } else {
          let text = open.lines.map { $0 + "\n" }.joined()
          let file = try #require(name, "\(code).md: a block `\(open.mark)` without a name")
          steps.append(.file(name: file, bytes: open.mark == "bytes" ? try Self.bytes(text) : Array(text.utf8)))
        }
      } else if line.hasPrefix("```") {
        block = (String(line.dropFirst(3)), [])
      } else {
        if line.hasPrefix("Fixed") {
          _ = takeProse()
          steps.append(.fixed)
        }
        prose.append(line)
      }
    }
    _ = takeProse()
    return steps
  }

  /// The bytes that a block `bytes` describes: `⟨…⟩×40` is a text many times, `\xE9` a byte.
  static func bytes(_ text: String) throws -> [UInt8] {
    var plain = ""
    var rest = Substring(text)
    while let open = rest.range(of: "⟨"), let close = rest.range(of: "⟩×", range: open.upperBound..<rest.endIndex) {
      let part = String(rest[open.upperBound..<close.lowerBound])
      let digits = rest[close.upperBound...].prefix { $0.isASCII && $0.isNumber }
      let count = try #require(Int(digits))
      plain += rest[..<open.lowerBound]
      plain +=
        part.contains("#")
        ? (0..<count).map { part.replacingOccurrences(of: "#", with: "\($0 + 1)") }.joined()
        : String(repeating: part, count: count)
      rest = rest[digits.endIndex...]
    }
    let parts = (plain + rest).components(separatedBy: "\\x")
    return try parts.dropFirst().reduce(into: Array((parts.first ?? "").utf8)) { bytes, part in
      bytes.append(try #require(UInt8(part.prefix(2), radix: 16)))
      bytes += Array(part.dropFirst(2).utf8)
    }
  }
}
