import AssayPlatform
import HealthCatalog
import HealthFormats
package import HealthModel

package enum ProfileReader {
  /// The folder in a plugin's folder.
  package static let folderName = "profiles"
  private static let ending = ".yaml"

  /// Reads a file's bytes; everything that is wrong with them comes at once.
  ///
  /// - Returns: the profile, or none when there is any error, and the findings in the file's order.
  package static func read(
    _ bytes: [UInt8], path: String, plugin: String, name: String
  ) -> (profile: FileProfile?, diagnostics: [Diagnostic]) {
    let reading = YAMLReader.read(bytes, path: path)
    guard let root = reading.root else { return (nil, reading.diagnostics) }
    var decoder = ConfigurationDecoder()
    let profile = decoder.profile(root, plugin: plugin, name: name)
    return (decoder.diagnostics.isEmpty ? profile : nil, decoder.diagnostics.inOrder)
  }

  /// The names of the profiles in a plugin's folder, sorted.
  static func names(in folder: String) throws(Failure) -> [String] {
    let place = PathText.join(folder, folderName)
    guard FileTree.isFolder(place) else { return [] }
    do throws(InputError) {
      return try FolderEntry.names(in: place).names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
        .map { String($0.dropLast(ending.count)) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw Failure.usage("cannot read \(PluginFolder.shown(place)): \(TextEscaping.escaped(error.description))")
    }
  }

  /// The plugins at a path that have a folder of profiles: the one there, or those in the folder.
  static func folders(at path: String) -> [String] {
    if PluginFolder.isPlugin(path) { return FileTree.isFolder(PathText.join(path, folderName)) ? [path] : [] }
    return PluginFolder.plugins((try? FolderEntry.names(in: path).names) ?? [], in: path)
      .filter { FileTree.isFolder(PathText.join($0, folderName)) }
  }

  static func profile(
    _ name: String, of plugin: PluginFolder, within boundary: FolderBoundary?
  ) throws(Failure) -> FileProfile {
    let path = PathText.join(PathText.join(plugin.path, folderName), name + ending)
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationLocation.read(path, within: boundary)
    } catch {
      throw Failure.usage("cannot read \(PluginFolder.shown(path)): \(TextEscaping.escaped(error.description))")
    }
    let result = read(bytes, path: path, plugin: plugin.manifest.name, name: name)
    guard let profile = result.profile else { throw PluginFolder.failure(result.diagnostics, in: path) }
    return profile
  }
}

extension PluginFolder {
  /// The names of files in the folder of profiles that the manifest does not list.
  package func unlistedProfiles() throws(Failure) -> [String] {
    guard case .listed(let listed) = manifest.profiles else { return [] }
    return try ProfileReader.names(in: path).filter { !listed.contains($0) }
  }

  /// The profiles that the plugin brings, in the order of their names.
  package func profiles(within boundary: FolderBoundary? = nil) throws(Failure) -> [FileProfile] {
    let names: [String]
    switch manifest.profiles {
    case .nothing: return []
    case .all: names = try ProfileReader.names(in: path)
    case .listed(let listed): names = listed
    }
    var profiles: [FileProfile] = []
    for name in names { profiles.append(try ProfileReader.profile(name, of: self, within: boundary)) }
    return profiles
  }
}
