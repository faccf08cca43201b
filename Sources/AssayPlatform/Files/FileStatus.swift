import CLibrary
import SystemPackage

/// The system's information about a file.
package struct FileStatus: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file, folder, link, pipe, other
  }

  package let kind: Kind
  package let identity: FileIdentity
  /// How many bytes it has.
  package let size: Int64
  /// The permissions of the user, the group and others, 9 bits.
  package let permissions: UInt32
  /// Whether only owners may rename in the folder.
  package let isSticky: Bool
  /// The user it belongs to.
  package let owner: UInt32
  package let group: UInt32
  /// When its content was changed, in seconds since 1970 UTC.
  package let changeSeconds: Int64
  /// The nanoseconds of that second.
  package let changeNanoseconds: Int64

  package init(of path: String, followsLinks: Bool = true) throws(SystemError) {
    do {
      self.init(try Stat(path, followTargetSymlink: followsLinks))
    } catch {
      throw SystemError(error)
    }
  }

  init(of file: FileDescriptor) throws(SystemError) {
    do {
      self.init(try Stat(file))
    } catch {
      throw SystemError(error)
    }
  }

  private init(_ status: Stat) {
    switch status.type {
    case .regular: kind = .file
    case .directory: kind = .folder
    case .symbolicLink: kind = .link
    case .fifo: kind = .pipe
    default: kind = .other
    }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(truncatingIfNeeded: status.inode.rawValue))
    size = status.size
    permissions = UInt32(status.permissions.rawValue) & 0o777
    isSticky = status.permissions.contains(.saveText)
    owner = UInt32(status.userID.rawValue)
    group = UInt32(status.groupID.rawValue)
    let time = status.st_mtim
    changeSeconds = Int64(time.tv_sec)
    changeNanoseconds = Int64(time.tv_nsec)
  }
}

/// Which file a name leads to: two names with equal ones lead to the same.
package struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// The file at a path now; `nil` when there is none.
  package init?(of path: String, followsLinks: Bool = true) {
    guard let status = try? FileStatus(of: path, followsLinks: followsLinks) else { return nil }
    self = status.identity
  }
}
