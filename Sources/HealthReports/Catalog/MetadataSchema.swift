import HealthModel

/// The schema of metadata: keys with a definition by their kind, other keys by what a sample may hold at all.
struct MetadataSchema {
  let registry: Registry
  let enums: EnumSchemas

  var definitions: SchemaNode {
    let quantity: SchemaNode = [
      "type": "object", "required": ["value", "unit"],
      "properties": ["value": ["type": "number"], "unit": ["type": "string", "maxLength": 128]],
      "additionalProperties": false,
    ]
    let written: SchemaNode = ["type": "string", "pattern": .text("^\(Self.number) ")]
    let entry: SchemaNode = [
      "type": ["string", "number", "boolean"], "maxLength": .number(Double(SampleSchema.longestText)),
    ]
    return [
      "_metadata": object,
      "_entry": ["anyOf": [entry, .reference("_quantityObject")]],
      "_quantity": ["anyOf": [.reference("_quantityObject"), written]],
      "_quantityObject": quantity,
    ]
  }

  /// The rule that a sample has keys, each by any of its names.
  func requiring(_ keys: [String]) -> SchemaNode {
    let rules = keys.map { key -> SchemaNode in
      let names = self.names(of: key)
      if names.count == 1 { return ["required": .texts(names)] }
      return ["anyOf": .list(names.map { name -> SchemaNode in ["required": .texts([name])] })]
    }
    return ["required": ["metadata"], "properties": ["metadata": ["type": "object", "allOf": .list(rules)]]]
  }

  /// JSON's grammar of numbers.
  private static let number = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"

  /// The largest whole number that is read exactly, 2^53.
  private static let largest = 9_007_199_254_740_992.0

  private var object: SchemaNode {
    var keys: SchemaNode = [:]
    for key in registry.metadataKeys {
      let value = self.value(of: key)
      for name in [key.key] + key.identifiers { keys.add(name, value) }
    }
    return [
      "type": ["object", "null"], "maxProperties": 256, "properties": keys,
      "additionalProperties": .reference("_entry"),
    ]
  }

  private func names(of key: String) -> [String] {
    guard let index = registry.metadataKeyIndex(named: key) else { return [key] }
    let definition = registry.metadataKeys[index]
    return [definition.key] + definition.identifiers
  }

  private func value(of key: MetadataKeyDefinition) -> SchemaNode {
    switch key.value {
    case .string(let limit, let pattern):
      let longest = min(limit ?? SampleSchema.longestText, SampleSchema.longestText)
      var node: SchemaNode = ["type": "string", "maxLength": .number(Double(longest))]
      if let pattern { node.add("pattern", .text(ECMAPattern.text(of: pattern))) }
      return node
    case .number: return ["type": "number"]
    case .integer:
      return ["type": "integer", "minimum": .number(-Self.largest), "maximum": .number(Self.largest)]
    case .boolean: return ["enum": [true, false, 1, 0, "1", "0"]]
    case .date: return .reference("_instant")
    case .quantity: return .reference("_quantity")
    case .enum(let list): return cases(of: list)
    }
  }

  /// A case, or its raw integer as text.
  ///
  /// The text may be written with a fraction or an exponent, `2.0`; what such a number is, a schema cannot say.
  private func cases(of list: EnumDefinition) -> SchemaNode {
    let raws = CaseSpellings(list).entries.compactMap(\.raw)
    let texts: [String] = raws.flatMap { $0 == 0 ? ["0", "-0"] : [String($0)] }
    var ways: [SchemaNode] = [enums.values(of: list)]
    if !texts.isEmpty {
      ways.append(.oneOf(texts))
      let fraction = "^-?[0-9]+(\\.[0-9]+([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)$"
      ways.append(["type": "string", "pattern": .text(fraction)])
    }
    return ["anyOf": .list(ways)]
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

    var nodes: [SchemaNode] {
      var nodes = texts.map { SchemaNode.text($0) }
      if let raw { nodes.append(.number(Double(raw))) }
      return nodes
    }
  }

  /// The cases, in the order of the definition.
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

  var schema: SchemaNode { ["enum": .list(entries.flatMap(\.nodes))] }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
