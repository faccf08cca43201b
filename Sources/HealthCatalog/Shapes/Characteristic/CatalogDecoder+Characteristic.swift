import HealthModel

extension CatalogDecoder {
  /// A characteristic: `values`, or `value: {kind: date}`, or `value: {kind: string, max_length: 64}`.
  mutating func characteristicShape(id: String, in fields: inout Fields) -> CharacteristicShape? {
    let values = fields.take("values")
    let value = fields.take("value")
    switch (values, value) {
    case (nil, nil):
      report(.catalogKeyMissing, "a characteristic needs the key `values` or `value`", at: fields.mark)
      return nil
    case (.some, .some(let value)):
      report(.catalogKeyKind, "a characteristic has either `values` or `value`, not both", at: value.mark)
      return nil
    case (.some(let values), nil):
      return enumReference(values, inlineID: id).map { .values($0) }
    case (nil, .some(let value)):
      return characteristicValue(value)
    }
  }

  private mutating func characteristicValue(_ field: Field) -> CharacteristicShape? {
    guard var fields = self.fields(field) else { return nil }
    let kind = need("kind", in: &fields) { $0.word($1, among: ["date", "string"]) }
    var shape: CharacteristicShape?
    if kind == "date" {
      shape = .text(.date)
    } else if kind == "string" {
      let length = read("max_length", in: &fields) { $0.textLength($1) }
      shape = .text(.free(maximumLength: length ?? YAMLLimits.scalarBytes))
    }
    finish(fields)
    return shape
  }
}
