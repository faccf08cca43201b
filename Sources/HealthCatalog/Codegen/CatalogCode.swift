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
    let keys = registry.metadataKeys.filter { isWritten($0.mark, imported?.metadataKeyIndex(named: $0.key) != nil) }
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

/// Ids and texts of definitions inside Swift code: none of them ends the comment or the string that it is in.
enum CodeNames {
  /// The names of metadata keys without HealthKit's prefixes: `timeZone` for `HKTimeZone`, `sessionEstimate` for
  /// `HKMetadataKeySessionEstimate`.
  static func metadata(_ keys: [String]) -> [String] {
    var table = NameTable(reserved: SwiftWords.members)
    let bare = keys.map { key in
      let prefix = ["HKMetadataKey", "HK"].first { key.hasPrefix($0) && key.utf8.count > $0.utf8.count }
      return String(key.dropFirst(prefix?.count ?? 0))
    }
    return table.take(bare, as: \.lowerCamel)
  }

  /// A text for a comment on one line, whose first word is not its own.
  ///
  /// Controls, line ends and invisible characters are shown as escapes, and no comment begins or ends in it. What begins a
  /// comment can be a directive of a tool, so the id of what is named comes first.
  static func comment(_ id: String, _ text: String) -> String {
    var safe = String.UnicodeScalarView()
    // By scalars: a character can be `/` with an accent, which ends a comment all the same.
    for scalar in TextEscaping.escaped(text, limit: 400).unicodeScalars {
      if safe.last == "*" && scalar == "/" || safe.last == "/" && scalar == "*" { safe.append(" ") }
      safe.append(scalar)
    }
    return "`\(TextEscaping.escaped(id))`: \(String(safe))"
  }

  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      if TextEscaping.isHarmless(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }
}

/// The names of one scope of a file, each given once.
///
/// A reserved word gets a suffix, and of two ids that would have one name the later gets a number. Names depend on the
/// order in which they are taken, which is that of ids.
struct NameTable {
  private let reserved: Set<String>
  private let suffix: String
  private var taken: Set<String> = []

  init(reserved: Set<String> = [], suffix: String = "_") {
    self.reserved = reserved
    self.suffix = suffix
  }

  /// A name for each of several ids, in their order.
  mutating func take(_ ids: some Sequence<String>, as style: (IdentifierWords) -> String) -> [String] {
    ids.map { take(style(IdentifierWords($0))) }
  }

  private mutating func take(_ wanted: String) -> String {
    let name = reserved.contains(wanted) ? wanted + suffix : wanted
    if taken.insert(name).inserted { return name }
    var number = 2
    while !taken.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }
}

/// An id as identifiers of the usual styles.
///
/// Ids are ASCII letters, digits, `.`, `_` and `-`; another character separates words too, so that none gets into code.
struct IdentifierWords {
  /// `["heart", "Rate", "Variability", "SDNN"]`.
  private let words: [String]
  /// The parts between separators: `["aa", "study", "gripStrength"]`.
  private let parts: [String]

  init(_ id: String) {
    var parts: [[UInt8]] = [[]]
    for byte in id.utf8 {
      if Self.isLetter(byte) || Self.isDigit(byte) { parts[parts.count - 1].append(byte) } else { parts.append([]) }
    }
    parts.removeAll { $0.isEmpty }
    self.parts = parts.map { String(decoding: $0, as: UTF8.self) }
    words = parts.flatMap(Self.split)
  }

  var upperCamel: String { Self.begun(parts.map(Self.capitalized).joined(), with: "The") }

  /// `heartRateVariabilitySDNN`: the parts as they are, all but the first with a capital letter.
  var camel: String { Self.begun((parts.prefix(1) + parts.dropFirst().map(Self.capitalized)).joined(), with: "_") }

  /// `swolfScore` for `SWOLFScore`: as `camel`, and the first word in small letters.
  var lowerCamel: String {
    Self.begun((words.prefix(1).map { $0.lowercased() } + words.dropFirst().map(Self.capitalized)).joined(), with: "_")
  }

  /// No identifier is empty, or begins with a digit.
  private static func begun(_ name: String, with start: String) -> String {
    guard let first = name.utf8.first else { return start + "Value" }
    return isDigit(first) ? start + name : name
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Cuts before a capital letter that follows a small letter or a digit, and before the last of several that a small
  /// letter follows.
  private static func split(_ part: [UInt8]) -> [String] {
    var words: [[UInt8]] = []
    for (index, byte) in part.enumerated() {
      let begins =
        index == 0
        || isCapital(byte) && (!isCapital(part[index - 1]) || index + 1 < part.count && isSmall(part[index + 1]))
      if begins { words.append([byte]) } else { words[words.count - 1].append(byte) }
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte) || isCapital(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// Words that names in Swift may not be, or that would hide something else.
enum SwiftWords {
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "Self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Members that mean something else after a dot even in backticks, and those that the structs of names have.
  static let members: Set<String> = ["init", "self", "Type", "Protocol", "none", "some"]

  static let cases: Set<String> = members.union([
    "AllCases", "RawValue", "allCases", "hash", "hashValue", "name", "number", "rawValue", "sampleText",
  ])

  /// Types that an enum of cases would hide: those of the language, of this file, and of the library.
  ///
  /// A test compares the list with what the library declares.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "CategoryType", "CategoryValue", "CaseIterable", "CharacteristicType",
    "CorrelationType", "Dictionary", "Double", "Error", "Int", "MetadataKey", "Never", "Optional", "Protocol",
    "QuantityType", "Result", "SampleType", "Self", "Set", "Severity", "String", "StructuredType", "Task", "Type",
  ]
}
