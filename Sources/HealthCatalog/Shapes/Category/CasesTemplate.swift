import HealthModel

/// The cases of a category or characteristic of a template.
struct CasesTemplate {
  private let values: EnumDefinition
  private let isShared: Bool
  /// Cases that a sample may have without more; never empty.
  private let examples: [String]

  /// Takes names, each with `=` and a raw value or without, or the id of one enum.
  init(_ texts: [String], id: String, registry: Registry) throws {
    guard let first = texts.first else { throw Failure.usage("a category type needs `values`") }
    if texts.count == 1, let shared = registry.enums[first] {
      values = shared
      isShared = true
    } else {
      let cases = try Self.cases(texts)
      values = EnumDefinition(id: id, cases: cases)
      isShared = false
    }
    let free = values.cases.filter { $0.requires.isEmpty }.map(\.name)
    guard let name = free.first else { throw Failure.part("value", first, "has only cases that need metadata") }
    // A characteristic that is not set yields no sample.
    let set = free.filter { $0 != "notSet" }
    examples = set.isEmpty ? [name] : set
  }

  /// The cases that names, each with `=` and a raw value or without, are.
  static func cases(_ texts: [String]) throws -> [EnumCase] {
    var cases: [EnumCase] = []
    var names = EnumNames()
    var next = 0
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard CatalogID.isValid(name) else {
        throw Failure.part("value", text, "is not a name of letters and digits, or such a name, `=` and a number")
      }
      if parts.count == 2 {
        guard let raw = Int(parts[1]), raw.magnitude <= CatalogDecoder.maximumInteger else {
          throw Failure.part("value", text, "has no whole number after `=`")
        }
        next = raw
      }
      let new = EnumCase(name: name, raw: next)
      guard !cases.contains(where: { $0.name == name }) else { throw Failure.part("value", text, "is there twice") }
      if let conflict = names.add(new).first {
        throw Failure.part("value", text, "cannot be distinguished: \(conflict)")
      }
      cases.append(new)
      next += 1
    }
    return cases
  }

  /// The lines of the definition.
  private var keys: [String] {
    if isShared { return ["values: \(values.id)"] }
    return ["values:"] + Self.lines(of: values.cases)
  }

  static func lines(of cases: [EnumCase]) -> [String] {
    cases.map { "  \(TemplateText.scalar($0.name)): \($0.raw.map { "\($0)" } ?? "{}")" }
  }

  private var foreignName: String {
    var name = "noSuchCase"
    while values.cases.contains(where: { $0.name == name || $0.aliases.contains(name) }) { name += "X" }
    return name
  }

  func categoryBody() -> TemplateBody {
    let (start, end) = (TemplateText.start, TemplateText.end)
    let names = examples.map { TemplateText.scalar($0) }
    let other = values.isValueOptional ? "" : "value: \(names.count > 1 ? names[1] : names[0]), "
    return TemplateBody(
      keys: keys + ["duration: {max: P4D}"], sources: [("duration", "default")],
      valid: ["{value: \(names[0]), start: \(start), end: \(end)}", "{\(other)start: \(start)}"],
      invalid: [
        "{value: \(foreignName), start: \(start), end: \(end), code: value-not-in-enum}",
        "{value: \(names[0]), start: \(end), end: \(start), code: end-before-start}",
      ])
  }

  func characteristicBody() -> TemplateBody {
    let foreignRaw = (values.cases.compactMap(\.raw).max() ?? 0) + 1
    return TemplateBody(
      keys: keys, valid: examples.prefix(2).map { "{value: \(TemplateText.scalar($0))}" },
      invalid: ["{value: \(foreignName), code: value-not-in-enum}", "{value: \(foreignRaw), code: value-not-in-enum}"])
  }
}

extension CasesTemplate {
  /// A characteristic: cases, a date or a text.
  static func characteristic(_ values: [String], id: String, registry: Registry) throws -> TemplateBody {
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
