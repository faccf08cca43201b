import HealthModel

/// A piece of a JSON Schema, written in Swift the way it is in the document.
///
/// Literals make nodes, so `["type": "string", "minLength": 1]` is one.
enum SchemaNode: Sendable {
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([SchemaNode])
  /// Members in the order they are written.
  case object([(key: String, value: SchemaNode)])

  /// A definition of the document, by its name.
  static func reference(_ name: String) -> SchemaNode { ["$ref": .text("#/$defs/" + name)] }

  static func texts(_ texts: [String]) -> SchemaNode { .list(texts.map { SchemaNode.text($0) }) }

  static func oneOf(_ texts: [String]) -> SchemaNode {
    if texts.count == 1, let only = texts.first { return ["const": .text(only)] }
    return ["enum": .texts(texts)]
  }

  mutating func add(_ key: String, _ value: SchemaNode) {
    guard case .object(var members) = self else { return }
    members.append((key: key, value: value))
    self = .object(members)
  }

  /// Adds the members of another object.
  mutating func add(contentsOf other: SchemaNode) {
    guard case .object(let members) = other else { return }
    for member in members { add(member.key, member.value) }
  }

  /// Writes the node, as the next value.
  func append(to json: inout JSONBuilder) {
    switch self {
    case .flag(let flag): json.value(flag)
    case .number(let number): json.value(number)
    case .text(let text): json.value(text)
    case .list(let items):
      json.array { inner in
        for item in items { item.append(to: &inner) }
      }
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

extension SchemaNode: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .text(value) }
}

extension SchemaNode: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension SchemaNode: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension SchemaNode: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: SchemaNode...) { self = .list(elements) }
}

extension SchemaNode: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}
