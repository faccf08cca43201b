import HealthModel

/// Text of definitions inside code: none of it ends the comment or the string that it is in.
enum CodeText {
  /// A text for a comment on one line, whose first word is not its own.
  ///
  /// Controls, line ends and invisible characters are shown as escapes, and no comment begins or ends in it. What begins a
  /// comment can be a directive of a compiler (`type: ignore`, `@ts-ignore`), so the id of what is named comes first.
  static func comment(_ id: String, _ text: String) -> String {
    let words = TextEscaping.escaped(text, limit: 400)
    var safe = String.UnicodeScalarView()
    // By scalars: a character can be `/` with an accent, which ends a comment all the same.
    for scalar in words.unicodeScalars {
      if safe.last == "*" && scalar == "/" || safe.last == "/" && scalar == "*" { safe.append(" ") }
      safe.append(scalar)
    }
    return "`\(TextEscaping.escaped(id))`: \(String(safe))"
  }

  /// A string literal in double quotes.
  static func literal(_ text: String, in language: CodeLanguage) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "$" where language == .kotlin: result += "\\$"
      default:
        if TextEscaping.isHarmless(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += escape(scalar, in: language)
        }
      }
    }
    return result + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar, in language: CodeLanguage) -> String {
    switch language {
    case .swift, .typescript: return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    case .kotlin:
      return UTF16.encode(scalar).map { $0.map { "\\u" + digits(UInt32($0), 4) }.joined() } ?? ""
    case .python: return "\\U" + digits(scalar.value, 8)
    }
  }

  private static func digits(_ value: UInt32, _ width: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}

extension TypeDefinition {
  /// The text of a comment on the type: title, summary, unit, and that it should not be used.
  func comment(of registry: Registry) -> String {
    var parts = [title, summary].filter { !$0.isEmpty }.map { $0.hasSuffix(".") ? $0 : $0 + "." }
    if let shape = shape.quantity { parts.append("In \(shape.shownUnit(shape.unit)).") }
    if let deprecation {
      parts.append("Deprecated since \(deprecation.since)\(deprecation.replacement.map { ": use \($0)" } ?? "").")
    }
    return CodeText.comment(id, parts.joined(separator: " "))
  }
}

extension EnumDefinition {
  /// The text of a comment on the enum.
  func comment(_ id: String) -> String {
    CodeText.comment(id, "Cases of samples and metadata" + (identifier.map { "; \($0)." } ?? "."))
  }
}
