/// A source as merging knows it: what counts before what where samples of several sources overlap.
///
/// Two are the same source when place, category and bundle (without a bundle: the name) are. The smaller one counts.
package struct MergeSource: Sendable {
  /// Kinds of sources, what counts first before what counts last.
  package enum Class: Int, Sendable, CaseIterable {
    /// Named in the given order.
    case listed
    case watch
    case phone
    /// Another device, or an app.
    case other
    /// A person who typed the sample in.
    case userEntered
  }

  /// The place in the given order, from 0; `Int.max` for sources that are not in it.
  package var place: Int
  package var category: Class
  /// The bundle; `nil` when absent.
  package var bundle: String?
  /// The name with no-break spaces as blanks and without blanks at its ends; `nil` when absent.
  package var name: String?
  /// The name in an answer, not made safe to show: the name, else the bundle.
  package var shown: String
}

extension MergeSource: Hashable {
  /// Whether samples of the two add up instead of losing to each other.
  package static func == (left: MergeSource, right: MergeSource) -> Bool {
    left.place == right.place && left.category == right.category && left.bundle == right.bundle
      && (left.bundle != nil || left.name == right.name)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(category)
    hasher.combine(bundle)
    if bundle == nil { hasher.combine(name) }
  }
}

extension MergeSource: Comparable {
  /// Whether the left one counts where both measured: by place, then category, then bundle, then name.
  package static func < (left: MergeSource, right: MergeSource) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.category != right.category { return left.category < right.category }
    if let bundle = left.bundle, let other = right.bundle { return bundle < other }
    if left.bundle != nil || right.bundle != nil { return left.bundle != nil }
    return (left.name ?? "") < (right.name ?? "")
  }
}

extension MergeSource.Class: Comparable {
  /// Whether the left one counts where both measured.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
