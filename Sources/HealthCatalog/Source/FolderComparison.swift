import AssayPlatform

/// Compares the definition files of a folder with files that are known, without making anything of them: three system
/// calls a file.
package struct FolderComparison {
  private let folder: [UInt8]
  private var buffer: [UInt8] = []
  private var compared = 0

  package init(folder: String) { self.folder = Array(folder.utf8) }

  /// Whether a file is at a path below the folder and holds exactly these bytes.
  package mutating func holds(_ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let path = String(decoding: folder + [UInt8(ascii: "/")] + name, as: UTF8.self)
    guard let file = try? Descriptor(reading: path, followsLinks: false) else { return false }
    // One byte more than there should be, so that a longer file shows.
    if buffer.count < bytes.count + 1 { buffer = Array(repeating: 0, count: max(65_536, bytes.count + 1)) }
    compared += 1
    return buffer.withUnsafeMutableBytes { space in
      let place = UnsafeMutableRawBufferPointer(rebasing: space[...bytes.count])
      guard (try? file.read(into: place)) == bytes.count, let found = space.baseAddress, let wanted = bytes.baseAddress
      else { return false }
      return MemorySearch.isSame(found, wanted, count: bytes.count)
    }
  }

  /// Whether the folder has no other definition files than those that were compared; with links in it the answer is no.
  package func hasNoOthers() -> Bool { count(String(decoding: folder, as: UTF8.self), depth: 0) == compared }

  /// The number of definition files below a folder; `nil` if there is no simple way to count them.
  private func count(_ folder: String, depth: Int) -> Int? {
    guard depth <= CatalogFolderWalk.maximumDepth, let entries = try? FolderItem.all(in: folder) else { return nil }
    var total = 0
    for entry in entries where !entry.name.hasPrefix(".") {
      guard entry.isUTF8 else { return nil }
      switch entry.kind {
      case .file: if CatalogFolderWalk.isDefinition(entry.name) { total += 1 }
      case .folder:
        guard entry.name != "schema" else { continue }
        guard let below = count(folder + "/" + entry.name, depth: depth + 1) else { return nil }
        total += below
      default: return nil
      }
    }
    return total
  }
}
