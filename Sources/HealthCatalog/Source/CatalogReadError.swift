/// Why files of a catalog cannot be read.
public struct CatalogReadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested path.
  public var path: String
  /// The system's error number; 0 when the system was not asked.
  public var code: Int32
  /// The error, without the path.
  public var message: String

  package init(path: String, code: Int32, message: String) {
    self.path = path
    self.code = code
    self.message = message
  }

  /// The path, escaped, and what went wrong.
  public var description: String { "\(CatalogText.shown(path)): \(message)" }
}
