import HealthModel

/// A page of a catalog's reference: what it says, not whether it is HTML or Markdown.
struct ReferencePage {
  /// The file without its ending, below the folder of the reference: `types/heartRate`.
  var path: String
  /// The title, text of whoever wrote the definition.
  var title: String
  /// What kind of page it is, in a few words.
  var eyebrow: String
  /// What the page is about, in a sentence or two.
  var lede: [ReferencePiece] = []
  /// The way back, from the index on.
  var trail: [ReferencePiece] = []
  /// Its numbers and names, right after the title.
  var facts: [ReferenceFact] = []
  /// The rest, in order.
  var sections: [ReferenceSection] = []
}

/// A part of a page with a heading; `id` is unique on its page.
struct ReferenceSection {
  var id: String
  var title: String
  var blocks: [ReferenceBlock]
  /// Whether it holds nothing but links to other pages.
  var isNavigation = false
}

/// A word and what it comes to: unit, `count/min`.
struct ReferenceFact {
  var name: String
  var value: [ReferencePiece]

  init(_ name: String, _ value: [ReferencePiece]) {
    self.name = name
    self.value = value
  }
}

/// A piece of a section.
enum ReferenceBlock {
  case paragraph([ReferencePiece])
  /// A heading below that of the section.
  case heading([ReferencePiece])
  case facts([ReferenceFact])
  case list([[ReferencePiece]])
  case table(ReferenceTable)
  /// Text as it is, in a language such as `json`; the name is for those who hear the page.
  case sample(String, language: String, name: String)
}

/// A table; each row has a cell for each column, and the first cell names the row.
struct ReferenceTable {
  /// What the table shows; unique on its page.
  var caption: String
  var columns: [String]
  var rows: [[[ReferencePiece]]]
}

/// A piece of a line.
enum ReferencePiece {
  /// Text, whoever wrote it: nothing in it is markup.
  case text(String)
  /// A name, a unit or a number as files have it.
  case code(String)
  case severity(Severity)
  case link(String, ReferenceTarget, isCode: Bool)

  /// A sentence of the program, with names between backticks.
  static func sentence(_ text: String) -> [ReferencePiece] {
    MessageParts.parts(of: text).map { $0.isCode ? .code($0.text) : .text($0.text) }
  }

  /// Names with commas between them.
  static func codes(_ texts: [String]) -> [ReferencePiece] { list(texts.map { [.code($0)] }) }

  /// Several things with commas between them.
  static func list(_ items: [[ReferencePiece]]) -> [ReferencePiece] {
    Array(items.joined(separator: [.text(", ")]))
  }
}

/// Where a link leads: a section of a page of the same reference.
struct ReferenceTarget {
  /// The page, without its ending.
  var path: String
  /// The section; `nil` for the beginning.
  var section: String?

  /// The way there from a page, with the ending of its file.
  func way(from path: String, ending: String) -> String {
    let anchor = section.map { "#" + $0 } ?? ""
    if path == self.path, section != nil { return anchor }
    return String(repeating: "../", count: path.count { $0 == "/" }) + self.path + ending + anchor
  }
}
