import AssayPlatform
import HealthModel
import HealthStorage

/// The file `store.json`, by which a folder is known as a store of a version.
///
/// The mark is written last: a folder with it has all that a store needs, and one whose making was interrupted has not.
enum StoreMark {
  static let version: Int64 = 1
  private static let format = "assay-jsonl"

  /// Whether a folder is a store; it is none when it is empty, or the making of a store was interrupted there.
  ///
  /// - Throws: `StorageError`: `foreign` if other files are there, `future`, or `corrupt`.
  static func isMade(_ place: StoreFolder) throws -> Bool {
    let names = Set(try place.names())
    if !names.contains(StoreFolder.mark) {
      if isUnfinished(names, place) { return false }
      // Another process may have made the store in between.
      guard place.kind(StoreFolder.mark) != nil else { throw StorageError.foreign(place) }
    }
    try check(place)
    guard place.kind(StoreFolder.log) == .file else {
      throw StorageError.corrupt(place, "\(StoreFolder.log) is missing")
    }
    guard place.kind(StoreFolder.samples) == .folder else {
      throw StorageError.corrupt(place, "the folder \(StoreFolder.samples) is missing")
    }
    return true
  }

  /// Requires that a folder is a store of a version that this program knows.
  ///
  /// - Throws: `StorageError`: `foreign`, `future`, or `corrupt`.
  static func check(_ place: StoreFolder) throws {
    guard let file = try place.file(StoreFolder.mark) else {
      throw StorageError.foreign(place)
    }
    let bytes = try file.bytes(at: 0, count: 4096)
    guard let fields = JSONFields(0..<bytes.count, in: bytes), fields.text("format") == format else {
      throw StorageError.foreign(place)
    }
    guard let found = fields.integer("version"), found >= 1 else {
      throw StorageError.corrupt(place, "\(StoreFolder.mark) has no version")
    }
    guard found <= version else {
      throw StorageError(
        .future, "\(place.shown) has version \(found) of the layout, this program knows up to \(version)",
        hint: "use a newer version of the program")
    }
  }

  /// Whether nothing is there but what the making of a store leaves when it is interrupted.
  private static func isUnfinished(_ names: Set<String>, _ place: StoreFolder) -> Bool {
    names.allSatisfy { name in
      switch name {
      case StoreFolder.samples, StoreFolder.index:
        place.kind(name) == .folder
          && (try? place.names(in: name))?.isEmpty == true
      case StoreFolder.log, StoreFolder.lock: place.size(name) == 0
      case StoreFolder.mark + ".new": place.kind(name) == .file
      default: false
      }
    }
  }

  /// Makes a store in the folder; the lock must be held.
  static func make(_ place: StoreFolder) throws {
    for name in [StoreFolder.samples, StoreFolder.index] {
      try place.makeFolder(name)
    }
    try place.extended(StoreFolder.log, from: 0).synchronize()
    var object = JSONBuilder.openObject()
    object.member("format", format)
    object.member("version", version)
    try place.replace(StoreFolder.mark, with: object.line)
  }
}

/// The errors of a folder that cannot be opened as a store.
extension StorageError {
  static let repair = "`assay store verify` lists the damage; restore it from a copy, or import into a new store"

  static func foreign(_ place: StoreFolder) -> StorageError {
    StorageError(
      .foreign, "\(place.shown) is not a store of samples", hint: "it was left as it is; name another folder")
  }

  static func corrupt(_ place: StoreFolder, _ detail: String) -> StorageError {
    StorageError(.corrupt, "\(place.shown) is damaged: \(detail)", hint: repair)
  }
}
