import AssayPlatform
public import HealthModel

/// The types that files define or change.
public enum DefinedTypes {
  /// The types of which a definition, or a part of one, is in a file or below a folder: those that are new there, and
  /// those that an `overrides` there changes.
  ///
  /// - Parameters:
  ///   - paths: files or folders.
  ///   - registry: all types.
  /// - Returns: the types, in the registry's order.
  public static func types(in paths: [String], of registry: Registry) -> [TypeDefinition] {
    let named = PathSelection(paths.map(PathText.resolved))
    var known: [String: Bool] = [:]
    return registry.types.filter { type in
      type.origins.contains { _, mark in
        if let isNamed = known[mark.path] { return isNamed }
        let isNamed = named.contains(PathText.resolved(mark.path))
        known[mark.path] = isNamed
        return isNamed
      }
    }
  }
}
