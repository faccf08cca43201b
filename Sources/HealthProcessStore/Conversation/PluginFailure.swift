import HealthModel
import HealthPluginKit
import HealthStorage

/// Why a plugin does not answer as it was asked.
enum PluginFailure: Error, Sendable {
  /// It ended by itself, or says that it may work when it is tried again: it may be started again.
  case lost(StorageError)
  /// It broke the protocol, was silent, or ended and said why: its process is gone and no other follows.
  case broken(StorageError)
  /// It says that it cannot do what was asked; the conversation goes on.
  case refused(StorageError)

  /// What is told to the caller.
  var error: StorageError {
    switch self {
    case .lost(let error), .broken(let error), .refused(let error): error
    }
  }
}

extension StorageError {
  /// What a plugin says, as an error of the store.
  init(_ error: PluginError, plugin name: String) {
    let said = TextEscaping.escaped(error.message, limit: 500)
    let code: Code
    if let known = error.code, known.rawValue.hasPrefix("store-") {
      // A plugin that is told something wrong names no fault of the store; not knowing a question is none.
      code = error.kind == .configuration && known != .unsupported ? .pluginConfiguration : known
    } else {
      code = error.kind == .configuration ? .pluginConfiguration : .pluginFailed
    }
    self.init(
      code, said.isEmpty ? "the plugin \(name) failed and does not say why" : "the plugin \(name) says: \(said)",
      hint: error.hint.map { TextEscaping.escaped($0, limit: 500) })
  }
}
