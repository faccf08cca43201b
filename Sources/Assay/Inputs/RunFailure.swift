import HealthCatalog
import HealthFormats
public import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// How work ended: the exit statuses of the command, the most severe last.
public enum RunStatus: Int32, Sendable, Hashable, Comparable {
  /// Everything was done and nothing refused.
  case done = 0
  /// Data was refused, or an input is incomplete.
  case refused = 1
  /// The request or the configuration is wrong.
  case usage = 2
  /// The system, a file or a store failed.
  case environment = 3

  /// The order of gravity.
  public static func < (left: RunStatus, right: RunStatus) -> Bool { left.rawValue < right.rawValue }
}

/// An error that ends work early: a text for people, and whose mistake it is.
public struct RunFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the suggested fix, in one line, made safe to show.
  public var message: String
  /// Whose mistake it is.
  public var status: RunStatus
  /// Findings that say more: those in a manifest or a configuration.
  public var diagnostics: [Diagnostic] = []
  /// Whether a type is missing, which a catalog that was left out may define.
  package var lacksType = false

  /// Creates a failure.
  public init(_ message: String, status: RunStatus, diagnostics: [Diagnostic] = []) {
    self.message = message
    self.status = status
    self.diagnostics = diagnostics
  }

  /// A mistake in the request.
  package static func usage(_ message: String) -> RunFailure { RunFailure(message, status: .usage) }

  /// The meaning of an error from any part for the user.
  public init(_ error: any Error) {
    switch error {
    case let failure as RunFailure: self = failure
    case let error as InputError: self.init(error)
    case let error as StorageError: self.init(error)
    case let error as QueryError:
      self.init("\(error)", status: .usage)
      lacksType = error.reason == .unknownType
    case let error as CatalogReadError: self.init(Self.commandText("catalog: \(error)"), status: .usage)
    case let error as BaselineError: self.init(error.description, status: .usage)
    case let error as GitError: self.init(error.description, status: .usage)
    case let fault as PluginFault: self.init(fault.description, status: .usage, diagnostics: fault.diagnostics)
    default: self.init("\(error)", status: .environment)
    }
  }

  private init(_ error: InputError) {
    let status: RunStatus =
      switch error {
      case .notFound, .notAFile, .unknownFormat, .ambiguous: .usage
      case .unreadable: .environment
      case .damaged: .refused
      }
    self.init(Self.commandText(error.description), status: status)
  }

  /// What an error of the library says, with the option by which a configuration is named.
  private static func commandText(_ text: String) -> String {
    text.hasSuffix(FolderBoundary.remedy) ? "\(text), with --config" : text
  }

  private init(_ error: StorageError) {
    self.init("error[\(error.code.rawValue)]: \(error.commandText)", status: error.code.isUsage ? .usage : .environment)
    lacksType = error.code == .incompatible
  }

  /// The message.
  public var description: String { message }
}

extension StorageError {
  /// The error in the words of the command: with the option that is the remedy.
  fileprivate var commandText: String {
    guard let remedy else { return description }
    return "\(message); \(remedy.commandText)"
  }

  /// What to do, in the words of the command; `nil` if nothing is known.
  var commandHint: String? { remedy?.commandText ?? hint }
}

extension StorageError.Remedy {
  fileprivate var commandText: String {
    switch self {
    case .waitLonger: "wait for it to end, or raise `--wait`"
    case .addTypes: "name the catalog that defines it with `--catalog`, or ask for types by name"
    case .allowMoreTime: "--plugin-timeout gives it more time"
    case .allowMoreTimeToStart: "on a slow machine, more than 30 seconds of --plugin-timeout count for the hello, too"
    case .reportWork: "a plugin that works for long says `working`; --plugin-timeout gives it more time"
    }
  }
}
