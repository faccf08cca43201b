import CLibrary

/// Operations on names of files.
package enum FileTree {
  /// Whether there is anything at a path, links followed.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether this process may read the file at a path.
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// Whether this process may run the file at a path.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Whether a path leads to a folder, links followed.
  package static func isFolder(_ path: String) -> Bool { (try? FileStatus(of: path))?.kind == .folder }

  package static func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
    try SystemError.check(mkdir(path, mode_t(mode)))
  }

  package static func makeFolders(_ path: String) throws(SystemError) {
    var place = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      place += "/" + part
      do {
        try makeFolder(place, mode: 0o777)
      } catch .fileExists {
      } catch {
        throw error
      }
    }
  }

  /// Gives a file another name, in place of what has it.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    try SystemError.check(CLibrary.rename(path, other))
  }

  package static func removeFile(_ path: String) throws(SystemError) { try SystemError.check(unlink(path)) }

  /// Removes a folder's name; a folder that holds anything stays, and throws.
  package static func removeEmptyFolder(_ path: String) throws(SystemError) { try SystemError.check(rmdir(path)) }

  /// Removes a folder with everything in it that can be removed; links are removed, not followed.
  package static func removeAll(_ folder: String) {
    for entry in (try? FolderItem.all(in: folder)) ?? [] {
      let path = "\(folder)/\(entry.name)"
      let kind = entry.kind ?? (try? FileStatus(of: path, followsLinks: false))?.kind
      if kind == .folder { removeAll(path) } else { unlink(path) }
    }
    rmdir(folder)
  }

  /// How many bytes a process may still write to the file system of a path.
  package static func freeBytes(at path: String) throws(SystemError) -> UInt64 {
    var status = statvfs()
    try SystemError.check(statvfs(path, &status))
    return UInt64(status.f_bavail) &* UInt64(status.f_frsize)
  }
}

package struct FolderItem: Sendable {
  /// The name, with U+FFFD for what is not UTF-8.
  package let name: String
  /// Whether the name is UTF-8; no path leads to one that is not.
  package let isUTF8: Bool
  /// The kind of the entry, without following links; `nil` if the file system does not report it with the name.
  package let kind: FileStatus.Kind?

  /// All names in a folder but `.` and `..`, in no order.
  package static func all(in folder: String) throws(SystemError) -> [FolderItem] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var entries: [FolderItem] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // The name may be longer than the member of the C structure.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let text = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let valid = String(validatingCString: text)
      if valid == "." || valid == ".." { continue }
      entries.append(
        FolderItem(
          name: valid ?? String(cString: text), isUTF8: valid != nil, kind: kind(Int32(entry.pointee.d_type))))
    }
    if errno != 0 { throw .last }
    return entries
  }

  private static func kind(_ type: Int32) -> FileStatus.Kind? {
    switch type {
    case Int32(DT_UNKNOWN): nil
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    case Int32(DT_FIFO): .pipe
    default: .other
    }
  }
}
