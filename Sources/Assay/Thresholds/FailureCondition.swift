import HealthFormats
public import HealthModel

/// When a run fails though its findings alone would not make it: more of something than a limit allows.
///
/// Its text is `MEASURE > LIMIT`, and `in` with one or more scopes for a part of the samples:
///
/// | text | holds when |
/// |---|---|
/// | `refused > 1%` | more than 1 % of the samples read were refused |
/// | `errors > 0`, `warnings > 50`, `notes > 5%` | there are more findings of the severity |
/// | `unit-incompatible > 0` | there are more findings of the code |
/// | `hr/sleep-too-long > 0` | there are more findings of the rule of a plugin; `plugin-rule` counts those of all |
/// | `… in type:heartRate` | the same, of samples whose type's id matches the glob |
/// | `… in source:Apple Watch` | of samples whose source's name or bundle matches |
/// | `… in subject:P01` | of samples whose subject matches; the one that is given for an input counts |
/// | `… in file:nightly/*.csv` | of all inputs whose path matches, together |
/// | `… in data:nightly/*.csv` | of the data set whose `path` in `assay.yaml` is this |
/// | `… in type:bodyMass source:Scale*` | of samples for which both hold |
/// | `… in type:bodyMass type:height` | of samples for which either holds |
///
/// A limit is a whole number, or a percentage of the samples read in the scope. A scope's text ends before the next
/// scope, or is in double quotes. Blanks between the parts do not count.
///
/// ```swift
/// let condition = try FailureCondition("unit-incompatible > 0 in type:heartRate")
/// ```
public struct FailureCondition: Sendable, Hashable {
  package enum Measure: Sendable, Hashable {
    case refused
    case findings(Severity)
    case code(String)
  }

  /// Which samples are meant; an empty list holds for all, of several entries one must match.
  package struct Scope: Sendable, Hashable {
    package var types: [GlobPattern] = []
    package var sources: [GlobPattern] = []
    package var subjects: [GlobPattern] = []
    /// Globs of the inputs' paths: from the folder of the configuration, or as they are shown.
    package var files: [GlobPattern] = []
    /// The `path` of data sets, as they are written in `assay.yaml`.
    package var dataSets: [String] = []

    package init() {}

    package var isEmpty: Bool { self == Scope() }
  }

  package var measure: Measure
  /// More than this fails the run: a number, or a share in percent.
  package var limit: Double
  /// Whether the limit is a share of the samples read.
  package var isPercent: Bool
  package var scope: Scope

  package init(_ measure: Measure, over limit: Double, isPercent: Bool = false, in scope: Scope = Scope()) {
    self.measure = measure
    self.limit = limit
    self.isPercent = isPercent
    self.scope = scope
  }

  /// The words for what is counted beside the codes, in the order that messages name them.
  static let words: [(word: String, measure: Measure)] = [
    ("refused", .refused), ("errors", .findings(.error)), ("warnings", .findings(.warning)),
    ("notes", .findings(.note)),
  ]

  var word: String {
    if case .code(let name) = measure { return name }
    return Self.words.first { $0.measure == measure }?.word ?? ""
  }

  var unknownCode: String? {
    guard case .code(let name) = measure, CodeName(name) == nil else { return nil }
    return name
  }

  /// The rule of a plugin that is counted, `NAME/rule`; `nil` if it is something else.
  var rule: String? {
    guard case .code(let name) = measure else { return nil }
    return CodeName(name)?.rule
  }

  /// Whether a run's own numbers do not have what is counted, so that it is counted apart from them.
  var isCountedApart: Bool { !scope.isEmpty || rule != nil }
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
  /// - Throws: `Failure` if it is not one: what the text lacks, and what would be right if a word is near.
  public init(_ text: String) throws(Failure) {
    // Nobody writes a longer one; looking for the next scope takes time with the square of the length.
    guard text.utf8.count <= 4096 else { throw Self.form }
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: ">")) else {
      throw text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") } ? Self.comparison : Self.form
    }
    let name = Self.trimmed(text[..<mark])
    if name.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") }) { throw Self.comparison }
    if name.isEmpty || name.contains(where: Self.isBlank) { throw Self.form }
    var rest = Self.trimmed(text[text.utf8.index(after: mark)...])
    if rest.utf8.first == UInt8(ascii: "=") { throw Self.comparison }
    let number = rest.prefix { !Self.isBlank($0) && $0 != "%" }
    rest = Self.trimmed(rest[number.endIndex...])
    let isPercent = rest.first == "%"
    if isPercent { rest = Self.trimmed(rest.dropFirst()) }
    let bytes = Array(number.utf8)
    guard let reading = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes), reading.value >= 0 else {
      throw .usage("a number of 0 or more follows `>`")
    }
    if isPercent, reading.value > 100 { throw .usage("a share is at most 100%") }
    if !isPercent, reading.integer == nil { throw .usage("a count is a whole number; a share ends in `%`") }
    let measure = Self.words.first { $0.word == name }?.measure ?? .code(String(name))
    self.init(measure, over: reading.value, isPercent: isPercent)
    guard !rest.isEmpty else { return }
    guard rest.hasPrefix("in"), rest.dropFirst(2).first.map(Self.isBlank) ?? true else { throw Self.rest }
    rest = Self.trimmed(rest.dropFirst(2))
    if rest.isEmpty { throw Self.rest }
    while !rest.isEmpty { try takeScope(&rest) }
  }

  private mutating func takeScope(_ rest: inout Substring) throws(Failure) {
    guard let key = Self.scopeWord(at: rest) else {
      let word = String(rest.prefix { !Self.isBlank($0) })
      let near = Suggestion.nearest(to: word.prefix { $0 != ":" }, among: Self.scopeWords)
      throw .usage(
        "`\(TextEscaping.escaped(word, limit: 40))` is not a scope; one of "
          + Suggestion.alternatives(Self.scopeWords.map { "`\($0):`" }), hint: near.map { "did you mean `\($0):`?" })
    }
    rest = rest.dropFirst(key.count + 1)
    let text: String
    if rest.first == "\"" {
      let body = rest.dropFirst()
      guard let end = body.firstIndex(of: "\"") else { throw Self.noGlob(String(rest)) }
      text = String(body[..<end])
      rest = body[body.index(after: end)...]
      guard rest.first.map(Self.isBlank) ?? true else { throw Self.noGlob("\"\(text)\"\(rest)") }
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
      if text.isEmpty { throw Self.noGlob(text) }
      scope.dataSets.append(text)
      return
    }
    guard let glob = GlobPattern(text) else { throw Self.noGlob(text) }
    switch key {
    case "type": scope.types.append(glob)
    case "source": scope.sources.append(glob)
    case "subject": scope.subjects.append(glob)
    default: scope.files.append(glob)
    }
  }

  private static let form = Failure.usage("it takes a code, `>` and a number")
  private static let comparison = Failure.usage("the only comparison is `>`")
  private static let rest = Failure.usage("after the limit comes nothing, or `in` and a scope such as `type:heartRate`")

  private static func noGlob(_ text: String) -> Failure {
    .usage("`\(TextEscaping.escaped(text, limit: 80))` is not a glob")
  }

  private static func scopeWord(at text: Substring) -> String? { scopeWords.first { text.hasPrefix($0 + ":") } }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}

/// The severity that makes the status 1.
public enum FailOn: String, Sendable, Hashable, CaseIterable {
  case error, warning, never
}
