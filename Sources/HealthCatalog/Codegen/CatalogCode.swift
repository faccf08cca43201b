public import HealthModel

/// The names of a catalog as Swift code: its types, the cases of its enums, and its metadata keys.
///
/// The text depends on the catalog alone: it contains no version, date or path. Identifiers are made of ids; a keyword
/// and a name that is taken are changed, and no text of a definition leaves its comment or string. For other languages
/// see `plugins/codegen`.
///
/// ```swift
/// let code = CatalogCode(registry).text
/// ```
public struct CatalogCode: Sendable {
  /// An enum to declare or to import from `HealthTypeNames`.
  ///
  /// Its id is that of the enum, or for inline cases that of the type with the path of the key.
  private struct Values {
    var id: String
    var definition: EnumDefinition
    var isImported: Bool
  }

  private let registry: Registry
  private let types: [TypeDefinition]
  private let enums: [Values]
  private let keys: [MetadataKeyDefinition]
  private let enumNames: [String: String]
  /// Each name is used once, since a parameter of the type `some SampleType` accepts all of them.
  private let typeNames: [String: String]

  /// Selects definitions.
  ///
  /// - Parameters:
  ///   - registry: the effective catalog.
  ///   - folders: where the definitions are that are written, with the enums that they use: folders or files, as
  ///     the layers of the catalog are named, or parts of the built-in one, such as `catalog/heart`; `nil` for all.
  ///   - imported: a catalog whose names the code imports from the module `HealthTypeNames` instead of declaring them.
  public init(_ registry: Registry, only folders: [String]? = nil, besides imported: Registry? = nil) {
    self.registry = registry
    let foreign = Set(imported?.types.map(\.id) ?? [])
    func isWritten(_ mark: CatalogMark?, _ isForeign: Bool) -> Bool {
      folders.map { $0.contains { Self.isDefinition(mark, in: $0) } } ?? !isForeign
    }
    let types = registry.types.filter { isWritten($0.origins["type"], foreign.contains($0.id)) }
    let keys = registry.metadataKeys
      .filter { isWritten($0.mark, imported?.metadataKeyIndex(named: $0.key) != nil) }
      .sorted { Self.precedes($0.key, $1.key) }
    var found: [String: EnumDefinition] = folders == nil ? registry.enums : [:]
    for type in types {
      for (path, list) in type.shape.enumLists { found[Self.id(of: list, at: path, in: type, registry)] = list }
    }
    for key in keys {
      if case .enum(let list) = key.value { found[registry.enums[list.id] == list ? list.id : key.key] = list }
    }
    let known = imported?.enums ?? [:]
    let enums = found.filter { !$0.value.cases.isEmpty }.sorted { Self.precedes($0.key, $1.key) }
      .map { Values(id: $0.key, definition: $0.value, isImported: known[$0.key] == $0.value) }
    // First the names of the imported module, in the order in which that module gives them.
    let other = imported.map { CatalogCode($0).enums.map(\.id) } ?? []
    let listed = other + enums.filter { !$0.isImported }.map(\.id)
    var names = NameTable(reserved: SwiftWords.types, suffix: "Value")
    enumNames = Dictionary(zip(listed, names.take(listed, as: \.upperCamel))) { $1 }
    var members = NameTable(reserved: SwiftWords.members)
    typeNames = Dictionary(uniqueKeysWithValues: zip(types.map(\.id), members.take(types.map(\.id), as: \.camel)))
    self.types = types
    self.keys = keys
    self.enums = enums
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// The id of the enum of a value: one with its own file is shared, inline cases belong to their place.
  private static func id(
    of list: EnumDefinition, at path: String, in type: TypeDefinition, _ registry: Registry
  ) -> String {
    if registry.enums[list.id] == list { return list.id }
    let frame: Set<Substring> = ["fields", "lists", "points", "columns"]
    return ([type.id[...]] + path.split(separator: ".").filter { !frame.contains($0) }).joined(separator: ".")
  }

  /// The text of one file.
  public var text: String {
    var lines = [
      "// Names of a catalog, written by `assay catalog generate`: the next run replaces this file.",
      "public import HealthModel",
    ]
    if enums.contains(where: \.isImported) { lines.append("public import HealthTypeNames") }
    for (owner, types) in Dictionary(grouping: types, by: owner).sorted(by: { $0.key < $1.key }) {
      lines += ["", "extension SampleType where Self == \(owner) {"] + types.flatMap(constant) + ["}"]
    }
    for list in enums where !list.isImported { lines += [""] + declaration(of: list) }
    if !keys.isEmpty {
      lines += ["", "extension MetadataKey {"]
      for (key, name) in zip(keys, CodeNames.metadata(keys.map(\.key))) {
        lines.append("  /// The key `\(key.key)`.")
        lines.append(
          "  public static var \(SwiftWords.written(name)): MetadataKey { "
            + "MetadataKey(\(CodeNames.literal(key.key))) }")
      }
      lines.append("}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The Swift type of a type's constant.
  private func owner(of type: TypeDefinition) -> String {
    let shape = type.shape
    if shape.quantity != nil { return "QuantityType" }
    if shape.members != nil { return "CorrelationType" }
    if shape.structure != nil { return "StructuredType" }
    let owner = shape.hasTime ? "CategoryType" : "CharacteristicType"
    if let list = shape.enumeration {
      let name = enumNames[Self.id(of: list, at: "", in: type, registry)]
      return "\(owner)<\(name ?? (shape.hasTime ? "CategoryCase" : "String"))>"
    }
    return "\(owner)<\(shape.text == .date ? "CivilDate" : "String")>"
  }

  private func constant(_ type: TypeDefinition) -> [String] {
    var parts = [type.title, type.summary].filter { !$0.isEmpty }.map { $0.hasSuffix(".") ? $0 : $0 + "." }
    if let shape = type.shape.quantity { parts.append("In \(shape.shownUnit(shape.unit)).") }
    if let deprecation = type.deprecation {
      parts.append("Deprecated since \(deprecation.since)\(deprecation.replacement.map { ": use \($0)" } ?? "").")
    }
    let name = SwiftWords.written(typeNames[type.id] ?? "")
    return ["  /// " + CodeNames.comment(type.id, parts.joined(separator: " "))]
      + (type.deprecation == nil ? [] : ["  @available(*, deprecated)"])
      + ["  public static var \(name): Self { Self(\(CodeNames.literal(type.id))) }"]
  }

  private func declaration(of list: Values) -> [String] {
    var table = NameTable(reserved: SwiftWords.cases)
    let cases = list.definition.cases
    let names = table.take(cases.map(\.name), as: \.camel).map(SwiftWords.written)
    let use = "Cases of samples and metadata" + (list.definition.identifier.map { "; \($0)." } ?? ".")
    var lines = [
      "/// " + CodeNames.comment(list.id, use),
      "public enum \(enumNames[list.id] ?? ""): String, CategoryValue, CaseIterable {",
    ]
    lines += zip(cases, names).map { "  case \($1) = \(CodeNames.literal($0.name))" }
    lines += [
      "", "  /// The number that stands for the case, in HealthKit its raw value; `nil` for a case without one.",
      "  public var number: Int? {", "    switch self {",
    ]
    lines += zip(cases, names).compactMap { item, name in item.raw.map { "    case .\(name): \($0)" } }
    let rest = zip(cases, names).filter { $0.0.raw == nil }.map { ".\($0.1)" }
    if !rest.isEmpty { lines.append("    case \(rest.joined(separator: ", ")): nil") }
    return lines + ["    }", "  }", "}"]
  }

  /// Whether a type is defined in a folder or file; paths are compared as the catalog's findings write them.
  package static func isDefinition(of type: TypeDefinition, in folder: String) -> Bool {
    isDefinition(type.origins["type"], in: folder)
  }

  private static func isDefinition(_ mark: CatalogMark?, in folder: String) -> Bool {
    guard let place = mark?.path else { return false }
    let folder = bare(folder)
    if folder == "." { return place.hasPrefix("./") }
    let own = bare(place)
    return own == folder || own.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// A path without `./` before it and `/` after it.
  private static func bare(_ path: String) -> Substring {
    var path = path[...]
    while path.utf8.count > 2, path.hasPrefix("./") { path = path.dropFirst(2) }
    while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return path
  }
}

extension TypeShape {
  /// The lists of cases in a sample, each with the path of its key; the path of the value itself is empty.
  fileprivate var enumLists: [(path: String, list: EnumDefinition)] {
    if let values = enumeration { return [("", values)] }
    return structure?.parts.compactMap { part in part.value.enumeration.map { (part.path, $0) } } ?? []
  }
}
