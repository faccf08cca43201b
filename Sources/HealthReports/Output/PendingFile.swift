import AssayPlatform

/// A file that is written next to its place and moved there in one step when it is complete.
///
/// Whoever reads the path sees the old content or the new one. A link is followed; what is not finished is taken away
/// with its last user, and a process that is killed leaves a file whose name ends with `.new`.
package final class PendingFile {
  /// The content written.
  package let output: ByteOutput
  private let target: String
  private let beside: String
  private let name: String
  private var isPending = true

  package init(_ path: String, mode: UInt32? = nil) throws(OutputError) {
    name = path
    target = PathText.resolved(path)
    try StoreProtection.check(target, as: path)
    let status = try? FileStatus(of: target)
    if status?.kind == .folder { throw OutputError(name: path, code: SystemError.isDirectory.code) }
    beside = "\(target).\(String(UInt32.random(in: .min ... .max), radix: 16)).new"
    do throws(OutputError) {
      if let mode = mode ?? status?.permissions {
        // A file that is replaced keeps its permissions: the mask of new files is not for it.
        output = try ByteOutput.newFile(beside, exactly: mode)
      } else {
        output = try ByteOutput.newFile(beside)
      }
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  deinit { discard() }

  /// Brings the file to the disk and puts it in its place.
  package func finish() throws(OutputError) {
    try output.synchronize()
    do {
      try FileTree.rename(beside, to: target)
    } catch {
      throw OutputError(name: name, code: error.code)
    }
    isPending = false
    ByteOutput.synchronizeFolder(of: target)
  }

  /// Takes the unfinished file away.
  package func discard() {
    if isPending { try? FileTree.removeFile(beside) }
    isPending = false
  }
}
