import HealthModel

/// Whether an override left alone what stored samples depend on: raw values, the parts of structured samples, and the
/// name in content ids.
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
    if let oldCases = old.shape.enumeration?.cases, let newCases = changed.shape.enumeration?.cases {
      check(oldCases, newCases, at: "values", in: changed, reportingTo: &decoder)
    }
    check(old.shape.structure?.parts ?? [], changed.shape.structure?.parts ?? [], in: changed, reportingTo: &decoder)
  }

  /// Checks the parts of a structured sample: what is stored says neither which unit nor which cases it was made with.
  private static func check(
    _ old: [(path: String, value: FieldValue)], _ new: [(path: String, value: FieldValue)], in type: TypeDefinition,
    reportingTo decoder: inout CatalogDecoder
  ) {
    var values: [String: FieldValue] = [:]
    for part in new { values[part.path] = part.value }
    for part in old {
      let name = CatalogText.shown(part.path)
      guard let value = values[part.path], value.word == part.value.word else {
        decoder.report(
          .catalogShadow, "\(name) may be neither taken away nor of another kind: stored samples have it",
          at: type.mark(of: part.path))
        continue
      }
      if let before = part.value.quantity, let after = value.quantity, before.unit != after.unit {
        decoder.report(
          .catalogShadow, "the unit of \(name) may not change: stored samples depend on it",
          at: type.mark(of: part.path + ".unit"))
      }
      if let before = part.value.enumeration, let after = value.enumeration {
        check(before.cases, after.cases, at: part.path + ".values", in: type, reportingTo: &decoder)
      }
    }
  }

  /// Checks the cases of a value whose definition is at a key.
  private static func check(
    _ old: [EnumCase], _ new: [EnumCase], at key: String, in type: TypeDefinition,
    reportingTo decoder: inout CatalogDecoder
  ) {
    var raws: [String: Int?] = [:]
    for item in new { raws[item.name] = .some(item.raw) }
    for item in old {
      let name = CatalogText.shown(item.name)
      guard let raw = raws[item.name] else {
        decoder.report(
          .catalogShadow, "the case \(name) may not be taken away: stored samples have it", at: type.mark(of: key))
        continue
      }
      if raw != item.raw {
        decoder.report(
          .catalogShadow, "the raw value of the case \(name) may not change: stored samples have it",
          at: type.mark(of: "\(key).\(item.name)"))
      }
    }
  }

  private static func mark(of key: String, in type: TypeDefinition) -> CatalogMark {
    type.origins[key] ?? type.origins["values"] ?? type.origins["type"] ?? CatalogMark(path: "", line: 0, column: 0)
  }
}
