import ArgumentParser
import Assay
import HealthCatalog
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// The statuses a command ends with (DESIGN section 10).
enum ExitStatus {
  static let done: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = 2
  static let environment: Int32 = 3
}

/// What ends a command early: one line for standard error, and the status.
struct CommandFailure: Error {
  var message: String
  var status: Int32
  /// Whether a type is missing, which a catalog that was left out may define.
  var lacksType = false

  init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  /// A mistake in how the command was called.
  static func usage(_ message: String) -> CommandFailure { CommandFailure(message, status: ExitStatus.usage) }

  /// What an error means to the person at the command line.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as InputError: self.init(InputFailure.message(error), status: InputFailure.status(error))
    case let error as StorageError:
      self.init(
        "error[\(error.code.rawValue)]: \(error)",
        status: error.code.isUsage ? ExitStatus.usage : ExitStatus.environment)
      lacksType = error.code == .incompatible
    case let error as QueryError:
      self.init("\(error)", status: ExitStatus.usage)
      lacksType = error.reason == .unknownType
    case let error as CatalogReadError: self.init("catalog: \(error)", status: ExitStatus.usage)
    case let error as OutputError: self.init(error.description, status: ExitStatus.environment)
    default: self.init("\(error)", status: ExitStatus.environment)
    }
  }
}

/// The words and status for an input that cannot be read.
enum InputFailure {
  static func message(_ error: InputError) -> String {
    switch error {
    case .notFound(let path): "no such file: \(shown(path))"
    case .notAFile(let path): "\(shown(path)) is neither a file nor a folder; use `-` to read a pipe"
    case .unreadable(let path, let reason): "cannot read \(shown(path)): \(reason)"
    case .unknownFormat(let path, let reason): "\(shown(path)): \(reason)"
    case .damaged(let path, _, let reason): "\(shown(path)): \(reason)"
    }
  }

  static func status(_ error: InputError) -> Int32 {
    switch error {
    case .notFound, .notAFile, .unknownFormat: ExitStatus.usage
    case .unreadable: ExitStatus.environment
    case .damaged: ExitStatus.refused
    }
  }

  private static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }
}
