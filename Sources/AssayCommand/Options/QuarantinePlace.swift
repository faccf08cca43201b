import Assay
import AssayPlatform
import HealthDigest
import HealthReports
import HealthStorage

/// Where records go that are not stored: beside the store, one file for each input, unless a file is named.
struct QuarantinePlace {
  let store: StorageURL
  let file: String?
  let isDryRun: Bool
  let hasSeveralInputs: Bool

  /// The file for an input.
  ///
  /// A named one is for all inputs of the command; a pipe's, which has no name to tell it from other pipes, is added
  /// to.
  func file(for input: String, key: String?, isFirst: Bool) throws -> QuarantineFile? {
    if let file { return QuarantineFile(path: file, isShared: hasSeveralInputs && !isFirst) }
    return try path(for: input, key: key).map { QuarantineFile(path: $0, isShared: key == nil, ownsFolder: true) }
  }

  /// The folder beside a store that is a file or a folder; others have none.
  static func folder(of store: StorageURL) -> String? {
    Withdrawal.quarantineFolder(of: store)
  }

  private func path(for input: String, key: String?) throws -> String? {
    guard !isDryRun, let folder = Self.folder(of: store) else { return nil }
    let base = input == "-" ? "stdin" : input.split(separator: "/").last.map(String.init) ?? "input"
    let safe = String(
      String.UnicodeScalarView(
        base.unicodeScalars.map {
          $0.properties.isAlphabetic
            || $0.value < 128
              && ($0.value == 0x2E || $0.value == 0x2D || $0.value == 0x5F || (0x30...0x39).contains($0.value))
            ? $0 : "_"
        }))
    let mark = SHA256Digest(of: Array((key ?? input).utf8)).hexadecimal.prefix(8)
    return "\(folder)/\(safe.prefix(100))-\(mark).ndjson"
  }
}

/// Stores that are files or folders of this machine.
enum StoreFiles {
  /// The path of the store, without slashes at its end; `nil` for one that is no file.
  static func path(of store: StorageURL) -> String? {
    guard store.scheme == "sqlite" || store.scheme == "jsonl" else { return nil }
    var path = store.location[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return path.isEmpty ? nil : String(path)
  }

  /// Whether two names are those of one store.
  static func isSame(_ first: StorageURL, _ second: StorageURL) -> Bool {
    if first == second { return true }
    guard first.scheme == second.scheme, let one = path(of: first), let other = path(of: second) else { return false }
    return ProjectPath.resolved(one) == ProjectPath.resolved(other)
  }

  /// The folder on whose disk a store lies, for what is written beside it for a while.
  static func folder(of store: StorageURL) -> String {
    if let path = path(of: store) { return ProjectPath.parent(of: path) }
    return TemporaryPlace.folder
  }
}
