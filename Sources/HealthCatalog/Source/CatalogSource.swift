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
  /// - Throws: `CatalogReadError` when the folder or one of its files cannot be read, or is outside the boundary.
  public static func layer(
    at path: String, name: String, displayPath: String? = nil, isBuiltIn: Bool = false,
    within boundary: FolderBoundary? = nil
  ) throws(CatalogReadError) -> CatalogLayer {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw CatalogReadError(path: path, code: 0, message: "not a path")
    }
    let shown = withoutTrailingSlashes(displayPath ?? path)
    let root = try FileSystem.resolved(path)
    if let boundary, !boundary.admits(root) { throw CatalogReadError(path: path, code: 0, message: boundary.refusal) }
    switch try FileSystem.kind(of: root) {
    case .file:
      let bytes = try FileSystem.contents(of: root, limit: YAMLLimits.fileBytes + 1, within: boundary)
      return CatalogLayer(name: name, isBuiltIn: isBuiltIn, files: [CatalogFile(path: shown, bytes: bytes)])
    case .folder:
      var walk = CatalogFolderWalk(root: root, shown: shown, boundary: boundary)
      try walk.run()
      return CatalogLayer(name: name, isBuiltIn: isBuiltIn, files: walk.files, notes: walk.notes)
    case .link, .pipe, .other:
      throw CatalogReadError(path: path, code: 0, message: "neither a folder nor a file")
    }
  }

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Collects the definition files below a folder.
struct CatalogFolderWalk {
  /// Folders within one another.
  static let maximumDepth = 16
  /// Files in one layer.
  static let maximumFiles = 50_000
  /// Bytes in one layer.
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

  /// Reads everything below the root.
  mutating func run() throws(CatalogReadError) {
    try enter(root, shown: shown, depth: 0)
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private mutating func enter(_ folder: String, shown: String, depth: Int) throws(CatalogReadError) {
    guard depth <= Self.maximumDepth else {
      throw CatalogReadError(path: shown, code: 0, message: "folders nested deeper than \(Self.maximumDepth)")
    }
    let listing = try FileSystem.names(in: folder)
    for name in listing.damaged where !name.shown.hasPrefix(".") && (name.isFolder || Self.isDefinition(name.shown)) {
      // Files that are left out here are missing work: the catalog is not the one that was meant.
      note(
        "the name is not UTF-8, so nothing of it is read; rename it", at: PathText.join(shown, name.shown),
        severity: .error)
    }
    for name in listing.names where !name.hasPrefix(".") {
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
  private mutating func follow(_ link: String, shown: String) throws(CatalogReadError) {
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

  private mutating func add(_ path: String, named name: String, shown: String) throws(CatalogReadError) {
    guard files.count < Self.maximumFiles else {
      throw CatalogReadError(path: self.shown, code: 0, message: "more than \(Self.maximumFiles) definition files")
    }
    let bytes = try FileSystem.contents(of: path, limit: YAMLLimits.fileBytes + 1, within: boundary)
    byteCount += bytes.count
    guard byteCount <= Self.maximumBytes else {
      throw CatalogReadError(path: self.shown, code: 0, message: "more than 256 MiB of definition files")
    }
    switch ForeignYAML.kind(of: name, bytes) {
    case .kubernetes?:
      note("an object of Kubernetes, not a definition, so it is left out", at: shown, severity: .note)
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
