/// Comparisons: each kind of value has its own, and reads what is beside the sign by its own words.
extension ConditionBinder {
  typealias Sign = (kind: Comparison, place: Int)

  func comparison(
    _ left: ConditionSyntax, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(ConditionFault) -> BoundExpression {
    if case .number(let word, _) = left.node {
      if case .number = right.node {
        let blanks = NumberText(word)?.unit.flatMap { FamiliarWords.blanks(around: $0.text) }
        throw ConditionFault(left.place, "a condition begins with a name", instead: blanks ?? names)
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
  ) throws(ConditionFault) -> BoundExpression {
    switch left.kind {
    case .number(let number): return try comparison(left, number, sign, right, scope)
    case .time: return try timeComparison(left, sign, right, scope)
    case .metadata(let meaning): return try metadata(left, meaning, sign, right)
    case .source, .subject, .device: return try attribution(left, sign, right)
    case .whole(let words):
      throw ConditionFault(
        place, "\(left.shown) is \(words), which is not compared", instead: "write \(left.shown) is missing, or is not")
    case .values, .cases, .typeName, .text, .boolean: return try words(left, sign, right, scope)
    }
  }

  /// Whether texts, cases or truth values are the same, or dates before and after.
  private func words(
    _ left: BoundPart, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(ConditionFault) -> BoundExpression {
    if !left.kind.hasOrder { try Self.requireEquality(sign, left) }
    if let other = try other(right, than: left, scope) {
      guard other.kind.words == left.kind.words else {
        throw ConditionFault(
          right.place, "\(left.shown) is \(left.kind.words) and \(other.shown) is \(other.kind.words)",
          instead: "compare values of one kind")
      }
      return .comparison(left.expression, sign.kind, other.expression)
    }
    let word = try Self.word(right, beside: left)
    switch left.kind {
    case .boolean:
      guard word.text == "true" || word.text == "false" else {
        throw ConditionFault(word.place, "\(left.shown) is true or false, got `\(Self.shown(word))`")
      }
      return .comparison(left.expression, sign.kind, .constant(.boolean(word.text == "true")))
    case .text(.date):
      return .comparison(left.expression, sign.kind, .constant(.text(try Self.date(word, left.shown))))
    default:
      let isOne = try isOneOf(left, [word])
      return sign.kind == .equal ? isOne : .not(isOne)
    }
  }

  /// What is compared with, when it is not a single word: a name of the sample, a function, arithmetic.
  private func other(
    _ tree: ConditionSyntax, than left: BoundPart, _ scope: ElementScope?
  ) throws(ConditionFault) -> BoundPart? {
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

  static func word(_ tree: ConditionSyntax, beside left: BoundPart) throws(ConditionFault) -> ConditionWord {
    switch tree.node {
    case .text(let word): return word
    case .name(let name): return ConditionWord(text: name.whole, isQuoted: false, place: tree.place)
    case .number(let word, nil): return word
    case .number(_, let unit?): throw unexpected(unit)
    default:
      throw ConditionFault(tree.place, "\(left.shown) is compared with a text", instead: "put it in quotes")
    }
  }

  /// Why a word after a complete comparison is wrong.
  static func unexpected(_ word: ConditionWord) -> ConditionFault {
    ConditionFault(
      word.place, "`and`, `or` or the end is expected, got `\(shown(word))`",
      instead: "put texts with blanks or signs in quotes")
  }

  static func shown(_ word: ConditionWord) -> String { TextEscaping.escaped(word.text, limit: 40) }

  /// Requires a comparison that values without an order have.
  static func requireEquality(_ sign: Sign, _ left: BoundPart) throws(ConditionFault) {
    guard sign.kind == .equal || sign.kind == .notEqual else {
      throw ConditionFault(
        sign.place, "values of \(left.shown) have no order, so that `\(sign.kind.rawValue)` cannot hold",
        instead: "compare by = or !=")
    }
  }

  private func timeComparison(
    _ left: BoundPart, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(ConditionFault) -> BoundExpression {
    switch right.node {
    case .text, .number, .name:
      let word = try Self.word(right, beside: left)
      guard let moment = moments.microseconds(of: word.text) else {
        if case .name(let name) = right.node, let other = try lookUp(name, scope, at: right.place),
          case .time = other.kind
        {
          return .comparison(left.expression, sign.kind, other.expression)
        }
        throw ConditionFault(
          word.place, "\(moments.expected) is expected, got `\(Self.shown(word))`",
          instead: moments.completed(word.text).map { "write `\($0)`" })
      }
      // A date is its midnight, which no sample would equal.
      guard sign.kind != .equal, sign.kind != .notEqual else {
        throw ConditionFault(sign.place, "times are compared by <, <=, > and >=")
      }
      return .comparison(left.expression, sign.kind, .constant(.time(moment)))
    default:
      let other = try part(right, scope)
      guard case .time = other.kind else {
        throw ConditionFault(right.place, "a time is compared with a time, and this is \(other.kind.words)")
      }
      return .comparison(left.expression, sign.kind, other.expression)
    }
  }

  private func metadata(
    _ left: BoundPart, _ meaning: MetadataMeaning, _ sign: Sign, _ right: ConditionSyntax
  ) throws(ConditionFault) -> BoundExpression {
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
  ) throws(ConditionFault) -> BoundExpression {
    guard sign.kind == .equal || sign.kind == .notEqual else {
      var words = left.kind.attributionWords
      if case .sample(.original) = left.expression { words = left.shown }
      throw ConditionFault(sign.place, "\(words) is compared by =, != and `in (…)` alone")
    }
    let word = try Self.word(right, beside: left)
    // One subject by itself is compared; what is asked of several is a list.
    if case .subject = left.kind { return .comparison(left.expression, sign.kind, .constant(.text(word.text))) }
    let isOne = try isOneOf(left, [word])
    return sign.kind == .equal ? isOne : .not(isOne)
  }

  /// `A in (a, b)`.
  func list(
    _ tree: ConditionSyntax, _ words: [ConditionWord], sign: Int, _ scope: ElementScope?
  ) throws(ConditionFault) -> BoundExpression {
    if scope == nil, case .name(let name) = tree.node, name.head == "members" {
      return try member(name, words, at: tree.place)
    }
    return try isOneOf(try part(tree, scope), words)
  }

  func isOneOf(_ left: BoundPart, _ words: [ConditionWord]) throws(ConditionFault) -> BoundExpression {
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
  /// Whether values are more and less than each other.
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
  /// The comparison with both sides exchanged.
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
