import HealthModel

/// A title is a short name in sentence case: it begins with a capital or a digit and has no full stop.
enum TitleRule {
  static let maximumLength = 80

  static func check(_ subject: LintSubject) -> [Diagnostic] {
    var findings = subject.registry.types.compactMap { type in
      finding(type.title, at: type.mark(of: "title"), type: type.id)
    }
    // A type's title is the effective one, after overrides; the others are in one file.
    for entry in subject.entries where entry.kind != .type && entry.kind != .override {
      guard let title = entry.title, let found = finding(title, at: entry.mark, type: nil) else { continue }
      findings.append(found)
    }
    return findings
  }

  private static func finding(_ title: String, at mark: CatalogMark, type: String?) -> Diagnostic? {
    if let problem = Self.problem(with: title) {
      return Diagnostic(.catalogName, "the title \(CatalogText.shown(title)) \(problem)", at: mark, type: type)
    }
    guard hasOnlyCapitalizedWords(title) else { return nil }
    // A note, since a name such as that of a questionnaire looks the same.
    return Diagnostic(
      .catalogName, "the title \(CatalogText.shown(title)) has a capital in every word", at: mark, severity: .note,
      type: type, hint: "titles are in sentence case; capitals are for the first word and for names")
  }

  /// The problem with a title in any language; `nil` if there is none.
  static func problem(with title: String) -> String? {
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

  /// Whether all words after the first are capitalized; short ones and acronyms say nothing.
  private static func hasOnlyCapitalizedWords(_ title: String) -> Bool {
    let all = title.split(whereSeparator: \.isWhitespace).map(\.unicodeScalars)
    let words = all.dropFirst().filter { $0.count >= 4 }
    guard !words.isEmpty else { return false }
    return words.allSatisfy { word in
      word.first?.properties.isUppercase == true && word.dropFirst().allSatisfy { $0.properties.isLowercase }
    }
  }
}
