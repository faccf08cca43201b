import HealthModel
import HealthUnits

extension CatalogDecoder {
  private static let metadataKinds = ["string", "number", "integer", "boolean", "date", "quantity", "enum"]

  /// Reads a metadata file.
  mutating func metadataKeyDefinition(_ node: YAMLNode, key: String, mark: CatalogMark) -> MetadataKeyDefinition? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(["schema", "needs", "metadata"])
    let identifiers = read("identifiers", in: &fields) { $0.list($1) { $0.foreignName($1) } } ?? []
    readNotes(in: &fields)
    let value = need("value", in: &fields) { $0.metadataValue($1, key: key) }
    finish(fields)
    guard let shape = value, errorCount == before else { return nil }
    return MetadataKeyDefinition(key: key, identifiers: identifiers, value: shape, mark: mark)
  }

  private mutating func metadataValue(_ field: Field, key: String) -> MetadataValueShape? {
    guard var fields = self.fields(field) else { return nil }
    let kind = need("kind", in: &fields) { $0.word($1, among: Self.metadataKinds) }
    var shape: MetadataValueShape?
    switch kind {
    case "string":
      let length = read("max_length", in: &fields) { $0.textLength($1) }
      shape = .string(maximumLength: length, pattern: read("pattern", in: &fields) { $0.pattern($1) })
    case "number": shape = .number
    case "integer": shape = .integer
    case "boolean": shape = .boolean
    case "date": shape = .date
    case "quantity": shape = .quantity(unit: read("unit", in: &fields) { $0.unit($1) })
    case "enum":
      shape = need("values", in: &fields) { $0.enumReference($1, inlineID: key) }.map { .enum($0) }
    default: return nil
    }
    finish(fields)
    return shape
  }

  private mutating func pattern(_ field: Field) -> TextPattern? {
    guard let text = self.text(field) else { return nil }
    do throws(TextPatternError) {
      return try TextPattern(text)
    } catch {
      report(.catalogKeyKind, "\(CatalogText.shown(text)) is not a pattern: \(error)", at: field.node.mark)
      return nil
    }
  }

  /// Reads a unit file: the unit and where its name is.
  mutating func customUnit(_ node: YAMLNode, symbol: String) -> CustomUnit? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(["schema", "needs", "unit"])
    readNotes(in: &fields)
    let isolated = fields.take("isolated")
    let equals = fields.take("equals")
    finish(fields)
    if let isolated, let isIsolated = flag(isolated), !isIsolated {
      reportKind(isolated, takes: "true", hint: "leave the key out and write `equals`")
    }
    let meaning = equals.flatMap { self.text($0) }
    switch (isolated, equals) {
    case (nil, nil):
      report(.catalogKeyMissing, "a unit needs `isolated: true` or `equals`", at: fields.mark)
    case (.some, .some(let equals)):
      report(.catalogKeyKind, "a unit is either `isolated` or `equals` something, not both", at: equals.mark)
    default: break
    }
    guard errorCount == before else { return nil }
    if let meaning { return CustomUnit(symbol: symbol, definition: .equals(meaning)) }
    return CustomUnit(symbol: symbol, definition: .isolated)
  }
}
