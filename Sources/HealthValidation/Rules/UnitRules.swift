import HealthModel
import HealthUnits

/// *unit*: a quantity has a unit, of the type's dimension, among those the type takes.
extension SampleJudge {
  /// The conversion to the canonical unit; `nil` after a finding.
  mutating func checkUnit(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) -> UnitConversion? {
    let field = sample[.unit]
    let type = item.type
    if validator.options.units != .ucum, field.kind == .string, !field.isEscaped,
      validator.limits[Int(type)].unit.isEqual(to: field.range, in: bytes)
    {
      return .identity
    }
    guard field.isPresent, field.kind != .null else {
      find(.unitMissing, context, field: .unit, span: start(of: sample), type: type)
      return nil
    }
    guard field.kind == .string else {
      find(.fieldKind, context, field: .unit, span: field.place, type: type)
      return nil
    }
    let plan = validator.plans[Int(type)]
    if validator.options.units != .ucum, !field.isEscaped, bytes.equals(field.range, plan.canonicalUnit) {
      return .identity
    }
    if field.range.count > 128 {
      find(.stringTooLong, context, field: .unit, span: field.place, type: type, .longer(than: 128))
      return nil
    }
    if plan.hasUnit, !field.isEscaped, units.isUnknown(field.range, in: bytes) {
      find(.unitUnknown, context, field: .unit, span: field.place, type: type)
      return nil
    }
    switch verdict(on: field, context.syntax, type, plan, bytes) {
    case .taken(let conversion, let isRespelled, let isAlias):
      if isRespelled { item.changes.insert(.unit) }
      if isAlias { find(.unitAlias, context, field: .unit, span: field.place, type: type) }
      return conversion
    case .refused(let code):
      find(code, context, field: .unit, span: field.place, type: type)
      return nil
    }
  }

  /// The meaning of a unit's text, which is cached for nearly all samples.
  mutating func verdict(
    on field: RawField, _ syntax: RawSyntax, _ type: Int32, _ plan: TypePlan, _ bytes: RawSpan
  ) -> UnitVerdict {
    let known = CanonicalText.reading(field, syntax, bytes) { units.verdict(at: $0, in: $1, type: type) }
    if let known { return known }
    let verdict = plan.verdict(on: units.text, validator.options.units, validator.registry.units)
    let table = validator.registry.units
    units.keep(verdict, type: type) { plan.isOfOtherKind($0, table) }
    return verdict
  }
}

extension TypePlan {
  /// The meaning of a unit's text for this type.
  ///
  /// In this order: the type's own spellings, then HealthKit's grammar, `percent 0-100`, and what the policy adds.
  func verdict(on text: [UInt8], _ policy: UnitPolicy, _ table: UnitTable) -> UnitVerdict {
    guard hasUnit else { return .refused(.unitNotAllowed) }
    guard !text.isEmpty, text.count <= 128 else { return .refused(text.isEmpty ? .unitMissing : .unitUnknown) }
    if let index = spellings?.value(at: 0..<text.count, in: text.span.bytes) {
      return convert(units.spellings[index].unit, isAlias: false, isOwn: true)
    }
    if policy == .ucum {
      // The caller named the grammar: `%` is a hundredth there.
      if let unit = try? UnitOfMeasure(utf8: text, grammar: .ucum) {
        let same = UnitOfMeasure(known: text, table: table).flatMap { try? unit.conversion(to: $0) }
        return convert(unit, isAlias: same?.isIdentity != true)
      }
    }
    if let unit = UnitOfMeasure(known: text, table: table) { return convert(unit, isAlias: false) }
    if isPercent, text == Self.percentOfHundred,
      let unit = try? UnitOfMeasure(utf8: [UInt8(ascii: "%")], grammar: .ucum)
    {
      return convert(unit, isAlias: false, isOwn: true)
    }
    if policy == .lenient, let word = String(validating: text, as: UTF8.self) {
      let known = UnitAliases.healthKitForm(of: word)
      if let known, known.factor == .one, let unit = try? UnitOfMeasure(known.unit) {
        return convert(unit, isAlias: true)
      }
      if let unit = try? UnitOfMeasure(utf8: text, grammar: .ucum) { return convert(unit, isAlias: true) }
      if let known, let unit = try? UnitOfMeasure(known.unit) {
        return convert(unit, times: known.factor, isAlias: true)
      }
    }
    return .refused(.unitUnknown)
  }

  /// Whether a text is a unit of HealthKit's grammar that values of this type cannot have, since it measures something
  /// else.
  func isOfOtherKind(_ text: [UInt8], _ table: UnitTable) -> Bool {
    guard let canonical = unit, let unit = UnitOfMeasure(known: text, table: table) else { return false }
    return !unit.isConvertible(to: canonical)
  }

  /// How a percentage from 0 to 100 says so: HealthKit's `%` is a fraction, and has no other name for it.
  static let percentOfHundred = Array("percent 0-100".utf8)

  /// The verdict on a unit, or on a spelling that is a multiple of it.
  private func convert(
    _ unit: UnitOfMeasure, times factor: Rational = .one, isAlias: Bool, isOwn: Bool = false
  ) -> UnitVerdict {
    guard let canonical = self.unit, let conversion = try? unit.conversion(to: canonical) else {
      return .refused(.unitIncompatible)
    }
    if !isOwn {
      if let only = units.only {
        guard only.contains(where: { $0 == unit }) else { return .refused(.unitNotAllowed) }
      } else if canonical.dimension.isDimensionless, unit.grammar == .healthKit, unit != canonical {
        return .refused(.unitNotAllowed)
      }
    }
    return .taken(conversion.scaled(by: factor), isRespelled: true, isAlias: isAlias)
  }
}

extension FindingMessage {
  static func unit(_ context: MessageContext) -> FindingMessage {
    let type = context.subject
    let wanted = wantedUnits(context)
    switch context.finding.code {
    case .unitMissing: return FindingMessage("\(type) takes \(wanted), got no unit", rule: "unit")
    case .unitUnknown where context.text == TypePlan.percentOfHundred:
      return FindingMessage(
        "\(type) takes \(wanted), got `\(context.shownUnit)`, which only types with the unit `%` take", rule: "unit")
    case .unitUnknown:
      return FindingMessage(
        "\(type) takes \(wanted), got `\(context.shownUnit)`, which is not a HealthKit unit",
        hint: context.tables.unitHint(
          for: context.text, context.plan?.units.spellings ?? [], ofType: context.finding.type, context.hints),
        rule: "unit")
    case .unitIncompatible: return FindingMessage("\(type) takes \(wanted), got \(context.shownUnit)", rule: "unit")
    case .unitNotAllowed: return FindingMessage("\(type) takes \(wanted) only, got \(context.shownUnit)", rule: "unit")
    default: return FindingMessage("`\(context.shownUnit)` is read as another spelling of a unit of \(type)")
    }
  }

  fileprivate static func wantedUnits(_ context: MessageContext) -> MessageText {
    guard let plan = context.plan, plan.hasUnit else { return "a unit" }
    return MessageText(bytes: plan.wantedUnits)
  }
}
