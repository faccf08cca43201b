/// What was meant by a function that does not begin with a list.
extension ConditionBinder {
  /// The call as it is written: `count(events where kind = pause)` for `count(events.kind = pause)`; `nil` when nothing
  /// in it is of a list.
  func meant(_ function: ConditionFunction, _ arguments: [ConditionSyntax], _ filter: ConditionSyntax?) -> String? {
    guard arguments.count == 1 else { return nil }
    let tree = arguments[0]
    let lists = listFields
    if case .name(let name) = tree.node {
      guard let list = lists.first(where: { $0.fields.contains(name.whole) })?.list else { return nil }
      switch function {
      case .count: return "write count(\(list) where \(name.whole) …)"
      case .all, .any: return "write \(function.rawValue)(\(list), \(name.whole) …)"
      default: return "write \(function.rawValue)(\(list).\(name.whole))"
      }
    }
    guard let list = lists.first(where: { list in tree.names.contains { $0.head == list.list } })?.list else {
      return nil
    }
    let inner = tree.naming(elementsOf: list)
    switch function {
    case .count where filter == nil && tree.isCondition: return "write " + Self.call(.count, list, filter: inner)
    case .all, .any:
      return tree.isCondition ? "write " + Self.call(function, list, inner, filter: filter) : nil
    case .sum, .average, .minimum, .maximum:
      return tree.isCondition ? nil : "write " + Self.call(function, list, inner, filter: filter)
    default: return nil
    }
  }

  /// The text of a call, fit to be shown.
  static func call(
    _ function: ConditionFunction, _ list: String, _ body: ConditionSyntax? = nil, filter: ConditionSyntax? = nil
  ) -> String {
    let text =
      function.rawValue + "(" + list + (body.map { ", \($0)" } ?? "") + (filter.map { " where \($0)" } ?? "") + ")"
    return TextEscaping.escaped(text, limit: 160)
  }
}

extension ConditionSyntax {
  fileprivate var names: [ConditionName] {
    if case .name(let name) = node { return [name] }
    return node.parts.flatMap(\.names)
  }

  /// The same with names of a list's elements as a function has them: `kind` for `events.kind`.
  fileprivate func naming(elementsOf list: String) -> ConditionSyntax {
    func inner(_ tree: ConditionSyntax) -> ConditionSyntax { tree.naming(elementsOf: list) }
    let node: Node
    switch self.node {
    case .any(let parts): node = .any(parts.map(inner))
    case .all(let parts): node = .all(parts.map(inner))
    case .not(let part): node = .not(inner(part))
    case .comparison(let left, let sign, let right): node = .comparison(inner(left), sign, inner(right))
    case .list(let part, let words): node = .list(inner(part), words)
    case .presence(let part, let isMissing): node = .presence(inner(part), isMissing: isMissing)
    case .arithmetic(let left, let sign, let right): node = .arithmetic(inner(left), sign, inner(right))
    case .name(let name):
      guard name.head == list, let part = name.part, !part.isEmpty else { return self }
      node = .name(ConditionName(part))
    case .call, .number, .text: return self
    }
    return ConditionSyntax(node, place: place, sign: sign)
  }
}
