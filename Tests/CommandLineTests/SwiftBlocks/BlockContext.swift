/// What blocks may assume: a name, and the type that it has.
///
/// A block that uses one of the names without declaring it gets it as a parameter of the function that it becomes. A name
/// that no row has does not compile.
struct BlockContext {
  struct Row: Equatable {
    /// Where it applies: a path, the beginning of paths, or `*`.
    let scope: String
    let name: String
    let type: String

    func applies(to path: String) -> Bool { scope == "*" || path.hasPrefix(scope) }
  }

  let rows: [Row]

  /// Reads a table: scope, name and type, with tabs between them; lines with `#` are comments.
  init(_ text: String) {
    rows = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      return line.hasPrefix("#") || cells.count != 3 ? nil : Row(scope: cells[0], name: cells[1], type: cells[2])
    }
  }

  /// The rows that a block needs: the one with the longest scope for each name.
  func rows(for block: SwiftBlock) -> [Row] {
    var chosen: [String: Row] = [:]
    for row in rows where row.applies(to: block.path) {
      // Imports add up.
      let key = row.name == "import" ? "import \(row.type)" : row.name
      if let other = chosen[key], other.scope.utf8.count > row.scope.utf8.count { continue }
      chosen[key] = row
    }
    return chosen.sorted { $0.key < $1.key }.map(\.value).filter { row in
      switch row.name {
      case "import": true
      case "blocks": false
      case "return": block.mentions("return") && !block.lines.contains { $0.contains("return }") }
      default: block.mentions(row.name) && !block.declares(row.name)
      }
    }
  }

  /// The blocks as they are compiled: those of a page whose blocks build on each other are one, with the page's lines.
  func programs(_ blocks: [SwiftBlock]) -> [SwiftBlock] {
    let pages = Set(rows.filter { $0.name == "blocks" && $0.type == "together" }.map(\.scope))
    var programs: [SwiftBlock] = []
    for block in blocks {
      guard pages.contains(block.path), let last = programs.last, last.path == block.path else {
        programs.append(block)
        continue
      }
      let between = Array(repeating: "", count: block.line - last.line - last.lines.count)
      programs[programs.count - 1] = SwiftBlock(
        path: block.path, line: last.line, lines: last.lines + between + block.lines)
    }
    return programs
  }

  /// A source file with the block in a function of its own, whose lines are named as those of the page.
  func source(of block: SwiftBlock, named name: String) -> String {
    let rows = rows(for: block)
    var imports = ["import AssayKit"]
    if let module = block.module { imports.append("import \(module)") }
    imports += rows.filter { $0.name == "import" }.map { "import \($0.type)" }
    imports += block.lines.filter { $0.hasPrefix("import ") }
    // Lines keep their numbers.
    let body = block.lines.map { $0.hasPrefix("import ") ? "" : $0 }
    let place = "#sourceLocation(file: \"\(block.path)\", line: \(block.line))"
    let declarations = ["extension ", "@main", "public extension "]
    guard !body.contains(where: { line in declarations.contains { line.hasPrefix($0) } }) else {
      return (imports + [place] + body).joined(separator: "\n") + "\n"
    }
    let parameters = rows.filter { $0.name != "import" && $0.name != "return" }
    let result = rows.first { $0.name == "return" }.map { " -> \($0.type)" } ?? ""
    let head =
      "func \(name)(" + parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      + ") async throws\(result) {"
    return (imports + [head, place] + body + ["#sourceLocation()", result.isEmpty ? "}" : "fatalError() }"])
      .joined(separator: "\n") + "\n"
  }

  /// A manifest's parts, each of which is declared.
  static func manifest(of block: SwiftBlock, named name: String) -> String {
    let kinds = [".package(": "Package.Dependency", ".target(": "Target", ".executableTarget(": "Target"]
    let body = block.lines.map { line in
      let kind = kinds.first { line.hasPrefix($0.key) }?.value
      return kind.map { "let _: \($0) = " + line } ?? line
    }
    let place = "#sourceLocation(file: \"\(block.path)\", line: \(block.line))"
    return (["import PackageDescription", "func \(name)() {", place] + body + ["#sourceLocation()", "}"])
      .joined(separator: "\n") + "\n"
  }
}
