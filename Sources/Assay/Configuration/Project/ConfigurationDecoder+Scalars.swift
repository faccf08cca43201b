import HealthCatalog
import HealthModel

extension SchemaDecoder {
  /// Text with its place.
  mutating func located(_ field: Field) -> Located<String>? {
    text(field).map { Located($0, at: field.node.mark) }
  }

  /// A map from any keys to texts.
  mutating func texts(_ field: Field) -> [String: String]? {
    guard let fields = self.fields(field) else { return nil }
    var texts: [String: String] = [:]
    for entry in fields.entries {
      texts[entry.key] = text(Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value))
    }
    return texts
  }

  /// Paths of which none is there twice.
  mutating func paths(_ field: Field) -> [Located<String>]? {
    guard let paths = list(field, { $0.located($1) }) else { return nil }
    var seen: Set<String> = []
    for path in paths where !seen.insert(path.value).inserted {
      report(.configValue, "\(CatalogText.shown(path.value)) is there twice", at: path.mark)
    }
    return paths
  }

  /// One of the words of a list.
  mutating func word<Word>(_ field: Field, of words: Word.Type) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard let text = self.text(field) else { return nil }
    if let word = Word(rawValue: text) { return word }
    reportWord(text, field, among: Word.allCases.map(\.rawValue))
    return nil
  }

  /// One of the words of a list, with its place.
  mutating func locatedWord<Word>(_ field: Field, of words: Word.Type) -> Located<Word>?
  where Word: RawRepresentable & CaseIterable & Sendable & Hashable, Word.RawValue == String {
    word(field, of: words).map { Located($0, at: field.node.mark) }
  }

  /// Reports a text that its key does not take.
  mutating func reportText(_ text: String, _ field: Field, takes wanted: String, hint: String? = nil) {
    report(
      .configValue, "\(CatalogText.shown(field.path)) takes \(wanted), got \(CatalogText.shown(text))",
      at: field.node.mark, hint: hint)
  }

  /// Reports a word that is none of those its key takes.
  mutating func reportWord(_ text: String, _ field: Field, among words: [String]) {
    reportText(
      text, field, takes: Suggestion.alternatives(words), hint: CatalogText.suggestion(for: text, among: words))
  }

  /// A whole number within bounds, unquoted.
  mutating func integer(_ field: Field, in bounds: ClosedRange<Int>) -> Int? {
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, let value = Self.integer(text) else {
      reportKind(field, takes: "a whole number")
      return nil
    }
    guard bounds.contains(value) else {
      reportText(text, field, takes: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
      return nil
    }
    return value
  }

  /// `true` or `false`, unquoted.
  mutating func flag(_ field: Field) -> Bool? {
    switch field.node.content {
    case .scalar(text: "true", isQuoted: false): return true
    case .scalar(text: "false", isQuoted: false): return false
    default:
      reportKind(field, takes: "true or false")
      return nil
    }
  }

  /// A day as `2026-12-31`.
  mutating func date(_ field: Field) -> Located<CivilDate>? {
    guard let text = self.text(field) else { return nil }
    let bytes = Array(text.utf8)
    guard let date = TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes), date.isValid else {
      reportText(text, field, takes: "a day", hint: "write it as 2026-12-31")
      return nil
    }
    return Located(date, at: field.node.mark)
  }

  mutating func glob(_ field: Field, isPath: Bool = true) -> GlobPattern? {
    guard let text = self.text(field) else { return nil }
    if isPath, text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") {
      report(
        .configValue, "the glob \(CatalogText.shown(text)) ends in `/`, so it matches no file", at: field.node.mark,
        hint: "`folder/**` is all files in a folder; a folder that is one export is named without `/`")
      return nil
    }
    guard let pattern = GlobPattern(text) else {
      report(
        .configValue, "\(CatalogText.shown(text)) is not a glob", at: field.node.mark,
        hint: "close every `[` and `{`, or put `\\` before a character that is meant literally")
      return nil
    }
    return pattern
  }

  /// A glob for paths as text, with its place.
  mutating func globText(_ field: Field) -> Located<String>? {
    glob(field).map { Located($0.text, at: field.node.mark) }
  }

  /// A whole number by JSON's grammar.
  static func integer(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard let reading = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes), reading.isIntegerLiteral else {
      return nil
    }
    return reading.integer
  }
}
