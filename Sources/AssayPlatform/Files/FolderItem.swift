import CLibrary

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
