import HealthUnits

/// Comparisons: each kind of value has its own, and reads what is beside the sign by its own words.
extension ConditionBinder {
  typealias Sign = (kind: Comparison, place: Int)

  func comparison(
    _ left: ConditionSyntax, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundExpression {
    if case .number(let word, _) = left.node {
      if case .number = right.node {
        let blanks = NumberText(word)?.unit.flatMap { KeywordHints.blanks(around: $0.text) }
        throw SyntaxError(left.place, "a condition begins with a name", instead: blanks ?? names)
      }
      return try comparison(right, (sign.kind.mirrored, sign.place), left, scope)
    }
    if scope == nil, case .name(let name) = left.node, name.head == "members" {
      return try member(name, sign, right, at: left.place)
    }
    let part = try part(left, scope)
    return try comparison(part, sign, right, scope, at: left.place)
  }

  func comparison(
    _ left: BoundPart, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?, at place: Int
  ) throws(SyntaxError) -> BoundExpression {
    switch left.kind {
    case .number(let number): return try comparison(left, number, sign, right, scope)
    case .time: return try timeComparison(left, sign, right, scope)
    case .metadata(let meaning): return try metadata(left, meaning, sign, right)
    case .source, .subject, .device: return try attribution(left, sign, right)
    case .whole(let words):
      throw SyntaxError(
        place, "\(left.shown) is \(words), which is not compared", instead: "write \(left.shown) is missing, or is not")
    case .values, .cases, .typeName, .text, .boolean: return try words(left, sign, right, scope)
    }
  }

  /// Whether texts, cases or truth values are the same, or dates before and after.
  private func words(
    _ left: BoundPart, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundExpression {
    if !left.kind.hasOrder { try Self.requireEquality(sign, left) }
    if let other = try other(right, than: left, scope) {
      guard other.kind.words == left.kind.words else {
        throw SyntaxError(
          right.place, "\(left.shown) is \(left.kind.words) and \(other.shown) is \(other.kind.words)",
          instead: "compare values of one kind")
      }
      return .comparison(left.expression, sign.kind, other.expression)
    }
    let word = try Self.word(right, beside: left)
    switch left.kind {
    case .boolean:
      guard word.text == "true" || word.text == "false" else {
        throw SyntaxError(word.place, "\(left.shown) is true or false, got `\(Self.shown(word))`")
      }
      return .comparison(left.expression, sign.kind, .constant(.boolean(word.text == "true")))
    case .text(.date): return .comparison(left.expression, sign.kind, .constant(.text(try Self.date(word, left.shown))))
    default:
      let isOne = try isOneOf(left, [word])
      return sign.kind == .equal ? isOne : .not(isOne)
    }
  }

  /// What is compared with, when it is not a single word: a name of the sample, a function, arithmetic.
  private func other(
    _ tree: ConditionSyntax, than left: BoundPart, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundPart? {
    switch tree.node {
    case .text, .number: return nil
    case .name(let name):
      let isExplicit = (name.head == "fields" || name.head == "sample") && name.part?.isEmpty == false
      let isWord = !isExplicit && Self.takes(name.whole, left.kind, registry)
      return isWord ? nil : try lookUp(name, scope, at: tree.place)
    default: return try part(tree, scope)
    }
  }

  /// Whether a bare word is a value of a kind, so that it is not the name of something else.
  private static func takes(_ word: String, _ kind: ConditionKind, _ registry: Registry) -> Bool {
    switch kind {
    case .cases(let list): list.item(named: word) != nil
    case .typeName: registry.typeIndex(named: word) != nil
    case .boolean: word == "true" || word == "false"
    case .text(.free), .values: true
    default: false
    }
  }

  static func word(_ tree: ConditionSyntax, beside left: BoundPart) throws(SyntaxError) -> ConditionWord {
    switch tree.node {
    case .text(let word): return word
    case .name(let name): return ConditionWord(text: name.whole, isQuoted: false, place: tree.place)
    case .number(let word, nil): return word
    case .number(_, let unit?): throw unexpected(unit)
    default: throw SyntaxError(tree.place, "\(left.shown) is compared with a text", instead: "put it in quotes")
    }
  }

  static func unexpected(_ word: ConditionWord) -> SyntaxError {
    SyntaxError(
      word.place, "`and`, `or` or the end is expected, got `\(shown(word))`",
      instead: "put texts with blanks or signs in quotes")
  }

  static func shown(_ word: ConditionWord) -> String { TextEscaping.escaped(word.text, limit: 40) }

  static func requireEquality(_ sign: Sign, _ left: BoundPart) throws(SyntaxError) {
    guard sign.kind == .equal || sign.kind == .notEqual else {
      throw SyntaxError(
        sign.place, "values of \(left.shown) have no order, so that `\(sign.kind.rawValue)` cannot hold",
        instead: "compare by = or !=")
    }
  }

  private func timeComparison(
    _ left: BoundPart, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundExpression {
    switch right.node {
    case .text, .number, .name:
      let word = try Self.word(right, beside: left)
      guard let moment = moments.microseconds(of: word.text) else {
        if case .name(let name) = right.node, let other = try lookUp(name, scope, at: right.place),
          case .time = other.kind
        {
          return .comparison(left.expression, sign.kind, other.expression)
        }
        throw SyntaxError(
          word.place, "\(moments.expected) is expected, got `\(Self.shown(word))`",
          instead: moments.completed(word.text).map { "write `\($0)`" })
      }
      // A date is its midnight, which no sample would equal.
      guard sign.kind != .equal, sign.kind != .notEqual else {
        throw SyntaxError(sign.place, "times are compared by <, <=, > and >=")
      }
      return .comparison(left.expression, sign.kind, .constant(.time(moment)))
    default:
      let other = try part(right, scope)
      guard case .time = other.kind else {
        throw SyntaxError(right.place, "a time is compared with a time, and this is \(other.kind.words)")
      }
      return .comparison(left.expression, sign.kind, other.expression)
    }
  }

  private func metadata(
    _ left: BoundPart, _ meaning: MetadataMeaning, _ sign: Sign, _ right: ConditionSyntax
  ) throws(SyntaxError) -> BoundExpression {
    let operand: ConditionValue
    if case .number(let word, let unit?) = right.node {
      guard meaning.takesUnit else { throw Self.unexpected(unit) }
      operand = try meaning.operand(word, unit: unit, registry)
    } else {
      operand = try meaning.operand(try Self.word(right, beside: left), unit: nil, registry)
    }
    if !meaning.hasOrder(operand) { try Self.requireEquality(sign, left) }
    return .comparison(left.expression, sign.kind, .constant(operand))
  }

  private func attribution(
    _ left: BoundPart, _ sign: Sign, _ right: ConditionSyntax
  ) throws(SyntaxError) -> BoundExpression {
    guard sign.kind == .equal || sign.kind == .notEqual else {
      var words = left.kind.attributionWords
      if case .sample(.original) = left.expression { words = left.shown }
      throw SyntaxError(sign.place, "\(words) is compared by =, != and `in (…)` alone")
    }
    let word = try Self.word(right, beside: left)
    // One subject by itself is compared; what is asked of several is a list.
    if case .subject = left.kind { return .comparison(left.expression, sign.kind, .constant(.text(word.text))) }
    let isOne = try isOneOf(left, [word])
    return sign.kind == .equal ? isOne : .not(isOne)
  }

  func list(
    _ tree: ConditionSyntax, _ words: [ConditionWord], sign: Int, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundExpression {
    if scope == nil, case .name(let name) = tree.node, name.head == "members" {
      return try member(name, words, at: tree.place)
    }
    return try isOneOf(try part(tree, scope), words)
  }

  func isOneOf(_ left: BoundPart, _ words: [ConditionWord]) throws(SyntaxError) -> BoundExpression {
    switch left.kind {
    case .subject, .device: return .isOneOf(left.expression, words.map(\.text))
    case .source:
      let names = words.map { BoundExpression.sample(.isSource($0.text)) }
      return names.count == 1 ? names[0] : .any(names)
    case .values, .cases, .typeName, .text:
      var texts: [String] = []
      for word in words { texts += try self.texts(word, left) }
      return .isOneOf(left.expression, texts)
    case .number, .metadata, .time, .boolean, .whole:
      var parts: [BoundExpression] = []
      for word in words {
        let node: ConditionSyntax.Node = word.isQuoted ? .text(word) : .number(word, unit: nil)
        let tree = ConditionSyntax(node, place: word.place, sign: word.place)
        parts.append(try comparison(left, (.equal, word.place), tree, nil, at: word.place))
      }
      return parts.count == 1 ? parts[0] : .any(parts)
    }
  }
}

extension ConditionKind {
  fileprivate var hasOrder: Bool {
    if case .text(.date) = self { return true }
    return false
  }

  fileprivate var attributionWords: String {
    switch self {
    case .source: "a source"
    case .subject: "a subject"
    default: "a device's property"
    }
  }
}

extension Comparison {
  fileprivate var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

/// Functions: what a list is, taken together, and the first of some values that is there.
extension ConditionBinder {
  func call(
    _ function: ConditionFunction, _ arguments: [ConditionSyntax], filter: ConditionSyntax?, _ scope: ElementScope?,
    at place: Int
  ) throws(SyntaxError) -> BoundPart {
    let shown = "`\(function.rawValue)`"
    if function == .raw { return try raw(arguments, filter, scope, at: place) }
    if function == .first, try !isFieldOfList(arguments, scope) {
      if let filter { throw SyntaxError(filter.place, "\(shown) takes no `where`", instead: "leave it out") }
      return try first(arguments, scope, at: place)
    }
    guard scope == nil else {
      throw SyntaxError(
        place, "\(shown) is within another function: each looks through its list once",
        instead: "compare the two outside of both")
    }
    guard let first = arguments.first, case .name(let name) = first.node,
      let found = try list(named: name, at: first.place)
    else {
      throw SyntaxError(
        arguments.first?.place ?? place, "\(shown) begins with the name of a list",
        instead: meant(function, arguments, filter) ?? listNames)
    }
    guard arguments.count <= 2, arguments.count == 1 || found.field == nil else {
      throw SyntaxError(
        arguments[arguments.count - 1].place, "\(shown) takes a list and what to look at",
        instead: "write \(function.rawValue)(LIST, … where …) or \(function.rawValue)(LIST.FIELD where …)")
    }
    var inner = found.scope
    if let filter { inner.types = pins(filter, inner) }
    let bound = try filter.map { (tree) throws(SyntaxError) in try condition(tree, inner) }
    let body = arguments.count == 2 ? arguments[1] : nil
    switch function {
    case .count:
      guard body == nil, found.field == nil else {
        let condition = body ?? filter
        throw SyntaxError(
          first.place, "\(shown) takes a list alone",
          instead: condition.map { "write " + Self.call(.count, name.head, filter: $0) } ?? "write count(\(name.head))")
      }
      let kind = ConditionKind.number(MeasuredNumber(name: shown))
      return BoundPart(expression: .fold(.count, found.list, nil, filter: bound), kind: kind, shown: shown)
    case .all, .any:
      guard body != nil || function == .any && found.field == nil else {
        throw SyntaxError(
          first.place, "\(shown) needs a condition",
          instead: filter.map { "write " + Self.call(function, name.head, $0) }
            ?? "write \(function.rawValue)(LIST, CONDITION)")
      }
      let condition = try body.map { (tree) throws(SyntaxError) in try self.condition(tree, inner) }
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
  ) throws(SyntaxError) -> BoundPart {
    let value: BoundPart
    if let body {
      value = try part(body, scope)
    } else {
      // The element of a list of values, and a member, has a value of its own.
      let name = field ?? ConditionName("value")
      guard let found = try scope.lookUp(name, at: list.place) else {
        guard field == nil else { throw scope.unknown(name, at: list.place) }
        throw SyntaxError(
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
      throw SyntaxError(
        list.place, "the unit of \(value.shown) is that of the type which `\(field)` names, one in each element",
        instead: "write `where \(field) = TYPE`; of several types the units must be the same", reason: .wrongUnit)
    }
    return BoundPart(expression: value.expression, kind: .number(number), shown: value.shown)
  }

  private func isFieldOfList(_ arguments: [ConditionSyntax], _ scope: ElementScope?) throws(SyntaxError) -> Bool {
    guard scope == nil, arguments.count == 1, case .name(let name) = arguments[0].node else { return false }
    return try list(named: name, at: arguments[0].place)?.field != nil
  }

  private func raw(
    _ arguments: [ConditionSyntax], _ filter: ConditionSyntax?, _ scope: ElementScope?, at place: Int
  ) throws(SyntaxError) -> BoundPart {
    guard arguments.count == 1, filter == nil else {
      throw SyntaxError(place, "`raw` takes a case alone", instead: "write raw(FIELD)")
    }
    let part = try part(arguments[0], scope)
    guard case .cases(let list) = part.kind else {
      throw SyntaxError(arguments[0].place, "`raw` takes a case, and \(part.shown) is \(part.kind.words)")
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
  ) throws(SyntaxError) -> BoundPart {
    guard let head = arguments.first else {
      throw SyntaxError(place, "`first` needs values", instead: "write first(A, B)")
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
        throw SyntaxError(
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
  package func value(of item: TypeExpression) throws(SyntaxError) -> BoundExpression {
    try checkExpansion(of: item.text)
    return try boundValue(of: item)
  }

  func boundValue(of item: TypeExpression) throws(SyntaxError) -> BoundExpression {
    let tree = try tree(item.text) { (tree) throws(SyntaxError) in _ = try part(tree, nil) }
    let bound = try part(tree, nil)
    let number = try number(bound, at: tree.place)
    if number.isPlainLiteral {
      throw SyntaxError(tree.place, "the expression names nothing of a sample", instead: names)
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
