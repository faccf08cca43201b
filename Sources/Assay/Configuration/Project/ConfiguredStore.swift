import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
public import HealthStorage

extension Project {
  /// The store that the configuration names: `health.db` with `store: health.db`.
  ///
  /// - Parameter backends: the kinds of stores that are compiled in.
  /// - Returns: its name, with a relative path as seen from the current folder; `nil` if the configuration names none.
  /// - Throws: `RunFailure` for a text that names no store.
  public func store(_ backends: StoreBackends = .builtIn) throws(RunFailure) -> StorageURL? {
    guard let text = configuration.store?.value else { return nil }
    var url = try backends.url(text)
    if let path = backends.path(of: url) { url.location = absolute(path) }
    return url
  }
}

extension ConfigurationDecoder {
  mutating func store(_ field: Field) -> Located<String>? {
    guard let text = located(field) else { return nil }
    do throws(RunFailure) {
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
