import HealthFormats
public import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

extension Failure {
  /// The meaning of an error from any part for the user.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure:
      self = failure
      message = Self.commandText(message)
    case let error as InputError: self.init(error)
    case let error as StorageError: self.init(error)
    case var error as QueryError:
      if error.instead == SubjectZones.remedy {
        error.instead =
          "name it with --subject-timezone SUBJECT=ZONE, or under `subjects` in assay.yaml; `*` stands for all who are not "
          + "named"
      }
      self.init("\(error)", status: .usage)
      lacksType = error.reason == .unknownType
    default: self.init("\(error)", status: .environment)
    }
  }

  /// What a function returns; what it throws, by its meaning for the user.
  static func meaning<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
  }

  private init(_ error: InputError) {
    let status: Status =
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
}

extension StorageError {
  /// The error in the words of the command: with the option that is the remedy.
  fileprivate var commandText: String {
    guard let remedy else { return description }
    return "\(message); \(remedy.commandText)"
  }

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
