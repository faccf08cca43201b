import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FolderBoundary {
  /// Refuses a file that is outside, after it was opened.
  ///
  /// The path is resolved after the open, and must lead to the very file that is open: a link that changes in between
  /// gains nothing.
  ///
  /// - Parameters:
  ///   - opened: the status of the open file.
  ///   - path: the path it was opened by.
  /// - Throws: `InputError.unreadable`.
  func check(_ opened: stat, openedAt path: String) throws(InputError) {
    var status = stat()
    guard let real = realpath(path, nil) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { free(real) }
    guard let text = String(validatingCString: real), admits(text), lstat(real, &status) == 0,
      status.st_ino == opened.st_ino, status.st_dev == opened.st_dev
    else { throw .unreadable(path: path, reason: refusal) }
  }

  /// Refuses a folder that is outside.
  ///
  /// - Throws: `InputError.unreadable`.
  func check(folder path: String) throws(InputError) {
    guard let real = realpath(path, nil) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { free(real) }
    guard let text = String(validatingCString: real), admits(text) else {
      throw .unreadable(path: path, reason: refusal)
    }
  }
}
