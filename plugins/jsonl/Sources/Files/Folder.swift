import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that is kept open, so that no other one can be taken for it.
final class OpenFolder: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens the folder of a path.
  init(_ path: String, name: String) throws {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.error("open", name, errno) }
    self.path = path
  }

  deinit { close(descriptor) }

  /// What has the folder's name now.
  enum Whereabouts {
    case here, missing, replaced
  }

  /// Looks the name up.
  var whereabouts: Whereabouts {
    var opened = stat()
    var named = stat()
    guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else { return .missing }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev ? .here : .replaced
  }
}

/// What is done with folders and with files as entries of them.
enum Folder {
  /// The names in a folder, in no order; `nil` when there is no folder.
  static func names(in path: String, name: String) throws -> [String]? {
    guard let stream = opendir(path) else {
      let code = errno
      if code == ENOENT { return nil }
      throw FileFailure.error("read", name, code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { text in Array(text.prefix { $0 != 0 }) }
      let entryName = String(decoding: bytes, as: UTF8.self)
      if entryName != ".", entryName != ".." { names.append(entryName) }
    }
    return names
  }

  /// Makes a folder for its owner only; `false` when it is there.
  static func make(_ path: String, name: String) throws -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    let code = errno
    guard code == EEXIST else { throw FileFailure.error("make", name, code) }
    guard kind(of: path) == .folder else { throw StorageError(.unwritable, "\(name) is not a folder") }
    return false
  }

  /// Returns when the folder's entries are on the disk.
  ///
  /// - Throws: `SyncFailure`, or `StorageError` when it cannot be opened.
  static func synchronize(_ path: String, name: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.error("open", name, errno) }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      let code = errno
      guard code == EINTR else { throw SyncFailure(error: FileFailure.error("sync", name, code)) }
    }
  }

  /// Gives a file another name, in place of what has it.
  static func replace(_ other: String, with path: String, name: String) throws {
    guard rename(path, other) == 0 else { throw FileFailure.error("replace", name, errno) }
  }

  /// Removes a file's name; it need not be there.
  static func removeFile(_ path: String, name: String) throws {
    guard unlink(path) != 0 else { return }
    let code = errno
    guard code == ENOENT else { throw FileFailure.error("remove", name, code) }
  }

  /// What stands under a name, links not followed.
  enum Kind {
    case file, folder, other
  }

  /// What stands under a path; `nil` when nothing does.
  static func kind(of path: String) -> Kind? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    switch info.st_mode & 0o170000 {
    case 0o100000: return .file
    case 0o040000: return .folder
    default: return .other
    }
  }

  /// How long a file is; `nil` when there is none.
  static func size(of path: String) -> Int? {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & 0o170000 == 0o100000 else { return nil }
    return Int(info.st_size)
  }
}
