extension ConditionSyntax: CustomStringConvertible {
  /// The condition as text: read again, it is the same tree.
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

  /// How close the parts are bound: what is higher is taken first.
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
  /// How close its sides are bound.
  fileprivate var level: Int {
    switch self {
    case .plus, .minus: 5
    case .times, .over: 6
    }
  }
}
