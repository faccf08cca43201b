import Foundation
import HealthModel
import HealthReports
import Testing

/// The pages and their index say of a code what the program says; `make bless` writes the index anew.
struct CodeIndexTests {
  private static let folder = "Documentation/diagnostics"

  @Test("a page names its severity", arguments: DiagnosticCode.allCases)
  func severity(_ code: DiagnosticCode) throws {
    let page = String(decoding: try ProjectFiles.bytes("\(Self.folder)/\(code.name).md"), as: UTF8.self)
    let words = code.defaultSeverity.name + (code.isFixed ? " (fixed)" : "")
    #expect(page.hasPrefix("# \(code.name)\n\nSeverity: \(words)\n"))
  }

  @Test("the index has a line for each code") func index() throws {
    let path = Self.folder + "/README.md"
    var lines = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self).components(separatedBy: "\n")
    for code in DiagnosticCode.allCases {
      let start = "| [`\(code.name)`](\(code.name).md) | "
      let severity = code.defaultSeverity.name + (code.isFixed ? ", fixed" : "")
      let line = start + severity + " | \(CodeExplanations.text(code)) |"
      let place = try #require(lines.firstIndex { $0.hasPrefix(start) }, "\(path) lacks \(code.name)")
      if ProjectFiles.isBlessing { lines[place] = line }
      #expect(lines[place] == line, "run `make bless`")
    }
    if ProjectFiles.isBlessing {
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: ProjectFiles.root + "/" + path))
    }
    #expect(lines.filter { $0.hasPrefix("| [`") }.count == DiagnosticCode.allCases.count)
  }
}
