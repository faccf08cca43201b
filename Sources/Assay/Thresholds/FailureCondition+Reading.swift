import HealthModel

/// Why a text is not a condition.
public enum FailureConditionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no measure, no `>` or no limit.
  case form
  /// Another comparison than `>`.
  case comparison
  /// The limit is not a number of 0 or more.
  case number
  /// A share over 100 %.
  case share
  /// A count that is not whole.
  case count
  /// Something other than `in` after the limit.
  case rest
  /// A scope without one of the words before its text; the word, if there is one.
  case scope(String)
  /// A scope whose text is empty, has no closing quote, or is not a glob.
  case pattern(String)

  /// What the text lacks.
  public var description: String {
    switch self {
    case .form: "it takes a code, `>` and a number"
    case .comparison: "the only comparison is `>`"
    case .number: "a number of 0 or more follows `>`"
    case .share: "a share is at most 100%"
    case .count: "a count is a whole number; a share ends in `%`"
    case .rest: "after the limit comes nothing, or `in` and a scope such as `type:heartRate`"
    case .scope(let word):
      "`\(TextEscaping.escaped(word, limit: 40))` is not a scope; one of "
        + "\(Suggestion.alternatives(FailureCondition.scopeWords.map { "`\($0):`" }))"
    case .pattern(let text): "`\(TextEscaping.escaped(text, limit: 80))` is not a glob"
    }
  }

  /// What would be right, if a word is near.
  public var hint: String? {
    guard case .scope(let word) = self else { return nil }
    let name = word.prefix { $0 != ":" }
    return Suggestion.nearest(to: name, among: FailureCondition.scopeWords).map { "did you mean `\($0):`?" }
  }
}

extension FailureCondition {
  static let scopeWords = ["type", "source", "subject", "file", "data"]

  /// What every message about a condition shows.
  static let examples =
    "write `refused > 1%`, `value-implausible > 100` for a count, `value-implausible > 0.5%` for a share of the samples "
    + "read, or a part as `errors > 0 in type:heartRate`"

  /// Reads a condition.
  ///
  /// - Parameter text: the condition, such as `refused > 1% in source:Watch`.
  /// - Throws: `FailureConditionError` if it is not one.
  public init(_ text: String) throws(FailureConditionError) {
    // Nobody writes a longer one; looking for the next scope takes time with the square of the length.
    guard text.utf8.count <= 4096 else { throw .form }
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: ">")) else {
      throw text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") } ? .comparison : .form
    }
    let name = Self.trimmed(text[..<mark])
    if name.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") }) { throw .comparison }
    if name.isEmpty || name.contains(where: Self.isBlank) { throw .form }
    var rest = Self.trimmed(text[text.utf8.index(after: mark)...])
    if rest.utf8.first == UInt8(ascii: "=") { throw .comparison }
    let number = rest.prefix { !Self.isBlank($0) && $0 != "%" }
    rest = Self.trimmed(rest[number.endIndex...])
    let isPercent = rest.first == "%"
    if isPercent { rest = Self.trimmed(rest.dropFirst()) }
    let bytes = Array(number.utf8)
    guard let reading = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes), reading.value >= 0 else {
      throw .number
    }
    if isPercent, reading.value > 100 { throw .share }
    if !isPercent, reading.integer == nil { throw .count }
    let measure = Self.words.first { $0.word == name }?.measure ?? .code(String(name))
    self.init(measure, over: reading.value, isPercent: isPercent)
    guard !rest.isEmpty else { return }
    guard rest.hasPrefix("in"), rest.dropFirst(2).first.map(Self.isBlank) ?? true else { throw .rest }
    rest = Self.trimmed(rest.dropFirst(2))
    if rest.isEmpty { throw .rest }
    while !rest.isEmpty { try takeScope(&rest) }
  }

  /// Takes a scope off the front of a text.
  private mutating func takeScope(_ rest: inout Substring) throws(FailureConditionError) {
    guard let key = Self.scopeWord(at: rest) else {
      throw .scope(String(rest.prefix { !Self.isBlank($0) }))
    }
    rest = rest.dropFirst(key.count + 1)
    let text: String
    if rest.first == "\"" {
      let body = rest.dropFirst()
      guard let end = body.firstIndex(of: "\"") else { throw .pattern(String(rest)) }
      text = String(body[..<end])
      rest = body[body.index(after: end)...]
      guard rest.first.map(Self.isBlank) ?? true else { throw .pattern("\"\(text)\"\(rest)") }
    } else {
      var end = rest.startIndex
      while end < rest.endIndex, !(Self.isBlank(rest[end]) && Self.scopeWord(at: Self.trimmed(rest[end...])) != nil) {
        end = rest.index(after: end)
      }
      text = String(Self.trimmed(rest[..<end]))
      rest = rest[end...]
    }
    rest = Self.trimmed(rest)
    if key == "data" {
      if text.isEmpty { throw .pattern(text) }
      scope.dataSets.append(text)
      return
    }
    guard let glob = GlobPattern(text) else { throw .pattern(text) }
    switch key {
    case "type": scope.types.append(glob)
    case "source": scope.sources.append(glob)
    case "subject": scope.subjects.append(glob)
    default: scope.files.append(glob)
    }
  }

  private static func scopeWord(at text: Substring) -> String? {
    scopeWords.first { text.hasPrefix($0 + ":") }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
