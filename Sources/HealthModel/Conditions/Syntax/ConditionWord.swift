/// A word of a condition's text, with its quotes and escapes taken away when it had them.
@usableFromInline package struct ConditionWord: Sendable {
  package var text: String
  package var isQuoted: Bool
  /// Where it begins, as count of bytes before it.
  package var place: Int

  @usableFromInline package init(text: String, isQuoted: Bool, place: Int) {
    self.text = text
    self.isQuoted = isQuoted
    self.place = place
  }
}

extension ConditionWord: Hashable {
  /// Whether both are the same word, wherever they are.
  @usableFromInline package static func == (left: ConditionWord, right: ConditionWord) -> Bool {
    left.isQuoted == right.isQuoted && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes what `==` compares.
  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(isQuoted)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
