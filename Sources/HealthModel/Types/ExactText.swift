/// A text that is compared and hashed by its bytes, as files and stores do.
///
/// `String` compares by canonical equivalence: two spellings of one accented letter are equal there, and a comparison
/// of text that is not ASCII normalizes both sides.
@usableFromInline package struct ExactText: Sendable, Hashable, Comparable {
  package let text: String

  @usableFromInline package init(_ text: String) { self.text = text }

  /// Whether two texts have the same bytes.
  @usableFromInline package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  @usableFromInline package static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(text.utf8.count)
  }
}
