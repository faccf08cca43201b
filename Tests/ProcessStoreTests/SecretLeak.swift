import Testing

/// A place in which a plugin repeats the password of its store.
struct SecretLeak: Sendable, CustomTestStringConvertible {
  /// What `misbehaving.py` does behind `leaks_`.
  let place: String
  /// Words beside the password, which must be shown: a text that is not shown at all proves nothing.
  let context = "cannot connect"

  var testDescription: String { place }

  static let all = [
    "hello_error", "hello_hint", "hello_text", "hello_stderr", "level", "log", "text", "escaped", "word", "error",
    "transient", "stderr", "reason", "counts", "information", "verify", "rows", "type",
  ].map { SecretLeak(place: $0) }
}
