public import HealthModel
public import HealthStorage

/// A text file that is compiled into the program.
public struct EmbeddedText: Sendable, Hashable {
  /// The file's path below its folder.
  public let path: String
  /// What the file holds.
  public let text: String

  /// The files of a text in which a line that begins with U+0001 names the file that follows.
  static func list(_ text: StaticString) -> [EmbeddedText] {
    var files: [EmbeddedText] = []
    text.withUTF8Buffer { bytes in
      for part in bytes.split(separator: 1) {
        guard let lineEnd = part.firstIndex(of: UInt8(ascii: "\n")) else { continue }
        files.append(
          EmbeddedText(
            path: String(decoding: part[..<lineEnd], as: UTF8.self),
            text: String(decoding: part[(lineEnd + 1)...], as: UTF8.self)))
      }
    }
    return files
  }
}

/// The pages of `Documentation/diagnostics`, compiled in.
public enum CodePages {
  /// The page of a code.
  public static func text(of code: DiagnosticCode) -> String? { text(named: code.name) }

  /// The page of a failure of a store or plugin.
  public static func text(of failure: StorageError.Code) -> String? { text(named: failure.rawValue) }

  private static func text(named name: String) -> String? {
    EmbeddedCodePages.files.first { $0.path == name + ".md" }?.text
  }
}
