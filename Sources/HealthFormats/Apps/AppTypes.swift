import HealthModel

/// The types that names of other programs mean, by the codes of a registry.
struct AppTypes: Sendable {
  private var types: [String: [Entry]] = [:]

  struct Entry: Sendable {
    var id: String
    /// What the definition says of the difference: for some names the case of a category.
    var difference: String?
    var isQuantity: Bool
    var enumCase: String?
  }

  init(_ registry: Registry, system: String) {
    for type in registry.types {
      for text in type.codes[system] ?? [] {
        let code = CodeInSystem(text)
        let cases = type.shape.enumeration?.cases.map(\.name) ?? []
        types[code.code, default: []].append(
          Entry(
            id: type.id, difference: code.difference, isQuantity: type.shape.quantity != nil,
            enumCase: code.difference.flatMap { cases.contains($0) ? $0 : nil }))
      }
    }
  }

  /// The type of a name: the only one with it, or the only one that means the same.
  subscript(name: String) -> Entry? {
    guard let found = types[name] else { return nil }
    if found.count == 1 { return found[0] }
    let exact = found.filter { $0.difference == nil }
    return exact.count == 1 ? exact[0] : nil
  }

  /// The type that is a part of what a name means: the systolic pressure of a blood pressure.
  func part(_ part: String, of name: String) -> String? { types[name]?.first { $0.difference == part }?.id }
}

extension JSONBuilder {
  /// Adds a text, a number or a truth value as it is.
  mutating func scalar(_ name: String, _ value: JSONValue?) {
    switch value {
    case .string(let text)?: member(name, text)
    case .int64(let number)?: member(name, number)
    case .double(let number)?: member(name, finite: number)
    case .boolean(let flag)?: member(name, flag)
    default: break
    }
  }

  /// Adds an object, if something is in it.
  mutating func object(_ name: String, _ body: (inout JSONBuilder) -> Void) {
    key(name)
    object(body)
  }
}
