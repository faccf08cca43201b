import AssayPlatform
import HealthModel

/// An input that cannot be read, or not to its end.
public enum InputError: Error, Hashable, Sendable {
  /// The file does not exist.
  case notFound(path: String)
  /// The path is neither a file nor a folder that can be read: a device, a socket.
  case notAFile(path: String)
  /// The system refused: its message.
  case unreadable(path: String, reason: String)
  /// The content is not a format that is known.
  case unknownFormat(path: String, reason: String)
  /// The content is of several formats, or holds several exports; the reason names them.
  case ambiguous(path: String, reason: String)
  /// The archive is damaged; what came before counts.
  case damaged(path: String, code: ArchiveFault, reason: String)
}

extension InputError: CustomStringConvertible {
  /// The problem, with the path, made safe to show.
  public var description: String {
    switch self {
    case .notFound(let path): "no such file: \(Self.shown(path))"
    case .notAFile(let path): "\(Self.shown(path)) is neither a file nor a folder; use `-` to read a pipe"
    case .unreadable(let path, let reason): "cannot read \(Self.shown(path)): \(reason)"
    case .unknownFormat(let path, let reason), .ambiguous(let path, let reason), .damaged(let path, _, let reason):
      "\(Self.shown(path)): \(reason)"
    }
  }

  private static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }
}

/// The problem with an archive; determines the code of the finding.
public enum ArchiveFault: Sendable, Hashable {
  case damaged, ratio, path, truncated
  /// It is valid, but of an unsupported kind; the reason says what to do.
  case unsupported
  /// The content of an input that is converted to samples cannot be read on.
  case content
  /// The plugin that reads the input failed; the reason says how.
  case reader
  /// Its name is that of a form which its content does not have; the reason says what is missing.
  case form
}

extension InputError {
  /// Opens a file; what the system refuses is an error of the input.
  static func opening<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(InputError) -> Result {
    do {
      return try body()
    } catch {
      throw error.meansNothingThere ? .notFound(path: path) : .unreadable(path: path, reason: error.description)
    }
  }

  static func reading<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(InputError) -> Result {
    do {
      return try body()
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }
}
