import AssayPlatform
import HealthCatalog
public import HealthFormats
public import HealthModel
public import HealthStorage

/// Finds the paths of a configuration that lead out of the folder that it may name files in.
///
/// This says early and with a place what is wrong; opening a file checks again.
struct ConfigurationBounds {
  let boundary: FolderBoundary
  /// The configuration's folder, absolute and without links.
  let folder: String

  /// One error for each key whose path is refused.
  func refusals(_ configuration: ProjectConfiguration) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let lists = [("catalogs", configuration.catalogs), ("plugins", configuration.plugins)]
    for (key, paths) in lists {
      for (index, path) in paths.enumerated() where !admits(path.value) {
        found.append(refusal("\(key)[\(index)]", path))
      }
    }
    for (index, set) in configuration.data.enumerated() {
      guard let glob = set.glob else { continue }
      if glob.beginnings.contains(where: { $0.climbsLater || !admits($0.path) }) {
        found.append(refusal("data[\(index)].path", set.path))
      }
    }
    if let baseline = configuration.baseline, !admits(baseline.value) { found.append(refusal("baseline", baseline)) }
    if let store = configuration.store, !StoreBounds(boundary: boundary, folder: folder).admits(store.value) {
      found.append(refusal(ofStore: store))
    }
    return found
  }

  /// Whether a path stays inside: links resolved, or by its words if nothing is there.
  private func admits(_ path: String) -> Bool {
    if let real = RealPath.text(of: path.hasPrefix("/") ? path : PathText.join(folder, path)) {
      return boundary.admits(real)
    }
    return boundary.admits(PathText.normalized(path, from: folder))
  }

  private func refusal(ofStore store: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .configValue,
      message: "`store` of a configuration that was found must be a file or folder in "
        + "\(TextEscaping.escaped(boundary.root, limit: 1000)), without links that lead elsewhere: "
        + "`\(StorageURL.shown(store.value))`",
      location: SourceLocation(path: store.mark.path, line: store.mark.line, column: store.mark.column),
      hint: "\(Self.advice), or name the store with --store")
  }

  private func refusal(_ key: String, _ path: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .configValue,
      message: "`\(key)` leads out of \(TextEscaping.escaped(boundary.root, limit: 1000)), which a configuration that "
        + "was found must not: `\(TextEscaping.escaped(path.value, limit: 80))`",
      location: SourceLocation(path: path.mark.path, line: path.mark.line, column: path.mark.column),
      hint: Self.advice)
  }

  /// How to allow what the boundary refuses.
  private static let advice = "name the configuration with --config to allow it"
}

/// Reads `assay.yaml`.
public enum ConfigurationReader {
  /// Reads a file's bytes; everything that is wrong with them comes at once.
  ///
  /// - Parameters:
  ///   - bytes: what the file holds.
  ///   - path: how messages name the file.
  ///   - folder: the folder that the file's paths begin at.
  ///   - boundary: the folder that the file's paths must stay in; `nil` for a configuration that was named.
  ///   - formats: the formats that the file may name.
  /// - Returns: the configuration, or none when there is any error, and the findings.
  public static func read(
    _ bytes: [UInt8], path: String, folder: String, within boundary: FolderBoundary? = nil, formats: FormatList = .core
  ) -> ConfigurationResult {
    let reading = YAMLReader.read(bytes, path: path)
    guard let root = reading.root else {
      return ConfigurationResult(
        configuration: nil, diagnostics: reading.diagnostics.ofConfiguration(hint: "begin with `schema: 1`"),
        settings: [])
    }
    var decoder = ConfigurationDecoder(formats)
    var configuration = decoder.configuration(root, path: path, folder: folder)
    if let read = configuration, let boundary {
      let place = RealPath.text(of: folder.isEmpty ? "." : folder) ?? boundary.root
      let refusals = ConfigurationBounds(boundary: boundary, folder: place).refusals(read)
      for refusal in refusals { decoder.report(refusal) }
      if !refusals.isEmpty { configuration = nil }
    }
    return ConfigurationResult(
      configuration: configuration, diagnostics: decoder.diagnostics.inOrder,
      settings: configuration.map { ConfigurationSetting.all(in: root, of: $0) } ?? [])
  }
}

extension [Diagnostic] {
  /// The findings by their places in a file.
  var inOrder: [Diagnostic] {
    sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }

  /// The same for a file without content, which is not a catalog here.
  func ofConfiguration(hint: String) -> [Diagnostic] {
    map { found in
      guard found.code == .catalogEmpty else { return found }
      return Diagnostic(code: .configSyntax, message: found.message, location: found.location, hint: hint)
    }
  }
}

/// The result of reading `assay.yaml`.
public struct ConfigurationResult: Sendable {
  /// The configuration; `nil` when a finding is an error.
  public var configuration: ProjectConfiguration?
  /// The findings, in the file's order.
  public var diagnostics: [Diagnostic]
  /// The settings in effect: the keys of the file in its order, then the defaults; none without a configuration.
  package var settings: [ConfigurationSetting]
}

package struct ConfigurationSetting: Sendable, Hashable {
  /// The dotted key: `rules.value-implausible`, `data[0].path`.
  package var key: String
  package var value: String
  /// The place that set it, `assay.yaml:3:5`, or `default`.
  package var origin: String

  /// Every value of a file that was read, by the place of its key, and the defaults of the keys that it lacks.
  static func all(in root: YAMLNode, of configuration: ProjectConfiguration) -> [ConfigurationSetting] {
    var settings: [ConfigurationSetting] = []
    append(root, key: "", at: root.mark, to: &settings)
    if let across = root.entry("across"), across.value.entries != nil {
      settings.append(ConfigurationSetting(key: "across", value: "true", origin: across.keyMark.description))
    }
    let defaults: KeyValuePairs<String, String> = [
      "fail_on": FailOn.error.rawValue, "baseline_by": BaselineKey.path.rawValue, "across": "true",
      "across.window": "\(configuration.acrossWindow)",
    ]
    for (key, value) in defaults where !settings.contains(where: { $0.key == key }) {
      settings.append(ConfigurationSetting(key: key, value: value, origin: "default"))
    }
    return settings
  }

  private static func append(
    _ node: YAMLNode, key: String, at mark: CatalogMark, to settings: inout [ConfigurationSetting]
  ) {
    switch node.content {
    case .scalar(let text, _):
      // The name of a store may hold a password.
      let text = key == "store" ? StorageURL.shown(text) : text
      settings.append(ConfigurationSetting(key: key, value: text, origin: mark.description))
    case .sequence(let items):
      if items.isEmpty { settings.append(ConfigurationSetting(key: key, value: "[]", origin: mark.description)) }
      for (index, item) in items.enumerated() { append(item, key: "\(key)[\(index)]", at: item.mark, to: &settings) }
    case .mapping(let entries):
      if entries.isEmpty { settings.append(ConfigurationSetting(key: key, value: "{}", origin: mark.description)) }
      // Columns and texts may have any name; elsewhere the prefix `x-` marks keys that are not settings.
      let hasFreeKeys =
        ["].columns", "].fields", "].constants", "].when", "].unless"].contains { key.hasSuffix($0) }
        || key.contains("].values.")
      for entry in entries where hasFreeKeys || !entry.key.hasPrefix("x-") {
        let path = key.isEmpty ? entry.key : "\(key).\(entry.key)"
        append(entry.value, key: path, at: entry.keyMark, to: &settings)
      }
    }
  }
}

extension Project {
  /// The store that the configuration names: `health.db` with `store: health.db`.
  ///
  /// - Parameter backends: the kinds of stores that are compiled in.
  /// - Returns: its name, with a relative path as seen from the current folder; `nil` if the configuration names none.
  /// - Throws: `Failure` for a text that names no store.
  public func store(_ backends: StoreBackends = .builtIn) throws(Failure) -> StorageURL? {
    guard let text = configuration.store?.value else { return nil }
    var url = try backends.url(text)
    if let path = backends.path(of: url) { url.location = absolute(path) }
    return url
  }
}

extension ConfigurationDecoder {
  mutating func store(_ field: Field) -> Located<String>? {
    guard let text = located(field) else { return nil }
    do throws(Failure) {
      _ = try StoreBackends.builtIn.url(text.value)
      return text
    } catch {
      report(.configValue, error.message, at: text.mark)
      return nil
    }
  }
}

/// Whether a configuration that was found may name a store: commands write to it without asking.
///
/// Only a file or folder in the boundary is such a store: a server or a plugin could send the samples elsewhere. Links
/// are resolved, also those of files that a store has beside it (`health.db-wal`, `health.db.quarantine/`) and in its
/// folders: a pull request can bring them, and writing would follow them.
struct StoreBounds {
  let boundary: FolderBoundary
  /// The configuration's folder, absolute and without links.
  let folder: String

  /// How deep the folders of a store are.
  private static let depth = 4

  /// Whether the store is a file or folder that is in the boundary with everything that belongs to it.
  func admits(_ text: String) -> Bool {
    guard let url = try? StoreBackends.builtIn.url(text), let path = StoreBackends.builtIn.path(of: url) else {
      return false
    }
    let place = path.hasPrefix("/") ? path : PathText.join(folder, path)
    guard admitsName(place) else { return false }
    let parent = PathText.parent(of: place)
    let name = PathText.name(of: place)
    guard let entries = try? FolderItem.all(in: parent) else { return true }
    return entries.allSatisfy { entry in
      guard entry.name.hasPrefix(name) else { return true }
      let path = PathText.join(parent, entry.name)
      return admitsName(path) && !holdsLinks(path, depth: Self.depth)
    }
  }

  /// Whether what has this name, or will have it, is inside.
  private func admitsName(_ path: String) -> Bool {
    if let real = RealPath.text(of: path) { return boundary.admits(real) }
    // A link to nowhere is made by writing through it.
    guard !FolderEntry.exists(path) else { return false }
    let parent = PathText.parent(of: path)
    guard path != parent, parent != "." else { return false }
    let name = PathText.name(of: path)
    guard name != "..", name != "." else { return false }
    guard let real = RealPath.text(of: parent) else { return admitsName(parent) }
    return boundary.admits(PathText.join(real, name))
  }

  private func holdsLinks(_ folder: String, depth: Int) -> Bool {
    guard FolderEntry.kind(of: folder) == .folder else { return false }
    guard depth > 0, let entries = try? FolderItem.all(in: folder) else { return true }
    return entries.contains { entry in
      let path = PathText.join(folder, entry.name)
      switch FolderEntry.kind(of: path) {
      case .file: return false
      case .folder: return holdsLinks(path, depth: depth - 1)
      default: return true
      }
    }
  }
}
