/// Words of other languages that people write in conditions, and what this one has in their place.
///
/// They are hints of messages only: none of them is read.
enum KeywordHints {
  static func function(_ name: String) -> ConditionFunction? {
    let lowercase = name.lowercased()
    if let same = ConditionFunction(rawValue: lowercase) { return same }
    switch lowercase {
    case "max", "greatest": return .maximum
    case "min", "least": return .minimum
    case "avg", "mean": return .average
    case "len", "length", "size": return .count
    case "total": return .sum
    case "every": return .all
    case "exists", "some": return .any
    case "coalesce", "ifnull": return .first
    default: return nil
    }
  }

  /// Why a name with a parenthesis after it is not a call; `nil` when nothing is known of it.
  static func fault(calling word: ConditionWord, isAdjacent: Bool) -> SyntaxError? {
    let shown = "`\(TextEscaping.escaped(word.text, limit: 40))`"
    guard let function = function(word.text) else {
      guard isAdjacent else { return nil }
      let all = ConditionFunction.allCases.map(\.rawValue).joined(separator: ", ")
      return SyntaxError(word.place, "there is no function \(shown)", instead: "functions are \(all)")
    }
    let words =
      function.rawValue == word.text
      ? "a blank is between \(shown) and its parenthesis" : "there is no function \(shown)"
    return SyntaxError(word.place, words, instead: "write \(function.rawValue)(…)")
  }

  /// What to write in place of the function that a text without quotes begins with: `max(events.duration)`.
  static func advice(calling text: String) -> String? {
    guard let end = text.firstIndex(of: "("), let function = function(String(text[..<end])) else { return nil }
    return function.rawValue == text[..<end] ? nil : "write \(function.rawValue)(…)"
  }

  static func advice(sign: String) -> String? {
    switch sign {
    case "<>", "!==": "write !="
    case "=>": "write >="
    case "=<": "write <="
    case "===": "write ="
    default: nil
    }
  }

  static func advice(comparing name: ConditionName, by word: String) -> String? {
    let name = TextEscaping.escaped(name.whole, limit: 80)
    switch word.lowercased() {
    case "between": return "write \(name) >= A and \(name) <= B"
    case "not": return "write not \(name) in (…)"
    case "exists": return "write \(name) is not missing"
    case "like", "contains", "matches": return "compare texts by = and !=, or by in (…)"
    case "eq", "equals": return "write ="
    case "ne": return "write !="
    case "gt": return "write >"
    case "lt": return "write <"
    case "ge", "gte": return "write >="
    case "le", "lte": return "write <="
    default: return blanks(around: word)
    }
  }

  static func advice(joining word: String) -> String? {
    if word.hasPrefix("&") { return "write `and`" }
    if word.hasPrefix("|") { return "write `or`" }
    guard let first = word.unicodeScalars.first, "=<>!".unicodeScalars.contains(first) else { return nil }
    return "join two comparisons by `and`"
  }

  /// Whether a word says that there is nothing, which `is missing` asks.
  static func isNothing(_ word: String) -> Bool { ["null", "nil", "none", "empty", "nan"].contains(word.lowercased()) }

  /// The advice to put blanks around a sign of arithmetic that a word begins with; `nil` when it begins with none, or is
  /// one.
  static func blanks(around word: String) -> String? {
    let found = ArithmeticSign.allCases.first { word.hasPrefix($0.text) && word != $0.text }
    guard let sign = found else { return nil }
    return "put blanks around `\(sign.text)`"
  }

  /// What is wrong with a number whose digits go on after a sign or a blank: `5,5`, `10 000`.
  static func advice(afterNumber unit: String) -> String? {
    if let blanks = blanks(around: unit) { return blanks }
    var rest = unit[...]
    if let first = rest.first, first == "," || first == "'" || first == "_" { rest.removeFirst() }
    guard let digit = rest.first, digit.isASCII, digit.isNumber else { return nil }
    return "write numbers as 5.5 and 10000, with a point and without signs or blanks between digits"
  }

  static func name(_ word: String) -> String? {
    switch word.lowercased() {
    case "participant", "user", "patient", "person": "subject"
    case "date", "time", "startdate": "start"
    case "enddate": "end"
    case "app", "bundle": "source"
    default: nil
    }
  }
}
