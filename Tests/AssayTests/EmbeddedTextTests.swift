import Foundation
import HealthModel
import HealthStorage
import Testing

@testable import Assay

/// The compiled-in texts equal their folders.
struct EmbeddedTextTests {
  /// A folder whose files are compiled in.
  struct Folder: Sendable, CustomTestStringConvertible {
    var path: String
    var ending = ""
    var text: StaticString

    var testDescription: String { path }
  }

  static let folders = [
    Folder(path: "catalog/schema", ending: ".json", text: Embedded.schemas),
    Folder(path: "Documentation/diagnostics", ending: ".md", text: Embedded.codePages),
    Folder(path: "plugins/python-sqlite", text: Embedded.processPlugin),
  ]

  @Test("the compiled-in copy is the folder", arguments: folders) func copy(_ folder: Folder) throws {
    let files = EmbeddedText.list(folder.text)
    let names = try ProjectFiles.names(in: folder.path, ending: folder.ending)
    #expect(files.map(\.path) == names, "\(folder.path)/ has changed: build anew")
    for file in files {
      let bytes = try ProjectFiles.bytes(folder.path + "/" + file.path)
      #expect(Array(file.text.utf8) == bytes, "\(folder.path)/\(file.path) has changed: build anew")
    }
  }

  @Test("every code has its page") func pages() {
    for code in DiagnosticCode.allCases {
      #expect(CodePages.text(of: code)?.hasPrefix("# \(code.name)") == true, "no page of \(code.name)")
    }
    for code in StorageError.Code.allCases {
      #expect(CodePages.text(of: code)?.hasPrefix("# \(code.rawValue)") == true, "no page of \(code.rawValue)")
    }
  }
}
