import HealthModel
public import HealthStorage

/// What commits added and deleted, as samples: HealthKit's `HKAnchoredObjectQuery` with its update handler.
///
/// Each loop over it begins at the same anchor. Nothing of the store is held between two elements.
public struct StoreChanges: AsyncSequence, Sendable {
  /// Some changes of one commit.
  public struct Element: Sendable, Hashable {
    /// New samples, correlations with their members inside.
    public var added: [Sample]
    /// The deletions, members by themselves as well.
    public var deleted: [DeletedSample]
    /// Where to go on later: after the last commit whose changes are all passed on.
    ///
    /// Keep its `description` beside what was made of the changes, and give it to `changes(since:)` after a restart.
    public var anchor: ChangeAnchor
  }

  let updates: ChangeUpdates
  let decoder: SampleDecoder

  /// Begins at the anchor.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(updates: updates.makeAsyncIterator(), decoder: decoder)
  }

  /// Where one consumer is.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate var updates: ChangeUpdates.AsyncIterator
    fileprivate let decoder: SampleDecoder

    /// The next changes, as soon as there are some.
    ///
    /// - Returns: `nil` when the task was canceled, or the sequence does not follow and nothing more is there.
    /// - Throws: as `ChangeUpdates.AsyncIterator.next()`.
    public mutating func next() async throws -> Element? {
      guard let page = try await updates.next() else { return nil }
      return Element(
        added: try decoder.samples(in: page.added), deleted: page.deleted, anchor: updates.anchor ?? .beginning)
    }
  }
}

extension HealthStore {
  /// Follows the store: what is added and deleted since an anchor, and from then on.
  ///
  /// Commits through this value of `HealthStore` and its copies come at once, those of others with the next look at the store.
  ///
  /// ```swift
  /// for try await change in store.changes(of: ["workout"], since: saved) {
  ///   for sample in change.added { print(sample.id) }
  ///   saved = change.anchor
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - types: the types, by any of their names; none means all.
  ///   - anchor: since when; `nil` means from now on, `.beginning` all that is stored.
  ///   - follows: whether to wait for more; otherwise the sequence ends with what is there.
  ///   - poll: how long to wait before the next look for commits of other processes.
  /// - Returns: the changes, commit by commit, until the task is canceled.
  public func changes(
    of types: [String] = [], since anchor: ChangeAnchor? = nil, follows: Bool = true,
    poll: Duration = .milliseconds(500)
  ) -> StoreChanges {
    let query = ObserverQuery(types: types, since: anchor, poll: poll, signal: signal, follows: follows)
    return StoreChanges(updates: query.updates(for: self), decoder: SampleDecoder(registry: registry))
  }
}
