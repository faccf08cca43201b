import HealthModel

/// Constants, unions of literals, and interfaces of samples as lines of NDJSON write them.
struct TypeScriptCode {
  private let scope: CodeScope
  private let names: SampleNames

  init(_ scope: CodeScope) {
    self.scope = scope
    names = SampleNames(scope, reserved: Self.reserved)
  }

  /// Names of the language's library that a module had better not hide, and those of this file.
  private static let reserved: Set<String> = [
    "Array", "Boolean", "CategoryMember", "CategorySample", "CharacteristicSample", "CorrelationSample", "Date",
    "Device",
    "Error", "EventSample", "Function", "Map", "Math", "MetadataKey", "MetadataValue", "Number", "Object", "Omit",
    "Partial", "Pick", "Promise", "QuantityMember", "QuantitySample", "QuantityValue", "Readonly", "Record", "RegExp",
    "Sample", "SampleDetails", "Set", "Source", "String", "Symbol", "TimedSample", "TypeId", "Units",
  ]

  var text: String {
    var lines = CodeLines(width: 2)
    lines.add("// " + CodeLines.header)
    addConstants(to: &lines)
    for list in scope.enums { add(list, to: &lines) }
    lines.add()
    lines.add(Self.frame)
    for type in scope.types { add(type, to: &lines) }
    lines.add()
    lines.add("/** A sample of any type of the catalog. */")
    if scope.types.isEmpty {
      lines.add("export type Sample = never;")
    } else {
      lines.block("export type Sample =", end: "") { lines in
        for (place, type) in scope.types.enumerated() {
          lines.add("| \(names.sample(type))" + (place == scope.types.count - 1 ? ";" : ""))
        }
      }
    }
    return lines.text
  }

  // MARK: Constants

  private func addConstants(to lines: inout CodeLines) {
    var table = NameTable()
    let ids = scope.types.map(\.id)
    let members = table.take(ids, as: \.camel)
    lines.add()
    lines.add("/** The ids of the types. */")
    lines.block("export const TypeId = {", end: "} as const;") { lines in
      for (type, member) in zip(scope.types, members) {
        lines.add("/** \(type.comment(of: scope.registry)) */")
        lines.add("\(member): \(literal(type.id)),")
      }
    }
    lines.add("export type TypeId = (typeof TypeId)[keyof typeof TypeId];")
    lines.add()
    lines.add("/** The usual units of each quantity, the canonical one first. */")
    lines.block("export const Units = {", end: "} as const;") { lines in
      for (type, member) in zip(scope.types, members) where type.shape.quantity != nil {
        let units = UnitChoice.texts(for: type, in: scope.registry).map(literal)
        lines.add("\(member): [\(units.joined(separator: ", "))],")
      }
    }
    lines.add()
    lines.add("/** The metadata keys with a definition. */")
    lines.block("export const MetadataKey = {", end: "} as const;") { lines in
      let keys = scope.keys.map(\.key)
      for (key, name) in zip(keys, MetadataNames.lower(keys)) { lines.add("\(name): \(literal(key)),") }
    }
  }

  private func add(_ list: CodeScope.Values, to lines: inout CodeLines) {
    let name = names.values(list.id) ?? ""
    var table = NameTable()
    let cases = list.definition.cases.map(\.name)
    lines.add()
    lines.add("/** \(list.definition.comment(list.id)) */")
    lines.block("export const \(name) = {", end: "} as const;") { lines in
      for (item, member) in zip(cases, table.take(cases, as: \.camel)) { lines.add("\(member): \(literal(item)),") }
    }
    lines.add("export type \(name) = (typeof \(name))[keyof typeof \(name)];")
  }

  // MARK: Samples

  private func add(_ type: TypeDefinition, to lines: inout CodeLines) {
    lines.add()
    if let structure = type.shape.structure {
      TypeScriptStructure(type: type, structure: structure, names: names, scope: scope).add(to: &lines)
    } else {
      lines.add("/** \(type.comment(of: scope.registry)) */")
      lines.add("export type \(names.sample(type)) = \(form(of: type));")
    }
  }

  private func form(of type: TypeDefinition) -> String {
    let id = literal(type.id)
    if let members = type.shape.members {
      let forms = members.compactMap { scope.registry.type(named: $0.type) }.map(memberForm)
      return "CorrelationSample<\(id), \(Self.union(forms))>"
    }
    if type.shape.quantity != nil { return "QuantitySample<\(id), \(units(of: type))>" }
    guard type.shape.hasTime else { return "CharacteristicSample<\(id), \(values(of: type))>" }
    let isOptional = type.shape.enumeration?.isValueOptional ?? false
    return "\(isOptional ? "EventSample" : "CategorySample")<\(id), \(values(of: type))>"
  }

  private func memberForm(of type: TypeDefinition) -> String {
    if type.shape.quantity != nil { return "QuantityMember<\(literal(type.id)), \(units(of: type))>" }
    return "CategoryMember<\(literal(type.id)), \(values(of: type))>"
  }

  private func values(of type: TypeDefinition) -> String {
    type.shape.enumeration.flatMap { names.values(scope.id(of: $0, at: "", in: type)) } ?? "string"
  }

  private func units(of type: TypeDefinition) -> String {
    guard let shape = type.shape.quantity, shape.units.isClosed(for: shape.unit) else { return "string" }
    return Self.union(UnitChoice.texts(for: type, in: scope.registry).map(literal))
  }

  private func literal(_ text: String) -> String { CodeText.literal(text, in: .typescript) }

  /// Each once.
  private static func union(_ forms: [String]) -> String {
    var seen: Set<String> = []
    let each = forms.filter { seen.insert($0).inserted }
    return each.isEmpty ? "never" : each.joined(separator: " | ")
  }
}
