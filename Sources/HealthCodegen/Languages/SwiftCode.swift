import HealthModel

/// Constants and enums for users of the library.
struct SwiftCode {
  private let scope: CodeScope
  /// The names of enums by what they are made of.
  private var enumNames: [String: String] = [:]
  /// The names of types by id: each once, since a parameter of the type `some SampleType` takes all of them.
  private let typeNames: [String: String]

  init(_ scope: CodeScope, imported: Registry?) {
    self.scope = scope
    var table = NameTable(reserved: SwiftWords.types, suffix: "Value")
    // First those of the other file, in the order that they are given there.
    let other = imported.map { CodeScope($0, folders: nil, imported: nil).enums.map(\.id) } ?? []
    let own = scope.enums.filter { !$0.isImported }.map(\.id)
    for (id, name) in zip(other + own, table.take(other + own, as: \.upperCamel)) { enumNames[id] = name }
    var members = NameTable(reserved: SwiftWords.members)
    let ids = scope.types.map(\.id)
    typeNames = Dictionary(uniqueKeysWithValues: zip(ids, members.take(ids, as: \.camel)))
  }

  var text: String {
    var lines = CodeLines(width: 2)
    lines.add("// " + CodeLines.header)
    lines.add("public import HealthModel")
    if scope.enums.contains(where: \.isImported) { lines.add("public import HealthTypeNames") }
    for (owner, types) in owners {
      lines.add()
      addConstants(of: types, owner, to: &lines)
    }
    for list in scope.enums where !list.isImported {
      lines.add()
      add(list, to: &lines)
    }
    if !scope.keys.isEmpty {
      lines.add()
      addKeys(to: &lines)
    }
    return lines.text
  }

  // MARK: Types

  /// The types by the Swift type of their constants, in the order of its name.
  private var owners: [(owner: String, types: [TypeDefinition])] {
    Dictionary(grouping: scope.types, by: owner).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func owner(of type: TypeDefinition) -> String {
    let shape = type.shape
    if shape.quantity != nil { return "QuantityType" }
    if shape.members != nil { return "CorrelationType" }
    if shape.structure != nil { return "StructuredType" }
    let owner = shape.hasTime ? "CategoryType" : "CharacteristicType"
    if let list = shape.enumeration {
      let name = enumNames[scope.id(of: list, at: "", in: type)] ?? (shape.hasTime ? "CategoryCase" : "String")
      return "\(owner)<\(name)>"
    }
    return "\(owner)<\(shape.text == .date ? "CivilDate" : "String")>"
  }

  private func addConstants(of types: [TypeDefinition], _ owner: String, to lines: inout CodeLines) {
    lines.block("extension SampleType where Self == \(owner) {") { lines in
      for type in types {
        lines.add("/// " + type.comment(of: scope.registry))
        if type.deprecation != nil { lines.add("@available(*, deprecated)") }
        let name = SwiftWords.written(typeNames[type.id] ?? "")
        lines.add(
          "public static var \(name): Self { Self(\(CodeText.literal(type.id, in: .swift))) }")
      }
    }
  }

  // MARK: Enums

  private func add(_ list: CodeScope.Values, to lines: inout CodeLines) {
    var table = NameTable(reserved: SwiftWords.cases)
    let cases = list.definition.cases
    let names = table.take(cases.map(\.name), as: \.camel).map(SwiftWords.written)
    lines.add("/// " + list.definition.comment(list.id))
    lines.block("public enum \(enumNames[list.id] ?? ""): String, CategoryValue, CaseIterable {") { lines in
      for (item, name) in zip(cases, names) {
        lines.add("case \(name) = \(CodeText.literal(item.name, in: .swift))")
      }
      lines.add()
      lines.add("/// The number that stands for the case, in HealthKit its raw value; `nil` for a case without one.")
      lines.block("public var number: Int? {") { lines in
        lines.add("switch self {")
        for (item, name) in zip(cases, names) {
          if let raw = item.raw { lines.add("case .\(name): \(raw)") }
        }
        let rest = zip(cases, names).filter { $0.0.raw == nil }.map { ".\($0.1)" }
        if !rest.isEmpty { lines.add("case \(rest.joined(separator: ", ")): nil") }
        lines.add("}")
      }
    }
  }

  // MARK: Metadata

  private func addKeys(to lines: inout CodeLines) {
    let names = MetadataNames.lower(scope.keys.map(\.key), reserved: SwiftWords.members)
    lines.block("extension MetadataKey {") { lines in
      for (key, name) in zip(scope.keys, names) {
        lines.add("/// The key `\(key.key)`.")
        lines.add(
          "public static var \(SwiftWords.written(name)): MetadataKey { "
            + "MetadataKey(\(CodeText.literal(key.key, in: .swift))) }")
      }
    }
  }
}
