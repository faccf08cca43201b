import HealthModel

/// The replacement of a deprecated type is not deprecated itself.
enum ReplacementRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.compactMap { type in
      guard let id = type.deprecation?.replacement, isDeprecated(id, in: subject.registry) else { return nil }
      let last = end(of: id, in: subject.registry)
      return Diagnostic(
        .catalogReference, "the type to use, \(CatalogText.shown(id)), is deprecated too",
        at: type.mark(of: "deprecated.use"), severity: .warning, type: type.id,
        hint: last.map { "use \(CatalogText.shown($0))" })
    }
  }

  private static func isDeprecated(_ id: String, in registry: Registry) -> Bool {
    registry.type(named: id)?.deprecation != nil
  }

  /// The type at the end of the chain of replacements, if it has one.
  private static func end(of id: String, in registry: Registry) -> String? {
    var seen: Set<String> = []
    var id = id
    while seen.insert(id).inserted, let type = registry.type(named: id) {
      guard let deprecation = type.deprecation else { return type.id }
      guard let next = deprecation.replacement else { return nil }
      id = next
    }
    return nil
  }
}
