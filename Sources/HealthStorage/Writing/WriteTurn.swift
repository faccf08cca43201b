/// Proof that the caller has the turn to write to a store.
///
/// Only a `WriteTransaction` and the deletions of `StorageBackend` have one, and it cannot be copied or kept: whoever is
/// handed it may write until the call returns. A backend need not look at it; one that wraps another hands it on.
public struct WriteTurn: ~Copyable, Sendable {
  init() {}
}
