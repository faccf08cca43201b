import Synchronization

/// Binds the names of conditions to types: what they mean, in which units, and what cannot be said of such samples.
///
/// What binds is what can be asked: units convert, cases exist, fields are the type's.
@usableFromInline package struct ConditionBinder: Sendable {
  @usableFromInline package enum Use: Sendable, Hashable {
    /// A question: it may ask who measured, and of whom.
    case question
    /// A type's rule: it is about the sample and its metadata, whoever measured it.
    case rule
    /// A number that a type computes: it is about the sample alone.
    case definition
  }

  /// The types, metadata keys and units.
  package let registry: Registry
  /// Reads times.
  package let moments: MomentText
  package let use: Use
  /// The types of the samples that will be asked; empty for any.
  let types: [TypeDefinition]
  var unknownType: String?
  /// How many of the type's expressions have a meaning yet: each is made of fields and of those before it.
  var expressionCount = Int.max
  /// What the text that is being bound may still take in of the texts of computed numbers.
  var budget = ExpansionBudget()

  /// Binds conditions on samples of some types.
  package init(
    types: [TypeDefinition], registry: Registry, moments: MomentText = MomentText(), use: Use = .question
  ) {
    self.types = types
    self.registry = registry
    self.moments = moments
    self.use = use
  }

  /// Binds conditions on samples of types by their names, any of which may be unknown.
  package init(typesNamed names: [String], registry: Registry, moments: MomentText = MomentText()) {
    self.init(types: names.compactMap { registry.type(named: $0) }, registry: registry, moments: moments)
    unknownType = names.first { registry.typeIndex(named: $0) == nil }
  }

  /// A condition, or one of those that it joins by `and`.
  @usableFromInline package struct Part: Sendable, Hashable {
    package let condition: BoundExpression
    /// Where it begins in the text, as count of bytes before it.
    package let place: Int
  }

  /// The conditions of a text, all of which must hold.
  package func conditions(_ text: some StringProtocol) throws(ConditionFault) -> [Part] {
    try withFullBudget.boundConditions(text)
  }

  /// Binds another text: what one takes in is not the other's.
  var withFullBudget: ConditionBinder {
    var binder = self
    binder.budget = ExpansionBudget()
    return binder
  }

  private func boundConditions(_ text: some StringProtocol) throws(ConditionFault) -> [Part] {
    let tree = try tree(text) { (tree) throws(ConditionFault) in _ = try condition(tree, nil) }
    guard case .all(let parts) = tree.node else {
      return [Part(condition: try condition(tree, nil), place: tree.place)]
    }
    return try joined(parts, nil)
  }

  package func condition(_ text: some StringProtocol) throws(ConditionFault) -> BoundExpression {
    let parts = try conditions(text).map(\.condition)
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The tree of a text; what is wrong with names and values before a fault of the syntax comes first.
  func tree(
    _ text: some StringProtocol, _ check: (ConditionSyntax) throws(ConditionFault) -> Void
  ) throws(ConditionFault) -> ConditionSyntax {
    let reading = ConditionReading(text, names: names)
    for part in reading.finished { try check(part) }
    if let begun = reading.begun { _ = try part(begun, nil) }
    return try reading.get()
  }

  /// A condition; within a function, on the element that it looks at.
  func condition(_ tree: ConditionSyntax, _ scope: ElementScope?) throws(ConditionFault) -> BoundExpression {
    switch tree.node {
    case .any(let parts): return .any(try parts.map { (part) throws(ConditionFault) in try condition(part, scope) })
    case .all(let parts): return .all(try joined(parts, scope).map(\.condition))
    case .not(let part): return .not(try condition(part, scope))
    case .comparison(let left, let comparison, let right):
      return try self.comparison(left, (comparison, tree.sign), right, scope)
    case .list(let left, let words): return try list(left, words, sign: tree.sign, scope)
    case .presence(let part, let isMissing): return try presence(part, isMissing: isMissing, scope)
    case .arithmetic, .call, .number, .name, .text: return try truth(tree, scope)
    }
  }

  /// Conditions that must hold together; those on members of one role are met by one member.
  private func joined(_ parts: [ConditionSyntax], _ scope: ElementScope?) throws(ConditionFault) -> [Part] {
    var result: [Part] = []
    var places: [String: Int] = [:]
    for part in parts {
      let bound = Part(condition: try condition(part, scope), place: part.place)
      guard scope == nil, part.isOnMembers, case .fold(.any, .members(let role), let body, nil) = bound.condition else {
        result.append(bound)
        continue
      }
      guard let index = places[role], case .fold(_, let list, let before, _) = result[index].condition else {
        places[role] = result.count
        result.append(bound)
        continue
      }
      let bodies = [before, body].compactMap { $0 }.flatMap(\.conjuncts)
      result[index] = Part(
        condition: .fold(.any, list, bodies.isEmpty ? nil : bodies.count == 1 ? bodies[0] : .all(bodies), filter: nil),
        place: result[index].place)
    }
    return result
  }

  /// What is true or false without being compared: a field of truth values, a function, a key or a member that is there.
  private func truth(_ tree: ConditionSyntax, _ scope: ElementScope?) throws(ConditionFault) -> BoundExpression {
    if case .name(let name) = tree.node, name.head == "members", scope == nil {
      return .fold(.any, try members(name, at: tree.place), nil, filter: nil)
    }
    let part = try part(tree, scope)
    switch part.kind {
    case .boolean: return part.expression
    case .metadata: return .not(.isMissing(part.expression))
    default:
      var shown = part.shown
      if case .name(let name) = tree.node { shown = name.shown }
      throw ConditionFault(
        tree.sign, "a comparison is missing after \(shown)",
        instead: "write one of \(ConditionScanner.comparisons)")
    }
  }

  private func presence(
    _ tree: ConditionSyntax, isMissing: Bool, _ scope: ElementScope?
  ) throws(ConditionFault) -> BoundExpression {
    let missing: BoundExpression
    if case .name(let name) = tree.node, scope == nil, let list = try list(named: name, at: tree.place) {
      missing = .not(.fold(.any, list.list, nil, filter: nil))
    } else {
      missing = .isMissing(try part(tree, scope).expression)
    }
    return isMissing ? missing : .not(missing)
  }

  func part(_ tree: ConditionSyntax, _ scope: ElementScope?) throws(ConditionFault) -> BoundPart {
    switch tree.node {
    case .any, .all, .not, .comparison, .list, .presence:
      return BoundPart(expression: try condition(tree, scope), kind: .boolean, shown: "the condition")
    case .arithmetic(let left, let sign, let right): return try arithmetic(left, sign, right, scope, at: tree)
    case .call(let function, let arguments, let filter):
      return try call(function, arguments, filter: filter, scope, at: tree.place)
    case .number(let word, let unit): return try number(word, unit: unit)
    case .name(let name):
      if let part = try lookUp(name, scope, at: tree.place) { return part }
      throw unknown(name, scope, at: tree.place)
    case .text(let word):
      return BoundPart(expression: .constant(.text(word.text)), kind: .text(.free), shown: "the text")
    }
  }
}

/// How many bytes of the texts of computed numbers a text may take in: each mention of one is bound anew, and those in it,
/// so that without a limit a kilobyte of definitions takes hours.
final class ExpansionBudget: Sendable {
  /// Four times the longest condition.
  static let most = 4 * ConditionReading.maximumLength
  private let left = Atomic(ExpansionBudget.most)

  /// Whether so many bytes are left, which are taken.
  func take(_ count: Int) -> Bool { left.subtract(count, ordering: .relaxed).newValue >= 0 }
}

extension BoundExpression {
  /// The conditions that it joins; itself when it joins none.
  package var conjuncts: [BoundExpression] {
    if case .all(let parts) = self { return parts }
    return [self]
  }
}

extension ConditionSyntax {
  /// Whether it is a condition on members, `members.ROLE > 3`.
  fileprivate var isOnMembers: Bool {
    switch node {
    case .comparison(let left, _, _), .list(let left, _): left.isOnMembers
    case .name(let name): name.head == "members"
    default: false
    }
  }
}
