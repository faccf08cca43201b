import AssayPlatform
import HealthModel
import HealthStorage

/// The file `store.json`, by which a folder is known as a store of a version.
///
/// The mark is written last: a folder with it has all that a store needs, and one whose making was interrupted has not.
struct StoreMark: Sendable, Hashable {
  struct Migration: Sendable, Hashable {
    var from: Int64
    /// The log of the version that it becomes.
    var log: LogDigest
  }

  static let format = "assay-jsonl"

  var version: Int64
  var migration: Migration?

  func isPast(in ladder: LayoutMigrations) -> Bool { version < ladder.newest || migration != nil }

  /// The mark of a folder; `nil` when it is empty, or the making of a store was interrupted there.
  ///
  /// - Throws: `StorageError`: `foreign` if other files are there, `future`, or `corrupt`.
  static func read(_ place: StoreFolder, _ ladder: LayoutMigrations) throws -> StoreMark? {
    let names = Set(try Folder.names(in: place.folder, name: place.shown) ?? [])
    if !names.contains(StoreFolder.mark) {
      if isUnfinished(names, place) { return nil }
      // Another process may have made the store in between.
      guard Folder.kind(of: place.path(StoreFolder.mark)) != nil else { throw StorageError.foreign(place) }
    }
    let mark = try current(place, ladder)
    guard Folder.kind(of: place.path(StoreFolder.log)) == .file else {
      throw StorageError.corrupt(place, "\(StoreFolder.log) is missing")
    }
    guard Folder.kind(of: place.path(StoreFolder.samples)) == .folder else {
      throw StorageError.corrupt(place, "the folder \(StoreFolder.samples) is missing")
    }
    return mark
  }

  /// The mark of a folder that is a store.
  ///
  /// - Throws: `StorageError`: `foreign`, `future`, or `corrupt`.
  static func current(_ place: StoreFolder, _ ladder: LayoutMigrations) throws -> StoreMark {
    guard let file = try OpenFile.existing(place.path(StoreFolder.mark), name: place.shown(StoreFolder.mark)) else {
      throw StorageError.foreign(place)
    }
    let bytes = try file.bytes(at: 0, count: 4096)
    guard let fields = JSONFields(0..<bytes.count, in: bytes), fields.text("format") == format else {
      throw StorageError.foreign(place)
    }
    guard let version = fields.integer("version"), version >= 1 else {
      throw StorageError.corrupt(place, "\(StoreFolder.mark) has no version")
    }
    guard version <= ladder.newest else { throw StorageError.future(place, version: version, ladder) }
    guard fields.has("migration") else { return StoreMark(version: version) }
    guard let migration = fields.object("migration"), let from = migration.integer("from"),
      let length = migration.count("length"), let sum = migration.text("sum").flatMap({ UInt64($0, radix: 16) })
    else { throw StorageError.corrupt(place, "\(StoreFolder.mark) has no whole migration") }
    return StoreMark(version: version, migration: Migration(from: from, log: LogDigest(length: length, sum: sum)))
  }

  /// Whether nothing is there but what the making of a store leaves when it is interrupted.
  private static func isUnfinished(_ names: Set<String>, _ place: StoreFolder) -> Bool {
    names.allSatisfy { name in
      switch name {
      case StoreFolder.samples, StoreFolder.index:
        Folder.kind(of: place.path(name)) == .folder
          && (try? Folder.names(in: place.path(name), name: place.shown(name)))?.isEmpty == true
      case StoreFolder.log, StoreFolder.lock: Folder.size(of: place.path(name)) == 0
      case newMark: Folder.kind(of: place.path(name)) == .file
      default: false
      }
    }
  }

  private static let newMark = StoreFolder.mark + ".new"

  /// Makes a store of a version in the folder; the lock must be held.
  static func make(_ place: StoreFolder, version: Int64) throws {
    for name in [StoreFolder.samples, StoreFolder.index] {
      _ = try Folder.make(place.path(name), name: place.shown(name))
    }
    try OpenFile.made(place.path(StoreFolder.log), name: place.shown(StoreFolder.log)).synchronize()
    try StoreMark(version: version).write(to: place)
  }

  func write(to place: StoreFolder) throws {
    var object = JSONBuilder.openObject()
    object.member("format", Self.format)
    object.member("version", version)
    if let migration {
      var inner = JSONBuilder.openObject()
      inner.member("from", migration.from)
      inner.member("length", migration.log.length)
      inner.member("sum", String(migration.log.sum, radix: 16))
      object.member("migration", object: inner)
    }
    let path = place.path(Self.newMark)
    try Folder.removeFile(path, name: place.shown(Self.newMark))
    let file = try OpenFile.made(path, name: place.shown(Self.newMark), isNew: true)
    try file.put(object.line, at: 0)
    try file.synchronize()
    try Folder.synchronize(place.folder, name: place.shown)
    try Folder.replace(place.path(StoreFolder.mark), with: path, name: place.shown(StoreFolder.mark))
    try Folder.synchronize(place.folder, name: place.shown)
  }
}

/// The errors of a folder that cannot be opened as a store.
extension StorageError {
  static let repair = "`assay store verify` lists the damage; restore it from a copy, or import into a new store"

  static func foreign(_ place: StoreFolder) -> StorageError {
    StorageError(
      .foreign, "\(place.shown) is not a store of samples", hint: "it was left as it is; name another folder")
  }

  static func future(_ place: StoreFolder, version: Int64, _ ladder: LayoutMigrations) -> StorageError {
    StorageError(
      .future, "\(place.shown) has version \(version) of the layout, this program knows up to \(ladder.newest)",
      hint: "use a newer version of the program")
  }

  /// A store that has to be migrated before it can be read.
  static func past(_ place: StoreFolder, version: Int64, _ ladder: LayoutMigrations) -> StorageError {
    StorageError(
      .unwritable,
      "\(place.shown) has version \(version) of the layout, and this program reads version \(ladder.newest)",
      hint: "run `assay store compact` on it once, as a user who may write there: opening a store for writing migrates "
        + "it")
  }

  static func corrupt(_ place: StoreFolder, _ detail: String) -> StorageError {
    StorageError(.corrupt, "\(place.shown) is damaged: \(detail)", hint: repair)
  }

  static func locked(_ place: StoreFolder) -> StorageError {
    StorageError(.locked, "another process is writing to \(place.shown)", remedy: .waitLonger)
  }
}

/// A step of a migration: how a store of one version of the layout becomes one of the next.
///
/// The log decides what the other files mean, so a step changes the log: a line for each line, in their order. Files of
/// samples that must change get a new generation by a commit afterwards, as when a store is compacted.
struct LayoutStep: Sendable {
  /// The version that the step leads to, the one after the version before.
  let to: Int64
  let keepsReading: Bool
  /// A whole line of `commits.jsonl`, sealed, as the version before wrote it; returns the line of this version, sealed.
  let line: @Sendable ([UInt8]) throws -> [UInt8]
}

/// The versions of the layout that this program knows, and the steps between them.
struct LayoutMigrations: Sendable {
  var steps: [LayoutStep] = []

  static let released = LayoutMigrations()

  /// The version of new stores, which all others are brought to.
  var newest: Int64 { steps.last?.to ?? 1 }

  func steps(after version: Int64) -> ArraySlice<LayoutStep> { steps.drop { $0.to <= version } }

  func canRead(_ version: Int64) -> Bool { steps(after: version).allSatisfy(\.keepsReading) }
}
