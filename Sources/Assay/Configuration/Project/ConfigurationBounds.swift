import AssayPlatform
import HealthModel
import HealthStorage

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
