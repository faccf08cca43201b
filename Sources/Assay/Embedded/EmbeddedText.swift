import AssayKit
import AssayPlatform
import HealthCatalog
import HealthDigest
package import HealthModel
package import HealthStorage

/// A text file that is compiled into the program.
package struct EmbeddedText: Sendable, Hashable {
  package let path: String
  package let text: String

  package static func list(_ text: StaticString) -> [EmbeddedText] {
    EmbeddedFiles(text).map { file in
      EmbeddedText(path: String(decoding: file.path, as: UTF8.self), text: String(decoding: file.bytes, as: UTF8.self))
    }
  }
}

/// The JSON Schemas of definition files, of assay.yaml and of plugin.yaml, compiled in.
package enum EmbeddedSchemas {
  package static var files: [EmbeddedText] { EmbeddedText.list(Embedded.schemas) }
}

/// The texts that are compiled in.
///
/// Each build writes them, as extensions: the plugin `EmbedFiles` names the folders, the program `FileEmbedder` makes
/// Swift of them.
enum Embedded {}

/// The files in a text that is compiled in, in the order of their paths.
///
/// Before the bytes of each are how many there are, a space, its path below the folder, and the end of a line.
struct EmbeddedFiles: Sequence, IteratorProtocol {
  /// A file; its bytes are part of the program and are never freed.
  struct File {
    var path: UnsafeBufferPointer<UInt8>
    var bytes: UnsafeBufferPointer<UInt8>
  }

  private var rest: UnsafeBufferPointer<UInt8>

  init(_ text: StaticString) { rest = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) }

  mutating func next() -> File? {
    var count = 0
    guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let lineEnd = rest[space...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    for digit in rest[..<space] { count = count * 10 + Int(digit &- UInt8(ascii: "0")) }
    let path = UnsafeBufferPointer(rebasing: rest[(space + 1)..<lineEnd])
    let bytes = UnsafeBufferPointer(rebasing: rest[(lineEnd + 1)...].prefix(count))
    rest = UnsafeBufferPointer(rebasing: rest[(lineEnd + 1)...].dropFirst(count))
    return File(path: path, bytes: bytes)
  }
}

/// The built-in catalog, compiled in; its marks name `catalog/…` like the files'.
enum EmbeddedCatalog {
  static var files: [CatalogFile] {
    EmbeddedFiles(Embedded.catalog).map { file in
      CatalogFile(path: "catalog/" + String(decoding: file.path, as: UTF8.self), bytes: Array(file.bytes))
    }
  }

  /// Whether a folder holds these files, to the byte, and no others.
  static func isCopy(of folder: String) -> Bool {
    var comparison = FolderComparison(folder: folder)
    for file in EmbeddedFiles(Embedded.catalog) {
      guard comparison.holds(file.path, file.bytes) else { return false }
    }
    return comparison.hasNoOthers()
  }
}

/// The pages of `Documentation/diagnostics`, compiled in.
package enum CodePages {
  package static func text(of code: DiagnosticCode) -> String? { text(named: code.name) }

  package static func text(of failure: StorageError.Code) -> String? { text(named: failure.rawValue) }

  private static func text(named name: String) -> String? {
    let path = name + ".md"
    for file in EmbeddedFiles(Embedded.codePages) where file.path.elementsEqual(path.utf8) {
      return String(decoding: file.bytes, as: UTF8.self)
    }
    return nil
  }
}
