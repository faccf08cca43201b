import AssayPlatform

/// Makes folders for slots below a folder of the caller, and removes them.
struct SlotFolder: Sendable {
  let parent: String
  /// A part of the names, so that two runs at once do not meet.
  private let word = String(UInt64.random(in: 1...UInt64.max), radix: 36)

  init(parent: String) {
    self.parent = (try? RealPath(of: parent))?.shown ?? parent
  }

  /// Makes an empty folder with a new name, for its owner only.
  func make(_ number: Int) throws -> StoreSlot {
    let name = "slot_\(word)_\(number)"
    let path = PathText.join(parent, name)
    do {
      try FileTree.makeFolder(path, mode: 0o700)
    } catch {
      throw CaseFailure("the folder \(path) cannot be made: \(error)")
    }
    return StoreSlot(name: name, folder: path)
  }

  /// Removes a folder with everything in it; links are removed and not followed.
  static func remove(_ path: String) { FileTree.removeAll(path) }

  /// The files below a folder, with their bytes.
  static func contents(of path: String) -> [(path: String, bytes: [UInt8])] {
    let entries = (try? FolderItem.all(in: path)) ?? []
    return entries.flatMap { entry -> [(path: String, bytes: [UInt8])] in
      let inner = PathText.join(path, entry.name)
      let kind = (try? FileStatus(of: inner, followsLinks: false))?.kind
      return kind == .folder ? contents(of: inner) : [(inner, bytes(of: inner))]
    }
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let file = try? Descriptor(reading: path, followsLinks: false) else { return [] }
    return (try? file.bytes(limit: .max)) ?? []
  }
}
