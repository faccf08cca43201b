/// The lines of a file of code.
struct CodeLines {
  private(set) var text = ""
  private var indentation = 0
  /// The blanks of a level.
  private let width: Int

  init(width: Int) { self.width = width }

  /// Adds a line; an empty one has no blanks.
  mutating func add(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: " ", count: indentation * width) + line }
    text += "\n"
  }

  /// Adds a line, indented lines after it, and a line that ends them.
  mutating func block(_ start: String, end: String = "}", _ body: (inout CodeLines) -> Void) {
    add(start)
    indentation += 1
    body(&self)
    indentation -= 1
    if !end.isEmpty { add(end) }
  }

  /// What begins each file.
  static let header = "Names of a catalog, written by `assay catalog generate`: the next run replaces this file."
}
