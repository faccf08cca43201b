/// A text file that is compiled into the program.
package struct EmbeddedText: Sendable, Hashable {
  /// The file's path below its folder.
  package let path: String
  /// The content of the file.
  package let text: String

  /// The files of a text that a build wrote.
  static func list(_ text: StaticString) -> [EmbeddedText] {
    EmbeddedFiles(text).map { file in
      EmbeddedText(
        path: String(decoding: file.path, as: UTF8.self), text: String(decoding: file.bytes, as: UTF8.self))
    }
  }
}

/// The JSON Schemas of definition files, of assay.yaml and of plugin.yaml, compiled in.
package enum EmbeddedSchemas {
  /// The files of `catalog/schema`, ordered by path.
  package static var files: [EmbeddedText] { EmbeddedText.list(Embedded.schemas) }
}
