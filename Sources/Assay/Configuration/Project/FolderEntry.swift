import AssayPlatform
import HealthFormats
import HealthReports

/// The kind of a file system entry, and the few system calls that determine it.
enum FolderEntry: Hashable {
  case file
  case folder
  case linkedFile
  case linkedFolder
  /// A device, a socket, a pipe, or a link to nowhere or to one of these.
  case other
  case missing
  /// The system does not say.
  case unknown(SystemError)

  static func kind(of path: String) -> FolderEntry {
    do throws(SystemError) {
      switch try FileStatus(of: path, followsLinks: false).kind {
      case .file: return .file
      case .folder: return .folder
      case .link: break
      default: return .other
      }
    } catch {
      return error.meansNothingThere ? .missing : .unknown(error)
    }
    switch (try? FileStatus(of: path))?.kind {
    case .file: return .linkedFile
    case .folder: return .linkedFolder
    default: return .other
    }
  }

  /// Whether anything has this name, be it a link to nowhere.
  static func exists(_ path: String) -> Bool { (try? FileStatus(of: path, followsLinks: false)) != nil }

  /// The names in a folder, hidden ones as well, and apart those that are not UTF-8, made readable.
  static func names(in folder: String) throws(InputError) -> (names: [String], damaged: [String]) {
    do {
      let items = try FolderItem.all(in: folder)
      return (names: items.filter(\.isUTF8).map(\.name), damaged: items.filter { !$0.isUTF8 }.map(\.name))
    } catch {
      throw .unreadable(path: folder, reason: error.description)
    }
  }

  /// Makes a folder; it may be there.
  static func make(_ path: String, mode: UInt32) throws(OutputError) {
    do {
      try FileTree.makeFolder(path, mode: mode)
    } catch .fileExists {
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  /// Removes a file's name, for good; it need not be there.
  static func remove(_ path: String) throws(OutputError) {
    do {
      try FileTree.removeFile(path)
    } catch .noSuchFile {
      return
    } catch {
      throw OutputError(name: path, code: error.code)
    }
    try synchronize(PathText.parent(of: path))
  }

  /// Brings the names in a folder to the disk.
  static func synchronize(_ folder: String) throws(OutputError) {
    do {
      try Descriptor(folder: folder).synchronize()
    } catch .invalidArgument {
      // Some file systems do not know how to sync a folder.
    } catch {
      throw OutputError(name: folder, code: error.code)
    }
  }
}
