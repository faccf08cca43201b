import HealthModel

/// A title is a short name in sentence case: it begins with a capital or a digit and has no full stop.
enum TitleRule {
  static let maximumLength = 80

  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.compactMap { type in
      guard let problem = Self.problem(with: type.title) else { return nil }
      return Diagnostic(
        .catalogName, "the title \(CatalogText.shown(type.title)) \(problem)",
        at: LintSubject.mark(of: "title", in: type), type: type.id)
    }
  }

  private static func problem(with title: String) -> String? {
    guard let first = title.unicodeScalars.first, let last = title.unicodeScalars.last else { return "is empty" }
    if first.properties.isWhitespace || last.properties.isWhitespace { return "begins or ends with a blank" }
    if title.unicodeScalars.contains(where: { $0.value < 0x20 }) { return "is more than one line" }
    if first.properties.isLowercase, !startsWithSymbol(title) { return "begins with a small letter" }
    if last == "." { return "ends with a full stop" }
    if title.unicodeScalars.count > maximumLength { return "is longer than \(maximumLength) characters" }
    return nil
  }

  /// Whether the first word is a symbol that is written so, such as pH: a capital follows within it.
  private static func startsWithSymbol(_ title: String) -> Bool {
    let word = title.unicodeScalars.prefix { !$0.properties.isWhitespace }
    return word.dropFirst().contains { $0.properties.isUppercase }
  }
}
