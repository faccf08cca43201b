import HealthJSON

/// Where records are in a JSON text, and which values around them they need.
struct JSONPattern: Sendable {
  enum Step: Sendable, Equatable {
    case key([UInt8])
    /// Every element of an array.
    case element
    /// Every member of an object; its key is part of what is found.
    case member
    /// The members of an object with one of these keys; the key is part of what is found.
    case oneOf(Set<[UInt8]>)
  }

  let steps: [Step]
  /// The members of objects around a record without which it means nothing; it waits for them to the object's end.
  let needs: [String]

  /// - Parameters:
  ///   - path: keys between slashes; `*` is every element of an array, `?` every member of an object.
  ///   - needs: what a record waits for.
  init(_ path: String, needs: [String] = []) {
    steps = path.split(separator: "/").map { part in
      switch part {
      case "*": .element
      case "?": .member
      default: .key(Array(part.utf8))
      }
    }
    self.needs = needs
  }

  /// The elements of lists under one of some keys.
  init(oneOf keys: Set<[UInt8]>) {
    steps = [.oneOf(keys), .element]
    needs = []
  }
}

/// A record of a JSON text, and what is around it.
struct JSONPiece {
  /// Which of the patterns leads to it.
  var pattern: Int
  /// The record.
  var bytes: [UInt8]
  /// The line on which it begins, from 1.
  var line: Int64
  /// The keys that stand for `?`, from the outermost.
  var names: [String]
  /// The texts and numbers of the objects around it; of equal names the innermost.
  var around: [String: JSONValue]

  /// The text of a value around it.
  func text(_ name: String) -> String? { around[name]?.text }
}
