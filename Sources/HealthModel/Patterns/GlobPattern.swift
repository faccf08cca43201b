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
  /// The pattern without braces: it matches what one of these matches.
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

  package var isLiteral: Bool {
    alternatives.count == 1 && alternatives.allSatisfy { $0.allSatisfy(\.isLiteral) }
  }

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

  /// Whether a path or name matches as a whole.
  public func matches(_ path: some StringProtocol) -> Bool {
    let names = Self.names(in: path)
    return alternatives.contains { GlobSegment.match($0, names) }
  }

  /// Whether everything in a folder matches, so that its entries need not be checked.
  package func matchesAll(in folder: some StringProtocol) -> Bool {
    let names = Self.names(in: folder)
    return alternatives.contains { $0.last == .anyDepth && GlobSegment.match($0, names) }
  }

  /// The parts between the slashes of a path.
  static func names(in path: some StringProtocol) -> [ArraySlice<UInt8>] {
    let slash = UInt8(ascii: "/")
    var bytes = Array(path.utf8)[...]
    while bytes.count > 2, bytes.first == UInt8(ascii: "."), bytes[bytes.startIndex + 1] == slash {
      bytes = bytes.dropFirst(2)
    }
    return bytes.split(separator: slash, omittingEmptySubsequences: false)
  }
}
