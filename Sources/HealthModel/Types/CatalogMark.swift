/// A place in a catalog file.
public struct CatalogMark: Sendable, Hashable, CustomStringConvertible {
  /// The file's path as given, or `catalog/…` for the built-in catalog.
  public var path: String
  /// 1-based line.
  public var line: Int
  /// 1-based column.
  public var column: Int

  /// Creates a mark.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// `path:line:column`.
  public var description: String { "\(path):\(line):\(column)" }
}
