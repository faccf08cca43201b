import AssayPlatform
package import HealthFormats
package import HealthModel
package import HealthPlugins

/// A plugin in a folder: what its manifest says and where it is.
package struct PluginFolder: Sendable, Hashable {
  package let manifest: PluginManifest
  package let path: String
  package let origin: PluginLocation.Origin

  package var manifestPath: String { Self.manifestPath(in: path) }

  package var typesFolder: String? { manifest.types == .nothing ? nil : PathText.join(path, PluginFolder.typesName) }

  package static let typesName = "types"

  package init(
    at place: PluginLocation, builtIn: Set<String>, _ formats: FormatList = .core,
    within boundary: FolderBoundary? = nil
  ) throws(Failure) {
    let file = Self.manifestPath(in: place.path)
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationLocation.read(file, within: boundary)
    } catch {
      switch error {
      case .notFound, .notAFile:
        throw Failure.usage("\(PluginFolder.shown(place.path)) is not a plugin: it has no file plugin.yaml")
      case .unreadable(_, let reason), .unknownFormat(_, let reason), .ambiguous(_, let reason),
        .damaged(_, _, let reason):
        throw Failure.usage("cannot read \(PluginFolder.shown(file)): \(reason)")
      }
    }
    let result = PluginManifestReader.read(bytes, path: file, builtIn: builtIn, formats: formats)
    guard let manifest = result.manifest else { throw Self.failure(result.diagnostics, in: file) }
    self.manifest = manifest
    path = place.path
    origin = place.origin
  }

  /// The failure of a file that has errors.
  static func failure(_ errors: [Diagnostic], in file: String) -> Failure {
    let count = errors.count
    return Failure(
      "\(shown(file)) has \(count) error\(count == 1 ? "" : "s")", status: .usage, diagnostics: errors)
  }

  /// The plugins among some names in a folder, in the order of their names.
  static func plugins(_ names: [String], in folder: String) -> [String] {
    names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { PathText.join(folder, $0) }.filter(isPlugin)
  }

  static func isPlugin(_ folder: String) -> Bool {
    switch FolderEntry.kind(of: manifestPath(in: folder)) {
    case .missing, .folder, .linkedFolder: false
    default: true
    }
  }

  private static func manifestPath(in folder: String) -> String { PathText.join(folder, PluginManifestReader.fileName) }

  /// The first paragraph of the plugin's README, in lines as they are written; `nil` when there is none.
  package func introduction() -> String? {
    guard let bytes = try? ConfigurationLocation.read(PathText.join(path, "README.md")),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(200) {
      let isText = !line.hasPrefix("#") && !line.hasPrefix("```") && line.contains { !$0.isWhitespace }
      if isText { lines.append(line) } else if !lines.isEmpty { break }
    }
    return lines.isEmpty ? nil : lines.prefix(20).joined(separator: "\n")
  }

  static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }

  /// The program to start to open a store, if the checks pass.
  ///
  /// The executable is in the plugin's folder, after links are resolved, and only the user and root may change or
  /// replace it.
  package func executable() throws(Failure) -> PluginExecutable {
    let name = manifest.name
    guard let word = manifest.command.first else {
      throw Failure.usage("the plugin \(name) has no executable: it is of the kind \(manifest.kind.rawValue)")
    }
    let shown = PluginFolder.shown(PathText.join(path, word.value))
    guard let root = RealPath.text(of: path), let file = RealPath.text(of: PathText.join(path, word.value))
    else {
      throw Failure.usage(
        "the executable of the plugin \(name), \(shown), is not there",
        hint: "when it has to be built, the plugin's README says how")
    }
    guard let inside = PathText.relative(file, to: root) else {
      throw Failure.usage("the executable of the plugin \(name), \(shown), leads out of the plugin's folder")
    }
    guard FolderEntry.kind(of: file) == .file, FileTree.isExecutable(file) else {
      throw Failure.usage("\(shown) of the plugin \(name) is not an executable file", hint: "run chmod +x on it")
    }
    // The manifest chooses what is started with which variables, so it is trusted no less than the program.
    for part in [inside, "plugin.yaml"] { try PluginTrust().check(root: root, inside: part, of: name) }
    return PluginExecutable(
      name: name, path: file, arguments: manifest.command.dropFirst().map(\.value), environment: manifest.environment)
  }
}

/// The users who may change a program before it runs: only the user and root.
struct PluginTrust {
  private let user = UserAccount.number

  /// Refuses a file that others may change, by itself or by a folder that it is in.
  func check(root: String, inside: String, of name: String) throws(Failure) {
    // Who may rename in a folder above may put another plugin in this one's place.
    var folder = root
    while folder.utf8.count > 1 {
      folder = PathText.parent(of: folder)
      let status = try status(of: folder, name)
      if status.permissions & 0o002 != 0, !status.isSticky {
        throw Self.fault(name, folder, "can be written by everyone", hint: "chmod o-w")
      }
    }
    var path = root
    try checkOwn(path, of: name)
    for part in inside.split(separator: "/") {
      path = PathText.join(path, String(part))
      try checkOwn(path, of: name)
    }
  }

  private func checkOwn(_ path: String, of name: String) throws(Failure) {
    let status = try status(of: path, name)
    guard status.owner == user || status.owner == 0 else {
      throw Self.fault(name, path, "belongs to another user", hint: "chown")
    }
    let isOpen =
      status.permissions & 0o002 != 0
      || (status.permissions & 0o020 != 0 && !UserAccount.isOnlyMember(of: status.group))
    guard status.isSticky && status.kind == .folder || !isOpen else {
      throw Self.fault(name, path, "can be written by others", hint: "chmod go-w")
    }
  }

  private func status(of path: String, _ name: String) throws(Failure) -> FileStatus {
    do {
      return try FileStatus(of: path)
    } catch {
      throw Failure.usage("cannot look at \(PluginFolder.shown(path)) of the plugin \(name)")
    }
  }

  private static func fault(_ name: String, _ path: String, _ words: String, hint: String) -> Failure {
    let shown = PluginFolder.shown(path)
    return Failure.usage(
      "the plugin \(name) is not run: \(shown) \(words)", hint: "`\(hint) \(shown)` if it should be trusted")
  }
}
