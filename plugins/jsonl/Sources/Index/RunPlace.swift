#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where files of the index are made: in the store's folder `index`, or without a name for the time of one process.
struct RunPlace: Sendable {
  /// `nil` for files without names.
  private let place: StorePlace?
  /// The number for the next file.
  private(set) var next: Int

  /// Makes files in the store's folder, under numbers from a given one on.
  init(_ place: StorePlace, next: Int) {
    self.place = place
    self.next = next
  }

  /// Makes files that nobody else can open, in the folder for temporary files.
  static let nameless = RunPlace()

  private init() {
    place = nil
    next = 0
  }

  /// Whether files must be on the disk before they are used.
  var syncs: Bool { place != nil }

  /// Begins a file for records of a table.
  mutating func makeRun(_ table: IndexTable) throws -> RunWriter {
    guard let place else { return RunWriter(try Self.makeNameless(), name: "") }
    let name = "\(table.rawValue)-\(next).run"
    next += 1
    let path = place.path(StorePlace.index + "/" + name)
    let shown = place.shown(StorePlace.index + "/" + name)
    // One may be left from a process that did not come to name it in the manifest.
    try Folder.removeFile(path, name: shown)
    return RunWriter(try OpenFile.made(path, name: shown, isNew: true), name: name)
  }

  /// Removes files that were made here and are not needed any more.
  func remove(_ runs: [RunFile]) {
    guard let place else { return }
    for run in runs {
      // What stays is removed when the store is opened.
      try? Folder.removeFile(place.path(StorePlace.index + "/" + run.name), name: run.name)
    }
  }

  private static func makeNameless() throws -> OpenFile {
    var folder = "/tmp"
    if let variable = getenv("TMPDIR"), variable.pointee != 0 { folder = String(cString: variable) }
    let number = UInt64.random(in: 0...UInt64.max)
    let path = folder + "/assay-index-" + String(number, radix: 36)
    let file = try OpenFile.made(path, name: "a temporary file", isNew: true)
    try Folder.removeFile(path, name: file.name)
    return file
  }
}
