extension StorageError {
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
  public init(_ code: Code, _ message: String, remedy: Remedy) {
    self.init(code, message, hint: remedy.text)
    self.remedy = remedy
  }
}
