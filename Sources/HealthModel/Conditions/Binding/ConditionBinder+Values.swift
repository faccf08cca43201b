import HealthUnits

/// A sample's own value, and its members'.
extension ConditionBinder {
  func value(_ name: ConditionName, at place: Int) throws(ConditionFault) -> BoundPart {
    let types = try askedTypes(name, at: place)
    let kind = try kind(ofValuesOf: types, name, at: place)
    return BoundPart(expression: .sample(.value), kind: kind, shown: types.first?.id ?? name.shown)
  }

  private func askedTypes(_ name: ConditionName, at place: Int) throws(ConditionFault) -> [TypeDefinition] {
    if let unknownType {
      throw ConditionFault(place, "no type is called `\(TextEscaping.escaped(unknownType))`", reason: .unknownType)
    }
    guard !types.isEmpty else {
      throw ConditionFault(
        place, "\(name.shown) means something in types only, and the query names none",
        instead: "name the types of the query", reason: .wrongTypeCount)
    }
    return types
  }

  func kind(
    ofValuesOf types: [TypeDefinition], _ name: ConditionName, at place: Int
  ) throws(ConditionFault) -> ConditionKind {
    if let group = types.first(where: {
      $0.shape.quantity == nil && $0.shape.enumeration == nil && $0.shape.text == nil
    }) {
      throw ConditionFault(
        place, "\(group.id) is a \(group.kind.rawValue) and has no value",
        instead: group.shape.members != nil ? "ask for members.ROLE" : "ask for one of its fields",
        reason: .wrongKind)
    }
    let quantities = types.filter { $0.shape.quantity != nil }
    guard quantities.isEmpty || quantities.count == types.count else {
      let (number, word) = (quantities.first, types.first { $0.shape.quantity == nil })
      throw ConditionFault(
        place, "values of \(number?.id ?? "") are numbers, those of \(word?.id ?? "") are not",
        instead: "ask for one type at a time", reason: .wrongKind)
    }
    guard let first = quantities.first, let shape = first.shape.quantity else { return .values(types) }
    let isOne = quantities.allSatisfy { $0.shape.quantity?.unit.isEquivalent(to: shape.unit) ?? false }
    return .number(
      MeasuredNumber(unit: isOne ? shape.unit : nil, allowed: shape.units, name: first.id, types: quantities))
  }

  // MARK: - Members

  /// The members that `members.ROLE` names.
  func members(_ name: ConditionName, at place: Int) throws(ConditionFault) -> ListName {
    guard let role = name.part, !role.isEmpty else {
      throw ConditionFault(place, "the role is missing", instead: "write members.ROLE")
    }
    var isRole = false
    for type in try askedTypes(name, at: place) {
      let meant = try members(role, of: type, at: place)
      isRole = isRole || meant.contains { $0.role == role }
    }
    return .members(isRole ? role : registry.type(named: role)?.id ?? role)
  }

  func memberPart(_ name: ConditionName, at place: Int) throws(ConditionFault) -> BoundPart {
    var found: [TypeDefinition] = []
    for type in types {
      found += try members(name.part ?? "", of: type, at: place).compactMap { registry.type(named: $0.type) }
    }
    let kind = try kind(ofValuesOf: found, name, at: place)
    return BoundPart(expression: .element(.value), kind: kind, shown: found.first?.id ?? name.shown)
  }

  func member(
    _ name: ConditionName, _ sign: Sign, _ right: ConditionSyntax, at place: Int
  ) throws(ConditionFault) -> BoundExpression {
    let list = try members(name, at: place)
    let part = try memberPart(name, at: place)
    return .fold(.any, list, try comparison(part, sign, right, nil, at: place), filter: nil)
  }

  func member(_ name: ConditionName, _ words: [ConditionWord], at place: Int) throws(ConditionFault) -> BoundExpression
  {
    let list = try members(name, at: place)
    return .fold(.any, list, try isOneOf(try memberPart(name, at: place), words), filter: nil)
  }

  /// The roles of a correlation that a name means: a role's, or that of the members' type.
  func members(
    _ role: String, of type: TypeDefinition, at place: Int
  ) throws(ConditionFault) -> [CorrelationMember] {
    guard let members = type.shape.members else {
      throw ConditionFault(
        place, "\(type.id) is a \(type.kind.rawValue), and only correlations have members",
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
      place, "\(type.id) has no members `\(TextEscaping.escaped(role, limit: 80))`",
      instead: near.map { "did you mean `\($0)`?" }
        ?? "its roles are " + members.prefix(8).map(\.role).joined(separator: ", ") + (members.count > 8 ? ", …" : ""))
  }
}
