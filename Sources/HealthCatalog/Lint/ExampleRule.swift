import HealthModel

/// Every type shows at least one sample that passes and one that is refused.
enum ExampleRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.compactMap { type in
      let hasValid = type.examples.contains { $0.expectedCode == nil }
      let hasInvalid = type.examples.contains { $0.expectedCode != nil }
      let missing: String
      switch (hasValid, hasInvalid) {
      case (true, true): return nil
      case (false, true): missing = "a valid example"
      case (true, false): missing = "an invalid example"
      case (false, false): missing = "a valid and an invalid example"
      }
      return Diagnostic(
        .catalogExample, "\(CatalogText.shown(type.id)) lacks \(missing)",
        at: type.mark(of: "examples"), type: type.id)
    }
  }
}
