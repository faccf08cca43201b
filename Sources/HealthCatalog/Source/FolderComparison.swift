#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Compares the definition files of a folder with files that are known, without making anything of them: three system
/// calls a file.
public struct FolderComparison {
  private let folder: [UInt8]
  private var path: [CChar] = []
  private var buffer: [UInt8] = []
  private var compared = 0

  /// Prepares the comparison with a folder.
  public init(folder: String) { self.folder = Array(folder.utf8) }

  /// Whether a file stands at a path below the folder and holds exactly these bytes.
  public mutating func holds(_ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    path.removeAll(keepingCapacity: true)
    path.append(contentsOf: folder.lazy.map { CChar(bitPattern: $0) })
    path.append(CChar(bitPattern: UInt8(ascii: "/")))
    path.append(contentsOf: name.lazy.map { CChar(bitPattern: $0) })
    path.append(0)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // One byte more than there should be, so that a longer file shows.
    if buffer.count < bytes.count + 1 { buffer = Array(repeating: 0, count: max(65_536, bytes.count + 1)) }
    compared += 1
    return buffer.withUnsafeMutableBytes { space in
      let count = read(descriptor, space.baseAddress, bytes.count + 1)
      guard count == bytes.count, let found = space.baseAddress, let wanted = bytes.baseAddress else { return false }
      return memcmp(found, wanted, count) == 0
    }
  }

  /// Whether the folder has no other definition files than those that were compared; with links in it the answer is no.
  public func hasNoOthers() -> Bool { count(String(decoding: folder, as: UTF8.self), depth: 0) == compared }

  /// How many definition files stand below a folder; `nil` when that cannot be told so simply.
  private func count(_ folder: String, depth: Int) -> Int? {
    guard depth <= CatalogFolderWalk.maximumDepth, let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var total = 0
    while let entry = readdir(stream) {
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard start[0] != CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      guard let name = String(validatingCString: start) else { return nil }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_REG): if CatalogFolderWalk.isDefinition(name) { total += 1 }
      case Int32(DT_DIR):
        guard name != "schema" else { continue }
        guard let below = count(folder + "/" + name, depth: depth + 1) else { return nil }
        total += below
      default: if CatalogFolderWalk.isDefinition(name) || entry.pointee.d_type != DT_REG { return nil }
      }
    }
    return total
  }
}
