import AssayPlatform

/// The disk space that a store takes.
enum StoreSize {
  /// The bytes of all files of a store.
  static func byteCount(_ place: StoreFolder) throws -> Int64 {
    var sum = try byteCount(of: place.folder, name: place.shown)
    let index = StoreFolder.index
    sum += try byteCount(of: place.path(index), name: place.shown(index))
    let samples = StoreFolder.samples
    for type in try Folder.names(in: place.path(samples), name: place.shown(samples)) ?? [] {
      let folder = samples + "/" + type
      guard Folder.kind(of: place.path(folder)) == .folder else { continue }
      sum += try byteCount(of: place.path(folder), name: place.shown(folder))
    }
    return sum
  }

  private static func byteCount(of folder: String, name: String) throws -> Int64 {
    let names = try Folder.names(in: folder, name: name) ?? []
    return names.reduce(0) { $0 + Int64(Folder.size(of: folder + "/" + $1) ?? 0) }
  }
}
