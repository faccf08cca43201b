/// Why a name means nothing, and what to write in its place.
extension ConditionBinder {
  /// Why a name means nothing.
  func unknown(_ name: ConditionName, _ scope: ElementScope?, at place: Int) -> ConditionFault {
    let spaced = spaced(name.whole, scope)
    if let scope {
      var fault = scope.unknown(name, at: place)
      if let spaced { fault.instead = spaced }
      return fault
    }
    if spaced == nil, let fault = ofList(name, at: place) ?? ofOtherTypes(name, at: place) { return fault }
    return ConditionFault(
      place, "there are no conditions on \(name.shown)",
      instead: spaced ?? elementAdvice(name) ?? near(name).map { "did you mean `\($0)`?" } ?? beside(name)
        ?? otherTypes(with: name).map { "samples of \($0) have it: ask for this type" } ?? names)
  }

  /// The advice to put blanks around the signs of a word that is arithmetic with known names: `distance/duration`.
  func spaced(_ text: String, _ scope: ElementScope?) -> String? {
    let signs = ArithmeticSign.allCases.map(\.text)
    func isSign(_ character: Character) -> Bool { signs.contains(String(character)) }
    guard let sign = text.first(where: isSign) else { return nil }
    let parts = text.split(whereSeparator: isSign).map(String.init)
    let isKnown = parts.contains { part in
      guard let found = try? lookUp(ConditionName(part), scope, at: 0) else { return false }
      return found.kind.isComputable
    }
    guard isKnown else { return nil }
    let blanks = "put blanks around `\(sign)`"
    guard parts.count > 1, let last = text.last, !isSign(last) else { return blanks }
    let whole = text.map { isSign($0) ? " \($0) " : String($0) }.joined()
    return "\(blanks): \(TextEscaping.escaped(whole, limit: 80))"
  }

  /// Why a list is not compared as a whole; `nil` for what does not begin with one.
  private func ofList(_ name: ConditionName, at place: Int) -> ConditionFault? {
    guard let fields = listFields.first(where: { $0.list == name.head })?.fields else { return nil }
    let list = name.head
    var instead = "write count(\(list)), all(\(list), …), any(\(list), …) or maximum(\(list).FIELD)"
    if let part = name.part {
      if fields.contains(part) {
        instead = "write any(\(list), \(part) …), all(\(list), \(part) …) or count(\(list) where \(part) …)"
      } else if FamiliarWords.function(part) == .count {
        instead = "write count(\(list))"
      }
    }
    return ConditionFault(place, "\(name.shown) is of a list, which is not compared as a whole", instead: instead)
  }

  /// Why a name means something in one type only, where several are asked for or none.
  private func ofOtherTypes(_ name: ConditionName, at place: Int) -> ConditionFault? {
    guard types.count != 1, use == .question, let others = otherTypes(with: name) else { return nil }
    guard types.isEmpty else {
      return ConditionFault(
        place, "\(name.shown) means something in one type only, and the query names several",
        instead: "ask for one type: \(others)")
    }
    return ConditionFault(
      place, "\(name.shown) means something in one type only (\(others)), and the query names none",
      instead: "name the type of the query", reason: .wrongTypeCount)
  }

  /// The names of the lists of the one type, and of its points, with those of their elements.
  var listFields: [(list: String, fields: [String])] {
    guard let structure else { return [] }
    let points = structure.points.map { (list: "points", fields: $0.columns.map(\.name)) }
    return structure.lists.map { ($0.name, $0.element.fields.map(\.name)) } + [points].compactMap(\.self)
  }

  /// What to write for a name that elements of a list have, and the sample has not.
  private func elementAdvice(_ name: ConditionName) -> String? {
    guard let list = listFields.first(where: { $0.fields.contains(name.whole) })?.list else { return nil }
    return "elements of `\(list)` have it: write any(\(list), \(name.whole) …) or all(\(list), \(name.whole) …)"
  }

  /// The known name that is most like one that is not.
  private func near(_ name: ConditionName) -> String? {
    let others = use == .question ? ["metadata", "device", "members"] : use == .rule ? ["metadata"] : []
    if let near = Suggestion.nearest(to: name.head, among: plain + others + own) { return near }
    if use == .question, let meant = FamiliarWords.name(name.whole) { return meant }
    // `systolic` for `bloodPressureSystolic`.
    let word = name.whole.lowercased()
    return word.utf8.count < 4 ? nil : own.first { $0.lowercased().contains(word) }
  }

  /// What a query names in another place than its conditions.
  private func beside(_ name: ConditionName) -> String? {
    guard use == .question else { return nil }
    switch name.whole.lowercased() {
    case "type", "types": return "a query names its types beside the conditions"
    case "id", "uuid": return "a query names the UUIDs of samples beside the conditions"
    default: return nil
    }
  }

  /// The types whose samples have a field, a computed number, a list, a column or a role of a name; `nil` for none.
  private func otherTypes(with name: ConditionName) -> String? {
    guard use == .question else { return nil }
    let head = name.head
    let ids = registry.types.filter { $0.names(head) }.map(\.id)
    if ids.isEmpty { return nil }
    return Suggestion.alternatives(Array(ids.prefix(5))) + (ids.count > 5 ? " or others" : "")
  }
}

extension TypeDefinition {
  /// Whether samples have something of a name.
  fileprivate func names(_ name: String) -> Bool {
    if expressions.contains(where: { $0.name == name }) { return true }
    if let members = shape.members { return members.contains { $0.role == name } }
    guard let shape = shape.structure else { return false }
    return shape.fields.contains { $0.name == name } || shape.lists.contains { $0.name == name }
      || shape.points?.columns.contains { $0.name == name } ?? false
  }
}

extension ConditionKind {
  /// Whether arithmetic may have it.
  fileprivate var isComputable: Bool {
    switch self {
    case .number, .time: true
    default: false
    }
  }
}
