import AssayPlatform
import HealthFormats
package import HealthModel

/// A plugin in a folder: what its manifest says and where it is.
package struct PluginFolder: Sendable, Hashable {
  /// The content of `plugin.yaml`.
  package let manifest: PluginManifest
  package let path: String
  /// How it was pointed at.
  package let origin: PluginPlace.Origin

  package var manifestPath: String { Self.manifestPath(in: path) }

  /// The folder of the type definitions; `nil` when the plugin brings none.
  package var typesFolder: String? {
    manifest.types == .nothing ? nil : PathText.join(path, PluginFolder.typesName)
  }

  /// The name of the folder with a plugin's type definitions.
  package static let typesName = "types"

  /// Reads a plugin's manifest; runs nothing.
  package init(
    at place: PluginPlace, builtIn: Set<String>, within boundary: FolderBoundary? = nil
  ) throws(PluginFault) {
    let file = Self.manifestPath(in: place.path)
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationLocation.read(file, within: boundary)
    } catch {
      switch error {
      case .notFound, .notAFile:
        throw PluginFault("\(PluginFault.shown(place.path)) is not a plugin: it has no file plugin.yaml")
      case .unreadable(_, let reason), .unknownFormat(_, let reason), .ambiguous(_, let reason),
        .damaged(_, _, let reason):
        throw PluginFault("cannot read \(PluginFault.shown(file)): \(reason)")
      }
    }
    let result = PluginManifestReader.read(bytes, path: file, builtIn: builtIn)
    guard let manifest = result.manifest else {
      let count = result.diagnostics.count
      throw PluginFault(
        "\(PluginFault.shown(file)) has \(count) error\(count == 1 ? "" : "s")", diagnostics: result.diagnostics)
    }
    self.manifest = manifest
    path = place.path
    origin = place.origin
  }

  static func isPlugin(_ folder: String) -> Bool {
    switch FolderEntry.kind(of: manifestPath(in: folder)) {
    case .missing, .folder, .linkedFolder: false
    default: true
    }
  }

  private static func manifestPath(in folder: String) -> String {
    PathText.join(folder, PluginManifestReader.fileName)
  }

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
}
