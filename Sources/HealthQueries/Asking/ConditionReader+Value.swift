import HealthModel
import HealthStorage
import HealthUnits

/// Conditions on values, a sample's own and its members'.
extension ConditionReader {
  /// Adds a condition on the value.
  mutating func addValue(_ name: Name) throws(ConditionFault) {
    let types = try askedTypes(name)
    query.values.append(try valueCondition(name, of: types))
  }

  /// Adds a condition on members: that one is there or, with a comparison, that one has such a value.
  ///
  /// Conditions on one role are met by one member together.
  mutating func addMember(_ name: Name, _ role: String) throws(ConditionFault) {
    var members: [TypeDefinition] = []
    var isRole = false
    for type in try askedTypes(name) {
      let meant = try self.members(name, role, of: type)
      isRole = isRole || meant.contains { $0.role == role }
      members += meant.compactMap { registry.type(named: $0.type) }
    }
    let role = isRole ? role : registry.type(named: role)?.id ?? role
    let values = hasComparison() ? [try valueCondition(name, of: members)] : []
    if let index = query.members.firstIndex(where: { $0.role == role }) {
      query.members[index].values += values
    } else {
      query.members.append(MemberCondition(role: role, values: values))
    }
  }

  /// The types that the query names.
  private func askedTypes(_ name: Name) throws(ConditionFault) -> [TypeDefinition] {
    guard !query.types.isEmpty else {
      throw ConditionFault(
        name.place, "\(name.shown) means something in types only, and the query names none",
        instead: "name the types of the query", reason: .wrongTypeCount)
    }
    var types: [TypeDefinition] = []
    for id in query.types {
      guard let type = registry.type(named: id) else {
        throw ConditionFault(
          name.place, "no type is called `\(TextEscaping.escaped(id))`", reason: .unknownType)
      }
      types.append(type)
    }
    return types
  }

  /// The roles of a correlation that a name means: a role's, or that of the members' type.
  private func members(
    _ name: Name, _ role: String, of type: TypeDefinition
  ) throws(ConditionFault) -> [CorrelationMember] {
    guard let members = type.shape.members else {
      throw ConditionFault(
        name.place, "\(type.id) is a \(type.kind.rawValue), and only correlations have members",
        instead: "write value for the sample's own", reason: .wrongKind)
    }
    let named = members.filter { $0.role == role }
    if !named.isEmpty { return named }
    if let index = registry.typeIndex(named: role) {
      let ofType = members.filter { registry.typeIndex(named: $0.type) == index }
      if !ofType.isEmpty { return ofType }
    }
    let near = Suggestion.nearest(to: role, among: members.map(\.role))
    throw ConditionFault(
      name.place, "\(type.id) has no members `\(TextEscaping.escaped(role, limit: 80))`",
      instead: near.map { "did you mean `\($0)`?" }
        ?? "its roles are " + members.prefix(8).map(\.role).joined(separator: ", ") + (members.count > 8 ? ", …" : ""))
  }

  /// Reads a comparison with a value that all of some types can have.
  private mutating func valueCondition(
    _ name: Name, of types: [TypeDefinition]
  ) throws(ConditionFault) -> ValueCondition {
    if let group = types.first(where: { $0.shape.column == .absent }) {
      throw ConditionFault(
        name.place, "\(group.id) is a \(group.kind.rawValue) and has no value",
        instead: "ask for members.ROLE",
        reason: .wrongKind)
    }
    let quantities = types.filter { $0.shape.quantity != nil }
    guard quantities.isEmpty || quantities.count == types.count else {
      let (number, word) = (quantities.first, types.first { $0.shape.quantity == nil })
      throw ConditionFault(
        name.place, "values of \(number?.id ?? "") are numbers, those of \(word?.id ?? "") are not",
        instead: "ask for one type at a time", reason: .wrongKind)
    }
    let comparison = try self.comparison(name)
    let word = try operand()
    if !quantities.isEmpty {
      return ValueCondition(comparison.kind, .number(try canonicalNumber(word, of: types)))
    }
    try Self.requireEquality(comparison, "values of \(types.first?.id ?? "this type")")
    var texts: Set<String> = []
    for type in types { texts.insert(try Self.text(word, of: type)) }
    guard texts.count == 1, let text = texts.first else {
      throw ConditionFault(
        word.place, "`\(TextEscaping.escaped(word.text, limit: 40))` is another case in each type",
        instead: "ask for one type at a time")
    }
    return ValueCondition(comparison.kind, .text(text))
  }

  /// Reads a number with its unit, as the number that it is in the canonical unit of each type.
  private mutating func canonicalNumber(
    _ word: ConditionScanner.Word, of types: [TypeDefinition]
  ) throws(ConditionFault) -> Double {
    guard let number = NumberText(word), !word.isQuoted else {
      throw ConditionFault(
        word.place, "a number is expected, got `\(TextEscaping.escaped(word.text, limit: 40))`")
    }
    var unit = number.unit
    if unit == nil { unit = try self.unit() }
    guard let unit else {
      try Self.requireOneUnit(word, of: types)
      return number.value
    }
    var values: [Double] = []
    for type in types {
      guard let shape = type.shape.quantity else { continue }
      do throws(QueryError) {
        let asked = try registry.unit(unit.text, for: type)
        values.append((try? asked.conversion(to: shape.unit))?(number.value) ?? .nan)
      } catch {
        throw ConditionFault(unit.place, error)
      }
    }
    guard let value = values.first, value.isFinite else {
      throw ConditionFault(word.place, "the number is too large")
    }
    guard values.allSatisfy({ $0 == value }) else {
      throw ConditionFault(
        word.place, "the types are kept in different units, in which this is not one number",
        instead: "ask for one type at a time", reason: .wrongUnit)
    }
    return value
  }

  /// Requires that a number without a unit means the same in all of some quantity types.
  private static func requireOneUnit(
    _ word: ConditionScanner.Word, of types: [TypeDefinition]
  ) throws(ConditionFault) {
    guard let first = types.first, let shape = first.shape.quantity else { return }
    for type in types {
      guard let other = type.shape.quantity, !other.unit.isEquivalent(to: shape.unit) else { continue }
      throw ConditionFault(
        word.place, "\(first.id) is measured in \(shape.unit) and \(type.id) in \(other.unit)",
        instead: "write the unit of the number, or ask for one type at a time", reason: .wrongUnit)
    }
  }

  /// What a category's or characteristic's value is called: a case by its name or raw number, a date, or any text.
  private static func text(
    _ word: ConditionScanner.Word, of type: TypeDefinition
  ) throws(ConditionFault) -> String {
    let shown = TextEscaping.escaped(word.text, limit: 40)
    if let list = type.shape.enumeration {
      if let item = list.item(named: word.text) { return item.name }
      let near = Suggestion.nearest(to: word.text, among: list.cases.map(\.name))
      throw ConditionFault(word.place, "\(type.id) has no case `\(shown)`", instead: list.advice(near))
    }
    if type.shape.text == .date {
      let bytes = Array(word.text.utf8)
      guard TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes) != nil else {
        throw ConditionFault(word.place, "\(type.id) is a date such as 1990-04-12, got `\(shown)`")
      }
    }
    return word.text
  }
}

extension EnumDefinition {
  /// The case with this name, former name or raw number.
  func item(named text: String) -> EnumCase? {
    if let item = cases.first(where: { $0.name == text || $0.aliases.contains(text) }) { return item }
    guard let raw = Int(text) else { return nil }
    return cases.first { $0.raw == raw }
  }

  /// The suggestions for a name that no case has.
  func advice(_ near: String?) -> String {
    if let near { return "did you mean `\(near)`?" }
    return "one of " + cases.prefix(12).map(\.name).joined(separator: ", ") + (cases.count > 12 ? ", …" : "")
  }
}
