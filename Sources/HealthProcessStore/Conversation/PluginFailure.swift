import HealthModel
import HealthPluginKit
import HealthStorage

/// The reasons that a plugin does not answer a request.
enum PluginFailure: Error, Sendable {
  /// It ended by itself, or says that it may work when it is tried again: it may be started again.
  case lost(StorageError)
  /// It broke the protocol, was silent, or ended and said why: its process is gone and no other follows.
  case broken(StorageError)
  /// The plugin reports that it cannot do what was requested; the conversation goes on.
  case refused(StorageError)

  /// The error that the caller gets.
  var error: StorageError {
    switch self {
    case .lost(let error), .broken(let error), .refused(let error): error
    }
  }
}

extension StorageError {
  /// A plugin's error, as an error of the store.
  init(_ error: PluginError, plugin name: String, _ secrets: StoreSecrets) {
    let said = secrets.shown(error.message, limit: 500)
    // A code of a store says more than the kind; the codes of plugins are the host's own.
    let known = error.code.flatMap { $0.rawValue.hasPrefix("store-") ? $0 : nil }
    let code = known ?? (error.kind == .configuration ? .pluginConfiguration : .pluginFailed)
    let message = said.isEmpty ? "the plugin \(name) failed and does not say why" : "the plugin \(name) says: \(said)"
    if code == .locked, error.hint == nil {
      self.init(code, message, remedy: .waitLonger)
    } else {
      self.init(code, message, hint: error.hint.map { secrets.shown($0, limit: 500) })
    }
  }
}
