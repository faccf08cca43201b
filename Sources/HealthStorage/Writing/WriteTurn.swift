/// Proof that the caller has the turn to write to a store.
///
/// Only a `WriteTransaction` and the functions `delete`, `forget` and `compact` of `StorageBackend` make one, and it
/// cannot be copied or kept: a function that gets it may write until it returns. A backend need not use it; a backend
/// that wraps another passes it on.
public struct WriteTurn: ~Copyable, Sendable {
  init() {}
}
