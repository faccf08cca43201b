import Assay
import Foundation
import HealthModel
import HealthStorage
import Testing

/// The compiled-in texts equal their folders; `make bless` writes them anew.
struct EmbeddedTextTests {
  /// A folder whose files are compiled in.
  struct Folder: Sendable, CustomTestStringConvertible {
    var path: String
    var ending: String
    var type: String
    var summary: String
    var access: String

    var testDescription: String { path }
    var generated: String { "Sources/Assay/Generated/\(type).swift" }

    /// The text of the generated file.
    func source() throws -> String {
      var text = """
        // Generated from \(path)/ by `make bless`. Do not edit.
        // swift-format-ignore-file

        /// \(summary)
        \(access)enum \(type) {
          /// The files, ordered by path.
          \(access)static var files: [EmbeddedText] { EmbeddedText.list(text) }

          private static let text: StaticString = ##\"""

        """
      for name in try ProjectFiles.names(in: path, ending: ending) {
        text += "\\##u{1}" + name + "\n" + String(decoding: try ProjectFiles.bytes(path + "/" + name), as: UTF8.self)
      }
      return text + "\"\"\"##\n}\n"
    }
  }

  static let folders = [
    Folder(
      path: "catalog/schema", ending: ".json", type: "EmbeddedSchemas",
      summary: "The JSON Schemas of definition files, of assay.yaml and of plugin.yaml, compiled in.",
      access: "public "),
    Folder(
      path: "Documentation/diagnostics", ending: ".md", type: "EmbeddedCodePages",
      summary: "The pages of the codes, compiled in.", access: ""),
    Folder(
      path: "plugins/python-sqlite", ending: "", type: "EmbeddedProcessPlugin",
      summary: "The plugin that new process plugins begin as, compiled in.", access: ""),
  ]

  @Test("the compiled-in copy is the folder", arguments: folders) func copy(_ folder: Folder) throws {
    let text = try folder.source()
    if ProjectFiles.isBlessing {
      try Data(text.utf8).write(to: URL(fileURLWithPath: ProjectFiles.root + "/" + folder.generated))
    }
    let written = String(decoding: try ProjectFiles.bytes(folder.generated), as: UTF8.self)
    #expect(written == text, "run `make bless`: \(folder.path)/ has changed")
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
