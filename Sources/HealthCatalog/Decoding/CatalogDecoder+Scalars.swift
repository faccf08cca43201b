import HealthModel
import HealthUnits

extension CatalogDecoder {
  /// An id by the grammar of ids.
  mutating func id(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    guard CatalogID.isValid(text) else {
      report(
        .catalogID, "\(CatalogText.shownASCII(text)) is not an id", at: field.node.mark,
        hint: "an id begins with a letter and holds letters, digits, `.`, `_` and `-`, at most 128")
      return nil
    }
    return text
  }

  mutating func metadataKey(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    guard CatalogID.isValidMetadataKey(text) else {
      report(
        .catalogID, "\(CatalogText.shownASCII(text)) is not a metadata key", at: field.node.mark,
        hint: "a key begins with a letter or `_` and holds letters, digits, `.`, `_` and `-`, at most 128")
      return nil
    }
    return text
  }

  /// A name of something elsewhere: printable, without blanks at its ends.
  mutating func foreignName(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    let isPrintable = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0.isASCII }
    guard isPrintable, text.utf8.count <= 256 else {
      report(
        .catalogID, "\(CatalogText.shownASCII(text)) is not a name: printable ASCII without blanks, at most 256",
        at: field.node.mark)
      return nil
    }
    return text
  }

  /// A list in which nothing is there twice.
  mutating func list(
    _ field: Field, _ body: (inout CatalogDecoder, Field) -> String?
  ) -> [String]? {
    guard let items = self.items(field) else { return nil }
    var values: [String] = []
    var seen: Set<String> = []
    for item in items {
      guard let value = body(&self, item) else { continue }
      if seen.insert(value).inserted {
        values.append(value)
      } else {
        report(.catalogKeyKind, "\(CatalogText.shown(value)) is there twice", at: item.node.mark)
      }
    }
    return values
  }

  /// A number by JSON's grammar, unquoted.
  mutating func number(_ field: Field) -> Double? {
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, let reading = Self.decimal(text),
      !reading.isInexact
    else {
      reportKind(field, takes: "a number")
      return nil
    }
    return reading.value
  }

  /// A whole number within bounds, unquoted.
  mutating func integer(_ field: Field, in bounds: ClosedRange<Int>) -> Int? {
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, let reading = Self.decimal(text),
      reading.isIntegerLiteral, !reading.isInexact, let value = Int(exactly: reading.value), bounds.contains(value)
    else {
      let isFree = bounds.lowerBound == -Self.maximumInteger && bounds.upperBound == Self.maximumInteger
      let range = isFree ? "" : " from \(bounds.lowerBound) to \(bounds.upperBound)"
      reportKind(field, takes: "a whole number" + range)
      return nil
    }
    return value
  }

  /// `true` or `false`, unquoted; `yes`, `no`, `on` and `off` are not.
  mutating func flag(_ field: Field) -> Bool? {
    switch field.node.content {
    case .scalar(text: "true", isQuoted: false): return true
    case .scalar(text: "false", isQuoted: false): return false
    default:
      reportKind(field, takes: "true or false")
      return nil
    }
  }

  /// A unit in HealthKit's grammar.
  mutating func unit(_ field: Field) -> UnitOfMeasure? {
    guard let text = self.text(field) else { return nil }
    let spelling = Array(text.utf8)
    if let known = knownUnits[spelling] { return known }
    do throws(UnitParseError) {
      let unit = try UnitOfMeasure(text, table: units)
      knownUnits[spelling] = unit
      return unit
    } catch {
      report(
        .catalogUnit, "\(CatalogText.shown(text)) is not a unit: \(error.reason) at byte \(error.offset)",
        at: field.node.mark, hint: error.hint)
      return nil
    }
  }

  /// The length of a text in bytes, up to the longest a sample may hold.
  mutating func textLength(_ field: Field) -> Int? { integer(field, in: 1...(64 << 10)) }

  /// One of the words of a list, which a noun with its article names.
  mutating func word<Word>(_ field: Field, of words: Word.Type, called noun: String) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard let text = self.text(field) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    report(
      .catalogKeyKind, "\(CatalogText.shown(text)) is not \(noun): \(words.joined(separator: ", "))",
      at: field.node.mark, hint: CatalogText.suggestion(for: text, among: words))
    return nil
  }

  /// One of a few words.
  mutating func word(_ field: Field, among words: [String]) -> String? {
    guard let text = self.text(field) else { return nil }
    guard words.contains(text) else {
      reportKind(
        field, takes: "one of \(words.joined(separator: ", "))", hint: CatalogText.suggestion(for: text, among: words))
      return nil
    }
    return text
  }

  /// A number by JSON's grammar, the one grammar of all formats.
  static func decimal(_ text: String) -> DecimalParser.Reading? {
    let bytes = Array(text.utf8)
    return DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes)
  }

  /// The largest integer a number holds exactly.
  static let maximumInteger = 9_007_199_254_740_991
}
