package import HealthStorage

/// The meaning of each failure of a store or plugin, in a sentence; the pages in `Documentation/diagnostics/` say more.
package enum FailureExplanations {
  package static func text(_ code: StorageError.Code) -> String {
    switch code {
    case .missing: "this place has no store to read"
    case .unwritable: "the store's place cannot be opened or written"
    case .full: "the disk, quota or server of the store is full"
    case .locked: "another process held the store longer than the command waited"
    case .foreign: "this place holds something other than a store, or another program's store"
    case .future: "the store was written by a newer version"
    case .corrupt: "the store is damaged"
    case .incompatible: "the catalog would make stored samples mean something else"
    case .unsupported: "the store does not have this level of the interface"
    case .expired: "the store no longer knows what was deleted since the anchor"
    case .failed: "the store failed for another reason"
    case .pluginStart: "the program of the plugin cannot be started"
    case .pluginHello: "the plugin did not say hello as the protocol wants"
    case .pluginTimeout: "the plugin did not answer within its time limit"
    case .pluginFlood: "the plugin wrote a line or an answer larger than the limit"
    case .pluginExited: "the plugin ended before Assay asked it to"
    case .pluginAckRepeated: "the plugin acknowledged something a second time"
    case .pluginAckUnknown: "the plugin acknowledged what it was never sent"
    case .pluginProtocol: "the plugin broke the protocol"
    case .pluginConfiguration: "the plugin reports a configuration that cannot work"
    case .pluginFailed: "the plugin says that it cannot work now"
    }
  }
}

extension StorageError.Code {
  /// Whether the command was called wrongly, so that it ends with status 2; other failures are the environment's, 3.
  package var isUsage: Bool { self == .pluginConfiguration }
}
