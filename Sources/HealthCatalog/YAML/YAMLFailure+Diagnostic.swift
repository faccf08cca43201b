package import HealthModel

extension YAMLFailure {
  /// libyaml's complaint in Assay's words.
  ///
  /// It distinguishes YAML outside the subset from text that is not YAML, and advises quoting text that YAML
  /// would read as something else.
  func diagnostic(path: String, text: [UInt8]) -> Diagnostic {
    let mark = CatalogMark(path: path, line: line, column: column)
    let words = context + " " + problem
    if words.contains("directive") {
      return Diagnostic(.yamlSubset, "directives are not allowed", at: mark)
    }
    if problem.contains("document start") {
      return Diagnostic(.yamlSyntax, "text after the end of the document", at: mark)
    }
    if words.contains("anchor") || words.contains("alias") {
      return Diagnostic(
        .yamlSubset, "anchors and aliases are not allowed", at: mark, hint: "put text with `&` or `*` in quotes")
    }
    if words.contains("tag") {
      return Diagnostic(.yamlSubset, "tags are not allowed", at: mark, hint: "put text with `!` in quotes")
    }
    if problem.contains("cannot start any token") { return unstartable(mark, text: text) }
    if let words = YAMLFailureWords.all.first(where: { problem.contains($0.problem) }) {
      let isAtBeginning = contextLine > 0 && (words.place == .beginning || isAtEnd(of: text))
      let beginning = CatalogMark(path: path, line: contextLine, column: contextColumn)
      return Diagnostic(.yamlSyntax, words.message, at: isAtBeginning ? beginning : mark, hint: words.hint)
    }
    let quoted = TextEscaping.escaped(context.isEmpty ? problem : "\(problem) \(context)")
    return Diagnostic(.yamlSyntax, "the text is not valid YAML; the YAML parser reports \"\(quoted)\"", at: mark)
  }

  /// Whether nothing but blanks is after the place of the problem: then it is not near the mistake.
  private func isAtEnd(of text: [UInt8]) -> Bool {
    let lines = text.split(separator: 0x0A, maxSplits: max(0, line - 1), omittingEmptySubsequences: false)
    return lines.count < line || (lines.last?.allSatisfy { $0 <= 0x20 } ?? true)
  }

  /// A character that cannot begin a value: `%`, `@`, a backtick, or a tab.
  private func unstartable(_ mark: CatalogMark, text: [UInt8]) -> Diagnostic {
    let rest = scalars(from: mark, in: text)
    guard let first = rest.first else { return Diagnostic(.yamlSyntax, problem, at: mark) }
    if first == "\t" {
      return Diagnostic(.yamlSyntax, "a tab where YAML expects spaces", at: mark, hint: "indent with spaces")
    }
    var word = String.UnicodeScalarView()
    for (index, scalar) in rest.enumerated() {
      if scalar == "," || scalar == "]" || scalar == "}" { break }
      if scalar == "#", index > 0, rest[index - 1] == " " { break }
      word.append(scalar)
    }
    while let last = word.last, last == " " || last == "\t" || last == "\r" { word.removeLast() }
    let shown = TextEscaping.escaped(String(word), limit: 60)
    return Diagnostic(
      .yamlQuote, "`\(TextEscaping.escaped(String(first)))` begins no value in YAML", at: mark,
      hint: "put it in quotes: \"\(shown)\"")
  }

  /// The rest of the line from a mark.
  private func scalars(from mark: CatalogMark, in text: [UInt8]) -> [Unicode.Scalar] {
    let lines = text.split(separator: 0x0A, maxSplits: mark.line, omittingEmptySubsequences: false)
    guard mark.line >= 1, mark.line <= lines.count else { return [] }
    return Array(String(decoding: lines[mark.line - 1], as: UTF8.self).unicodeScalars.dropFirst(mark.column - 1))
  }
}

extension Diagnostic {
  /// A finding in a definition.
  package init(
    _ code: DiagnosticCode, _ message: String, at mark: CatalogMark, severity: Severity? = nil, type: String? = nil,
    hint: String? = nil
  ) {
    self.init(
      code: code, severity: severity, message: message,
      location: SourceLocation(path: mark.path, line: mark.line, column: mark.column), type: type, hint: hint)
  }
}
