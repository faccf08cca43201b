public import HealthStorage

/// Follows a store: what commits add and delete, as they become visible; HealthKit's `HKObserverQuery`.
///
/// The query also sees commits of other processes, since it polls the store. It polls only when the consumer requests
/// more, and holds nothing of the store open between two polls.
///
/// ```swift
/// for try await page in ObserverQuery(types: ["heartRate"], since: saved).updates(for: store) {
///   print(page.added.count, page.deleted.count)
/// }
/// ```
public struct ObserverQuery: Sendable {
  /// The types, by any of their names; empty means all.
  package var types: [String]
  /// The subjects whose additions are passed on; `nil` means those of all samples, with a subject or without.
  ///
  /// The tombstone of a deleted sample does not name the subject, so deletions are passed on in any case.
  package var subjects: [String]?
  /// The starting point; `nil` means where the store is when the first update is requested.
  package var anchor: ChangeAnchor?
  /// How long to wait before the next look at a store that had nothing new, or was locked; at least a millisecond.
  package var poll: Duration
  /// Raised by a writer in this process, it makes the next look come at once.
  package var signal: ChangeSignal?
  /// Whether to wait for more; otherwise the updates end with what is there.
  package var follows: Bool

  /// Creates a query.
  public init(
    types: [String] = [], subjects: [String]? = nil, since anchor: ChangeAnchor? = nil,
    poll: Duration = .milliseconds(500),
    signal: ChangeSignal? = nil, follows: Bool = true
  ) {
    self.types = types
    self.subjects = subjects
    self.anchor = anchor
    self.poll = poll
    self.signal = signal
    self.follows = follows
  }

  /// The changes in pages, commit by commit.
  ///
  /// Nothing happens before the first update is requested. Each loop over it begins at the query's anchor.
  public func updates(for store: HealthStore) -> ChangeUpdates { ChangeUpdates(query: self, store: store) }
}
