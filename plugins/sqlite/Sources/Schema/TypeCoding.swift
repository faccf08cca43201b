import HealthModel

/// The facts about a type of the registry that the store needs to write and to read its values.
struct TypeCoding: Sendable {
  enum Value: Sendable {
    /// A REAL in the canonical unit.
    case number
    /// The raw INTEGER of a case, or its name as TEXT when it has none.
    case cases([Case])
    case text
    /// TEXT: the object of a structured sample, which conditions on values are not about.
    case parts
    /// NULL: the value is in the members.
    case absent
  }

  struct Case: Sendable {
    var raw: Int64?
    var names: [String]
    /// The name's bytes, for binding.
    var name: [UInt8]
  }

  let value: Value
  /// Whether samples of the type have a time; the ids of those without one never follow from their content.
  let hasTime: Bool
  /// For a correlation, the names of its members' roles.
  let roles: [String]

  init(_ type: TypeDefinition) {
    hasTime = type.shape.hasTime
    roles = type.shape.members?.map(\.role) ?? []
    switch type.shape.column {
    case .number: value = .number
    case .enumCase:
      let cases = type.shape.enumeration?.cases ?? []
      value = .cases(
        cases.map { item in
          Case(raw: item.raw.map { Int64($0) }, names: [item.name] + item.aliases, name: Array(item.name.utf8))
        })
    case .text: value = .text
    case .parts: value = .parts
    case .absent: value = .absent
    }
  }
}
