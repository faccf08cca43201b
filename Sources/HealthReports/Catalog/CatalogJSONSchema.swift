package import HealthModel
import HealthUnits

/// A catalog as a JSON Schema (draft 2020-12) of one sample, as a line of NDJSON holds it.
///
/// The schema refuses only what the validator calls an error, and of that what a schema can say. It cannot read units,
/// convert numbers, or compare two fields.
package enum CatalogJSONSchema {
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    var json = JSONBuilder()
    schema(of: registry, only: ids, version: version).append(to: &json)
    return JSONLayout.lines(json.bytes)
  }

  private static func schema(of registry: Registry, only ids: Set<String>?, version: String) -> JSONValue {
    let named = registry.types.filter { ids?.contains($0.id) ?? true }
    let members = Set(named.flatMap { $0.shape.members ?? [] }.map(\.type))
    let described = registry.types.filter { (ids?.contains($0.id) ?? true) || members.contains($0.id) }
    let schemas = TypeSchema(registry: registry)
    var definitions = SampleSchema.definitions(metadata: schemas.metadata)
    definitions.add(contentsOf: schemas.enums(of: described))
    if described.contains(where: \.shape.namesQuantityTypes) {
      let quantities = registry.types.filter { $0.shape.quantity != nil }
      definitions.add("_quantityType", .oneOf(quantities.flatMap(\.names)))
    }
    for type in described { definitions.add(type.id, schemas.definition(of: type)) }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$comment": .string("Written by assay \(version) from the catalog \(registry.contentHash)."),
      "title": "Health sample",
      "description": "One sample. What is refused is an error for assay too, which sees more than a schema can say.",
      "type": "object",
      "required": ["type"],
      "properties": ["type": .oneOf(named.flatMap(\.names))],
      "allOf": .array(named.map { rule(for: $0) }),
      "$defs": definitions,
    ]
  }

  /// Leads from the names of a type to its definition.
  private static func rule(for type: TypeDefinition) -> JSONValue {
    var then = JSONValue.reference(type.id)
    if type.shape.hasTime { then.add("required", ["start"]) }
    return ["if": ["properties": ["type": .oneOf(type.names)], "required": ["type"]], "then": then]
  }
}

extension TypeShape {
  /// Whether samples have a field with the name of a quantity type.
  fileprivate var namesQuantityTypes: Bool { structure?.parts.contains { $0.value == .quantityType } ?? false }
}

extension MetadataKeyDefinition {
  /// The cases of the key's values, when it has cases.
  var enumeration: EnumDefinition? {
    if case .enum(let list) = value { return list }
    return nil
  }
}

/// The schema of a type's samples, wherever they are: a member of a correlation may leave out its start.
struct TypeSchema {
  let registry: Registry

  func definition(of type: TypeDefinition) -> JSONValue {
    var node: JSONValue = ["title": .string(type.title)]
    if !type.summary.isEmpty { node.add("description", .string(type.summary)) }
    if type.deprecation != nil { node.add("deprecated", true) }
    node.add(contentsOf: .reference(type.shape.hasTime ? "_timed" : "_sample"))
    type.shape.report.addFields(to: &node, in: self)
    let rules = metadataRules(of: type)
    if !rules.isEmpty { node.add("allOf", .array(rules)) }
    return node
  }

  /// The keys that every sample of the type needs, and those that a case of it needs.
  private func metadataRules(of type: TypeDefinition) -> [JSONValue] {
    var rules: [JSONValue] = []
    var required = type.metadata.required
    if type.shape.hasTimedCases, let list = type.shape.enumeration, list.isValueOptional {
      required += list.cases.flatMap(\.requires)
    } else if let list = type.shape.enumeration {
      for entry in CaseSpellings(list).entries where !entry.value.requires.isEmpty {
        rules.append([
          "if": ["properties": ["value": ["enum": .array(entry.nodes)]], "required": ["value"]],
          "then": requiring(entry.value.requires),
        ])
      }
    }
    if !required.isEmpty { rules.append(requiring(required)) }
    return rules
  }

  /// The schema of a value that is one of an enum's cases.
  ///
  /// An enum with its own file is referenced, since many types share one; inline cases are written out.
  func values(of list: EnumDefinition) -> JSONValue {
    registry.enums[list.id] == list ? .reference(name(of: list)) : CaseSpellings(list).schema
  }

  /// The definitions of the enums that types and metadata keys use, by id.
  func enums(of types: [TypeDefinition]) -> JSONValue {
    let all = types.flatMap(\.shape.enumerations) + registry.metadataKeys.compactMap(\.enumeration)
    let used = Set(all.map(\.id))
    var result: JSONValue = [:]
    for (id, list) in registry.enums.sorted(by: { $0.key < $1.key }) where used.contains(id) {
      result.add(name(of: list), CaseSpellings(list).schema)
    }
    return result
  }

  private func name(of list: EnumDefinition) -> String { "_values.\(list.id)" }

  /// The rule that a sample has keys, each by any of its names and with a value of its kind.
  func requiring(_ keys: [String]) -> JSONValue {
    let rules = keys.map { key -> JSONValue in
      let names = self.names(of: key)
      var rule: JSONValue = ["anyOf": .array(names.map { name -> JSONValue in ["required": .texts([name])] })]
      if names.count == 1 { rule = ["required": .texts(names)] }
      let definition = registry.metadataKeyIndex(named: key).map { registry.metadataKeys[$0] }
      let value = definition.map(value(of:)) ?? .reference("_entry")
      rule.add("properties", .object(names.map { JSONValue.Member($0, value) }))
      return rule
    }
    return ["required": ["metadata"], "properties": ["metadata": ["type": "object", "allOf": .array(rules)]]]
  }

  /// The largest whole number that is read exactly, 2^53.
  private static let largest = 9_007_199_254_740_992.0

  /// Metadata: keys with a definition by their kind, other keys by what a sample may hold.
  ///
  /// What is of another kind is a warning, so both are in an `if` that nothing follows from.
  var metadata: JSONValue {
    var keys: JSONValue = [:]
    for key in registry.metadataKeys {
      let value = self.value(of: key)
      for name in [key.key] + key.identifiers { keys.add(name, value) }
    }
    return [
      "type": ["object", "null"], "maxProperties": 256, "additionalProperties": .reference("_kept"),
      "if": ["properties": keys, "additionalProperties": .reference("_entry")],
    ]
  }

  private func names(of key: String) -> [String] {
    guard let index = registry.metadataKeyIndex(named: key) else { return [key] }
    let definition = registry.metadataKeys[index]
    return [definition.key] + definition.identifiers
  }

  private func value(of key: MetadataKeyDefinition) -> JSONValue {
    switch key.value {
    case .string(let limit, let pattern):
      let longest = min(limit ?? SampleSchema.longestText, SampleSchema.longestText)
      var node: JSONValue = ["type": "string", "maxLength": .double(Double(longest))]
      if let pattern { node.add("pattern", .string(ECMAPattern.text(of: pattern))) }
      return node
    case .number: return ["type": "number"]
    case .integer: return ["type": "integer", "minimum": .double(-Self.largest), "maximum": .double(Self.largest)]
    case .boolean: return ["enum": [true, false, 1, 0, "1", "0"]]
    case .date: return .reference("_instant")
    case .quantity: return .reference("_quantity")
    case .enum(let list): return cases(of: list)
    }
  }

  /// A case, or its raw integer as text.
  ///
  /// The text may be written with a fraction or an exponent, `2.0`; what such a number is, a schema cannot say.
  private func cases(of list: EnumDefinition) -> JSONValue {
    let raws = CaseSpellings(list).entries.compactMap(\.raw)
    let texts: [String] = raws.flatMap { $0 == 0 ? ["0", "-0"] : [String($0)] }
    var ways: [JSONValue] = [values(of: list)]
    if !texts.isEmpty {
      ways.append(.oneOf(texts))
      let fraction = "^-?[0-9]+(\\.[0-9]+([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)$"
      ways.append(["type": "string", "pattern": .string(fraction)])
    }
    return ["anyOf": .array(ways)]
  }
}

extension TypeDefinition {
  /// The names of the type in samples, each once.
  var names: [String] {
    var seen: Set<[UInt8]> = []
    return ([id] + aliases + identifiers).filter { seen.insert(Array($0.utf8)).inserted }
  }
}

/// A `TextPattern` in the language of JSON Schema, ECMA-262.
///
/// Both match whole texts here. What differs is written out: `.` takes line ends, `\d`, `\w` and `\s` are ASCII only,
/// and a backslash is before nothing that does not need one.
enum ECMAPattern {
  /// The regular expression that matches the same texts.
  static func text(of pattern: TextPattern) -> String {
    var result = "^(?:"
    var isInClass = false
    var isClassAtStart = false
    var isEscaped = false
    for scalar in pattern.source.unicodeScalars {
      let wasAtStart = isClassAtStart
      isClassAtStart = false
      if isEscaped {
        isEscaped = false
        result += escape(scalar, isInClass: isInClass)
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "[" where !isInClass:
        isInClass = true
        isClassAtStart = true
        result += "["
      case "]":
        isInClass = false
        result += "]"
      case "^": result += wasAtStart ? "^" : "\\^"
      case "." where !isInClass: result += "[\\s\\S]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + ")$"
  }

  private static func escape(_ scalar: Unicode.Scalar, isInClass: Bool) -> String {
    switch scalar {
    case "d": return isInClass ? "0-9" : "[0-9]"
    case "w": return isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
    case "s": return isInClass ? "\\t-\\r " : "[\\t-\\r ]"
    case "t", "n", "r": return "\\\(scalar)"
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return "\\\(scalar)"
    case "-": return isInClass ? "\\-" : "-"
    default: return String(scalar)
    }
  }
}

/// The spellings of the cases of an enum: the texts and raw integers that the validator takes.
struct CaseSpellings {
  /// One case with what means it; a spelling that means an earlier case is left out.
  struct Entry {
    var value: EnumCase
    var texts: [String] = []
    var raw: Int?

    var nodes: [JSONValue] {
      var nodes = texts.map { JSONValue.string($0) }
      if let raw { nodes.append(.double(Double(raw))) }
      return nodes
    }
  }

  private(set) var entries: [Entry] = []

  init(_ values: EnumDefinition) {
    // By bytes, as names are looked up: strings are equal already when they look the same.
    var seen: Set<[UInt8]> = []
    var raws: Set<Int> = []
    let identifiers = [values.identifier].compactMap { $0 } + values.otherIdentifiers
    for item in values.cases {
      var entry = Entry(value: item)
      let names = [item.name] + item.aliases
      let long = identifiers.flatMap { identifier in names.map { identifier + Self.capitalized($0) } }
      for text in names + item.exports + long where seen.insert(Array(text.utf8)).inserted { entry.texts.append(text) }
      if let raw = item.raw, raws.insert(raw).inserted { entry.raw = raw }
      entries.append(entry)
    }
  }

  var schema: JSONValue { ["enum": .array(entries.flatMap(\.nodes))] }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// The parts that all samples share, as definitions of the schema.
///
/// The names of definitions that are not types begin with `_`, as no type's id does. Limits of texts count bytes in the
/// validator and characters here, which are never more.
enum SampleSchema {
  /// The definitions by name.
  static func definitions(metadata: JSONValue) -> JSONValue {
    let members = JSONValue(parsing: text.utf8)?.members ?? []
    return .object(members.map { $0.key == "_metadata" ? JSONValue.Member($0.key, metadata) : $0 })
  }

  static let longestText = 65_536

  /// A field of another name than those of a sample is a warning only.
  private static let text = #"""
    {
      "_sample": {
        "type": "object",
        "properties": {
          "uuid": {"$ref": "#/$defs/_uuid"},
          "subject": {"type": "string", "minLength": 1, "maxLength": 128},
          "origin": {"type": "string", "minLength": 1, "maxLength": 128}, "role": {"$ref": "#/$defs/_text"},
          "original": {"type": "object", "maxProperties": 256}, "source": {"$ref": "#/$defs/_source"},
          "device": {"$ref": "#/$defs/_device"}, "metadata": {"$ref": "#/$defs/_metadata"}
        }
      },
      "_timed": {
        "$ref": "#/$defs/_sample",
        "properties": {
          "start": {"$ref": "#/$defs/_instant"}, "end": {"$ref": "#/$defs/_instant"},
          "created": {"$ref": "#/$defs/_instant"}, "offset": {"$ref": "#/$defs/_offset"},
          "end_offset": {"$ref": "#/$defs/_offset"}, "created_offset": {"$ref": "#/$defs/_offset"}
        }
      },
      "_text": {"type": "string", "maxLength": \#(longestText)}, "_kept": {"maxLength": \#(longestText)},
      "_uuid": {
        "type": "string", "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", "minLength": 36,
        "maxLength": 36, "not": {"const": "00000000-0000-0000-0000-000000000000"}
      },
      "_instant": {
        "description": "RFC 3339 with an offset; a blank is read in place of T.", "type": "string",
        "pattern": "^\#(TimePatterns.date)[Tt ]\#(time)([Zz]|\#(offset))$"
      },
      "_offset": {"type": "string", "pattern": "^\#(offset)$", "maxLength": 6},
      "_source": {
        "type": "object", "properties": {\#(fields(["name", "bundle"], "_text")), \#(
          fields(["version", "product", "os"], "_kept"))}
      },
      "_device": {
        "properties": {\#(
          fields(["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"], "_kept"))}
      },
      "_metadata": null,
      "_entry": {
        "anyOf": [
          {"type": ["string", "number", "boolean"], "maxLength": \#(longestText)},
          {"$ref": "#/$defs/_quantityObject"}
        ]
      },
      "_quantity": {
        "anyOf": [
          {"$ref": "#/$defs/_quantityObject"},
          {"type": "string", "pattern": "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)? "}
        ]
      },
      "_quantityObject": {
        "type": "object", "required": ["value", "unit"],
        "properties": {"value": {"type": "number"}, "unit": {"type": "string", "maxLength": 128}},
        "additionalProperties": false
      }
    }
    """#

  private static let time = #"([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?"#
  /// An offset up to 18 hours.
  private static let offset = "[+-]((0[0-9]|1[0-7]):[0-5][0-9]|18:00)"

  /// Fields of one definition.
  private static func fields(_ names: [String], _ definition: String) -> String {
    names.map { ##""\##($0)": {"$ref": "#/$defs/\##(definition)"}"## }.joined(separator: ", ")
  }
}

/// Regular expressions for times, in the part of ECMA-262 that JSON Schema recommends.
///
/// They know the length of every month and the leap years, but not when there were leap seconds.
enum TimePatterns {
  static let date = "(\(year)-\(monthAndDay)|\(leapYear)-02-29)"

  /// The pattern of a text that is nothing else.
  static func whole(_ pattern: String) -> String { "^\(pattern)$" }

  private static let year = "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"

  private static let monthAndDay =
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"

  /// A multiple of four among the numbers of two digits, without 00.
  private static let leap = "(0[48]|[2468][048]|[13579][26])"

  private static let leapYear = "([0-9]{2}\(leap)|\(leap)00)"
}

/// A JSON Schema is written in Swift the way it is in the document: literals make values, so `["minLength": 1]` is one.
extension JSONValue {
  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/" + name)] }

  /// The schema of an object, of whose properties some are required.
  static func object(_ properties: JSONValue, required: [String]) -> JSONValue {
    var node: JSONValue = ["type": "object", "properties": properties]
    if !required.isEmpty { node.add("required", .texts(required)) }
    return node
  }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { JSONValue.string($0) }) }

  static func oneOf(_ texts: [String]) -> JSONValue {
    if texts.count == 1, let only = texts.first { return ["const": .string(only)] }
    return ["enum": .texts(texts)]
  }

  mutating func add(_ key: String, _ value: JSONValue) {
    guard case .object(var members) = self else { return }
    members.append(Member(key, value))
    self = .object(members)
  }

  mutating func add(contentsOf other: JSONValue) {
    guard case .object(let members) = other else { return }
    for member in members { add(member.key, member.value) }
  }

  func append(to json: inout JSONBuilder) {
    switch self {
    case .null: json.value(json: "null".utf8)
    case .boolean(let flag): json.value(flag)
    case .int64(let number): json.value(number)
    case .double(let number): json.value(number)
    case .string(let text): json.value(text)
    case .array(let items): json.array { inner in for item in items { item.append(to: &inner) } }
    case .object(let members):
      json.object { inner in
        for member in members {
          inner.key(member.key)
          member.value.append(to: &inner)
        }
      }
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .int64(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

/// How a unit may be written without the signs of products and powers, which have no end of orders.
enum UnitSpellings {
  /// A pattern for the texts that may be any unit, since they have one of those signs.
  static let composed = "[.*^()<·]"

  /// The canonical text and, where it has none of the signs, every other plain one: a liter is `L` or `l`.
  static func plain(_ unit: UnitOfMeasure) -> [String] {
    let canonical = unit.unitString
    guard !canonical.contains(where: { signs.contains($0) }) else { return [canonical] }
    var texts = [""]
    for (index, name) in canonical.split(separator: "/").enumerated() {
      var spellings = [String(name)]
      if name.hasSuffix("L") { spellings.append(String(name.dropLast()) + "l") }
      let solidus = index > 0 ? "/" : ""
      texts = texts.flatMap { start in spellings.map { start + solidus + $0 } }
    }
    return texts
  }

  /// The texts of several units and a type's own spellings, each once.
  static func texts(of units: [UnitOfMeasure], and own: [UnitSpelling]) -> [String] {
    var seen: Set<[UInt8]> = []
    let all = units.flatMap { plain($0) } + own.map(\.text)
    return all.filter { seen.insert(Array($0.utf8)).inserted }
  }

  private static let signs: Set<Character> = [".", "*", "^", "(", ")", "<", "·"]
}
