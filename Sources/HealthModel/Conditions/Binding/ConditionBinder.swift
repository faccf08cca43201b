import HealthUnits

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

  package let registry: Registry
  package let moments: MomentText
  package let use: Use
  let types: [TypeDefinition]
  var unknownType: String?
  /// How many of the type's expressions have a meaning yet: each is made of fields and of those before it.
  var expressionCount = Int.max

  package init(types: [TypeDefinition], registry: Registry, moments: MomentText = MomentText(), use: Use = .question) {
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

  @usableFromInline package struct Part: Sendable, Hashable {
    package let condition: BoundExpression
    /// Where it begins in the text, as count of bytes before it.
    package let place: Int
  }

  package func conditions(_ text: some StringProtocol) throws(SyntaxError) -> [Part] {
    try checkExpansion(of: text)
    let tree = try tree(text) { (tree) throws(SyntaxError) in _ = try condition(tree, nil) }
    guard case .all(let parts) = tree.node else {
      return [Part(condition: try condition(tree, nil), place: tree.place)]
    }
    return try joined(parts, nil)
  }

  package func condition(_ text: some StringProtocol) throws(SyntaxError) -> BoundExpression {
    let parts = try conditions(text).map(\.condition)
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The tree of a text; what is wrong with names and values before a fault of the syntax comes first.
  func tree(
    _ text: some StringProtocol, _ check: (ConditionSyntax) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> ConditionSyntax {
    let reading = ConditionReading(text, names: names)
    for part in reading.finished { try check(part) }
    if let begun = reading.begun { _ = try part(begun, nil) }
    return try reading.get()
  }

  func condition(_ tree: ConditionSyntax, _ scope: ElementScope?) throws(SyntaxError) -> BoundExpression {
    switch tree.node {
    case .any(let parts): return .any(try parts.map { (part) throws(SyntaxError) in try condition(part, scope) })
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
  private func joined(_ parts: [ConditionSyntax], _ scope: ElementScope?) throws(SyntaxError) -> [Part] {
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
  private func truth(_ tree: ConditionSyntax, _ scope: ElementScope?) throws(SyntaxError) -> BoundExpression {
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
      throw SyntaxError(
        tree.sign, "a comparison is missing after \(shown)", instead: "write one of \(ConditionScanner.comparisons)")
    }
  }

  private func presence(
    _ tree: ConditionSyntax, isMissing: Bool, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundExpression {
    let missing: BoundExpression
    if case .name(let name) = tree.node, scope == nil, let list = try list(named: name, at: tree.place) {
      missing = .not(.fold(.any, list.list, nil, filter: nil))
    } else {
      missing = .isMissing(try part(tree, scope).expression)
    }
    return isMissing ? missing : .not(missing)
  }

  func part(_ tree: ConditionSyntax, _ scope: ElementScope?) throws(SyntaxError) -> BoundPart {
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

extension BoundExpression {
  package var conjuncts: [BoundExpression] {
    if case .all(let parts) = self { return parts }
    return [self]
  }
}

extension ConditionSyntax {
  fileprivate var isOnMembers: Bool {
    switch node {
    case .comparison(let left, _, _), .list(let left, _): left.isOnMembers
    case .name(let name): name.head == "members"
    default: false
    }
  }
}

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
    case .all, .any: return tree.isCondition ? "write " + Self.call(function, list, inner, filter: filter) : nil
    case .sum, .average, .minimum, .maximum:
      return tree.isCondition ? nil : "write " + Self.call(function, list, inner, filter: filter)
    default: return nil
    }
  }

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

extension ConditionBinder {
  func unknown(_ name: ConditionName, _ scope: ElementScope?, at place: Int) -> SyntaxError {
    let spaced = spaced(name.whole, scope)
    if let scope {
      let fault = scope.unknown(name, at: place)
      return spaced.map { SyntaxError(place, fault.message, instead: $0, reason: fault.reason) } ?? fault
    }
    if spaced == nil, let fault = ofList(name, at: place) ?? ofOtherTypes(name, at: place) { return fault }
    return SyntaxError(
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
  private func ofList(_ name: ConditionName, at place: Int) -> SyntaxError? {
    guard let fields = listFields.first(where: { $0.list == name.head })?.fields else { return nil }
    let list = name.head
    var instead = "write count(\(list)), all(\(list), …), any(\(list), …) or maximum(\(list).FIELD)"
    if let part = name.part {
      if fields.contains(part) {
        instead = "write any(\(list), \(part) …), all(\(list), \(part) …) or count(\(list) where \(part) …)"
      } else if KeywordHints.function(part) == .count {
        instead = "write count(\(list))"
      }
    }
    return SyntaxError(place, "\(name.shown) is of a list, which is not compared as a whole", instead: instead)
  }

  /// Why a name means something in one type only, where several are asked for or none.
  private func ofOtherTypes(_ name: ConditionName, at place: Int) -> SyntaxError? {
    guard types.count != 1, use == .question, let others = otherTypes(with: name) else { return nil }
    guard types.isEmpty else {
      return SyntaxError(
        place, "\(name.shown) means something in one type only, and the query names several",
        instead: "ask for one type: \(others)")
    }
    return SyntaxError(
      place, "\(name.shown) means something in one type only (\(others)), and the query names none",
      instead: "name the type of the query", reason: .wrongTypeCount)
  }

  /// The names of the lists of the one type, and of its points, with those of their elements.
  var listFields: [(list: String, fields: [String])] {
    guard let structure else { return [] }
    let points = structure.points.map { (list: "points", fields: $0.columns.map(\.name)) }
    return structure.lists.map { ($0.name, $0.element.fields.map(\.name)) } + [points].compactMap(\.self)
  }

  private func elementAdvice(_ name: ConditionName) -> String? {
    guard let list = listFields.first(where: { $0.fields.contains(name.whole) })?.list else { return nil }
    return "elements of `\(list)` have it: write any(\(list), \(name.whole) …) or all(\(list), \(name.whole) …)"
  }

  private func near(_ name: ConditionName) -> String? {
    let others = use == .question ? ["metadata", "device", "members"] : use == .rule ? ["metadata"] : []
    if let near = Suggestion.nearest(to: name.head, among: plain + others + own) { return near }
    if use == .question, let meant = KeywordHints.name(name.whole) { return meant }
    // `systolic` for `bloodPressureSystolic`.
    let word = name.whole.lowercased()
    return word.utf8.count < 4 ? nil : own.first { $0.lowercased().contains(word) }
  }

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
  fileprivate func names(_ name: String) -> Bool {
    if expressions.contains(where: { $0.name == name }) { return true }
    if let members = shape.members { return members.contains { $0.role == name } }
    guard let shape = shape.structure else { return false }
    return shape.fields.contains { $0.name == name } || shape.lists.contains { $0.name == name }
      || shape.points?.columns.contains { $0.name == name } ?? false
  }
}

extension ConditionKind {
  fileprivate var isComputable: Bool {
    switch self {
    case .number, .time: true
    default: false
    }
  }
}

extension ConditionBinder {
  func value(_ name: ConditionName, at place: Int) throws(SyntaxError) -> BoundPart {
    let types = try askedTypes(name, at: place)
    let kind = try kind(ofValuesOf: types, name, at: place)
    return BoundPart(expression: .sample(.value), kind: kind, shown: types.first?.id ?? name.shown)
  }

  private func askedTypes(_ name: ConditionName, at place: Int) throws(SyntaxError) -> [TypeDefinition] {
    if let unknownType {
      throw SyntaxError(place, "no type is called `\(TextEscaping.escaped(unknownType))`", reason: .unknownType)
    }
    guard !types.isEmpty else {
      throw SyntaxError(
        place, "\(name.shown) means something in types only, and the query names none",
        instead: "name the types of the query", reason: .wrongTypeCount)
    }
    return types
  }

  func kind(
    ofValuesOf types: [TypeDefinition], _ name: ConditionName, at place: Int
  ) throws(SyntaxError) -> ConditionKind {
    if let group = types.first(where: {
      $0.shape.quantity == nil && $0.shape.enumeration == nil && $0.shape.text == nil
    }) {
      throw SyntaxError(
        place, "\(group.id) is a \(group.kind.rawValue) and has no value",
        instead: group.shape.members != nil ? "ask for members.ROLE" : "ask for one of its fields", reason: .wrongKind)
    }
    let quantities = types.filter { $0.shape.quantity != nil }
    guard quantities.isEmpty || quantities.count == types.count else {
      let (number, word) = (quantities.first, types.first { $0.shape.quantity == nil })
      throw SyntaxError(
        place, "values of \(number?.id ?? "") are numbers, those of \(word?.id ?? "") are not",
        instead: "ask for one type at a time", reason: .wrongKind)
    }
    guard let first = quantities.first, let shape = first.shape.quantity else { return .values(types) }
    let isOne = quantities.allSatisfy { $0.shape.quantity?.unit.isEquivalent(to: shape.unit) ?? false }
    return .number(
      MeasuredNumber(unit: isOne ? shape.unit : nil, allowed: shape.units, name: first.id, types: quantities))
  }

  // MARK: - Members

  func members(_ name: ConditionName, at place: Int) throws(SyntaxError) -> ListName {
    guard let role = name.part, !role.isEmpty else {
      throw SyntaxError(place, "the role is missing", instead: "write members.ROLE")
    }
    var isRole = false
    for type in try askedTypes(name, at: place) {
      let meant = try members(role, of: type, at: place)
      isRole = isRole || meant.contains { $0.role == role }
    }
    return .members(isRole ? role : registry.type(named: role)?.id ?? role)
  }

  func memberPart(_ name: ConditionName, at place: Int) throws(SyntaxError) -> BoundPart {
    var found: [TypeDefinition] = []
    for type in types {
      found += try members(name.part ?? "", of: type, at: place).compactMap { registry.type(named: $0.type) }
    }
    let kind = try kind(ofValuesOf: found, name, at: place)
    return BoundPart(expression: .element(.value), kind: kind, shown: found.first?.id ?? name.shown)
  }

  func member(
    _ name: ConditionName, _ sign: Sign, _ right: ConditionSyntax, at place: Int
  ) throws(SyntaxError) -> BoundExpression {
    let list = try members(name, at: place)
    let part = try memberPart(name, at: place)
    return .fold(.any, list, try comparison(part, sign, right, nil, at: place), filter: nil)
  }

  func member(_ name: ConditionName, _ words: [ConditionWord], at place: Int) throws(SyntaxError) -> BoundExpression {
    let list = try members(name, at: place)
    return .fold(.any, list, try isOneOf(try memberPart(name, at: place), words), filter: nil)
  }

  /// The roles of a correlation that a name means: a role's, or that of the members' type.
  func members(_ role: String, of type: TypeDefinition, at place: Int) throws(SyntaxError) -> [CorrelationMember] {
    guard let members = type.shape.members else {
      throw SyntaxError(
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
    throw SyntaxError(
      place, "\(type.id) has no members `\(TextEscaping.escaped(role, limit: 80))`",
      instead: near.map { "did you mean `\($0)`?" }
        ?? "its roles are " + members.prefix(8).map(\.role).joined(separator: ", ") + (members.count > 8 ? ", …" : ""))
  }
}

extension ConditionBinder {
  /// The texts that a value may be to be what a word says: a case's name comes first, then its former names.
  func texts(_ word: ConditionWord, _ left: BoundPart) throws(SyntaxError) -> [String] {
    switch left.kind {
    case .cases(let list): return try Self.names(of: word, in: list, left.shown)
    case .typeName:
      guard let type = registry.type(named: word.text) else {
        let near = registry.suggestion(for: word.text, among: registry.types.map(\.id))
        throw SyntaxError(word.place, "no type is called `\(Self.shown(word))`", instead: near)
      }
      return [type.id]
    case .values(let types): return try texts(word, of: types)
    case .text(.uuid): return [word.text.uppercased()]
    case .text(.date): return [try Self.date(word, left.shown)]
    default: return [word.text]
    }
  }

  /// What a word is as a value of each of some types, in which it must mean the same.
  private func texts(_ word: ConditionWord, of types: [TypeDefinition]) throws(SyntaxError) -> [String] {
    var names: [String] = []
    var others: [String] = []
    for type in types {
      var texts = [word.text]
      if let list = type.shape.enumeration {
        texts = try Self.names(of: word, in: list, type.id)
      } else if type.shape.text == .date {
        texts = [try Self.date(word, type.id)]
      }
      if !names.contains(texts[0]) { names.append(texts[0]) }
      others += texts.dropFirst()
    }
    guard names.count == 1 else {
      throw SyntaxError(
        word.place, "`\(Self.shown(word))` is another case in each type", instead: "ask for one type at a time")
    }
    return names + others
  }

  private static func names(
    of word: ConditionWord, in list: EnumDefinition, _ name: String
  ) throws(SyntaxError) -> [String] {
    if let item = list.item(named: word.text) { return [item.name] + item.aliases }
    let near = Suggestion.nearest(to: word.text, among: list.cases.map(\.name))
    let missing = near == nil && KeywordHints.isNothing(word.text) ? "write is missing" : nil
    throw SyntaxError(word.place, "\(name) has no case `\(shown(word))`", instead: missing ?? list.advice(near))
  }

  static func date(_ word: ConditionWord, _ name: String) throws(SyntaxError) -> String {
    let bytes = Array(word.text.utf8)
    guard TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes) != nil else {
      throw SyntaxError(word.place, "\(name) is a date such as 1990-04-12, got `\(shown(word))`")
    }
    return word.text
  }
}

extension EnumDefinition {
  package func item(named text: String) -> EnumCase? {
    if let item = cases.first(where: { $0.name == text || $0.aliases.contains(text) }) { return item }
    guard let raw = Int(text) else { return nil }
    return cases.first { $0.raw == raw }
  }

  package func advice(_ near: String?) -> String {
    if let near { return "did you mean `\(near)`?" }
    return "one of " + cases.prefix(12).map(\.name).joined(separator: ", ") + (cases.count > 12 ? ", …" : "")
  }
}
