/// Why a store cannot do what it was asked; all of these end a command with status 3.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: String, Sendable, Hashable {
    /// The store's place cannot be opened or written.
    case unwritable
    /// No room is left.
    case full
    /// Another process holds the store longer than the wait.
    case locked
    /// The file is no store, or of another program.
    case foreign
    /// The store was written by a newer version.
    case future
    /// The store is damaged.
    case corrupt
    /// The registry would make stored samples mean something else.
    case incompatible
    /// The backend does not have this level of the interface.
    case unsupported
    /// Anything else.
    case failed
  }

  /// The kind of failure.
  public var code: Code
  /// What happened and where, in one sentence.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message and the hint.
  public var description: String { message + (hint.map { "; \($0)" } ?? "") }
}
