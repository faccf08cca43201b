import HealthModel

/// A condition on metadata, made ready for canonical JSON.
struct MetadataMatch: Sendable {
  private enum Operand: Sendable {
    case text(TextMatch)
    case number(Double)
    case boolean(Bool)
    case quantity(Double, unit: TextMatch)
  }

  private let key: TextMatch
  private let comparison: Comparison
  /// `nil` when the key must only be there.
  private let operand: Operand?

  init(_ condition: MetadataCondition) {
    key = TextMatch(condition.key)
    comparison = condition.comparison ?? .equal
    guard condition.comparison != nil else {
      operand = nil
      return
    }
    operand =
      switch condition.operand {
      case .text(let text): .text(TextMatch(text))
      case .number(let number): .number(number)
      case .boolean(let value): .boolean(value)
      case .quantity(let value, let unit): .quantity(value, unit: TextMatch(unit))
      case nil: nil
      }
  }

  /// Whether a sample's metadata meet the condition.
  func matches(_ row: Int, of batch: SampleBatch) -> Bool {
    let object = batch.metadata[row]
    guard !object.isEmpty else { return false }
    var isMatch = false
    _ = CanonicalObject.forEachMember(of: object.indices, in: batch.arena) { key, value in
      guard self.key.matches(key: key, in: batch.arena) else { return true }
      isMatch = matches(value: value, in: batch.arena)
      return false
    }
    return isMatch
  }

  private func matches(value: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let operand else { return true }
    switch operand {
    case .text(let text):
      return TextMatch.isString(value, in: bytes) && comparison.holds(isEqual: text.matches(value: value, in: bytes))
    case .number(let number):
      guard let reading = DecimalParser.parse(value, in: bytes.span.bytes) else { return false }
      return comparison.holds(reading.value, number)
    case .boolean(let wanted):
      let isTrue = Self.trueWord.matches(plain: value, in: bytes)
      guard isTrue || Self.falseWord.matches(plain: value, in: bytes) else { return false }
      return comparison.holds(isEqual: isTrue == wanted)
    case .quantity(let number, let unit):
      guard let place = CanonicalObject.value(of: "value", of: value, in: bytes),
        let reading = DecimalParser.parse(place, in: bytes.span.bytes),
        let unitPlace = CanonicalObject.value(of: "unit", of: value, in: bytes),
        unit.matches(value: unitPlace, in: bytes)
      else { return false }
      return comparison.holds(reading.value, number)
    }
  }

  private static let trueWord = TextMatch("true")
  private static let falseWord = TextMatch("false")
}
