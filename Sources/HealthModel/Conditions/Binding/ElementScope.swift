import HealthUnits

/// What names mean within a function: those of an element of the list that it looks through.
struct ElementScope {
  struct Entry {
    var name: String
    var element: ListElementName
    var value: FieldValue?
    var kind: ConditionKind?
  }

  let list: ListName
  let shown: String
  let entries: [Entry]
  /// The types that the function's filter leaves of a field which names a type.
  var types: [String: [TypeDefinition]] = [:]

  func lookUp(_ name: ConditionName, at place: Int) throws(SyntaxError) -> BoundPart? {
    guard let entry = entries.first(where: { $0.name == name.whole }) else { return nil }
    guard let kind = entry.kind ?? entry.value?.kind(named: name.shown) ?? quantity(entry, name) else { return nil }
    return BoundPart(expression: .element(entry.element), kind: kind, shown: name.shown)
  }

  /// A quantity of a type that another field names: in that type's unit when the filter says which it is.
  private func quantity(_ entry: Entry, _ name: ConditionName) -> ConditionKind? {
    guard case .quantityOf(let field)? = entry.value else { return nil }
    var number = MeasuredNumber(name: name.shown)
    let shapes = (types[field] ?? []).compactMap(\.shape.quantity)
    if let first = shapes.first, shapes.allSatisfy({ $0.unit.isEquivalent(to: first.unit) }) {
      number.unit = first.unit
      number.allowed = first.units
    } else {
      number.typeField = field
    }
    return .number(number)
  }

  func unknown(_ name: ConditionName, at place: Int) -> SyntaxError {
    let names = entries.map(\.name)
    let near = Suggestion.nearest(to: name.whole, among: names)
    return SyntaxError(
      place, "elements of \(self.shown) have no \(name.shown)",
      instead: near.map { "did you mean `\($0)`?" } ?? "they have " + names.prefix(12).joined(separator: ", ")
        + "; write sample.\(TextEscaping.escaped(name.head, limit: 40)) for the sample's")
  }
}

extension ConditionBinder {
  /// The list that a name begins with, and what is after it; `nil` when it names none.
  func list(
    named name: ConditionName, at place: Int
  ) throws(SyntaxError) -> (list: ListName, scope: ElementScope, field: ConditionName?)? {
    let field = name.part.map { ConditionName($0) }
    if let shape = structure {
      if let index = shape.lists.firstIndex(where: { $0.name == name.head }) {
        let entries = shape.lists[index].element.fields.enumerated().map {
          ElementScope.Entry(name: $1.name, element: .field($0), value: $1.value)
        }
        let scope = ElementScope(list: .list(index), shown: "`\(shape.lists[index].name)`", entries: entries)
        return (.list(index), scope, field)
      }
      if name.head == "points", name.part != "rate", let points = shape.points {
        return (.points, scope(of: points), field)
      }
    }
    return try members(named: name, at: place)
  }

  private func scope(of points: PointsDefinition) -> ElementScope {
    var entries = points.columns.enumerated().map {
      ElementScope.Entry(name: $1.name, element: .column($0), value: $1.value)
    }
    if case .times = points.timing, let unit = try? UnitOfMeasure("s", table: registry.units) {
      let number = MeasuredNumber(unit: unit, name: "`time`")
      entries.append(ElementScope.Entry(name: "time", element: .time, kind: .number(number)))
    }
    return ElementScope(list: .points, shown: "`points`", entries: entries)
  }

  private func members(
    named name: ConditionName, at place: Int
  ) throws(SyntaxError) -> (list: ListName, scope: ElementScope, field: ConditionName?)? {
    guard types.count == 1, let members = types[0].shape.members else { return nil }
    var role = name.whole
    var field: ConditionName?
    if name.head == "members" {
      guard case .members(let meant) = try self.members(name, at: place) else { return nil }
      role = meant
    } else if !members.contains(where: { $0.role == role }) {
      // Ids of types may have full stops in them.
      guard let stop = role.lastIndex(of: "."), members.contains(where: { $0.role == role[..<stop] }) else {
        return nil
      }
      field = ConditionName(String(role[role.index(after: stop)...]))
      role = String(role[..<stop])
    }
    let meant = try self.members(role, of: types[0], at: place).compactMap { registry.type(named: $0.type) }
    let entries = [
      ElementScope.Entry(name: "value", element: .value, kind: try kind(ofValuesOf: meant, name, at: place)),
      ElementScope.Entry(name: "start", element: .start, kind: .time),
      ElementScope.Entry(name: "end", element: .end, kind: .time),
    ]
    let scope = ElementScope(list: .members(role), shown: "`\(TextEscaping.escaped(role))`", entries: entries)
    return (.members(role), scope, field)
  }
}
