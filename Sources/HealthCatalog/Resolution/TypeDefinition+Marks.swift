import HealthModel

extension TypeDefinition {
  /// The place of a key, or of the nearest key above it, or of the type.
  func mark(of key: String) -> CatalogMark {
    var path = Substring(key)
    while true {
      if let mark = origins[String(path)] { return mark }
      guard let dot = path.lastIndex(of: ".") else { break }
      path = path[..<dot]
    }
    return origins["type"] ?? CatalogMark(path: "", line: 0, column: 0)
  }
}
