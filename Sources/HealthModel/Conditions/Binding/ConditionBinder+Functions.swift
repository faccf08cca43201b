import HealthUnits

/// Functions: what a list is, taken together, and the first of some values that is there.
extension ConditionBinder {
  func call(
    _ function: ConditionFunction, _ arguments: [ConditionSyntax], filter: ConditionSyntax?, _ scope: ElementScope?,
    at place: Int
  ) throws(ConditionFault) -> BoundPart {
    let shown = "`\(function.rawValue)`"
    if function == .raw { return try raw(arguments, filter, scope, at: place) }
    if function == .first, try !isFieldOfList(arguments, scope) {
      if let filter { throw ConditionFault(filter.place, "\(shown) takes no `where`", instead: "leave it out") }
      return try first(arguments, scope, at: place)
    }
    guard scope == nil else {
      throw ConditionFault(
        place, "\(shown) is within another function: each looks through its list once",
        instead: "compare the two outside of both")
    }
    guard let first = arguments.first, case .name(let name) = first.node,
      let found = try list(named: name, at: first.place)
    else {
      throw ConditionFault(
        arguments.first?.place ?? place, "\(shown) begins with the name of a list",
        instead: meant(function, arguments, filter) ?? listNames)
    }
    guard arguments.count <= 2, arguments.count == 1 || found.field == nil else {
      throw ConditionFault(
        arguments[arguments.count - 1].place, "\(shown) takes a list and what to look at",
        instead: "write \(function.rawValue)(LIST, … where …) or \(function.rawValue)(LIST.FIELD where …)")
    }
    var inner = found.scope
    if let filter { inner.types = pins(filter, inner) }
    let bound = try filter.map { (tree) throws(ConditionFault) in try condition(tree, inner) }
    let body = arguments.count == 2 ? arguments[1] : nil
    switch function {
    case .count:
      guard body == nil, found.field == nil else {
        let condition = body ?? filter
        throw ConditionFault(
          first.place, "\(shown) takes a list alone",
          instead: condition.map { "write " + Self.call(.count, name.head, filter: $0) } ?? "write count(\(name.head))")
      }
      let kind = ConditionKind.number(MeasuredNumber(name: shown))
      return BoundPart(expression: .fold(.count, found.list, nil, filter: bound), kind: kind, shown: shown)
    case .all, .any:
      guard body != nil || function == .any && found.field == nil else {
        throw ConditionFault(
          first.place, "\(shown) needs a condition",
          instead: filter.map { "write " + Self.call(function, name.head, $0) }
            ?? "write \(function.rawValue)(LIST, CONDITION)")
      }
      let condition = try body.map { (tree) throws(ConditionFault) in try self.condition(tree, inner) }
      return BoundPart(expression: .fold(function, found.list, condition, filter: bound), kind: .boolean, shown: shown)
    case .sum, .minimum, .maximum, .average, .first, .raw:
      let part = try value(body, found.field, of: inner, function, at: first)
      return BoundPart(
        expression: .fold(function, found.list, part.expression, filter: bound), kind: part.kind, shown: shown)
    }
  }

  /// What a function looks at in each element: a number, or of the least and the most a time.
  private func value(
    _ body: ConditionSyntax?, _ field: ConditionName?, of scope: ElementScope, _ function: ConditionFunction,
    at list: ConditionSyntax
  ) throws(ConditionFault) -> BoundPart {
    let value: BoundPart
    if let body {
      value = try part(body, scope)
    } else {
      // The element of a list of values, and a member, has a value of its own.
      let name = field ?? ConditionName("value")
      guard let found = try scope.lookUp(name, at: list.place) else {
        guard field == nil else { throw scope.unknown(name, at: list.place) }
        throw ConditionFault(
          list.place, "`\(function.rawValue)` needs a field of \(scope.shown)",
          instead: "write \(function.rawValue)(LIST.FIELD): "
            + scope.entries.prefix(12).map(\.name).joined(separator: ", "))
      }
      value = found
    }
    if case .time = value.kind, function == .minimum || function == .maximum { return value }
    if function == .first, !value.kind.isNumber { return value }
    let number = try number(value, at: body?.place ?? list.place)
    if let field = number.typeField {
      throw ConditionFault(
        list.place, "the unit of \(value.shown) is that of the type which `\(field)` names, one in each element",
        instead: "write `where \(field) = TYPE`; of several types the units must be the same", reason: .wrongUnit)
    }
    return BoundPart(expression: value.expression, kind: .number(number), shown: value.shown)
  }

  /// Whether the only argument is a field of a list's elements.
  private func isFieldOfList(_ arguments: [ConditionSyntax], _ scope: ElementScope?) throws(ConditionFault) -> Bool {
    guard scope == nil, arguments.count == 1, case .name(let name) = arguments[0].node else { return false }
    return try list(named: name, at: arguments[0].place)?.field != nil
  }

  private func raw(
    _ arguments: [ConditionSyntax], _ filter: ConditionSyntax?, _ scope: ElementScope?, at place: Int
  ) throws(ConditionFault) -> BoundPart {
    guard arguments.count == 1, filter == nil else {
      throw ConditionFault(place, "`raw` takes a case alone", instead: "write raw(FIELD)")
    }
    let part = try part(arguments[0], scope)
    guard case .cases(let list) = part.kind else {
      throw ConditionFault(arguments[0].place, "`raw` takes a case, and \(part.shown) is \(part.kind.words)")
    }
    var numbers: [String: Double] = [:]
    for item in list.cases {
      guard let raw = item.raw else { continue }
      for name in [item.name] + item.aliases { numbers[name] = Double(raw) }
    }
    let kind = ConditionKind.number(MeasuredNumber(name: "`raw`"))
    return BoundPart(expression: .raw(part.expression, numbers), kind: kind, shown: "`raw`")
  }

  private var listNames: String {
    var names = structure?.lists.map(\.name) ?? []
    if structure?.points != nil { names.append("points") }
    if types.isEmpty, use == .question { return "name the type of the query" }
    if types.count == 1 { names += types[0].shape.members?.map(\.role) ?? [] }
    return names.isEmpty
      ? "samples of this type have no lists" : "lists are " + names.prefix(12).joined(separator: ", ")
  }

  /// The first of some values that is not missing; all are of one kind.
  private func first(
    _ arguments: [ConditionSyntax], _ scope: ElementScope?, at place: Int
  ) throws(ConditionFault) -> BoundPart {
    guard let head = arguments.first else {
      throw ConditionFault(place, "`first` needs values", instead: "write first(A, B)")
    }
    let first = try part(head, scope)
    var parts = [first.expression]
    for tree in arguments.dropFirst() {
      let other = try part(tree, scope)
      if case .number(let number) = first.kind {
        parts.append(try converted(other, to: number, first.shown, at: tree.place))
        continue
      }
      guard other.kind.words == first.kind.words else {
        throw ConditionFault(
          tree.place, "\(first.shown) is \(first.kind.words) and \(other.shown) is \(other.kind.words)",
          instead: "name values of one kind")
      }
      parts.append(other.expression)
    }
    return BoundPart(expression: .first(parts), kind: first.kind, shown: "`first`")
  }

  /// The types that a filter leaves of fields which name types: `type = A`, `type in (A, B)`, one of several by `or`.
  private func pins(_ filter: ConditionSyntax, _ scope: ElementScope) -> [String: [TypeDefinition]] {
    switch filter.node {
    case .all(let parts):
      return parts.reduce(into: [:]) { $0.merge(pins($1, scope)) { first, _ in first } }
    case .any(let parts):
      let all = parts.map { pins($0, scope) }
      guard let first = all.first else { return [:] }
      return first.filter { key, _ in all.allSatisfy { $0[key] != nil } }.reduce(into: [:]) { result, item in
        result[item.key] = all.flatMap { $0[item.key] ?? [] }
      }
    case .comparison(let left, .equal, let right):
      guard case .name(let name) = left.node, scope.namesType(name.whole) else { return [:] }
      switch right.node {
      case .name(let word): return registry.type(named: word.whole).map { [name.whole: [$0]] } ?? [:]
      case .text(let word): return registry.type(named: word.text).map { [name.whole: [$0]] } ?? [:]
      default: return [:]
      }
    case .list(let left, let words):
      guard case .name(let name) = left.node, scope.namesType(name.whole) else { return [:] }
      return [name.whole: words.compactMap { registry.type(named: $0.text) }]
    default: return [:]
    }
  }

  /// What a named expression of the type is: a number in the expression's unit.
  package func value(of item: TypeExpression) throws(ConditionFault) -> BoundExpression {
    try withFullBudget.boundValue(of: item)
  }

  func boundValue(of item: TypeExpression) throws(ConditionFault) -> BoundExpression {
    let tree = try tree(item.text) { (tree) throws(ConditionFault) in _ = try part(tree, nil) }
    let bound = try part(tree, nil)
    let number = try number(bound, at: tree.place)
    if number.isPlainLiteral {
      throw ConditionFault(tree.place, "the expression names nothing of a sample", instead: names)
    }
    let wanted = MeasuredNumber(unit: item.unit, name: item.name)
    return try converted(bound, to: wanted, "`\(TextEscaping.escaped(item.name))`", at: tree.place)
  }
}

extension ElementScope {
  fileprivate func namesType(_ name: String) -> Bool {
    entries.contains { $0.name == name && $0.value == .quantityType }
  }
}
