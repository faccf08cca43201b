import Assay
import Foundation
import HealthModel
import HealthReports
import HealthStorage
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

  @Test("the page of a failure names its status", arguments: StorageError.Code.allCases)
  func status(_ code: StorageError.Code) throws {
    let page = String(decoding: try ProjectFiles.bytes("\(Self.folder)/\(code.rawValue).md"), as: UTF8.self)
    #expect(page.hasPrefix("# \(code.rawValue)\n\nFailure: status \(Self.status(of: code))\n"))
  }

  @Test("the index has a line for each code") func index() throws {
    let path = Self.folder + "/README.md"
    var lines = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self).components(separatedBy: "\n")
    for (name, words) in Self.words {
      let start = "| [`\(name)`](\(name).md) | "
      let place = try #require(lines.firstIndex { $0.hasPrefix(start) }, "\(path) lacks \(name)")
      if ProjectFiles.isBlessing { lines[place] = start + words }
      #expect(lines[place] == start + words, "run `make bless`")
    }
    if ProjectFiles.isBlessing {
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: ProjectFiles.root + "/" + path))
    }
    #expect(lines.filter { $0.hasPrefix("| [`") }.count == Self.words.count)
  }

  private static func status(of code: StorageError.Code) -> Int { code.isUsage ? 2 : 3 }

  /// The names of all codes, and what a line of the index says of each.
  private static var words: [(name: String, words: String)] {
    let findings = DiagnosticCode.allCases.map { code in
      let severity = code.defaultSeverity.name + (code.isFixed ? ", fixed" : "")
      return (code.name, "\(severity) | \(code.info.gist) |")
    }
    let failures = StorageError.Code.allCases.map { code in
      (code.rawValue, "\(status(of: code)) | \(FailureExplanations.text(code)) |")
    }
    return findings + failures
  }
}
