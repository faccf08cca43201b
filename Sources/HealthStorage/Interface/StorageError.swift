/// The reasons that a store cannot do what was requested.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; the raw value is the code that is shown and explained.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The store to read does not exist.
    case missing = "store-missing"
    /// The store's place cannot be opened or written.
    case unwritable = "store-unwritable"
    /// The disk is full.
    case full = "store-full"
    /// Another process holds the store longer than the wait.
    case locked = "store-locked"
    /// The file is not a store, or of another program.
    case foreign = "store-foreign"
    /// The store was written by a newer version.
    case future = "store-future"
    /// The store is damaged.
    case corrupt = "store-corrupt"
    /// The registry would make stored samples mean something else.
    case incompatible = "store-incompatible"
    /// The backend does not have this level of the interface.
    case unsupported = "store-unsupported"
    /// The store no longer knows what was deleted since the anchor.
    case expired = "store-anchor-expired"
    /// Anything else.
    case failed = "store-failed"
    /// A plugin cannot be found or started.
    case pluginStart = "plugin-start"
    /// A plugin did not say hello as the protocol wants: it printed something else first, or speaks another version.
    case pluginHello = "plugin-hello"
    /// A plugin did not answer within its time limit.
    case pluginTimeout = "plugin-timeout"
    /// A plugin wrote a line, or an answer, larger than the limit.
    case pluginFlood = "plugin-flood"
    /// A plugin ended without a request to end.
    case pluginExited = "plugin-exited"
    /// A plugin acknowledged a batch or commit a second time.
    case pluginAckRepeated = "plugin-ack-repeated"
    /// A plugin acknowledged a batch or commit that it was never sent, or other numbers of samples than it was sent.
    case pluginAckUnknown = "plugin-ack-unknown"
    /// A plugin broke the protocol in another way.
    case pluginProtocol = "plugin-protocol"
    /// A plugin reports a configuration that cannot work.
    case pluginConfiguration = "plugin-configuration"
    /// A plugin says that it cannot work now.
    case pluginFailed = "plugin-failed"
  }

  /// The kind of failure.
  public var code: Code
  /// The problem and its place, in one sentence, made safe to show.
  public var message: String
  /// The suggested fix.
  public var hint: String?
  /// The suggested fix, where a program can act on it.
  public internal(set) var remedy: Remedy?
  package var cause: Cause?

  /// Creates an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message and the hint.
  public var description: String { message + (hint.map { "; \($0)" } ?? "") }
}

extension StorageError {
  /// A sync after which it is unknown what is on the disk; a file of the index that is not what was written; a line that
  /// is not where a snapshot says, since it was moved or deleted, or the store is damaged.
  package enum Cause: Sendable, Hashable { case unsynced, indexDamage, movedLine }

  /// What a program can do about a failure by itself, beside showing the hint.
  ///
  /// The words are those of the library; the command names its options in their place.
  public enum Remedy: String, Sendable, Hashable, CaseIterable {
    /// Wait for the other writer, or longer than `StorageOptions.waitMilliseconds`.
    case waitLonger = "wait for it to end, or open the store with a longer wait"
    /// Open the store with definitions of the types that its samples have.
    case addTypes = "open the store with types that define it, or ask for types by name"
    /// Give a plugin more time than its limits do.
    case allowMoreTime = "give the plugin more time"
    /// The same, of a plugin that says no hello: on a slow machine it starts slowly.
    case allowMoreTimeToStart = "on a slow machine, give the plugin more time to start"
    /// The same, of a plugin that does not say that it is working.
    case reportWork = "a plugin that works for long says `working`; or give it more time"

    /// The remedy as a clause, for people.
    public var text: String { rawValue }
  }

  /// Creates an error about which a program can do something; its hint is the remedy's text.
  package init(_ code: Code, _ message: String, remedy: Remedy) {
    self.init(code, message, hint: remedy.text)
    self.remedy = remedy
  }
}
