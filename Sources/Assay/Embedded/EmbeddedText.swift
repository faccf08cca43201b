/// A text file that is compiled into the program.
public struct EmbeddedText: Sendable, Hashable {
  /// The file's path below its folder.
  public let path: String
  /// The content of the file.
  public let text: String

  /// The files of a text that a build wrote.
  static func list(_ text: StaticString) -> [EmbeddedText] {
    EmbeddedFiles(text).map { file in
      EmbeddedText(
        path: String(decoding: file.path, as: UTF8.self), text: String(decoding: file.bytes, as: UTF8.self))
    }
  }
}

/// The JSON Schemas of definition files, of assay.yaml and of plugin.yaml, compiled in.
public enum EmbeddedSchemas {
  /// The files of `catalog/schema`, ordered by path.
  public static var files: [EmbeddedText] { EmbeddedText.list(Embedded.schemas) }
}
