/// A path or name that is held against many patterns: it is cut at its slashes once.
package struct GlobText: Sendable {
  /// The text without a leading `./`, which matches the same patterns.
  package let plain: String
  /// The parts between its slashes.
  let names: [ArraySlice<UInt8>]

  /// Prepares a text.
  package init(_ text: some StringProtocol) {
    names = GlobPattern.names(in: text)
    let isPlain = !text.utf8.starts(with: "./".utf8)
    plain = isPlain ? String(text) : String(decoding: Array(names.joined(separator: [0x2F])), as: UTF8.self)
  }
}

extension GlobPattern {
  /// Whether a prepared path or name matches as a whole.
  package func matches(_ text: GlobText) -> Bool {
    alternatives.contains { GlobSegment.match($0, text.names) }
  }

  /// The texts that the pattern matches, without a leading `./`; `nil` when a wildcard makes them too many to name.
  package var literals: [String]? {
    var texts: [String] = []
    for alternative in alternatives {
      var names: [[UInt8]] = []
      for segment in alternative {
        guard case .literal(let name) = segment else { return nil }
        names.append(name)
      }
      texts.append(String(decoding: Array(names.joined(separator: [0x2F])), as: UTF8.self))
    }
    return texts
  }
}
