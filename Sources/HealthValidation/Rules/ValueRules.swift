import HealthModel
import HealthUnits

/// *value*: a number within the type's bounds, a case of its enum, a date.
extension SampleJudge {
  mutating func checkValue(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    guard validator.limits[Int(item.type)].hasTime || checkFact(sample, context) else { return }
    switch validator.limits[Int(item.type)].column {
    case .number: checkNumber(sample, context, bytes)
    case .enumCase: checkCase(sample, context, bytes)
    case .text: checkText(sample, context, bytes)
    case .parts, .absent:
      let value = sample[.value]
      if value.isPresent { find(.typeKind, context, field: .value, span: value.place, type: item.type) }
    }
  }

  private mutating func checkNumber(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    let conversion = checkUnit(sample, context, bytes)
    let field = sample[.value]
    let type = item.type
    guard field.isPresent else {
      find(.fieldMissing, context, field: .value, span: start(of: sample), type: type)
      return
    }
    guard field.kind == .number || (context.syntax.isTextual && field.kind == .string),
      let number = CanonicalText.reading(field, context.syntax, bytes, { DecimalParser.parse($0, in: $1) })
    else {
      find(.valueNotANumber, context, field: .value, span: field.place, type: type)
      return
    }
    if number.isInexact { find(.valuePrecision, context, field: .value, span: field.place, type: type) }
    guard let conversion else { return }
    var value = conversion(number.value)
    item.value = value
    if !conversion.isIdentity { item.changes.insert(.value) }
    let unit = item.changes.contains(.unit) ? sample[.unit].place : .empty
    if !value.isFinite {
      find(.valueNotANumber, context, field: .value, span: field.place, type: type, .number(value), unit: unit)
    } else if !validator.limits[Int(type)].allowed.contains(value) {
      if let fixed = fixUnit(of: number.value, conversion, .valueNotAllowed, sample, context, unit: unit) {
        value = fixed
      } else {
        find(.valueNotAllowed, context, field: .value, span: field.place, type: type, .number(value), unit: unit)
      }
    } else if !validator.limits[Int(type)].plausible.contains(value) {
      if let fixed = fixUnit(of: number.value, conversion, .valueImplausible, sample, context, unit: unit) {
        value = fixed
      } else {
        find(.valueImplausible, context, field: .value, span: field.place, type: type, .number(value), unit: unit)
      }
    } else {
      checkRate(sample, context)
    }
    if validator.limits[Int(type)].allowed.isInteger, !value.isWhole {
      find(.valueNotAnInteger, context, field: .value, span: field.place, type: type)
    }
    if let step = validator.limits[Int(type)].allowed.step, step > 0 {
      if !value.isMultiple(of: step, from: validator.limits[Int(type)].allowed.minimum ?? 0) {
        find(.valueNotAllowed, context, field: .value, span: field.place, type: type, .offStep(value), unit: unit)
      }
    }
  }

  private mutating func checkCase(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    let field = sample[.value]
    let type = item.type
    let plan = validator.plans[Int(type)]
    if plan.hasTime, !field.isPresent || field.kind == .null {
      if plan.isValueOptional {
        item.enumCase = 0
      } else {
        find(.fieldMissing, context, field: .value, span: start(of: sample), type: type)
      }
      return
    }
    guard let found = enumCase(field, plan.caseNames, plan.rawCases, context.syntax, bytes) else {
      let isKind = !plan.hasTime || field.kind == .string || field.kind == .number
      find(isKind ? .valueNotInEnum : .fieldKind, context, field: .value, span: field.place, type: type)
      return
    }
    item.enumCase = Int32(truncatingIfNeeded: found)
    if !plan.hasTime, found < plan.cases.count, plan.cases[found].name == "notSet" { item.isNotSet = true }
    if validator.options.normalizes, field.isEscaped || !plan.isOwnText(of: found, field.range, bytes) {
      item.changes.insert(.value)
    }
  }

  /// The case a value names: by name, alias or export text, or by its raw integer.
  func enumCase(
    _ field: RawField, _ names: ByteKeyTable, _ raws: [Int: Int], _ syntax: RawSyntax, _ bytes: RawSpan
  ) -> Int? {
    switch field.kind {
    case .number: return integer(field, bytes).flatMap { raws[$0] }
    case .string:
      if let found = CanonicalText.reading(field, syntax, bytes, { names.value(at: $0, in: $1) }) { return found }
      return syntax.isTextual ? integer(field, bytes).flatMap { raws[$0] } : nil
    default: return nil
    }
  }

  /// A whole number, `nil` for anything else.
  func integer(_ field: RawField, _ bytes: RawSpan) -> Int? { DecimalParser.parse(field.range, in: bytes)?.integer }

  /// The rules for samples without a time: they are not members, and have a value; `false` if there is no value to
  /// judge.
  private mutating func checkFact(_ sample: SampleSpan, _ context: RuleContext) -> Bool {
    let field = sample[.value]
    if context.member >= 0 {
      find(.memberNotAllowed, context, field: nil, span: sample[.type].place, type: item.type)
      return false
    }
    guard field.isPresent else {
      find(.fieldMissing, context, field: .value, span: start(of: sample), type: item.type)
      return false
    }
    // An export writes the empty text for what is not set.
    item.isNotSet = field.kind == .string && field.range.isEmpty
    return !item.isNotSet
  }

  private mutating func checkText(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    let field = sample[.value]
    let type = item.type
    guard field.isPresent else {
      find(.fieldMissing, context, field: .value, span: start(of: sample), type: type)
      return
    }
    guard field.kind == .string else {
      find(.fieldKind, context, field: .value, span: field.place, type: type)
      return
    }
    switch validator.plans[Int(type)].text {
    case .date:
      guard let date = CanonicalText.reading(field, context.syntax, bytes, { TimestampParser.parseDate($0, in: $1) })
      else {
        find(.timeInvalid, context, field: .value, span: field.place, type: type)
        return
      }
      if Int64(date.daysSince1970) * Instant.day > validator.options.now {
        find(.timeInFuture, context, field: .value, span: field.place, type: type)
      }
    case .free(let limit):
      if CanonicalText.count(field, context.syntax, bytes) > limit {
        find(
          .stringTooLong, context, field: .value, span: field.place, type: type, .longer(than: Int32(clamping: limit)))
      }
    case nil: break
    }
  }
}

extension Double {
  /// Whether nothing is after the point; without a call, which rounding is where processors may be old.
  @inline(__always) var isWhole: Bool {
    // From 2^52 on all are.
    guard magnitude < 0x1p52 else { return !isNaN }
    return Double(Int64(self)) == self
  }

  /// Whether the distance from a number is a whole number of steps, but for what rounding makes of it.
  func isMultiple(of step: Double, from start: Double) -> Bool {
    let steps = (self - start) / step
    return (steps - steps.rounded()).magnitude <= 1e-9 * max(1, steps.magnitude)
  }
}

extension TypePlan {
  /// Whether a value is written by the case's name or the one text exports use for it, which need not be kept.
  func isOwnText(of found: Int, _ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    guard found < cases.count else { return false }
    return bytes.equals(range, Array(cases[found].name.utf8)) || bytes.equals(range, exportTexts[found])
  }
}

extension FindingMessage {
  static func value(_ context: MessageContext) -> FindingMessage {
    let finding = context.finding
    switch finding.code {
    case .valueNotANumber: return noNumberWords(context)
    case .valueNotInEnum: return enumWords(context)
    case .valueNotAnInteger:
      return FindingMessage(
        "\(context.subject) takes whole numbers, got \(context.shown)", rule: "value.allowed.integer")
    case .valuePrecision:
      return FindingMessage(
        "\(context.shown) cannot be kept exactly",
        hint: "whole numbers up to 9007199254740992 are exact, and sizes from 1e-308 to 1e308")
    case .valueImplausible: return boundsWords(context, isError: false)
    default: return boundsWords(context, isError: true)
    }
  }

  fileprivate static func noNumberWords(_ context: MessageContext) -> FindingMessage {
    let range = "from -1.8e308 to 1.8e308"
    if case .number = context.finding.detail, let plan = context.plan {
      let written: MessageText = context.writtenUnit.map { "\(context.shown) \($0)" } ?? "\(context.shown)"
      return FindingMessage(
        "\(context.subject) takes numbers of \(MessageText(bytes: plan.canonicalUnit)) \(range), got \(written)")
    }
    let fault = NumberFault(context.text)
    if fault == .tooLong, !context.isQuoted {
      return FindingMessage(
        "\(context.subject) takes numbers of at most \(DecimalParser.maximumLength) characters, got \(context.shown)",
        hint: "17 digits say all that is kept of a number")
    }
    if fault == .tooLarge, !context.isQuoted {
      return FindingMessage("\(context.subject) takes numbers \(range), got \(context.shown)")
    }
    return FindingMessage(
      context.isText
        ? "\(context.subject) takes a number, got \"\(context.shown)\""
        : "\(context.subject) takes a number, got \(context.shown)", hint: NumberFormatHint.hint(for: context, fault))
  }

  fileprivate static func enumWords(_ context: MessageContext) -> FindingMessage {
    let cases = context.plan?.cases ?? []
    // A case near the one that is written says what is written.
    let near =
      context.redacts
      ? nil : context.tables.enumCase(near: context.text, of: context.finding.type, cases, context.hints)
    return FindingMessage(
      "\(context.subject) has no case `\(context.shown)`",
      hint: near.map { "did you mean `\($0)`?" } ?? context.tables.list(of: cases, ofType: context.finding.type),
      rule: "values")
  }

  fileprivate static func boundsWords(_ context: MessageContext, isError: Bool) -> FindingMessage {
    guard let plan = context.plan, plan.hasUnit else { return FindingMessage("the value is not allowed") }
    let bounds = isError ? plan.allowed : plan.plausible
    let found = found(context, plan, bounds)
    if case .offStep = context.finding.detail, let step = bounds.step {
      return FindingMessage(
        "\(context.subject) takes multiples of \(amount(step, plan)), got \(found)", rule: "value.allowed.step")
    }
    let broken = BrokenBound(context.finding.detail.number, bounds)
    let limit: MessageText =
      switch broken {
      case .minimum: "at least \(amount(bounds.minimum ?? 0, plan))"
      case .maximum: "at most \(amount(bounds.maximum ?? 0, plan))"
      case .above: "above \(amount(bounds.above ?? 0, plan))"
      case .below: "below \(amount(bounds.below ?? 0, plan))"
      case .none: "a finite number of \(MessageText(bytes: plan.canonicalUnit))"
      }
    return FindingMessage(
      "\(context.subject) \(isError ? "takes" : "is usually") \(limit), got \(found)",
      hint: ScaleHint.hint(for: context, plan), rule: broken.rule(isAllowed: isError))
  }
}

/// What to do about a text that is a number in a form that samples do not have.
enum NumberFormatHint {
  /// The hint; `nil` for a text that is not a number in any of the forms.
  static func hint(for context: MessageContext, _ fault: NumberFault?) -> MessageText? {
    if context.isCell, context.text.count > 4, context.text[context.text.count - 4] == UInt8(ascii: ","),
      hasDecimalComma(context.text)
    {
      return "say in assay.yaml what the comma is in this column: `thousands: \",\"` or `decimal: \",\"`"
    }
    if context.isCell, hasDecimalComma(context.text) {
      return "if the table writes decimal commas, say so in assay.yaml: `decimal: \",\"`"
    }
    if context.plan?.isPercent == true, let number = beforePercentSign(context.text) {
      if hasDecimalComma(number) {
        return context.isCell
          ? "assay.yaml reads such a column with the unit `percent 0-100` and `decimal: \",\"`"
          : "write the number with a point and without the sign, and the unit `percent 0-100`"
      }
      if isNumber(number) {
        return context.isCell
          ? "assay.yaml reads a column of percentages with the unit `percent 0-100`"
          : "write the number without the sign, and the unit `percent 0-100`"
      }
    }
    if context.isCell, isPair(context.text) { return "a cell has one number: give each of the two a column of its own" }
    return context.isQuoted && fault == nil ? "write the number without quotes" : nil
  }

  /// Whether a text is a number once its comma is a point.
  private static func hasDecimalComma(_ text: [UInt8]) -> Bool {
    var bytes = text
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return false }
    bytes[comma] = UInt8(ascii: ".")
    return isNumber(bytes)
  }

  /// The text before a percent sign; `nil` without one.
  private static func beforePercentSign(_ text: [UInt8]) -> [UInt8]? {
    guard text.last == UInt8(ascii: "%") else { return nil }
    var bytes = text.dropLast()
    while bytes.last == UInt8(ascii: " ") { bytes = bytes.dropLast() }
    return Array(bytes)
  }

  /// Whether a text is two numbers with a slash between them, such as a blood pressure of `120/80`.
  private static func isPair(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { part in isNumber(part.filter { $0 != UInt8(ascii: " ") }) }
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) != nil
  }
}

/// A likely explanation of a number that is out of bounds: the right number in another unit, or with another decimal
/// point.
enum ScaleHint {
  /// The hint for a number that is outside the type's bounds; `nil` when nothing fits or nothing may be shown.
  static func hint(for context: MessageContext, _ plan: TypePlan) -> MessageText? {
    guard !context.redacts else { return nil }
    let candidates = context.tables.likelyUnits(of: context.finding.type)
    if case .readAs(_, let index) = context.finding.detail {
      let unit = candidates.indices.contains(Int(index)) ? candidates[Int(index)].unit : ""
      let reading: MessageText = "read as \(shown(context)) \(unit)"
      return context.namesOptions ? "\(reading), as `--fix likely-unit` says" : "\(reading), the likely unit"
    }
    let found = context.finding.detail.number
    if let hundredth = fraction(of: found, hasUnit: !context.unit.isEmpty, plan, candidates) {
      let shown = context.number(hundredth)
      let fraction: MessageText = "% is a fraction here: \(context.number(found)) % is written \(shown)"
      return context.isCell ? "\(fraction), or has the unit `percent 0-100`" : fraction
    }
    guard let written = written(context) else { return nil }
    let conversion = context.unit.isEmpty ? .identity : conversion(of: context.unit, plan, candidates, context.tables)
    let likely = LikelyUnits(of: written, found: found, conversion, plan, candidates)
    guard let first = likely.first else {
      guard let unit = context.writtenUnit, let number = slip(of: written, found: found, conversion, plan) else {
        return nil
      }
      return "\(context.number(number)) \(unit) would fit: is the decimal point right?"
    }
    let unit = candidates[first].unit
    if let second = likely.second {
      let other = candidates[second].unit
      return "\(shown(context)) would fit as \(unit) and as \(other): which unit is it?"
    }
    let sizes = unit == "kcal" ? " (kcal and Cal are the same size, cal is a thousandth)" : ""
    return "\(shown(context)) would fit as \(unit): is the unit right?\(sizes)"
  }

  /// The fraction that was meant by a percentage, which is written without a unit or with the type's own.
  ///
  /// A share that is also written per mille, which then is among the candidates, may be meant so.
  static func fraction(
    of found: Double, hasUnit: Bool, _ plan: TypePlan, _ candidates: [LikelyUnits.Candidate]
  ) -> Double? {
    guard plan.isPercent, found > 1, found <= 100, !hasUnit, candidates.count <= 2 else { return nil }
    return (found * 1e6).rounded() / 1e8
  }

  /// The number with another decimal point that would fit in its unit.
  ///
  /// Only for a unit that is not the type's own: who names it means it.
  static func slip(of written: Double, found: Double, _ conversion: UnitConversion?, _ plan: TypePlan) -> Double? {
    guard let conversion, written > 0, written.isFinite, let range = UsualRange(for: found, plan) else { return nil }
    return LikelyUnits.slip(of: written, conversion, range)
  }

  /// The conversion of the unit that the number is written in; `nil` when messages do not know the unit.
  static func conversion(
    of unit: [UInt8], _ plan: TypePlan, _ candidates: [LikelyUnits.Candidate], _ tables: MessageTables
  ) -> UnitConversion? {
    if let known = candidates.first(where: { $0.unit.utf8.elementsEqual(unit) }) { return known.conversion }
    return plan.unit.flatMap { tables.conversion(from: unit, to: $0) }
  }

  private static func shown(_ context: MessageContext) -> MessageText {
    context.writtenUnit == nil ? context.number(context.finding.detail.number) : "\(context.shown)"
  }

  private static func written(_ context: MessageContext) -> Double? {
    DecimalParser.parse(0..<context.text.count, in: context.text.span.bytes)?.value
  }
}
