/// Paths that select themselves and everything below them.
package struct PathSelection: Sendable {
  private let paths: Set<String>
  private let isEverything: Bool

  /// Creates a selection; `.` is everything.
  package init(_ paths: [String]) {
    let cut = paths.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.paths = Set(cut)
    isEverything = self.paths.contains(".")
  }

  package func contains(_ file: String) -> Bool {
    if isEverything || paths.contains(file) { return true }
    var place = file.utf8.endIndex
    while let slash = file.utf8[..<place].lastIndex(of: UInt8(ascii: "/")) {
      if slash == file.startIndex { return paths.contains("/") }
      if paths.contains(String(file[..<slash])) { return true }
      place = slash
    }
    return false
  }
}
