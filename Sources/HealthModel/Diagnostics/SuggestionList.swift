import HealthUnits

/// Known words, prepared once so that the nearest one to many mistyped words is found quickly.
package struct SuggestionList: Sendable {
  private let words: NearWords

  /// Prepares words.
  package init(_ words: some Sequence<String>) { self.words = NearWords(words) }

  /// The word that most likely was meant, or `nil` when none is near; see `Suggestion.nearest(to:among:)`.
  package func nearest(to word: some StringProtocol) -> String? {
    let target = Array(word.lowercased().utf8.prefix(128))
    guard !target.isEmpty else { return nil }
    return words.nearest(to: target, within: min(3, max(1, target.count / 3)))
  }
}
