import Foundation

/// A Swift block of a page, of an article, or of a documentation comment.
struct SwiftBlock {
  /// The file, from the project's folder.
  let path: String
  /// The line of its first line, from 1.
  let line: Int
  let lines: [String]
  /// Whether users see it: what it describes is not for this package only.
  var isPublic = true

  /// A part of a manifest instead of a program.
  var isManifest: Bool { lines.first?.hasPrefix(".") == true }

  /// The module whose source it is in; `nil` for a page.
  var module: String? {
    let parts = path.split(separator: "/")
    guard path.hasSuffix(".swift"), parts.count > 2 else { return nil }
    return parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// Whether it uses a name: as a word that is not a member, a label or in a comment.
  func mentions(_ name: String) -> Bool {
    words.contains { $0.word == name && $0.before != "." && $0.after != ":" }
  }

  /// Whether it declares a variable of that name: after a keyword, in a pattern, in a loop, or as a parameter of a closure.
  func declares(_ name: String) -> Bool {
    let words = words
    return words.indices.contains { index in
      guard words[index].word == name else { return false }
      if index > 0, ["let", "var"].contains(words[index - 1].word), words[index].before == "\0" { return true }
      // One of a list: what precedes and what follows the list decide.
      var (first, last) = (index, index)
      while first > 0, words[first].before == ",", words[first - 1].after == "," { first -= 1 }
      while last + 1 < words.count, words[last].after == ",", words[last + 1].before == "," { last += 1 }
      let isBeforeIn = last + 1 < words.count && words[last + 1].word == "in"
      guard first > 0 else { return words[first].before == "{" && isBeforeIn }
      let before = words[first - 1].word
      if words[first].before == "(" { return ["let", "var", "for"].contains(before) }
      return isBeforeIn && (words[first].before == "{" || ["for", "await"].contains(before))
    }
  }

  /// The words of its code, with the marks directly around them; where there is none, a zero.
  private var words: [(word: String, before: Character, after: Character)] {
    lines.flatMap { line in
      var found: [(word: String, before: Character, after: Character)] = []
      var before: Character = "\0"
      var text = Substring(line.components(separatedBy: "//")[0])
      while let first = text.first {
        guard first.isLetter else {
          if first != " " || before.isLetter { before = first == " " ? "\0" : first }
          text = text.dropFirst()
          continue
        }
        let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        text = text.dropFirst(word.count)
        found.append((String(word), before, text.first { $0 != " " } ?? "\0"))
        before = "\0"
      }
      return found
    }
  }

  /// The blocks of a text; in Swift, those of documentation comments only.
  static func blocks(of text: String, at path: String) -> [SwiftBlock] {
    var found: [SwiftBlock] = []
    var open: (line: Int, lines: [String])?
    // The first one that describes the next declaration.
    var described = 0
    for (index, full) in text.components(separatedBy: "\n").enumerated() {
      var line = Substring(full)
      if path.hasSuffix(".swift") {
        line = full.drop { $0 == " " }
        guard line.hasPrefix("///") else {
          open = nil
          // An attribute may have a line of its own, before the declaration.
          let isDeclared =
            !line.isEmpty && (!line.hasPrefix("@") || line.contains(" package ") || line.contains(" public "))
          if isDeclared {
            for position in described..<found.count {
              found[position].isPublic = line.contains("public ") || line.hasPrefix("extension ")
            }
          }
          if line.isEmpty || isDeclared { described = found.count }
          continue
        }
        line = line.dropFirst(3)
        if line.first == " " { line = line.dropFirst() }
      }
      let mark = line.trimmingCharacters(in: .whitespaces)
      if let block = open, mark == "```" {
        found.append(SwiftBlock(path: path, line: block.line, lines: block.lines))
        open = nil
      } else if open != nil {
        open?.lines.append(String(line))
      } else if mark == "```swift" {
        open = (index + 2, [])
      }
    }
    return found
  }

  /// Those of the pages, articles and sources of a project.
  static func all(of root: String) throws -> [SwiftBlock] {
    try places(of: root).flatMap { path in
      blocks(of: try String(contentsOfFile: root + "/" + path, encoding: .utf8), at: path)
    }
  }

  /// The files that may have blocks, sorted.
  static func places(of root: String) -> [String] {
    var paths = ["README.md", "CONTRIBUTING.md"]
    for folder in ["Documentation", "Sources", "plugins", "catalog", "Tests/Packages"] {
      guard let files = FileManager.default.enumerator(atPath: root + "/" + folder) else { continue }
      for case let file as String in files where file.hasSuffix(".md") || file.hasSuffix(".swift") {
        if !file.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { paths.append(folder + "/" + file) }
      }
    }
    return paths.sorted()
  }
}
