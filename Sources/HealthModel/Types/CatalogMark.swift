/// A place in a catalog file.
public struct CatalogMark: Sendable, Hashable, CustomStringConvertible {
  /// The file's path as given, or `catalog/…` for the built-in catalog.
  public var path: String
  /// 1-based line.
  public var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = Int32(clamping: newValue) }
  }
  /// 1-based column.
  public var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = Int32(clamping: newValue) }
  }
  // Half the size: each key and value of a catalog has a place while the catalog is read.
  private var lineNumber: Int32
  private var columnNumber: Int32

  /// Creates a mark.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    lineNumber = Int32(clamping: line)
    columnNumber = Int32(clamping: column)
  }

  /// `path:line:column`.
  public var description: String { "\(path):\(line):\(column)" }
}
