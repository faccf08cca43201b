import AssayPlatform
import HealthModel

extension FolderBoundary {
  /// Refuses a file that is outside, after it was opened.
  ///
  /// The path is resolved after the open, and must lead to the very file that is open: a link that changes in between
  /// gains nothing.
  func check(_ opened: FileStatus, openedAt path: String) throws(InputError) {
    guard let real = try Self.real(path), admits(real), FileIdentity(of: real, followsLinks: false) == opened.identity
    else { throw .unreadable(path: path, reason: refusal) }
  }

  func check(folder path: String) throws(InputError) {
    guard let real = try Self.real(path), admits(real) else { throw .unreadable(path: path, reason: refusal) }
  }

  private static func real(_ path: String) throws(InputError) -> String? {
    do {
      return try RealPath(of: path).text
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }
}
