import HealthModel
import HealthUnits

/// The words for *unit* and *value*.
extension FindingMessages {
  static func unit(_ context: MessageContext) -> FindingWords {
    let takes = "\(context.subject) takes \(wantedUnit(context.type))"
    switch context.finding.code {
    case .unitMissing: return FindingWords("\(takes), got no unit", rule: "unit")
    case .unitUnknown:
      return FindingWords(
        "\(takes), got `\(context.shownUnit)`, which is not a HealthKit unit",
        hint: context.tables.unit(near: context.text).map { "did you mean `\($0)`?" }, rule: "unit")
    case .unitIncompatible: return FindingWords("\(takes), got \(context.shownUnit)", rule: "unit")
    case .unitNotAllowed: return FindingWords("\(takes) only, got \(context.shownUnit)", rule: "unit")
    default: return FindingWords("`\(context.shownUnit)` is read as another spelling of a unit of \(context.subject)")
    }
  }

  private static func wantedUnit(_ type: TypeDefinition?) -> String {
    guard let shape = type?.shape.quantity else { return "a unit" }
    guard let only = shape.units.only, !only.isEmpty else { return shape.unit.unitString }
    return only.map(\.unitString).joined(separator: ", ")
  }

  static func value(_ context: MessageContext) -> FindingWords {
    let finding = context.finding
    switch finding.code {
    case .valueNotANumber:
      return FindingWords(
        "\(context.subject) takes a number, got \(context.isText ? "\"\(context.shown)\"" : context.shown)",
        hint: context.isCell && hasDecimalComma(context)
          ? "if the table writes decimal commas, say so in assay.yaml: `decimal: \",\"`"
          : isNumberInQuotes(context) ? "write the number without quotes" : nil)
    case .valueNotInEnum: return enumWords(context)
    case .valueNotAnInteger:
      return FindingWords("\(context.subject) takes whole numbers, got \(context.shown)", rule: "value.allowed.integer")
    case .valuePrecision:
      return FindingWords(
        "\(context.shown) cannot be kept exactly",
        hint: "whole numbers up to 9007199254740992 are exact, and sizes from 1e-308 to 1e308")
    case .valueImplausible: return boundsWords(context, isError: false)
    default: return boundsWords(context, isError: true)
    }
  }

  private static func isNumberInQuotes(_ context: MessageContext) -> Bool {
    let bytes = Array(context.text.utf8)
    return DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) != nil
  }

  /// Whether the text is a number once its comma is a point.
  private static func hasDecimalComma(_ context: MessageContext) -> Bool {
    var bytes = Array(context.text.utf8)
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return false }
    bytes[comma] = UInt8(ascii: ".")
    return DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) != nil
  }

  private static func enumWords(_ context: MessageContext) -> FindingWords {
    let cases = context.type?.shape.enumeration?.cases ?? []
    // A case near the one that is written says what is written.
    let near = context.redacts ? nil : context.tables.enumCase(near: context.text, of: context.finding.type, cases)
    return FindingWords(
      "\(context.subject) has no case `\(context.shown)`",
      hint: near.map { "did you mean `\($0)`?" } ?? context.tables.list(of: cases, ofType: context.finding.type),
      rule: "values")
  }

  private static func boundsWords(_ context: MessageContext, isError: Bool) -> FindingWords {
    guard let shape = context.type?.shape.quantity else { return FindingWords("the value is not allowed") }
    let bounds = isError ? shape.allowed : shape.plausible
    let found = found(context, in: shape.unit)
    if context.finding.index == 1, let step = bounds.step {
      return FindingWords(
        "\(context.subject) takes multiples of \(amount(step, shape.unit)), got \(found)", rule: "value.allowed.step")
    }
    let (limit, rule): (String, String) =
      if let least = bounds.minimum, context.finding.found < least {
        ("at least \(amount(least, shape.unit))", "min")
      } else if let most = bounds.maximum, context.finding.found > most {
        ("at most \(amount(most, shape.unit))", "max")
      } else if let above = bounds.above, context.finding.found <= above {
        ("above \(amount(above, shape.unit))", "above")
      } else if let below = bounds.below, context.finding.found >= below {
        ("below \(amount(below, shape.unit))", "below")
      } else {
        ("a finite number of \(shape.unit.unitString)", "max")
      }
    let hint = ScaleHint.hint(for: context, shape)
    let verb = isError ? "takes" : "is usually"
    return FindingWords(
      "\(context.subject) \(verb) \(limit), got \(found)", hint: hint,
      rule: (isError ? "value.allowed." : "value.plausible.") + rule)
  }

  /// The number at fault: as written, and converted when its unit is not the type's own.
  private static func found(_ context: MessageContext, in unit: UnitOfMeasure) -> String {
    if context.redacts { return "\(MessageContext.redacted) \(unit.unitString)" }
    let converted = amount(context.finding.found, unit)
    guard let written = context.writtenUnit else { return converted }
    return "\(context.shown) \(written) (\(converted))"
  }

  /// A number in a type's unit.
  ///
  /// HealthKit's `%` is a fraction, and `0.8 %` would be read as less than a hundredth.
  private static func amount(_ value: Double, _ unit: UnitOfMeasure) -> String {
    guard unit.unitString == "%" else { return "\(DecimalWriter.string(value)) \(unit.unitString)" }
    // A hundred times 0.07 is 7.000000000000001.
    let rounded = (value * 1e8).rounded() / 1e6
    return "\(DecimalWriter.string(value)) (\(DecimalWriter.string(rounded.isFinite ? rounded : value * 100)) %)"
  }
}
