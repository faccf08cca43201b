import HealthModel

/// A team's own ids carry a dot, so that a type added to Assay later never collides with them.
enum NamespaceRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.entries.compactMap { entry in
      guard !entry.isBuiltIn, entry.kind == .type || entry.kind == .enumeration else { return nil }
      guard !entry.id.utf8.contains(UInt8(ascii: ".")) else { return nil }
      return Diagnostic(
        .catalogName, "the id \(CatalogText.shown(entry.id)) has no dot and may collide with a later version of assay",
        at: entry.mark, type: entry.kind == .type ? entry.id : nil, hint: "call it `org.example.\(entry.id)`")
    }
  }
}
