/// A word of a condition's text, with its quotes and escapes taken away when it had them.
public struct ConditionWord: Sendable {
  /// The word.
  public var text: String
  /// Whether it was in quotes, so that it is a text and no name.
  public var isQuoted: Bool
  /// Where it begins, as count of bytes before it.
  public var place: Int

  /// Creates a word.
  public init(text: String, isQuoted: Bool, place: Int) {
    self.text = text
    self.isQuoted = isQuoted
    self.place = place
  }
}

extension ConditionWord: Hashable {
  /// Whether both are the same word, wherever they are.
  public static func == (left: ConditionWord, right: ConditionWord) -> Bool {
    left.isQuoted == right.isQuoted && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isQuoted)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
