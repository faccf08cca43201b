import CLibrary

/// A lock on a file, held by one process at a time: free again when the last copy of the value is gone, or the process.
package final class FileLock: Sendable {
  private let file: Descriptor

  private init(_ file: consuming Descriptor) { self.file = file }

  /// Takes the lock, making its file when there is none, for its owner only.
  ///
  /// - Returns: the lock; `nil` when another one has it, or the file lost its name meanwhile.
  package static func attempt(_ path: String) throws(SystemError) -> FileLock? {
    let file = try Descriptor(writing: path, .kept, isRead: true)
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.last
      if error == .wouldBlock || error == .interrupted { return nil }
      throw error
    }
    // Its last holder may have removed the file between the two calls.
    guard try file.status().identity == FileIdentity(of: path, followsLinks: false) else { return nil }
    return FileLock(file)
  }
}
