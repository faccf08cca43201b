/// A condition, or a part of one, as it is written: what its names mean is not known yet.
///
/// Two are equal when they say the same in the same form, wherever in a text they are.
@usableFromInline package struct ConditionSyntax: Sendable {
  /// What is written.
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

  /// What is written.
  package var node: Node
  /// Where it begins, as count of bytes before it.
  package var place: Int
  /// Where what comes after it begins; of a comparison, a list or `is missing` where its sign or word begins.
  package var sign: Int
  /// How deep it is, 1 for what has no parts.
  let depth: Int

  /// The deepest tree.
  package static let maximumDepth = 64

  init(_ node: Node, place: Int, sign: Int) {
    self.node = node
    self.place = place
    self.sign = sign
    depth = 1 + node.parts.reduce(0) { max($0, $1.depth) }
  }
}

extension ConditionSyntax: Hashable {
  /// Whether both say the same.
  @usableFromInline package static func == (left: ConditionSyntax, right: ConditionSyntax) -> Bool {
    left.node == right.node
  }

  /// Hashes what `==` compares.
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
  /// The name as written, without what is in quotes.
  package var text: String
  /// What is in quotes after the last full stop: a metadata key with blanks.
  package var quoted: String?

  @usableFromInline package init(_ text: String, quoted: String? = nil) {
    self.text = text
    self.quoted = quoted
  }

  /// What is before the first full stop.
  package var head: String { String(text.prefix { $0 != "." }) }

  /// What is after the first full stop; `nil` when the name has none.
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
  /// How many elements a list has.
  case count
  /// Of a number for each element: what all add up to, the least, the most, the mean.
  case sum, minimum, maximum, average
  /// Whether a condition holds for each element, for one at least.
  case all, any
  /// The first of its arguments, or of a field in the elements of a list, that is not missing.
  case first
  case raw
}
