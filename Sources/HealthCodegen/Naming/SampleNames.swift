import HealthModel

/// The names that code of a language gives to enums, to samples of types, and to their parts: one scope.
struct SampleNames {
  private var enums: [String: String] = [:]
  private var samples: [String: String] = [:]
  private var parts: [String: String] = [:]

  /// Gives names, enums first, each in the order of ids.
  init(_ scope: CodeScope, reserved: Set<String>) {
    var table = NameTable(reserved: reserved, suffix: "Value")
    for list in scope.enums { enums[list.id] = table.take(IdentifierWords(list.id).upperCamel) }
    for type in scope.types {
      let name = IdentifierWords(type.id).upperCamel
      samples[type.id] = table.take(name + "Sample")
      guard let structure = type.shape.structure else { continue }
      for part in ["fields", "lists", "points"] + structure.lists.map({ "lists." + $0.name }) {
        parts[type.id + " " + part] = table.take(name + IdentifierWords(part.replacing("lists.", with: "")).upperCamel)
      }
    }
  }

  /// The name of an enum's cases.
  func values(_ id: String) -> String? { enums[id] }

  /// The name of a type's samples.
  func sample(_ type: TypeDefinition) -> String { samples[type.id] ?? "" }

  /// The name of a part of a structured type: `fields`, `lists`, `points`, or `lists.events` for an element of a list.
  func part(_ part: String, of type: TypeDefinition) -> String { parts[type.id + " " + part] ?? "" }
}
