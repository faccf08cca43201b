import CLibrary
import SystemPackage

/// Why the system refused: its number for the cause, and its words.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  init(_ error: Errno) { code = error.rawValue }

  /// The words of the C library.
  package var description: String { Errno(rawValue: code).description }

  /// Why the last call of this thread failed.
  static var last: SystemError { SystemError(code: errno) }

  /// Calls a function of swift-system, which throws nothing but `Errno`.
  static func calling<Value>(_ body: () throws -> Value) throws(SystemError) -> Value {
    do {
      return try body()
    } catch {
      throw SystemError(error as? Errno ?? .ioError)
    }
  }

  /// Requires that a call of the C library succeeded.
  static func check(_ status: Int32) throws(SystemError) { if status != 0 { throw last } }

  package static let noSuchFile = SystemError(.noSuchFileOrDirectory)
  /// A part of the path is not a folder.
  package static let notDirectory = SystemError(.notDirectory)
  /// Something has the name already.
  package static let fileExists = SystemError(.fileExists)
  package static let isDirectory = SystemError(.isDirectory)
  /// The disk is full.
  package static let noSpace = SystemError(.noSpace)
  /// The user's part of the disk is full.
  package static let quotaExceeded = SystemError(code: EDQUOT)
  /// The file's permissions forbid it.
  package static let permissionDenied = SystemError(.permissionDenied)
  package static let notPermitted = SystemError(.notPermitted)
  package static let readOnlyFileSystem = SystemError(.readOnlyFileSystem)
  /// Links lead in a circle, or a link is where none is followed.
  package static let tooManyLinks = SystemError(.tooManySymbolicLinkLevels)
  /// The path or a part of it is too long.
  package static let nameTooLong = SystemError(.fileNameTooLong)
  /// The call makes no sense for this kind of file.
  package static let invalidArgument = SystemError(.invalidArgument)
  /// The file system cannot do this.
  package static let notSupported = SystemError(code: ENOTSUP)
  /// The system does not know the call.
  package static let notImplemented = SystemError(code: ENOSYS)
  package static let noLocks = SystemError(code: ENOLCK)
  /// The read end is closed.
  package static let brokenPipe = SystemError(.brokenPipe)
  /// There is nothing now; later there may be.
  package static let wouldBlock = SystemError(.wouldBlock)
  /// A signal came in between.
  package static let interrupted = SystemError(.interrupted)
  package static let failedDevice = SystemError(.ioError)
  /// The file is neither a program nor a script that names its interpreter.
  package static let noProgram = SystemError(code: ENOEXEC)

  /// Whether nothing is there: no file of the name, or no folder on the way to it.
  package var meansNothingThere: Bool { self == .noSuchFile || self == .notDirectory }
  package var meansFull: Bool { self == .noSpace || self == .quotaExceeded }
}
