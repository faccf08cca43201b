/// A pattern for paths and names, as shells and `.gitignore` have them.
///
/// | pattern | matches |
/// |---|---|
/// | `*` | any text without `/`, none too |
/// | `?` | one character but `/` |
/// | `**` between slashes | any number of folders, none too |
/// | `[abc]`, `[a-z]`, `[!a-z]` | one character of a set, or one outside of it |
/// | `{a,b}` | either text |
/// | `\*` | the character after the backslash |
///
/// A pattern is compared with the whole text, byte for byte: there is no search and no case folding, and a pattern
/// without `/` says nothing of names in folders. A leading `./` of pattern and text does not count. Matching takes time
/// in proportion to pattern and text, for every content.
public struct GlobPattern: Sendable, Hashable {
  /// The pattern as it is written.
  public let text: String
  let alternatives: [[GlobSegment]]

  /// Reads a pattern; `nil` when it is malformed.
  ///
  /// That is one that is empty or longer than 4096 characters, has a `[`, `{` or `\` without its end, a `}` without its
  /// beginning, braces in braces, or stands for more than 64 patterns without braces.
  public init?(_ text: String) {
    guard let alternatives = GlobParser.alternatives(of: text) else { return nil }
    self.text = text
    self.alternatives = alternatives
  }

  package var isLiteral: Bool { alternatives.count == 1 && alternatives.allSatisfy { $0.allSatisfy(\.isLiteral) } }

  /// The folders before the first wildcard: `data/watch` of `data/watch/*.csv`, empty for `*.csv`.
  package var literalPrefix: String {
    guard let first = alternatives.first else { return "" }
    var folders: [[UInt8]] = []
    for (index, segment) in first.dropLast().enumerated() {
      let isShared = alternatives.allSatisfy { $0.count > index + 1 && $0[index] == segment }
      guard case .literal(let name) = segment, isShared else { break }
      folders.append(name)
    }
    if folders == [[]] { return "/" }
    return String(decoding: Array(folders.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
  }

  /// The paths that everything that matches begins with, one for each text that the braces stand for, and whether
  /// `..` comes after a wildcard, so that the beginning does not say where the pattern leads.
  package var beginnings: [(path: String, climbsLater: Bool)] {
    alternatives.map { segments in
      let plain = segments.prefix(while: \.isLiteral)
      let names = plain.map { segment -> [UInt8] in
        guard case .literal(let name) = segment else { return [] }
        return name
      }
      let path =
        names == [[]] ? "/" : String(decoding: Array(names.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
      let climbing = GlobSegment.literal(Array("..".utf8))
      return (path: path, climbsLater: segments.dropFirst(plain.count).contains(climbing))
    }
  }

  package func matches(_ path: some StringProtocol) -> Bool {
    let names = Self.names(in: path)
    return alternatives.contains { GlobSegment.match($0, names) }
  }

  /// Whether everything in a folder matches, so that its entries need not be checked.
  package func matchesAll(in folder: some StringProtocol) -> Bool {
    let names = Self.names(in: folder)
    return alternatives.contains { $0.last == .anyDepth && GlobSegment.match($0, names) }
  }

  static func names(in path: some StringProtocol) -> [ArraySlice<UInt8>] {
    let slash = UInt8(ascii: "/")
    var bytes = Array(path.utf8)[...]
    while bytes.count > 2, bytes.first == UInt8(ascii: "."), bytes[bytes.startIndex + 1] == slash {
      bytes = bytes.dropFirst(2)
    }
    return bytes.split(separator: slash, omittingEmptySubsequences: false)
  }
}

/// Reads patterns: first the braces, then what is between slashes.
enum GlobParser {
  static let maximumLength = 4096
  static let maximumAlternatives = 64

  /// The patterns without braces that a pattern stands for; `nil` when it is malformed.
  static func alternatives(of text: String) -> [[GlobSegment]]? {
    let pattern = Array(text.unicodeScalars.prefix(maximumLength + 1))
    guard !pattern.isEmpty, pattern.count <= maximumLength, let texts = expanded(pattern) else { return nil }
    var alternatives: [[GlobSegment]] = []
    for text in texts {
      guard let segments = parsed(text) else { return nil }
      alternatives.append(segments)
    }
    return alternatives
  }

  /// Where the escape, set or character that begins at a place ends; `nil` when it does not.
  private static func unitEnd(of pattern: [Unicode.Scalar], from start: Int) -> Int? {
    switch pattern[start] {
    case "\\": return start + 1 < pattern.count ? start + 2 : nil
    case "[": break
    default: return start + 1
    }
    var place = start + 1
    if place < pattern.count, pattern[place] == "!" || pattern[place] == "^" { place += 1 }
    let first = place
    while place < pattern.count {
      switch pattern[place] {
      case "]" where place > first: return place + 1
      case "/": return nil
      case "\\": place += 2
      default: place += 1
      }
    }
    return nil
  }

  private static func expanded(_ pattern: [Unicode.Scalar]) -> [[Unicode.Scalar]]? {
    var texts: [[Unicode.Scalar]] = [[]]
    var place = 0
    while place < pattern.count {
      if pattern[place] == "}" { return nil }
      if pattern[place] == "{" {
        guard let group = choices(in: pattern, from: place) else { return nil }
        guard texts.count * group.choices.count <= maximumAlternatives else { return nil }
        texts = texts.flatMap { text in group.choices.map { text + $0 } }
        place = group.end
      } else {
        guard let end = unitEnd(of: pattern, from: place) else { return nil }
        for index in texts.indices { texts[index] += pattern[place..<end] }
        place = end
      }
    }
    return texts
  }

  private static func choices(
    in pattern: [Unicode.Scalar], from start: Int
  ) -> (choices: [[Unicode.Scalar]], end: Int)? {
    var choices: [[Unicode.Scalar]] = [[]]
    var place = start + 1
    while place < pattern.count {
      switch pattern[place] {
      case "{": return nil
      case "}": return (choices: choices, end: place + 1)
      case ",":
        choices.append([])
        place += 1
      default:
        guard let end = unitEnd(of: pattern, from: place) else { return nil }
        choices[choices.count - 1] += pattern[place..<end]
        place = end
      }
    }
    return nil
  }

  private static func parsed(_ pattern: [Unicode.Scalar]) -> [GlobSegment]? {
    var segments: [GlobSegment] = []
    var tokens: [GlobToken] = []
    var place = 0
    while pattern.count - place > 2, pattern[place] == ".", pattern[place + 1] == "/" { place += 2 }
    while place < pattern.count {
      guard let end = unitEnd(of: pattern, from: place) else { return nil }
      switch pattern[place] {
      case "/":
        segments.append(GlobSegment(tokens))
        tokens = []
      case "*": tokens.append(.anyRun)
      case "?": tokens.append(.anyCharacter)
      case "[":
        guard let set = characters(Array(pattern[(place + 1)..<(end - 1)])) else { return nil }
        tokens.append(set)
      default:
        // An escape ends in the character that is meant. A slash always divides.
        let meant = pattern[end - 1]
        if meant == "/" { return nil }
        for byte in String(meant).utf8 { tokens.append(.byte(byte)) }
      }
      place = end
    }
    segments.append(GlobSegment(tokens))
    return segments
  }

  private static func characters(_ body: [Unicode.Scalar]) -> GlobToken? {
    let isNegated = body.first == "!" || body.first == "^"
    var ranges: [ClosedRange<UInt32>] = []
    var place = isNegated ? 1 : 0
    while place < body.count {
      guard let low = member(of: body, at: &place) else { return nil }
      guard place + 1 < body.count, body[place] == "-" else {
        ranges.append(low...low)
        continue
      }
      place += 1
      guard let high = member(of: body, at: &place), low <= high else { return nil }
      ranges.append(low...high)
    }
    return .set(ranges, isNegated: isNegated)
  }

  private static func member(of body: [Unicode.Scalar], at place: inout Int) -> UInt32? {
    if body[place] == "\\" { place += 1 }
    guard place < body.count else { return nil }
    place += 1
    return body[place - 1].value
  }
}
