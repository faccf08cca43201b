import AssayPlatform
public import HealthModel

/// Reads the files of a catalog from disk.
public enum CatalogSource {
  /// Reads a folder, or a single file, as a layer.
  ///
  /// A folder is read with its sub-folders: every `*.yaml` and `*.yml`, in the order of their paths as bytes. Hidden
  /// names and folders named `schema` are left out; links are followed only to files inside the folder, and what is
  /// not followed is said in the layer's `notes`. There, a definition or folder whose name is not UTF-8 is an error, and
  /// an object of Kubernetes is left out with a note; `assay.yaml` and `plugin.yaml` are left out without one. A file
  /// larger than 1 MiB is read only so far that the loader sees that it is too large.
  ///
  /// - Parameters:
  ///   - path: the folder or file.
  ///   - name: what the layer is called in messages.
  ///   - displayPath: what is in place of `path` in marks and messages, such as `catalog`.
  ///   - isBuiltIn: whether this is the catalog that comes with Assay.
  ///   - boundary: the folder that all files must be in, links resolved.
  /// - Returns: the layer, not yet judged.
  /// - Throws: `Failure` when the folder or one of its files cannot be read, or is outside the boundary.
  public static func layer(
    at path: String, name: String, displayPath: String? = nil, isBuiltIn: Bool = false,
    within boundary: FolderBoundary? = nil
  ) throws(Failure) -> CatalogLayer {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure.unreadable(path, "not a path") }
    let shown = withoutTrailingSlashes(displayPath ?? path)
    let root = try FileSystem.resolved(path)
    if let boundary, !boundary.admits(root) { throw Failure.unreadable(path, boundary.refusal) }
    switch try FileSystem.kind(of: root) {
    case .file:
      let bytes = try FileSystem.contents(of: root, limit: YAMLLimits.fileBytes + 1, within: boundary)
      return CatalogLayer(name: name, isBuiltIn: isBuiltIn, files: [CatalogFile(path: shown, bytes: bytes)])
    case .folder:
      var walk = CatalogFolderWalk(root: root, shown: shown, boundary: boundary)
      try walk.run()
      return CatalogLayer(name: name, isBuiltIn: isBuiltIn, files: walk.files, notes: walk.notes)
    case .link, .pipe, .other: throw Failure.unreadable(path, "neither a folder nor a file")
    }
  }

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

struct CatalogFolderWalk {
  static let maximumDepth = 16
  static let maximumFiles = 50_000
  static let maximumBytes = 256 << 20

  private(set) var files: [CatalogFile] = []
  private(set) var notes: [Diagnostic] = []
  private var byteCount = 0
  private let root: String
  private let shown: String
  private let boundary: FolderBoundary?

  init(root: String, shown: String, boundary: FolderBoundary?) {
    self.root = root
    self.shown = shown
    self.boundary = boundary
  }

  mutating func run() throws(Failure) {
    try enter(root, shown: shown, depth: 0)
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private mutating func enter(_ folder: String, shown: String, depth: Int) throws(Failure) {
    guard depth <= Self.maximumDepth else {
      throw Failure.unreadable(shown, "folders nested deeper than \(Self.maximumDepth)")
    }
    let items = try FileSystem.items(in: folder).filter { !$0.name.hasPrefix(".") }
    for item in items where !item.isUTF8 && (item.kind ?? .folder == .folder || Self.isDefinition(item.name)) {
      // Files that are left out here are missing work: the catalog is not the one that was meant.
      note(
        "the name is not UTF-8, so nothing of it is read; rename it", at: PathText.join(shown, item.name),
        severity: .error)
    }
    for name in items.lazy.filter(\.isUTF8).map(\.name) {
      let path = PathText.join(folder, name)
      let shownPath = PathText.join(shown, name)
      switch try FileSystem.kind(of: path) {
      case .folder:
        if name != "schema" { try enter(path, shown: shownPath, depth: depth + 1) }
      case .file:
        if Self.isDefinition(name) { try add(path, named: name, shown: shownPath) }
      case .link:
        if Self.isDefinition(name) { try follow(path, shown: shownPath) }
      case .pipe, .other:
        if Self.isDefinition(name) { note("not a regular file, so it is left out", at: shownPath) }
      }
    }
  }

  /// Reads what a link points at when that is a file inside the root.
  private mutating func follow(_ link: String, shown: String) throws(Failure) {
    guard let target = try? FileSystem.resolved(link) else {
      return note("a link to nowhere, so it is left out", at: shown)
    }
    guard FolderBoundary.isInside(target, root) else {
      return note("a link that leaves the folder is not followed", at: shown)
    }
    guard case .file = try FileSystem.kind(of: target) else {
      return note("a link to something other than a file is not followed", at: shown)
    }
    try add(target, named: PathText.name(of: shown), shown: shown)
  }

  private mutating func add(_ path: String, named name: String, shown: String) throws(Failure) {
    guard files.count < Self.maximumFiles else {
      throw Failure.unreadable(self.shown, "more than \(Self.maximumFiles) definition files")
    }
    let bytes = try FileSystem.contents(of: path, limit: YAMLLimits.fileBytes + 1, within: boundary)
    byteCount += bytes.count
    guard byteCount <= Self.maximumBytes else {
      throw Failure.unreadable(self.shown, "more than 256 MiB of definition files")
    }
    switch ForeignYAML.kind(of: name, bytes) {
    case .kubernetes?: note("an object of Kubernetes, not a definition, so it is left out", at: shown, severity: .note)
    case .configuration?: break
    case nil: files.append(CatalogFile(path: shown, bytes: bytes))
    }
  }

  private mutating func note(_ message: String, at shown: String, severity: Severity = .warning) {
    let mark = CatalogMark(path: shown, line: 0, column: 0)
    notes.append(Diagnostic(.notChecked, message, at: mark, severity: severity))
  }

  static func isDefinition(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }
}

extension Failure {
  static func unreadable(_ path: String, _ reason: String) -> Failure {
    .usage("catalog: \(CatalogText.shown(path)): \(reason)")
  }
}

enum FileSystem {
  /// The path without links, `.` and `..`.
  static func resolved(_ path: String) throws(Failure) -> String {
    let real = try calling(path) { () throws(SystemError) in try RealPath(of: path) }
    guard let text = real.text else { throw Failure.unreadable(path, "the path is not UTF-8") }
    return text
  }

  /// The kind of entry at a path; links are not followed.
  static func kind(of path: String) throws(Failure) -> FileStatus.Kind {
    try calling(path) { () throws(SystemError) in try FileStatus(of: path, followsLinks: false).kind }
  }

  /// The entries of a folder, by the bytes of their names.
  static func items(in folder: String) throws(Failure) -> [FolderItem] {
    try calling(folder) { () throws(SystemError) in try FolderItem.all(in: folder) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The first bytes of a regular file; a pipe or a device is refused without waiting for it.
  ///
  /// With a boundary, the path must lead to the open file, inside of it: a folder that is swapped for a link gains
  /// nothing.
  static func contents(of path: String, limit: Int, within boundary: FolderBoundary? = nil) throws(Failure) -> [UInt8] {
    let (status, bytes) = try calling(path) { () throws(SystemError) in
      let file = try Descriptor(reading: path, followsLinks: false)
      let status = try file.status()
      return (status, status.kind == .file ? try file.bytes(limit: limit, expecting: Int(clamping: status.size)) : [])
    }
    guard status.kind == .file else { throw Failure.unreadable(path, "not a regular file") }
    if let boundary {
      let real = try resolved(path)
      guard boundary.admits(real), FileIdentity(of: real, followsLinks: false) == status.identity
      else { throw Failure.unreadable(path, boundary.refusal) }
    }
    return bytes
  }

  private static func calling<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure.unreadable(path, error.description)
    }
  }
}

/// YAML in a folder of definitions that is not meant as one: objects of Kubernetes, and Assay's own configuration.
///
/// Anything else that defines nothing stays an error, since a key may be misspelled.
enum ForeignYAML {
  /// What a file is instead of a definition.
  enum Kind: Hashable {
    /// Objects of Kubernetes: `apiVersion` and `kind`.
    case kubernetes
    /// `assay.yaml` or `plugin.yaml`.
    case configuration
  }

  private static let configurations: Set<String> = ["assay.yaml", "assay.yml", "plugin.yaml"]
  private static let subjects: Set<String> = ["type", "overrides", "extends", "enum", "unit", "pending"]

  /// What a file is; `nil` for one that may be a definition.
  static func kind(of name: String, _ bytes: [UInt8]) -> Kind? {
    let isConfiguration = configurations.contains(name)
    guard isConfiguration || bytes.starts(with: Array("apiVersion:".utf8)) || mentionsVersion(bytes) else { return nil }
    let keys = topKeys(of: bytes)
    guard keys.isDisjoint(with: subjects) else { return nil }
    if keys.isSuperset(of: ["apiVersion", "kind"]), !keys.contains("schema") { return .kubernetes }
    // A metadata key of that name has a map with nothing else that a configuration has.
    return isConfiguration && !keys.contains("metadata") ? .configuration : nil
  }

  private static func mentionsVersion(_ bytes: [UInt8]) -> Bool {
    let word = Array("\napiVersion:".utf8)
    guard bytes.count > word.count else { return false }
    for index in 0...(bytes.count - word.count) where bytes[index] == word[0] {
      if bytes[index..<index + word.count].elementsEqual(word) { return true }
    }
    return false
  }

  private static func topKeys(of bytes: [UInt8]) -> Set<String> {
    var keys: Set<String> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let first = line.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A,
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      keys.insert(String(decoding: line[..<colon], as: UTF8.self))
    }
    return keys
  }
}

/// A set of definition files that belong together: the built-in catalog, a plugin's types, a project's folder.
public struct CatalogLayer: Sendable {
  /// The name of the layer in messages.
  public var name: String
  /// Whether this is the catalog that comes with Assay: its ids hold no dot, others' should.
  public var isBuiltIn: Bool
  /// The files, in the order in which they are read.
  public var files: [CatalogFile]
  /// The findings of collecting the files, such as links that were not followed.
  package var notes: [Diagnostic]

  /// Creates a layer of files.
  public init(name: String, isBuiltIn: Bool = false, files: [CatalogFile], notes: [Diagnostic] = []) {
    self.name = name
    self.isBuiltIn = isBuiltIn
    self.files = files
    self.notes = notes
  }
}

/// One definition file.
public struct CatalogFile: Sendable {
  /// The path as messages show it; its last part without `.yaml` is the id of what the file defines.
  public var path: String
  /// The content of the file, unchecked.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  var stem: String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    for suffix in [".yaml", ".yml"] where name.hasSuffix(suffix) { return String(name.dropLast(suffix.count)) }
    return name
  }
}

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

  /// The number of definition files below a folder; `nil` if they cannot be counted by listing folders.
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
