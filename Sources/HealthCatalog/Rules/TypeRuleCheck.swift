import HealthModel

/// Whether the rules and expressions of types mean something: names, units, cases, and samples that can break a rule.
enum TypeRuleCheck {
  static func check(_ registry: Registry, reportingTo decoder: inout CatalogDecoder) {
    for type in registry.types where !type.rules.isEmpty || !type.expressions.isEmpty {
      for index in type.expressions.indices { check(expression: index, of: type, registry, &decoder) }
      for rule in type.rules { check(rule, of: type, registry, &decoder) }
    }
  }

  private static func check(
    expression index: Int, of type: TypeDefinition, _ registry: Registry, _ decoder: inout CatalogDecoder
  ) {
    let item = type.expressions[index]
    let mark = mark("computed", item.name, type, decoder)
    let names = (type.shape.structure?.fields.map(\.name) ?? []) + (type.shape.structure?.lists.map(\.name) ?? [])
    if names.contains(item.name) || type.expressions[..<index].contains(where: { $0.name == item.name }) {
      decoder.report(.catalogRule, "\(CatalogText.shown(item.name)) is the name of something else already", at: mark)
    }
    var known = type
    known.expressions = Array(type.expressions[..<index])
    do {
      _ = try ConditionBinder(types: [known], registry: registry, use: .definition).value(of: item)
    } catch {
      report(error, item.text, at: mark, &decoder)
    }
  }

  private static func check(
    _ rule: TypeRule, of type: TypeDefinition, _ registry: Registry, _ decoder: inout CatalogDecoder
  ) {
    let mark = mark("rules", rule.name, type, decoder)
    let bound: BoundExpression
    do {
      bound = try ConditionBinder(types: [type], registry: registry, use: .rule).condition(rule.requirement)
    } catch {
      return report(error, rule.requirement, at: mark, &decoder)
    }
    guard bound.contains(where: \.namesSomething) else {
      return decoder.report(.catalogRule, "the rule is the same for every sample", at: mark)
    }
    switch RuleReach(type.shape).verdict(on: bound) {
    case true?:
      decoder.report(
        .catalogRule, "no sample can break the rule: the limits of the definition say it already", at: mark,
        severity: .warning, hint: "take the rule away, or widen `allowed`")
    case false?:
      decoder.report(.catalogRule, "every sample breaks the rule: the limits leave none that keeps it", at: mark)
    case nil: break
    }
  }

  /// Why a condition cannot be that of a rule; `nil` if it can.
  static func problem(with text: String, of type: TypeDefinition, _ registry: Registry) throws(SyntaxError) -> String? {
    let bound = try ConditionBinder(types: [type], registry: registry, use: .rule).condition(text)
    guard bound.contains(where: \.namesSomething) else { return "it is the same for every sample" }
    switch RuleReach(type.shape).verdict(on: bound) {
    case true?: return "no sample can break it, since the limits of the type say it already"
    case false?: return "every sample breaks it, since the limits of the type leave none that keeps it"
    case nil: return nil
    }
  }

  private static func mark(
    _ key: String, _ name: String, _ type: TypeDefinition, _ decoder: CatalogDecoder
  ) -> CatalogMark {
    decoder.conditionMarks[CatalogDecoder.key(type.id, key, name)] ?? type.mark(of: key)
  }

  private static func report(
    _ fault: SyntaxError, _ text: String, at mark: CatalogMark, _ decoder: inout CatalogDecoder
  ) {
    var place = mark
    // A text of several lines has its own columns.
    if !text.utf8.contains(0x0A) { place.column += fault.column(in: Array(text.utf8)) - 1 }
    decoder.report(fault.code, fault.message, at: place, hint: fault.instead)
  }
}

extension BoundExpression {
  fileprivate var namesSomething: Bool {
    switch self {
    case .sample, .element, .fold: true
    default: false
    }
  }
}

/// What the limits of a definition say of a rule without looking at a sample.
struct RuleReach {
  private let shape: TypeShape

  init(_ shape: TypeShape) { self.shape = shape }

  /// `true` when every accepted sample keeps the rule, `false` when none does, `nil` when it depends.
  func verdict(on condition: BoundExpression) -> Bool? {
    switch condition {
    case .all(let parts):
      let verdicts = parts.map(verdict)
      return verdicts.contains(false) ? false : verdicts.allSatisfy { $0 == true } ? true : nil
    case .any(let parts):
      let verdicts = parts.map(verdict)
      return verdicts.contains(true) ? true : verdicts.allSatisfy { $0 == false } ? false : nil
    case .not(let part): return verdict(on: part).map { !$0 }
    case .comparison(.sample(let name), let comparison, .constant(.number(let number))):
      return bounds(of: name).flatMap { verdict($0, comparison, number) }
    default: return nil
    }
  }

  private func bounds(of name: SampleName) -> ValueBounds? {
    switch name {
    case .value: return shape.quantity?.allowed
    case .field(let index):
      guard let fields = shape.structure?.fields, fields.indices.contains(index) else { return nil }
      return fields[index].value.limits.allowed
    default: return nil
    }
  }

  private func verdict(_ bounds: ValueBounds, _ comparison: Comparison, _ number: Double) -> Bool? {
    // The ends of the values there are, and whether a value can be at an end.
    let least = [bounds.minimum, bounds.above].compactMap { $0 }.max()
    let most = [bounds.maximum, bounds.below].compactMap { $0 }.min()
    let holdsAtLeast = least.map { bounds.contains($0) } ?? false
    let holdsAtMost = most.map { bounds.contains($0) } ?? false
    switch comparison {
    case .greater, .lessOrEqual:
      let isAbove = least.map { $0 > number || $0 == number && !holdsAtLeast } ?? false
      let isBelow = most.map { $0 <= number } ?? false
      return isAbove ? comparison == .greater : isBelow ? comparison == .lessOrEqual : nil
    case .greaterOrEqual, .less:
      let isAbove = least.map { $0 >= number } ?? false
      let isBelow = most.map { $0 < number || $0 == number && !holdsAtMost } ?? false
      return isAbove ? comparison == .greaterOrEqual : isBelow ? comparison == .less : nil
    case .equal, .notEqual: return bounds.contains(number) ? nil : comparison == .notEqual
    }
  }
}
