import AssayPlatform
package import HealthModel

package enum DefinedTypes {
  /// The types of which a definition, or a part of one, is in a file or below a folder: those that are new there, and
  /// those that an `overrides` there changes.
  package static func types(in paths: [String], of registry: Registry) -> [TypeDefinition] {
    var files = FileSelection(paths)
    return registry.types.filter { type in type.origins.contains { files.contains($0.value.path) } }
  }

  /// These types, each with those of its examples that are there as well.
  package static func tested(in paths: [String], of registry: Registry) -> [TypeDefinition] {
    var files = FileSelection(paths)
    return types(in: paths, of: registry).map { type in
      var type = type
      type.examples.removeAll { !files.contains($0.mark.path) }
      return type
    }
  }

  /// Files and folders, links resolved once for each file.
  private struct FileSelection {
    private let named: PathSelection
    private var known: [String: Bool] = [:]

    init(_ paths: [String]) { named = PathSelection(paths.map(PathText.resolved)) }

    mutating func contains(_ path: String) -> Bool {
      if let isNamed = known[path] { return isNamed }
      let isNamed = named.contains(PathText.resolved(path))
      known[path] = isNamed
      return isNamed
    }
  }
}
