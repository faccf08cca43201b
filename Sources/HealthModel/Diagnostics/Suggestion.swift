import HealthUnits

/// The nearest known word to a mistyped one.
@usableFromInline package enum Suggestion {
  /// The candidate that most likely was meant, or `nil` when none is near.
  ///
  /// It is equal without regard to case, else has the smallest edit distance of at most a third of the word's length
  /// (at least 1, at most 3). Ties go to the first. When many words are compared with the same candidates, make a
  /// `SuggestionList` of them once.
  @usableFromInline package static func nearest(to word: some StringProtocol, among candidates: some Sequence<String>)
    -> String?
  {
    SuggestionList(candidates).nearest(to: word)
  }

  /// The words of a choice: `sum, average or count`.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// Known words, prepared once so that the nearest one to many mistyped words is found quickly.
package struct SuggestionList: Sendable {
  private let words: SimilarNames

  package init(_ words: some Sequence<String>) { self.words = SimilarNames(words) }

  /// The word that most likely was meant, or `nil` when none is near; see `Suggestion.nearest(to:among:)`.
  package func nearest(to word: some StringProtocol) -> String? {
    let target = Array(word.lowercased().utf8.prefix(128))
    guard !target.isEmpty else { return nil }
    return words.nearest(to: target, within: min(3, max(1, target.count / 3)))
  }
}
