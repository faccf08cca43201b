import AssayPlatform
import HealthStorage

/// A folder that is kept open, so that no other one can be taken for it.
final class FolderHandle: Sendable {
  private let folder: Descriptor
  private let path: String

  init(_ path: String, name: String) throws {
    do {
      folder = try Descriptor(folder: path)
    } catch {
      throw FileFailure.error("open", name, error)
    }
    self.path = path
  }

  /// Whether the name still leads to this folder.
  enum Whereabouts { case here, missing, replaced }

  var whereabouts: Whereabouts {
    guard let opened = try? folder.status().identity, let named = FileIdentity(of: path) else { return .missing }
    return opened == named ? .here : .replaced
  }
}

/// Operations on folders and on files as their entries.
enum Folder {
  /// The names in a folder, in no order; `nil` if the folder does not exist.
  static func names(in path: String, name: String) throws -> [String]? {
    do {
      return try FolderItem.all(in: path).map(\.name)
    } catch .noSuchFile {
      return nil
    } catch {
      throw FileFailure.error("read", name, error)
    }
  }

  /// Makes a folder for its owner only; `false` when it is there.
  static func make(_ path: String, name: String) throws -> Bool {
    do {
      try FileTree.makeFolder(path, mode: 0o700)
      return true
    } catch .fileExists {
      guard kind(of: path) == .folder else { throw StorageError(.unwritable, "\(name) is not a folder") }
      return false
    } catch {
      throw FileFailure.error("make", name, error)
    }
  }

  /// Returns when the folder's entries are on the disk.
  ///
  /// - Throws: `StorageError` with `unsynced`, or `StorageError` when it cannot be opened.
  static func synchronize(_ path: String, name: String) throws {
    let folder: Descriptor
    do {
      folder = try Descriptor(folder: path)
    } catch {
      throw FileFailure.error("open", name, error)
    }
    do {
      try folder.synchronize()
    } catch {
      throw StorageError.unsynced(FileFailure.error("sync", name, error))
    }
  }

  /// Gives a file another name, in place of what has it.
  static func replace(_ other: String, with path: String, name: String) throws {
    try FileFailure.naming("replace", name) { () throws(SystemError) in try FileTree.rename(path, to: other) }
  }

  /// Removes a file's name; it need not be there.
  static func removeFile(_ path: String, name: String) throws {
    do {
      try FileTree.removeFile(path)
    } catch .noSuchFile {
    } catch {
      throw FileFailure.error("remove", name, error)
    }
  }

  /// The kind of the entry at a path, without following links; `nil` if there is none.
  static func kind(of path: String) -> FileStatus.Kind? { (try? FileStatus(of: path, followsLinks: false))?.kind }

  /// How long a file is; `nil` when there is none.
  static func size(of path: String) -> Int? {
    guard let status = try? FileStatus(of: path, followsLinks: false), status.kind == .file else { return nil }
    return Int(status.size)
  }
}

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
