import AssayPlatform
import HealthModel
import HealthStorage

/// The file `store.json`, by which a folder is known as a store, and the making of one.
///
/// The mark is written last: a folder with it has all that a store needs, and one whose making was interrupted has not.
enum StoreMark {
  static let format = "assay-jsonl"
  static let version: Int64 = 1

  /// Whether the folder is a store; `false` when it is empty, or the making of a store was interrupted there.
  ///
  /// - Throws: `StorageError`: `foreign` when other things lie there, `future`, or `corrupt`.
  static func isStore(_ place: StorePlace) throws -> Bool {
    let names = Set(try Folder.names(in: place.folder, name: place.shown) ?? [])
    if !names.contains(StorePlace.mark) {
      if isUnfinished(names, place) { return false }
      // Another process may have made the store in between.
      guard Folder.kind(of: place.path(StorePlace.mark)) != nil else { throw StoreRefusal.foreign(place) }
    }
    guard let file = try OpenFile.existing(place.path(StorePlace.mark), name: place.shown(StorePlace.mark)) else {
      throw StoreRefusal.foreign(place)
    }
    let bytes = try file.bytes(at: 0, count: 4096)
    guard let fields = JSONFields(0..<bytes.count, in: bytes), fields.text("format") == format else {
      throw StoreRefusal.foreign(place)
    }
    guard let found = fields.integer("version"), found >= 1 else {
      throw StoreRefusal.corrupt(place, "\(StorePlace.mark) has no version")
    }
    guard found <= version else { throw StoreRefusal.future(place, version: found) }
    guard Folder.kind(of: place.path(StorePlace.log)) == .file else {
      throw StoreRefusal.corrupt(place, "\(StorePlace.log) is missing")
    }
    guard Folder.kind(of: place.path(StorePlace.samples)) == .folder else {
      throw StoreRefusal.corrupt(place, "the folder \(StorePlace.samples) is missing")
    }
    return true
  }

  /// Whether nothing lies there but what the making of a store leaves when it is interrupted.
  private static func isUnfinished(_ names: Set<String>, _ place: StorePlace) -> Bool {
    names.allSatisfy { name in
      switch name {
      case StorePlace.samples, StorePlace.index:
        Folder.kind(of: place.path(name)) == .folder
          && (try? Folder.names(in: place.path(name), name: place.shown(name)))?.isEmpty == true
      case StorePlace.log, StorePlace.lock: Folder.size(of: place.path(name)) == 0
      case newMark: Folder.kind(of: place.path(name)) == .file
      default: false
      }
    }
  }

  private static let newMark = StorePlace.mark + ".new"

  /// Makes a store in the folder; the lock must be held.
  static func make(_ place: StorePlace) throws {
    for name in [StorePlace.samples, StorePlace.index] {
      _ = try Folder.make(place.path(name), name: place.shown(name))
    }
    try OpenFile.made(place.path(StorePlace.log), name: place.shown(StorePlace.log)).synchronize()
    var mark = ObjectWriter()
    mark.add("format", format)
    mark.add("version", version)
    let path = place.path(newMark)
    try Folder.removeFile(path, name: place.shown(newMark))
    let file = try OpenFile.made(path, name: place.shown(newMark), isNew: true)
    try file.put(mark.finished + [UInt8(ascii: "\n")], at: 0)
    try file.synchronize()
    try Folder.synchronize(place.folder, name: place.shown)
    try Folder.replace(place.path(StorePlace.mark), with: path, name: place.shown(StorePlace.mark))
    try Folder.synchronize(place.folder, name: place.shown)
  }
}

/// Why a folder is not opened as a store.
enum StoreRefusal {
  static let repair = "`assay store verify` tells what is damaged; restore it from a copy, or import into a new store"

  static func foreign(_ place: StorePlace) -> StorageError {
    StorageError(
      .foreign, "\(place.shown) is not a store of samples", hint: "it was left as it is; name another folder")
  }

  static func future(_ place: StorePlace, version: Int64) -> StorageError {
    StorageError(
      .future, "\(place.shown) has version \(version) of the layout, this program knows up to \(StoreMark.version)",
      hint: "use a newer version of the program")
  }

  static func corrupt(_ place: StorePlace, _ detail: String) -> StorageError {
    StorageError(.corrupt, "\(place.shown) is damaged: \(detail)", hint: repair)
  }

  static func locked(_ place: StorePlace) -> StorageError {
    StorageError(
      .locked, "another process is writing to \(place.shown)", hint: "wait for it to end, or raise `--wait`")
  }
}
