import HealthModel
import HealthUnits

extension CatalogDecoder {
  /// `{min: PT0.001S, max: P4D, usually_below: P1D}`.
  mutating func durationLimits(_ field: Field) -> DurationLimits? {
    let limits = map(field, as: DurationLimits()) {
      $0.describe(&$1)
      $0.describeUsual(&$1)
    }
    guard let limits else { return nil }
    let (minimum, maximum) = (limits.minimum, limits.maximum)
    if let minimum, let maximum, minimum > maximum {
      report(.catalogRange, "the shortest duration is longer than the longest", at: field.changedMark ?? field.mark)
    }
    if let usual = limits.usuallyBelow, usual > maximum ?? .max || usual <= minimum ?? 0 {
      report(
        .catalogRange, "the length that samples usually stay below is not between the shortest and the longest",
        at: field.changedMark ?? field.mark)
    }
    return limits
  }

  /// A length of time in microseconds.
  mutating func duration(_ field: Field) -> Int64? {
    guard let text = self.text(field) else { return nil }
    guard let value = ISODuration.microseconds(of: text) else {
      reportKind(field, takes: "a duration such as P4D, PT8H or PT0.001S")
      return nil
    }
    return value
  }
}

/// ISO 8601 durations of fixed length: weeks alone, or days, hours, minutes and seconds.
///
/// Years and months have no fixed length and are refused.
package enum ISODuration {
  /// The microseconds of a duration; `nil` when the text is none.
  package static func microseconds(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "P") else { return nil }
    if bytes.last == UInt8(ascii: "W") { return value(bytes[1..<(bytes.count - 1)], of: 604_800_000_000) }
    var total: Int64 = 0
    // Each unit at most once and in this order; those after `T` become known there.
    var units: [(letter: UInt8, size: Int64)] = [(UInt8(ascii: "D"), 86_400_000_000)]
    var (start, isTime) = (1, false)
    for index in 1..<max(1, bytes.count) {
      if bytes[index] == UInt8(ascii: "T"), start == index, !isTime {
        units = [
          (UInt8(ascii: "H"), 3_600_000_000), (UInt8(ascii: "M"), 60_000_000), (UInt8(ascii: "S"), 1_000_000),
        ]
        (start, isTime) = (index + 1, true)
      } else if let place = units.firstIndex(where: { $0.letter == bytes[index] }) {
        guard let part = value(bytes[start..<index], of: units[place].size) else { return nil }
        let sum = total.addingReportingOverflow(part)
        if sum.overflow { return nil }
        total = sum.partialValue
        units.removeFirst(place + 1)
        start = index + 1
      }
    }
    let ends = bytes.last == UInt8(ascii: "P") || bytes.last == UInt8(ascii: "T")
    return start == bytes.count && !ends ? total : nil
  }

  /// The text of a duration that is not negative: in days, hours or minutes where it is whole in them.
  package static func text(of microseconds: Int64) -> String {
    let units: [(size: Int64, start: String, end: String)] = [
      (86_400_000_000, "P", "D"), (3_600_000_000, "PT", "H"), (60_000_000, "PT", "M"), (1_000_000, "PT", "S"),
    ]
    for unit in units where microseconds > 0 && microseconds % unit.size == 0 {
      return unit.start + "\(microseconds / unit.size)" + unit.end
    }
    var fraction = "\(1_000_000 + microseconds % 1_000_000)".dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let decimals = fraction.isEmpty ? "" : ".\(fraction)"
    return "PT\(microseconds / 1_000_000)\(decimals)S"
  }

  /// At most twelve digits, and of seconds at most six of a fraction, in microseconds.
  private static func value(_ text: ArraySlice<UInt8>, of size: Int64) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = integer(parts[0]), parts.count == 1 || size == 1_000_000 && parts[1].count <= 6 else {
      return nil
    }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard let digits = integer(parts[1]) else { return nil }
      fraction = (parts[1].count..<6).reduce(digits) { value, _ in value * 10 }
    }
    let product = whole.multipliedReportingOverflow(by: size)
    let sum = product.partialValue.addingReportingOverflow(fraction)
    return product.overflow || sum.overflow ? nil : sum.partialValue
  }

  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    guard !text.isEmpty, text.count <= 12, text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}

extension CatalogDecoder {
  mutating func enumDefinition(_ node: YAMLNode, id: String) -> EnumDefinition? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(["schema", "needs", "enum"])
    var definition = EnumDefinition(id: id, cases: [])
    describe(&definition, in: &fields) { $0.describeNames(&$1) }
    readNotes(in: &fields)
    definition.cases = need("cases", in: &fields) { $0.cases($1) } ?? []
    finish(fields)
    return errorCount == before ? definition : nil
  }

  /// Keys that document a definition and are not kept.
  mutating func readNotes(in fields: inout Fields) {
    for key in ["title", "summary", "visibility"] {
      guard let field = fields.take(key) else { continue }
      _ = self.text(field)
    }
    for key in ["sources", "since"] {
      guard let field = fields.take(key) else { continue }
      _ = self.textMap(field)
    }
  }

  /// The id of an enum, or a map of cases; the latter becomes an enum of the given id.
  mutating func enumReference(_ field: Field, inlineID: String) -> EnumDefinition? {
    if field.node.entries != nil { return cases(field).map { EnumDefinition(id: inlineID, cases: $0) } }
    guard field.node.text != nil else {
      reportKind(field, takes: "the id of an enum or a map of cases")
      return nil
    }
    guard let id = self.id(field) else { return nil }
    if let definition = enums[id] { return definition }
    if brokenIDs.contains(id) {
      failSilently()
    } else {
      let known = enums
      report(
        .catalogReference, "there is no enum \(CatalogText.shown(id))", at: field.node.mark,
        hint: hint(for: id, amongSome: known.count, known.keys.sorted()))
    }
    return nil
  }

  /// A map from case names to raw integers or maps.
  mutating func cases(_ field: Field) -> [EnumCase]? {
    guard let fields = self.fields(field) else { return nil }
    let before = errorCount
    var cases: [EnumCase] = []
    var owners = EnumNames()
    for entry in fields.entries {
      guard let new = enumCase(entry, in: fields) else { continue }
      for conflict in owners.add(new) { report(.catalogShadow, conflict, at: entry.keyMark) }
      cases.append(new)
    }
    if cases.isEmpty, errorCount == before {
      report(.catalogKeyMissing, "\(CatalogText.shown(field.path)) has no cases", at: field.mark)
    }
    return errorCount == before ? cases : nil
  }

  private mutating func enumCase(_ entry: YAMLEntry, in parent: Fields) -> EnumCase? {
    guard CatalogID.isValid(entry.key) else {
      report(
        .catalogID, "\(CatalogText.shown(entry.key)) is not the name of a case", at: entry.keyMark,
        hint: "a name begins with a letter and holds letters, digits, `.`, `_` and `-`")
      return nil
    }
    let field = Field(path: parent.path(entry.key), mark: entry.keyMark, node: entry.value)
    let limits = -Self.maximumInteger...Self.maximumInteger
    guard field.node.entries != nil else {
      guard field.node.text != nil else {
        reportKind(field, takes: "a raw integer or a map")
        return nil
      }
      return integer(field, in: limits).map { EnumCase(name: entry.key, raw: $0) }
    }
    guard var fields = self.fields(field) else { return nil }
    var item = EnumCase(name: entry.key, raw: nil)
    describe(&item, in: &fields) { $0.describeFields(&$1) }
    let text = read("text", in: &fields) { $0.text($1) }
    finish(fields)
    if item.raw != nil, text != nil {
      report(.catalogKeyKind, "a case has either `raw` or `text`, not both", at: field.mark)
    }
    if let text { item.exports.insert(text, at: 0) }
    return item
  }
}

struct EnumNames {
  private var names: [String: String] = [:]
  private var exports: [String: String] = [:]
  private var raws: [Int: String] = [:]

  init() {}

  /// Adds a case; the sentences for what it shares with an earlier one.
  mutating func add(_ new: EnumCase) -> [String] {
    var conflicts: [String] = []
    for name in [new.name] + new.aliases {
      if let other = names.updateValue(new.name, forKey: name), other != new.name {
        conflicts.append("the name \(CatalogText.shown(name)) already belongs to the case \(CatalogText.shown(other))")
      }
    }
    for text in new.exports {
      if let other = exports.updateValue(new.name, forKey: text), other != new.name {
        conflicts.append("the text \(CatalogText.shown(text)) already belongs to the case \(CatalogText.shown(other))")
      }
    }
    if let raw = new.raw, let other = raws.updateValue(new.name, forKey: raw) {
      conflicts.append("the raw value \(raw) already belongs to the case \(CatalogText.shown(other))")
    }
    return conflicts
  }
}

extension CatalogDecoder {
  /// `valid` and `invalid` lists of samples; an invalid one names the code it raises.
  mutating func examples(_ field: Field, type: String) -> [TypeExample]? {
    guard var fields = self.fields(field) else { return nil }
    let valid = fields.take("valid").flatMap { self.items($0) } ?? []
    let invalid = fields.take("invalid").flatMap { self.items($0) } ?? []
    finish(fields)
    var examples: [TypeExample] = []
    for item in valid {
      if let example = validExample(item, type: type) { examples.append(example) }
    }
    for item in invalid {
      if let example = invalidExample(item, type: type) { examples.append(example) }
    }
    return examples
  }

  private mutating func validExample(_ field: Field, type: String) -> TypeExample? {
    guard let fields = self.fields(field) else { return nil }
    if let code = field.node.entry("code") {
      report(.catalogKeyUnknown, "a valid example raises no `code`", at: code.keyMark)
    }
    let json = ExampleJSON.line(of: fields.entries, type: type)
    return TypeExample(json: json, expectedCode: nil, mark: field.node.mark)
  }

  private mutating func invalidExample(_ field: Field, type: String) -> TypeExample? {
    guard var fields = self.fields(field) else { return nil }
    let code = need("code", in: &fields) { $0.diagnosticCode($1) }
    let json = ExampleJSON.line(of: fields.entries.filter { $0.key != "code" }, type: type)
    return code.map { TypeExample(json: json, expectedCode: $0, mark: field.node.mark) }
  }

  private mutating func diagnosticCode(_ field: Field) -> DiagnosticCode? {
    guard let text = self.text(field) else { return nil }
    guard let code = DiagnosticCode(name: text) else {
      report(
        .catalogKeyKind, "there is no code \(CatalogText.shown(text))", at: field.node.mark,
        hint: CatalogText.suggestion(for: text, among: DiagnosticCode.allCases.map(\.name)))
      return nil
    }
    return code
  }
}

/// An example as one line of JSON.
///
/// Only here does the form of a scalar decide: a sample has no schema. Unquoted numbers by JSON's grammar, `true`,
/// `false` and `null` are what they say; all else is text.
enum ExampleJSON {
  /// Writes entries as an object; `type` is first when the example does not name its type.
  static func line(of entries: [YAMLEntry], type: String) -> String {
    var json = JSONBuilder.openObject()
    if !entries.contains(where: { $0.key == "type" }) { json.member("type", type) }
    append(entries, to: &json)
    return String(decoding: json.finished, as: UTF8.self)
  }

  private static func append(_ entries: [YAMLEntry], to json: inout JSONBuilder) {
    for entry in entries {
      json.key(entry.key)
      append(entry.value, to: &json)
    }
  }

  private static func append(_ node: YAMLNode, to json: inout JSONBuilder) {
    switch node.content {
    case .mapping(let entries): json.object { append(entries, to: &$0) }
    case .sequence(let items): json.array { list in for item in items { append(item, to: &list) } }
    case .scalar(let text, let isQuoted):
      if !isQuoted, isLiteral(text) { json.value(json: text.utf8) } else { json.value(text) }
    }
  }

  /// Whether an unquoted scalar is a number, `true`, `false` or `null` in JSON.
  ///
  /// A number too large for a double still is one by the grammar, so that an example can show that it is refused.
  private static func isLiteral(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var cursor = JSONCursor(end: bytes.count)
    guard let value = try? cursor.scalar(bytes.span.bytes), value.kind != .string else { return false }
    return cursor.position == cursor.end
  }
}

extension CatalogDecoder {
  mutating func id(_ field: Field) -> String? {
    name(
      field, "an id", hint: "an id begins with a letter and holds letters, digits, `.`, `_` and `-`, at most 128",
      CatalogID.isValid)
  }

  mutating func metadataKey(_ field: Field) -> String? {
    name(
      field, "a metadata key",
      hint: "a key begins with a letter or `_` and holds letters, digits, `.`, `_` and `-`, at most 128",
      CatalogID.isValidMetadataKey)
  }

  /// A name of something elsewhere: printable, without blanks at its ends.
  mutating func foreignName(_ field: Field) -> String? {
    name(field, "a name: printable ASCII without blanks, at most 256") { text in
      text.utf8.count <= 256 && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0.isASCII }
    }
  }

  private mutating func name(
    _ field: Field, _ noun: String, hint: String? = nil, _ isValid: (String) -> Bool
  ) -> String? {
    guard let text = self.text(field) else { return nil }
    if isValid(text) { return text }
    report(.catalogID, "\(CatalogText.shownASCII(text)) is not \(noun)", at: field.node.mark, hint: hint)
    return nil
  }

  /// A list in which nothing is there twice.
  mutating func list(_ field: Field, _ body: (inout CatalogDecoder, Field) -> String?) -> [String]? {
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

  mutating func unit(_ field: Field) -> UnitOfMeasure? {
    guard let text = self.text(field) else { return nil }
    let spelling = Array(text.utf8)
    if let known = knownUnits[spelling] { return known }
    do {
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

  mutating func word<Word: Choice>(_ field: Field, of choices: [Word], called noun: String) -> Word? {
    guard let text = self.text(field) else { return nil }
    if let choice = choices.first(where: { $0.word == text }) { return choice }
    let words = choices.map(\.word)
    report(
      .catalogKeyKind, "\(CatalogText.shown(text)) is not \(noun): \(words.joined(separator: ", "))",
      at: field.node.mark, hint: CatalogText.suggestion(for: text, among: words))
    return nil
  }

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
