public import HealthModel

/// Looks for what the loader lets pass but a good catalog has: sources, examples, telling names.
///
/// Each rule is a file of its own in this folder and a line in `rules`.
public enum CatalogLint {
  private static let rules: [@Sendable (LintSubject) -> [Diagnostic]] = [
    SourceRule.check, ExampleRule.check, NamespaceRule.check, TitleRule.check, UnusedEnumRule.check,
  ]

  /// Runs all rules over a loaded catalog.
  ///
  /// - Parameters:
  ///   - registry: the loaded catalog.
  ///   - entries: what its files define, as the loader lists it.
  /// - Returns: the findings, in the order of files and places.
  public static func run(registry: Registry, entries: [CatalogEntry]) -> [Diagnostic] {
    let subject = LintSubject(registry: registry, entries: entries)
    var order: [String: Int] = [:]
    for entry in entries where order[entry.mark.path] == nil { order[entry.mark.path] = order.count }
    var findings: [(key: [Int], diagnostic: Diagnostic)] = []
    for rule in rules {
      for diagnostic in rule(subject) {
        let location = diagnostic.location
        let key = [order[location.path] ?? 0, location.line, location.column, findings.count]
        findings.append((key, diagnostic))
      }
    }
    findings.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return findings.map(\.diagnostic)
  }
}

/// What the rules look at.
struct LintSubject: Sendable {
  let registry: Registry
  let entries: [CatalogEntry]

  /// The place of a key of a type, or of the nearest key above it.
  static func mark(of key: String, in type: TypeDefinition) -> CatalogMark {
    var path = Substring(key)
    while true {
      if let mark = type.origins[String(path)] { return mark }
      guard let dot = path.lastIndex(of: ".") else { break }
      path = path[..<dot]
    }
    return type.origins["type"] ?? CatalogMark(path: "", line: 0, column: 0)
  }
}
