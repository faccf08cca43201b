/// What words mean as cases, types, dates and texts.
extension ConditionBinder {
  /// The texts that a value may be to be what a word says: a case's name comes first, then its former names.
  func texts(_ word: ConditionWord, _ left: BoundPart) throws(ConditionFault) -> [String] {
    switch left.kind {
    case .cases(let list): return try Self.names(of: word, in: list, left.shown)
    case .typeName:
      guard let type = registry.type(named: word.text) else {
        let near = registry.suggestion(for: word.text, among: registry.types.map(\.id))
        throw ConditionFault(word.place, "no type is called `\(Self.shown(word))`", instead: near)
      }
      return [type.id]
    case .values(let types): return try texts(word, of: types)
    case .text(.uuid): return [word.text.uppercased()]
    case .text(.date): return [try Self.date(word, left.shown)]
    default: return [word.text]
    }
  }

  /// What a word is as a value of each of some types, in which it must mean the same.
  private func texts(_ word: ConditionWord, of types: [TypeDefinition]) throws(ConditionFault) -> [String] {
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
      throw ConditionFault(
        word.place, "`\(Self.shown(word))` is another case in each type", instead: "ask for one type at a time")
    }
    return names + others
  }

  private static func names(
    of word: ConditionWord, in list: EnumDefinition, _ name: String
  ) throws(ConditionFault) -> [String] {
    if let item = list.item(named: word.text) { return [item.name] + item.aliases }
    let near = Suggestion.nearest(to: word.text, among: list.cases.map(\.name))
    let missing = near == nil && FamiliarWords.isNothing(word.text) ? "write is missing" : nil
    throw ConditionFault(word.place, "\(name) has no case `\(shown(word))`", instead: missing ?? list.advice(near))
  }

  static func date(_ word: ConditionWord, _ name: String) throws(ConditionFault) -> String {
    let bytes = Array(word.text.utf8)
    guard TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes) != nil else {
      throw ConditionFault(word.place, "\(name) is a date such as 1990-04-12, got `\(shown(word))`")
    }
    return word.text
  }
}

extension EnumDefinition {
  /// The case with this name, former name or raw number.
  package func item(named text: String) -> EnumCase? {
    if let item = cases.first(where: { $0.name == text || $0.aliases.contains(text) }) { return item }
    guard let raw = Int(text) else { return nil }
    return cases.first { $0.raw == raw }
  }

  /// The suggestions for a name that no case has.
  package func advice(_ near: String?) -> String {
    if let near { return "did you mean `\(near)`?" }
    return "one of " + cases.prefix(12).map(\.name).joined(separator: ", ") + (cases.count > 12 ? ", …" : "")
  }
}
