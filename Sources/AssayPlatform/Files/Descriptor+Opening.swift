import CLibrary
import SystemPackage

extension Descriptor {
  /// Opens a file for reading: a pipe or a device is opened without waiting for it, and no terminal becomes the
  /// process's own.
  package init(reading path: String, followsLinks: Bool = true) throws(SystemError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking, .init(rawValue: O_NOCTTY)]
    if !followsLinks { options.insert(.noFollow) }
    self.init(try SystemError.calling { try FileDescriptor.open(path, .readOnly, options: options) })
  }

  package init(folder path: String) throws(SystemError) {
    self.init(
      try SystemError.calling { try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .directory]) })
  }

  package init(device path: String) throws(SystemError) {
    self.init(
      try SystemError.calling {
        try FileDescriptor.open(path, .writeOnly, options: [.closeOnExec, .init(rawValue: O_NOCTTY)])
      })
  }

  /// The handling of an existing file that is opened for writing.
  package enum Beginning: Sendable {
    /// It is made; nothing may have its name.
    case new
    /// It is made, or emptied.
    case empty
    /// It is made, or keeps its content.
    case kept
    /// It is there, and keeps its content.
    case existing
  }

  /// Opens a file for writing; follows no link.
  package init(
    writing path: String, _ beginning: Beginning, mode: UInt32 = 0o600, isRead: Bool = false
  ) throws(SystemError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .noFollow]
    if isRead { options.insert(.nonBlocking) }
    switch beginning {
    case .new: options.formUnion([.create, .exclusiveCreate])
    case .empty: options.formUnion([.create, .truncate])
    case .kept: options.insert(.create)
    case .existing: break
    }
    self.init(
      try SystemError.calling {
        try FileDescriptor.open(
          path, isRead ? .readWrite : .writeOnly, options: options,
          permissions: FilePermissions(rawValue: CModeT(mode)))
      })
  }
}
