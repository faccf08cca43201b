package import HealthModel
package import HealthReports
import HealthValidation

extension CatalogPages {
  /// The pages of types, each with the codes that the rules can give to its samples, and the text of each code.
  ///
  /// ```swift
  /// let registry = try CatalogBuilder(folders: ["types"]).load().registry
  /// if let registry { _ = try CatalogPages(registry).write(to: "site") }
  /// ```
  package init(_ registry: Registry, only ids: Set<String>? = nil) {
    self.init(
      registry, only: ids, codes: { $0.possibleCodes }, text: { CodePages.text(of: $0) }, version: AssayVersion.current)
  }
}
