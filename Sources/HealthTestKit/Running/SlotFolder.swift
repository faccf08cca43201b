#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes folders for slots below a folder of the caller, and removes them.
struct SlotFolder: Sendable {
  let parent: String
  /// A part of the names, so that two runs at once do not meet.
  private let word = String(UInt64.random(in: 1...UInt64.max), radix: 36)

  init(parent: String) {
    if let path = realpath(parent, nil) {
      self.parent = String(cString: path)
      free(path)
    } else {
      self.parent = parent
    }
  }

  /// Makes an empty folder with a new name, for its owner only.
  func make(_ number: Int) throws -> StoreSlot {
    let name = "slot_\(word)_\(number)"
    let path = Self.join(parent, name)
    guard mkdir(path, 0o700) == 0 else {
      throw CaseFailure("the folder \(path) cannot be made: \(String(cString: strerror(errno)))")
    }
    return StoreSlot(name: name, folder: path)
  }

  /// Removes a folder with everything in it; links are removed and not followed.
  static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = join(path, name)
      if isFolder(inner) { remove(inner) } else { unlink(inner) }
    }
    rmdir(path)
  }

  /// The files below a folder, with their bytes.
  static func contents(of path: String) -> [(path: String, bytes: [UInt8])] {
    names(in: path).flatMap { name -> [(path: String, bytes: [UInt8])] in
      let inner = join(path, name)
      return isFolder(inner) ? contents(of: inner) : [(inner, bytes(of: inner))]
    }
  }

  private static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { name in Array(name.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
