import HealthModel

/// Characteristics in a compiled catalog and in the content hash.

extension CompiledWriter {
  mutating func characteristic(_ shape: CharacteristicShape) {
    switch shape {
    case .values(let list): enumeration(list)
    case .text(.date): break
    case .text(.free(let maximum)): int(maximum)
    }
  }
}

extension CompiledReader {
  /// The characteristic that a word announces; `shape(of:)` refuses other words.
  mutating func characteristic(_ word: String) -> CharacteristicShape {
    switch word {
    case "values": return .values(enumeration())
    case "date": return .text(.date)
    case "text": return .text(.free(maximumLength: int()))
    default: return .text(.date)
    }
  }
}

extension CanonicalForm {
  mutating func append(_ shape: CharacteristicShape) {
    switch shape {
    case .values(let values): append(values)
    case .text(.date): field("value", "date")
    case .text(.free(let length)): integer("value", length)
    }
  }
}

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
