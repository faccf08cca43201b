import HealthModel

extension CatalogDecoder {
  /// A map from names to fields, each a map: `{duration: {unit: s, allowed: {min: 0}}}`.
  ///
  /// - Returns: the fields in their order; `nil` after a finding.
  mutating func namedFields(_ field: Field, owner: String) -> [FieldDefinition]? {
    let list = named(field, as: "a field") { decoder, name, fields in
      decoder.namedField(name, owner: owner, in: &fields)
    }
    guard let list else { return nil }
    for definition in list {
      guard case .quantityOf(let other) = definition.value else { continue }
      let mark = (field.node.entry(definition.name)?.value.entry("quantity")?.value.mark) ?? field.mark
      let target = list.first { $0.name == other }
      guard let target else {
        report(
          .catalogReference, "there is no field \(CatalogText.shown(other)) beside it", at: mark,
          hint: CatalogText.suggestion(for: other, among: list.map(\.name)))
        continue
      }
      if target.value != .quantityType {
        report(
          .catalogReference, "the field \(CatalogText.shown(other)) does not name a quantity type", at: mark,
          hint: "give it `kind: quantityType`")
      }
    }
    return list
  }

  private mutating func namedField(_ name: String, owner: String, in fields: inout Fields) -> FieldDefinition? {
    let isRequired = read("required", in: &fields) { $0.flag($1) } ?? false
    let export = read("export", in: &fields) { $0.exportAttribute($1) }
    let value = fieldValue(owner: "\(owner).\(name)", in: &fields)
    return value.map { FieldDefinition(name: name, value: $0, isRequired: isRequired, export: export) }
  }

  /// `totalDistance`, or `{attribute: totalDistance, unit: totalDistanceUnit}`; with `unit: false` exports write none.
  mutating func exportAttribute(_ field: Field) -> ExportAttribute? {
    guard field.node.entries != nil else { return exportName(field).map { ExportAttribute(name: $0) } }
    guard var fields = self.fields(field) else { return nil }
    let name = need("attribute", in: &fields) { $0.exportName($1) }
    let unit = read("unit", in: &fields) { decoder, unit in
      unit.node.content == .scalar(text: "false", isQuoted: false) ? "" : decoder.exportName(unit)
    }
    finish(fields)
    return name.map { ExportAttribute(name: $0, unit: unit) }
  }

  // MARK: Values

  private static let valueKeys = ["kind", "unit", "values", "quantity"]

  /// What the value of a field is, by the one of `kind`, `unit`, `values` and `quantity` that is there.
  ///
  /// - Returns: the value; `nil` after a finding.
  mutating func fieldValue(owner: String, in fields: inout Fields) -> FieldValue? {
    let given = Self.valueKeys.compactMap { key in fields.take(key).map { (key: key, field: $0) } }
    guard let first = given.first else {
      report(
        .catalogKeyMissing, "a field needs one of the keys `kind`, `unit`, `values` and `quantity`", at: fields.mark)
      fields.skip(["allowed", "plausible", "max_length", "format"])
      return nil
    }
    if let second = given.dropFirst().first {
      report(
        .catalogKeyKind, "a field has either `\(first.key)` or `\(second.key)`, not both", at: second.field.mark)
      fields.skip(["allowed", "plausible", "max_length", "format"])
      return nil
    }
    switch first.key {
    case "unit": return quantityField(first.field, in: &fields).map { .quantity($0) }
    case "values": return enumReference(first.field, inlineID: owner).map { .enumeration($0) }
    case "quantity": return text(first.field).map { .quantityOf(field: $0) }
    default: return plainField(first.field, in: &fields)
    }
  }

  mutating func quantityField(_ unit: Field, in fields: inout Fields) -> FieldQuantity? {
    let unit = self.unit(unit)
    let limits = self.limits(in: &fields)
    return unit.map { FieldQuantity(unit: $0, allowed: limits.allowed, plausible: limits.plausible) }
  }

  private static let plainKinds = [
    "integer", "number", "boolean", "string", "time", "date", "uuid", "quantityType", "metadata", "document",
  ]

  private mutating func plainField(_ kind: Field, in fields: inout Fields) -> FieldValue? {
    switch word(kind, among: Self.plainKinds) {
    case "integer": return .integer(read("allowed", in: &fields) { $0.bounds($1) } ?? ValueBounds())
    case "number": return .number(read("allowed", in: &fields) { $0.bounds($1) } ?? ValueBounds())
    case "boolean": return .boolean
    case "string":
      let length = read("max_length", in: &fields) { $0.textLength($1) }
      return .text(maximumLength: length ?? YAMLLimits.scalarBytes)
    case "time": return .time
    case "date": return .date
    case "uuid": return .uuid
    case "quantityType": return .quantityType
    case "metadata": return .metadata
    case "document":
      let format = need("format", in: &fields) { $0.documentFormat($1) }
      let length = need("max_length", in: &fields) { $0.integer($1, in: 1...Self.maximumDocument) }
      guard let format, let length else { return nil }
      return .document(format, maximumLength: length)
    default:
      fields.skip(["allowed", "plausible", "max_length", "format"])
      return nil
    }
  }

  /// A document is held in memory whole, a few times over while it is read and written.
  private static let maximumDocument = 4_000_000

  private mutating func documentFormat(_ field: Field) -> DocumentFormat? {
    word(field, among: DocumentFormat.allCases.map(\.rawValue)).flatMap { DocumentFormat(rawValue: $0) }
  }
}
