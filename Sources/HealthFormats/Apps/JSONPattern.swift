import HealthModel

/// Where records are in a JSON text, and which values around them they need.
struct JSONPattern: Sendable {
  enum Step: Sendable, Equatable {
    case key([UInt8])
    case element
    /// Every member of an object; its key is part of what is found.
    case member
    /// The members of an object with one of these keys; the key is part of what is found.
    case oneOf(Set<[UInt8]>)
  }

  let steps: [Step]
  /// The names of lists that `?` stands for: a value of another form under one of them is reported.
  let lists: Set<String>
  /// The members of the object around a record without which it means nothing; it waits for them to the object's end.
  let needs: [String]
  /// Whether it is for lists whose names are not known, beside those of other patterns: their records are counted, and
  /// only if the document is not a record itself.
  let isBeside: Bool

  /// The key that it begins with; `nil` if it begins with something else.
  var firstKey: String? { if case .key(let key)? = steps.first { String(decoding: key, as: UTF8.self) } else { nil } }

  /// Reads a path: `*` is each element of a list, and `?` each member of an object, or each with one of some keys.
  init(_ path: String, needs: [String] = [], lists: Set<String> = [], keys: [String] = [], isBeside: Bool = false) {
    steps = path.split(separator: "/").map { part in
      switch part {
      case "*": .element
      case "?": keys.isEmpty ? .member : .oneOf(Set(keys.map { Array($0.utf8) }))
      default: .key(Array(part.utf8))
      }
    }
    self.needs = needs
    self.lists = lists
    self.isBeside = isBeside
  }
}

/// A record of a JSON text, and what is around it.
struct JSONPiece {
  var pattern: Int
  var bytes: [UInt8]
  /// The line on which it begins, from 1.
  var line: Int64
  /// How many bytes of the text come before it.
  var offset: Int64
  /// The keys that stand for `?`, from the outermost.
  var names: [String]
  /// What patterns need of the object around it.
  var around: [String: JSONValue]
  /// What is wrong with a value that should be a record; `nil` for a record.
  var fault: String?

  /// Whether a record before it begins on the same line.
  var isOnSharedLine = false

  /// The place that findings name: the line, or in a text without line feeds the byte.
  var place: ConvertedLocation { isOnSharedLine ? .byte(offset) : .line(line) }

  func text(_ name: String) -> String? { around[name]?.text }
}
