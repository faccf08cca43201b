import HealthModel

/// A characteristic of a template: cases, a date or a text.
enum CharacteristicTemplate {
  static func body(values: [String], id: String, registry: Registry) throws -> TemplateBody {
    if values.isEmpty {
      return TemplateBody(
        keys: ["value: {kind: string, max_length: 64}"], sources: [("max_length", "default")],
        valid: ["{value: \"Some text\"}"],
        invalid: ["{value: 3, code: field-kind}", "{value: true, code: field-kind}"])
    }
    if values == ["date"] {
      return TemplateBody(
        keys: ["value: {kind: date}"], valid: ["{value: \"2000-02-29\"}"],
        invalid: ["{value: \"1990-02-30\", code: time-invalid}", "{value: 19900412, code: field-kind}"])
    }
    return try CasesTemplate(values, id: id, registry: registry).characteristicBody()
  }
}
