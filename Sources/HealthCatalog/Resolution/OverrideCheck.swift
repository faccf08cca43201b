import HealthModel

/// Whether an override left alone what stored samples depend on: raw values, and the name in content ids.
enum OverrideCheck {
  static func check(_ changed: TypeDefinition, before: YAMLNode, reportingTo decoder: inout CatalogDecoder) {
    // Faults of the definition itself are reported at its place, so these findings are dropped.
    var scratch = decoder
    guard let old = scratch.typeDefinition(before, id: changed.id) else { return }
    if old.identityName != changed.identityName {
      decoder.report(
        .catalogShadow,
        "the first identifier may not change: content ids of \(CatalogText.shown(changed.id)) depend on it",
        at: mark(of: "identifiers", in: changed))
    }
    guard let oldCases = old.shape.enumeration?.cases, let newCases = changed.shape.enumeration?.cases else { return }
    var raws: [String: Int?] = [:]
    for new in newCases { raws[new.name] = .some(new.raw) }
    for old in oldCases {
      let name = CatalogText.shown(old.name)
      guard let raw = raws[old.name] else {
        decoder.report(
          .catalogShadow, "the case \(name) may not be taken away: stored samples have it",
          at: mark(of: "values", in: changed))
        continue
      }
      if raw != old.raw {
        decoder.report(
          .catalogShadow, "the raw value of the case \(name) may not change: stored samples have it",
          at: mark(of: "values.\(old.name)", in: changed))
      }
    }
  }

  private static func mark(of key: String, in type: TypeDefinition) -> CatalogMark {
    type.origins[key] ?? type.origins["values"] ?? type.origins["type"] ?? CatalogMark(path: "", line: 0, column: 0)
  }
}
