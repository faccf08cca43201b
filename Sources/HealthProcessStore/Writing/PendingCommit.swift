import HealthPluginKit

/// A commit that the plugin has not confirmed yet.
struct PendingCommit: Sendable {
  /// Its number in the session, from 1.
  let number: Int64
  /// The notes that are stored with it.
  let notes: [StoreNote]
  /// Whether a plugin that was started again says that it is stored.
  var isStored = false

  /// The note that identifies this commit: that of the import's progress; `nil` if there is none.
  var progress: StoreNote? { notes.first { $0.key.hasPrefix(ProgressText.prefix) } }
}
