import AssayPlatform
import HealthReports

/// One of the files of a quarantine: made with its first line, so that an input of which all is stored leaves none.
final class QuarantineOutput {
  private let path: String
  private let ownsFolder: Bool
  private var output: ByteOutput?
  /// Whether the file was made and its name may not be on the disk.
  private var isNew = false

  /// Prepares a file, and cuts one that is there back to a length.
  init(_ path: String, ownsFolder: Bool, at length: Int64) throws(OutputError) {
    self.path = path
    self.ownsFolder = ownsFolder
    let kind = FolderEntry.kind(of: path)
    if kind == .missing { return }
    if length == 0, ownsFolder, kind == .file {
      try FolderEntry.remove(path)
    } else {
      output = try ByteOutput.file(path, resumingAt: length, mode: 0o600)
    }
  }

  /// How long the file is, once synchronized.
  var length: Int64 { output?.length ?? 0 }

  /// Adds bytes.
  func append(_ bytes: some Collection<UInt8>) throws(OutputError) { try opened().append(bytes) }

  /// Brings what was added to the disk.
  func synchronize() throws(OutputError) {
    try output?.synchronize()
    guard isNew else { return }
    try FolderEntry.synchronize(PathText.parent(of: path))
    isNew = false
  }

  private func opened() throws(OutputError) -> ByteOutput {
    if let output { return output }
    let folder = PathText.parent(of: path)
    if ownsFolder { try FolderEntry.make(folder, mode: 0o700) }
    let made = try ByteOutput.file(path, resumingAt: 0, mode: 0o600)
    output = made
    isNew = true
    return made
  }
}
