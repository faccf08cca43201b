import Assay
import Foundation
import HealthCatalog
import HealthModel
import Testing

/// The compiled-in catalog equals the folder; `make bless` writes it anew.
struct EmbeddedCatalogTests {
  private static let generated = "Sources/Assay/Generated/EmbeddedCatalog.swift"

  @Test("the compiled-in copy is the catalog folder") func copy() throws {
    let layer = try CatalogSource.layer(
      at: ProjectFiles.root + "/catalog", name: "built-in", displayPath: "catalog", isBuiltIn: true)
    let text = Self.source(of: layer.files)
    if ProjectFiles.isBlessing {
      try Data(text.utf8).write(to: URL(fileURLWithPath: ProjectFiles.root + "/" + Self.generated))
    }
    let written = String(decoding: try ProjectFiles.bytes(Self.generated), as: UTF8.self)
    #expect(written == text, "run `make bless`: catalog/ has changed")
  }

  @Test("the copy loads to the same registry") func load() throws {
    let folder = try CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog")).load()
    let copy = try CatalogBuilder(builtIn: .embedded).load()
    #expect(copy.registry?.contentHash == folder.registry?.contentHash)
    #expect(copy.registry?.types == folder.registry?.types)
  }

  private static func source(of files: [CatalogFile]) -> String {
    var text = """
      // Generated from catalog/ by `make bless`: the copy a program without its catalog folder uses. Do not edit.
      // swift-format-ignore-file
      import HealthCatalog
      import HealthModel

      /// The built-in catalog, compiled in; its marks name `catalog/…` like the files'.
      enum EmbeddedCatalog {
        /// The definition files. A line that begins with U+0001 names the file that follows.
        static var files: [CatalogFile] {
          var files: [CatalogFile] = []
          text.withUTF8Buffer { bytes in
            for part in bytes.split(separator: 1) {
              guard let lineEnd = part.firstIndex(of: UInt8(ascii: "\\n")) else { continue }
              files.append(
                CatalogFile(
                  path: String(decoding: part[..<lineEnd], as: UTF8.self), bytes: Array(part[(lineEnd + 1)...])))
            }
          }
          return files
        }

        /// Whether a folder holds these files, to the byte, and no others.
        static func isCopy(of folder: String) -> Bool {
          var comparison = FolderComparison(folder: folder)
          return text.withUTF8Buffer { bytes in
            var rest = bytes[...]
            while let start = rest.firstIndex(of: 1) {
              let file = rest[(start + 1)...]
              let end = file.firstIndex(of: 1) ?? file.endIndex
              guard let lineEnd = file.firstIndex(of: UInt8(ascii: "\\n")) else { return false }
              let name = UnsafeBufferPointer(rebasing: file[(start + 1 + "catalog/".utf8.count)..<lineEnd])
              guard comparison.holds(name, UnsafeBufferPointer(rebasing: file[(lineEnd + 1)..<end])) else { return false }
              rest = file[end...]
            }
            return true
          } && comparison.hasNoOthers()
        }

        /// Tells this text from any other; see `EmbeddedRegistry`.
        static var hash: UInt64 {
          text.withUTF8Buffer { bytes in
            let span = bytes.span.bytes
            return span.contentHash(of: 0..<span.byteCount)
          }
        }

        private static let text: StaticString = ##\"""

      """
    for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      text += "\\##u{1}" + file.path + "\n" + String(decoding: file.bytes, as: UTF8.self)
    }
    return text + "\n\"\"\"##\n}\n"
  }
}
