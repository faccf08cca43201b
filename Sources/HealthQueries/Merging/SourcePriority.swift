import HealthModel
package import HealthStorage

/// Which source counts where samples of several overlap.
///
/// Sources in the given order come first. Then come watches, phones, other devices and apps, and what a person typed in.
///
/// ```swift
/// let ringFirst = Aggregation(.cumulativeSum, priority: SourcePriority(["com.example.ring"]))
/// let steps = try await store.statisticsCollection(matching: .samples(of: "stepCount"), ringFirst)
/// ```
public struct SourcePriority: Sendable, Hashable {
  /// Bundles or names of sources; the first one wins over all others.
  public var order: [String]

  /// Creates a priority; without an order only the kinds of sources count.
  public init(_ order: [String] = []) { self.order = order }

  /// The source that a sample of this origin counts for.
  ///
  /// A bundle in the order is found before a name in it. Costs a look at each name of the order; call it once for each
  /// origin.
  package func source(of origin: SampleOrigin) -> MergeSource {
    let bundle = origin.bundle.flatMap { $0.isEmpty ? nil : $0 }
    let name = origin.name.map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
    let place =
      bundle.flatMap { order.firstIndex(of: $0) }
      ?? name.flatMap { name in order.firstIndex { trimmed($0) == name } }
    let category = place == nil ? MergeSource.Class(of: origin, bundle: bundle, name: name) : .listed
    let called = name ?? bundle ?? "unknown source"
    return MergeSource(
      place: place ?? Int.max, category: category, bundle: bundle, name: name,
      shown: category == .userEntered ? called + " (entered by hand)" : called)
  }
}

/// A name with plain blanks, and without any at its ends.
private func trimmed(_ name: String) -> String {
  var scalars = SourceName.plain(name).unicodeScalars[...]
  while scalars.first == " " { scalars.removeFirst() }
  while scalars.last == " " { scalars.removeLast() }
  return String(scalars)
}

extension MergeSource.Class {
  /// The kind of a source that the given order does not name.
  ///
  /// The product belongs to the machine an app ran on, which for a third party's app need not be what measured; there
  /// the device decides. Exports of the Health app have neither bundles nor products, and not always devices; there the
  /// name is the last resort.
  fileprivate init(of origin: SampleOrigin, bundle: String?, name: String?) {
    guard !origin.isUserEntered else {
      self = .userEntered
      return
    }
    let isOwn = bundle?.hasPrefix("com.apple.") ?? true
    let hints = [isOwn ? origin.product : nil, origin.deviceModel, origin.deviceName, bundle == nil ? name : nil]
    self = hints.lazy.compactMap { $0 }.compactMap(Self.device).first ?? .other
  }

  /// Whether a watch or a phone is meant: `Watch6,7`, `Watch`, `Anna’s Apple Watch`, `iPhone15,2`, `iPhone`.
  private static func device(_ text: String) -> MergeSource.Class? {
    let text = Array(trimmed(text).utf8)
    if holds("Apple Watch", text) || isModel("Watch", text) { return .watch }
    return holds("iPhone", text) ? .phone : nil
  }

  private static func holds(_ word: String, _ text: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: word.utf8) }
  }

  private static func isModel(_ word: String, _ text: [UInt8]) -> Bool {
    guard text.starts(with: word.utf8) else { return false }
    guard text.count > word.utf8.count else { return true }
    return (0x30...0x39).contains(text[word.utf8.count])
  }
}

/// A source as merging knows it: what counts before what where samples of several sources overlap.
///
/// Two are the same source when place, category and bundle (without a bundle: the name) are. The smaller one counts.
package struct MergeSource: Sendable {
  /// Kinds of sources, what counts first before what counts last.
  package enum Class: Int, Sendable, CaseIterable {
    case listed
    case watch
    case phone
    case other
    case userEntered
  }

  /// The place in the given order, from 0; `Int.max` for sources that are not in it.
  package var place: Int
  package var category: Class
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
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
