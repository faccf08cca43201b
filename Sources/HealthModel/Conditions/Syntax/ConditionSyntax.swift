/// A condition, or a part of one, as it is written: what its names mean is not known yet.
///
/// Two are equal when they say the same in the same form, wherever in a text they are.
@usableFromInline package struct ConditionSyntax: Sendable {
  @usableFromInline package indirect enum Node: Sendable, Hashable {
    /// `A or B or C`, two or more.
    case any([ConditionSyntax])
    /// `A and B and C`, two or more.
    case all([ConditionSyntax])
    case not(ConditionSyntax)
    /// `A > B`.
    case comparison(ConditionSyntax, Comparison, ConditionSyntax)
    /// `A in (a, "b c")`.
    case list(ConditionSyntax, [ConditionWord])
    case presence(ConditionSyntax, isMissing: Bool)
    /// `A + B`.
    case arithmetic(ConditionSyntax, ArithmeticSign, ConditionSyntax)
    /// `sum(A, B where C)`.
    case call(ConditionFunction, [ConditionSyntax], filter: ConditionSyntax?)
    case number(ConditionWord, unit: ConditionWord?)
    /// A name, or a text without quotes.
    case name(ConditionName)
    case text(ConditionWord)
  }

  package var node: Node
  /// Where it begins, as count of bytes before it.
  package var place: Int
  /// Where what comes after it begins; of a comparison, a list or `is missing` where its sign or word begins.
  package var sign: Int
  let depth: Int

  package static let maximumDepth = 64

  init(_ node: Node, place: Int, sign: Int) {
    self.node = node
    self.place = place
    self.sign = sign
    depth = 1 + node.parts.reduce(0) { max($0, $1.depth) }
  }
}

extension ConditionSyntax: Hashable {
  @usableFromInline package static func == (left: ConditionSyntax, right: ConditionSyntax) -> Bool {
    left.node == right.node
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

extension ConditionSyntax.Node {
  var parts: [ConditionSyntax] {
    switch self {
    case .any(let parts), .all(let parts): parts
    case .not(let part), .list(let part, _), .presence(let part, _): [part]
    case .comparison(let left, _, let right), .arithmetic(let left, _, let right): [left, right]
    case .call(_, let arguments, let filter): arguments + (filter.map { [$0] } ?? [])
    case .number, .name, .text: []
    }
  }
}

/// A name: words with full stops between them, of which the last may be in quotes.
@usableFromInline package struct ConditionName: Sendable, Hashable {
  package var text: String
  /// What is in quotes after the last full stop: a metadata key with blanks.
  package var quoted: String?

  @usableFromInline package init(_ text: String, quoted: String? = nil) {
    self.text = text
    self.quoted = quoted
  }

  package var head: String { String(text.prefix { $0 != "." }) }

  package var part: String? {
    guard let stop = text.firstIndex(of: ".") else { return nil }
    let rest = text[text.index(after: stop)...]
    return rest.isEmpty ? quoted ?? "" : String(rest)
  }

  @usableFromInline package var whole: String { text + (quoted ?? "") }

  package var shown: String { "`" + TextEscaping.escaped(whole, limit: 80) + "`" }
}

/// The signs of arithmetic; blanks are around them, since units, dates and names have such signs in them.
@usableFromInline package enum ArithmeticSign: UInt8, Sendable, Hashable, CaseIterable {
  case plus, minus, times, over

  @usableFromInline package var text: String {
    switch self {
    case .plus: "+"
    case .minus: "-"
    case .times: "*"
    case .over: "/"
    }
  }
}

@usableFromInline package enum ConditionFunction: String, Sendable, Hashable, CaseIterable {
  case count
  /// Of a number for each element: what all add up to, the least, the most, the mean.
  case sum, minimum, maximum, average
  /// Whether a condition holds for each element, for one at least.
  case all, any
  /// The first of its arguments, or of a field in the elements of a list, that is not missing.
  case first
  case raw
}

extension ConditionSyntax: CustomStringConvertible {
  @usableFromInline package var description: String {
    switch node {
    case .any(let parts): parts.map { $0.text(within: 2) }.joined(separator: " or ")
    case .all(let parts): parts.map { $0.text(within: 3) }.joined(separator: " and ")
    case .not(let part): "not " + part.text(within: 3)
    case .comparison(let left, let comparison, let right):
      left.text(within: 5) + " \(comparison.rawValue) " + right.text(within: 5)
    case .list(let left, let words): left.text(within: 5) + " in (" + words.map(Self.text).joined(separator: ", ") + ")"
    case .presence(let part, let isMissing): part.text(within: 5) + (isMissing ? " is missing" : " is not missing")
    case .arithmetic(let left, let sign, let right):
      left.text(within: sign.level) + " \(sign.text) " + right.text(within: sign.level + 1)
    case .call(let function, let arguments, let filter):
      function.rawValue + "(" + arguments.map(\.description).joined(separator: ", ")
        + (filter.map { " where \($0)" } ?? "") + ")"
    case .number(let word, let unit): word.text + (unit.map { " " + Self.text($0) } ?? "")
    case .name(let name): name.text + (name.quoted.map(Self.quoted) ?? "")
    case .text(let word): Self.quoted(word.text)
    }
  }

  /// The text, in parentheses where it would else be taken apart: what binds looser than a level.
  private func text(within level: Int) -> String { self.level < level ? "(\(self))" : description }

  private var level: Int {
    switch node {
    case .any: 1
    case .all: 2
    case .not: 3
    case .comparison, .list, .presence: 4
    case .arithmetic(_, let sign, _): sign.level
    case .call, .number, .name, .text: 7
    }
  }

  private static func text(_ word: ConditionWord) -> String { word.isQuoted ? quoted(word.text) : word.text }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension ArithmeticSign {
  fileprivate var level: Int {
    switch self {
    case .plus, .minus: 5
    case .times, .over: 6
    }
  }
}

/// How two values are compared.
public enum Comparison: String, Sendable, Hashable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// Compares two values; NaN compares false.
  @usableFromInline package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
