import HealthModel

/// Keys about several samples of a type: `exclusive`, `session` and `rate`.
extension CatalogDecoder {
  /// Whether samples may share time, and which case frames the others.
  mutating func readRelations(of type: inout TypeDefinition, keys: [String], in fields: inout Fields) {
    if keys.contains("exclusive") { type.isExclusive = read("exclusive", in: &fields) { $0.flag($1) } ?? false }
    guard keys.contains("session") else { return }
    let values = type.shape.enumeration
    type.sessionCase = read("session", in: &fields) { $0.sessionCase($1, of: values) }
  }

  /// The name of a case; without an enum, which is reported where it is missing, there is none.
  private mutating func sessionCase(_ field: Field, of values: EnumDefinition?) -> String? {
    guard let text = self.text(field), let values else { return nil }
    if let named = values.cases.first(where: { $0.name == text || $0.aliases.contains(text) }) { return named.name }
    report(
      .catalogReference, "there is no case \(CatalogText.shown(text)) in the values", at: field.node.mark,
      hint: CatalogText.suggestion(for: text, among: values.cases.map(\.name)))
    return nil
  }

  /// `{max: 10}`: the most that a value grows in a second, in the canonical unit.
  ///
  /// A rate that cannot hold is reported and left out; the type is used without it.
  mutating func maximumRate(_ field: Field, aggregation: AggregationStyle) -> Double? {
    guard var fields = self.fields(field) else { return nil }
    let limit = need("max", in: &fields) { _, field in field }
    finish(fields)
    guard let value = limit, let maximum = number(value) else { return nil }
    guard aggregation == .cumulative else {
      report(
        .catalogRate, "only values that add up have a rate, these are \(aggregation.rawValue)", at: field.mark,
        hint: "take `rate` away")
      return nil
    }
    guard maximum > 0 else {
      report(
        .catalogRate, "the rate \(CatalogText.number(maximum)) is not above 0", at: value.node.mark,
        hint: "write the most that the value grows in a second")
      return nil
    }
    return maximum
  }
}
