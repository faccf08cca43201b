import HealthModel
import HealthUnits

/// The words for *unit* and *value*.
extension FindingMessages {
  static func unit(_ context: MessageContext) -> FindingWords {
    let takes: MessageText = "\(context.subject) takes \(wantedUnit(context.plan))"
    switch context.finding.code {
    case .unitMissing: return FindingWords("\(takes), got no unit", rule: "unit")
    case .unitUnknown:
      return FindingWords(
        "\(takes), got `\(context.shownUnit)`, which is no HealthKit unit",
        hint: context.tables.unit(near: context.text, context.hints).map { "did you mean `\($0)`?" }, rule: "unit")
    case .unitIncompatible: return FindingWords("\(takes), got \(context.shownUnit)", rule: "unit")
    case .unitNotAllowed: return FindingWords("\(takes) only, got \(context.shownUnit)", rule: "unit")
    default: return FindingWords("`\(context.shownUnit)` is read as another spelling of a unit of \(context.subject)")
    }
  }

  private static func wantedUnit(_ plan: TypePlan?) -> String {
    guard let plan, let unit = plan.unit else { return "a unit" }
    guard let only = plan.units.only, !only.isEmpty else { return unit.unitString }
    return only.map(\.unitString).joined(separator: ", ")
  }

  static func value(_ context: MessageContext) -> FindingWords {
    let finding = context.finding
    switch finding.code {
    case .valueNotANumber:
      return FindingWords(
        context.isText
          ? "\(context.subject) takes a number, got \"\(context.shown)\""
          : "\(context.subject) takes a number, got \(context.shown)",
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
    DecimalParser.parse(0..<context.text.count, in: context.text.span.bytes) != nil
  }

  /// Whether the text is a number once its comma is a point.
  private static func hasDecimalComma(_ context: MessageContext) -> Bool {
    var bytes = context.text
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return false }
    bytes[comma] = UInt8(ascii: ".")
    return DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) != nil
  }

  private static func enumWords(_ context: MessageContext) -> FindingWords {
    let cases = context.plan?.cases ?? []
    // A case near the one that is written says what is written.
    let near =
      context.redacts
      ? nil : context.tables.enumCase(near: context.text, of: context.finding.type, cases, context.hints)
    return FindingWords(
      "\(context.subject) has no case `\(context.shown)`",
      hint: near.map { "did you mean `\($0)`?" } ?? context.tables.list(of: cases, ofType: context.finding.type),
      rule: "values")
  }

  private static func boundsWords(_ context: MessageContext, isError: Bool) -> FindingWords {
    guard let plan = context.plan, plan.unit != nil else { return FindingWords("the value is not allowed") }
    let bounds = isError ? plan.allowed : plan.plausible
    let found = found(context, plan)
    if context.finding.index == 1, let step = bounds.step {
      return FindingWords(
        "\(context.subject) takes multiples of \(amount(step, plan)), got \(found)", rule: "value.allowed.step")
    }
    let limit: MessageText
    let rule: String
    if let least = bounds.minimum, context.finding.found < least {
      limit = "at least \(amount(least, plan))"
      rule = isError ? "value.allowed.min" : "value.plausible.min"
    } else if let most = bounds.maximum, context.finding.found > most {
      limit = "at most \(amount(most, plan))"
      rule = isError ? "value.allowed.max" : "value.plausible.max"
    } else if let above = bounds.above, context.finding.found <= above {
      limit = "above \(amount(above, plan))"
      rule = isError ? "value.allowed.above" : "value.plausible.above"
    } else if let below = bounds.below, context.finding.found >= below {
      limit = "below \(amount(below, plan))"
      rule = isError ? "value.allowed.below" : "value.plausible.below"
    } else {
      limit = "a finite number of \(MessageText(bytes: plan.canonicalUnit))"
      rule = isError ? "value.allowed.max" : "value.plausible.max"
    }
    return FindingWords(
      "\(context.subject) \(isError ? "takes" : "is usually") \(limit), got \(found)",
      hint: ScaleHint.hint(for: context, plan), rule: rule)
  }

  /// The number at fault: as written, and converted when its unit is not the type's own.
  private static func found(_ context: MessageContext, _ plan: TypePlan) -> MessageText {
    if context.redacts { return "\(MessageContext.redacted) \(MessageText(bytes: plan.canonicalUnit))" }
    let converted = amount(context.finding.found, plan)
    guard let written = context.writtenUnit else { return converted }
    return "\(context.shown) \(written) (\(converted))"
  }

  /// A number in a type's unit.
  ///
  /// HealthKit's `%` is a fraction, and `0.8 %` would be read as less than a hundredth.
  private static func amount(_ value: Double, _ plan: TypePlan) -> MessageText {
    guard plan.isPercent else { return "\(value) \(MessageText(bytes: plan.canonicalUnit))" }
    // A hundred times 0.07 is 7.000000000000001.
    let rounded = (value * 1e8).rounded() / 1e6
    return "\(value) (\(rounded.isFinite ? rounded : value * 100) %)"
  }
}
