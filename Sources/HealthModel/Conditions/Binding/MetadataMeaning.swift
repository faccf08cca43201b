import HealthUnits

/// What values of a metadata key are: as the catalog defines it, or whatever an operand looks like.
package struct MetadataMeaning: Sendable {
  package let key: String
  private let shape: MetadataValueShape?

  package init(_ name: String, in registry: Registry) {
    let known = registry.metadataKeyIndex(named: name).map { registry.metadataKeys[$0] }
    key = known?.key ?? name
    shape = known?.value
  }

  var isNumber: Bool { shape == .number || shape == .integer }

  package var takesUnit: Bool {
    switch shape {
    case .quantity?, nil: true
    case .string?, .number?, .integer?, .boolean?, .date?, .enum?: false
    }
  }

  /// The words of a value without an operator: a number and its unit, a quoted text, or all of it as one.
  package func parts(of value: String, _ registry: Registry) -> (word: ConditionWord, unit: ConditionWord?) {
    let whole = ConditionWord(text: value, isQuoted: false, place: 0)
    var scanner = ConditionScanner(Array(value.utf8))
    guard takesUnit, let first = try? scanner.word(.operand) else { return (whole, nil) }
    if first.isQuoted { return (scanner.isAtEnd() ? first : whole, nil) }
    guard let number = NumberText(first), number.unit == nil, let unit = try? scanner.word(.operand),
      scanner.isAtEnd(), shape != nil || (try? UnitOfMeasure(unit.text, table: registry.units)) != nil
    else { return (whole, nil) }
    return (first, unit)
  }

  func hasOrder(_ operand: ConditionValue) -> Bool {
    if case .enum? = shape { return false }
    switch operand {
    case .number, .quantity: return true
    case .text, .boolean, .time, .missing: return false
    }
  }

  package func operand(
    _ word: ConditionWord, unit: ConditionWord?, _ registry: Registry
  ) throws(SyntaxError) -> ConditionValue {
    switch shape {
    case nil: return try freeOperand(word, unit: unit, registry)
    case .string?: return .text(word.text)
    case .number?, .integer?:
      guard let number = NumberText(word), number.unit == nil else { throw fault(word, "a number") }
      return .number(number.value)
    case .boolean?:
      switch word.text {
      case "true", "1": return .boolean(true)
      case "false", "0": return .boolean(false)
      default: throw fault(word, "true or false")
      }
    case .date?: return .text(try date(word))
    case .quantity(let canonical)?: return try quantity(word, unit: unit, canonical, registry)
    case .enum(let list)?:
      guard let item = list.item(named: word.text) else {
        let near = Suggestion.nearest(to: word.text, among: list.cases.map(\.name))
        throw fault(word, "a case of \(list.id)", instead: list.advice(near))
      }
      return item.raw.map { .number(Double($0)) } ?? .text(item.name)
    }
  }

  /// The operand of a key that the catalog does not know: a quoted word is text, others are what they look like.
  private func freeOperand(
    _ word: ConditionWord, unit: ConditionWord?, _ registry: Registry
  ) throws(SyntaxError) -> ConditionValue {
    if word.isQuoted { return .text(word.text) }
    if unit != nil { return try quantity(word, unit: unit, nil, registry) }
    switch word.text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      guard let number = NumberText(word), number.unit == nil else { return .text(word.text) }
      return .number(number.value)
    }
  }

  /// A quantity; stores keep it in the unit that it was written in, and only those in the same one are compared.
  private func quantity(
    _ word: ConditionWord, unit: ConditionWord?, _ canonical: UnitOfMeasure?, _ registry: Registry
  ) throws(SyntaxError) -> ConditionValue {
    guard let number = NumberText(word), !word.isQuoted else { throw fault(word, "a number with a unit") }
    guard let unit = number.unit ?? unit else {
      guard let canonical else { throw fault(word, "a number with a unit") }
      return .quantity(number.value, unit: canonical.unitString)
    }
    let asked = try registry.unit(unit)
    if let canonical, !asked.isConvertible(to: canonical) {
      throw SyntaxError(
        unit.place, "\(shownKey) is measured in \(canonical), to which `\(asked)` does not convert", reason: .wrongUnit)
    }
    return .quantity(number.value, unit: asked.unitString)
  }

  /// A time in the form that the normal form writes it in, with its own offset.
  private func date(_ word: ConditionWord) throws(SyntaxError) -> String {
    let bytes = Array(word.text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else { throw fault(word, "a time with an offset such as 2026-01-01T08:00:00+01:00") }
    var text: [UInt8] = []
    TimestampWriter.append(reading.instant, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private var shownKey: String { TextEscaping.escaped(key, limit: 80) }

  private func fault(_ word: ConditionWord, _ what: String, instead: String? = nil) -> SyntaxError {
    SyntaxError(
      word.place, "\(shownKey) is \(what), got `\(TextEscaping.escaped(word.text, limit: 40))`", instead: instead)
  }
}
