import HealthModel
import HealthUnits

/// *value*: a number within the type's bounds, a case of its enum, a date.
extension SampleJudge {
  mutating func checkValue(_ sample: SampleSpan, _ scene: Scene, _ bytes: RawSpan) {
    guard validator.limits[Int(item.type)].hasTime || checkFact(sample, scene) else { return }
    switch validator.limits[Int(item.type)].column {
    case .number: checkNumber(sample, scene, bytes)
    case .enumCase: checkCase(sample, scene, bytes)
    case .text: checkText(sample, scene, bytes)
    case .absent:
      let value = sample[.value]
      if value.isPresent {
        find(.typeKind, scene, field: .value, span: value.place, type: item.type)
      }
    }
  }

  private mutating func checkNumber(_ sample: SampleSpan, _ scene: Scene, _ bytes: RawSpan) {
    let conversion = checkUnit(sample, scene, bytes)
    let field = sample[.value]
    let type = item.type
    guard field.isPresent else {
      find(.fieldMissing, scene, field: .value, span: start(of: sample), type: type)
      return
    }
    guard field.kind == .number || (scene.syntax.isTextual && field.kind == .string),
      let number = CanonicalText.reading(field, scene.syntax, bytes, { DecimalParser.parse($0, in: $1) })
    else {
      find(.valueNotANumber, scene, field: .value, span: field.place, type: type)
      return
    }
    if number.isInexact { find(.valuePrecision, scene, field: .value, span: field.place, type: type) }
    guard let conversion else { return }
    let value = conversion(number.value)
    item.value = value
    if !conversion.isIdentity { item.changes.insert(.value) }
    let unit = item.changes.contains(.unit) ? sample[.unit].place : .empty
    if !value.isFinite {
      find(.valueNotANumber, scene, field: .value, span: field.place, type: type, found: value)
    } else if !validator.limits[Int(type)].allowed.contains(value) {
      find(.valueNotAllowed, scene, field: .value, span: field.place, type: type, found: value, unit: unit)
    } else if !validator.limits[Int(type)].plausible.contains(value) {
      find(.valueImplausible, scene, field: .value, span: field.place, type: type, found: value, unit: unit)
    }
    if validator.limits[Int(type)].allowed.isInteger, !value.isWhole {
      find(.valueNotAnInteger, scene, field: .value, span: field.place, type: type, found: value)
    }
    if let step = validator.limits[Int(type)].allowed.step, step > 0 {
      let steps = (value - (validator.limits[Int(type)].allowed.minimum ?? 0)) / step
      if (steps - steps.rounded()).magnitude > 1e-9 * max(1, steps.magnitude) {
        find(.valueNotAllowed, scene, field: .value, span: field.place, type: type, found: value, index: 1, unit: unit)
      }
    }
  }

  private mutating func checkCase(_ sample: SampleSpan, _ scene: Scene, _ bytes: RawSpan) {
    let field = sample[.value]
    let type = item.type
    let plan = validator.plans[Int(type)]
    if plan.hasTime, !field.isPresent || field.kind == .null {
      if plan.isValueOptional {
        item.enumCase = 0
      } else {
        find(.fieldMissing, scene, field: .value, span: start(of: sample), type: type)
      }
      return
    }
    guard let found = enumCase(field, plan.caseNames, plan.rawCases, scene.syntax, bytes) else {
      let isKind = !plan.hasTime || field.kind == .string || field.kind == .number
      find(isKind ? .valueNotInEnum : .fieldKind, scene, field: .value, span: field.place, type: type)
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
  func integer(_ field: RawField, _ bytes: RawSpan) -> Int? {
    DecimalParser.parse(field.range, in: bytes)?.integer
  }

  /// The rules for what has no time: it is not a member, and has a value; `false` when there is no value to judge.
  private mutating func checkFact(_ sample: SampleSpan, _ scene: Scene) -> Bool {
    let field = sample[.value]
    if scene.member >= 0 {
      find(.memberNotAllowed, scene, field: nil, span: sample[.type].place, type: item.type)
      return false
    }
    guard field.isPresent else {
      find(.fieldMissing, scene, field: .value, span: start(of: sample), type: item.type)
      return false
    }
    // An export writes the empty text for what is not set.
    item.isNotSet = field.kind == .string && field.range.isEmpty
    return !item.isNotSet
  }

  private mutating func checkText(_ sample: SampleSpan, _ scene: Scene, _ bytes: RawSpan) {
    let field = sample[.value]
    let type = item.type
    guard field.isPresent else {
      find(.fieldMissing, scene, field: .value, span: start(of: sample), type: type)
      return
    }
    guard field.kind == .string else {
      find(.fieldKind, scene, field: .value, span: field.place, type: type)
      return
    }
    switch validator.plans[Int(type)].text {
    case .date:
      guard
        let date = CanonicalText.reading(field, scene.syntax, bytes, { TimestampParser.parseDate($0, in: $1) })
      else {
        find(.timeInvalid, scene, field: .value, span: field.place, type: type)
        return
      }
      if Int64(date.daysSince1970) * Instant.day > validator.options.now {
        find(.timeInFuture, scene, field: .value, span: field.place, type: type)
      }
    case .free(let limit):
      if CanonicalText.count(field, scene.syntax, bytes) > limit {
        find(.stringTooLong, scene, field: .value, span: field.place, type: type, limit: Double(limit))
      }
    case nil: break
    }
  }
}

extension Double {
  /// Whether nothing stands behind the point; without a call, which rounding is where processors may be old.
  @inline(__always) fileprivate var isWhole: Bool {
    // From 2^52 on all are.
    guard magnitude < 0x1p52 else { return !isNaN }
    return Double(Int64(self)) == self
  }
}

extension TypePlan {
  /// Whether a value is written by the case's name or the one text exports use for it, which need not be kept.
  func isOwnText(of found: Int, _ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    guard found < cases.count else { return false }
    return bytes.equals(range, Array(cases[found].name.utf8)) || bytes.equals(range, exportTexts[found])
  }
}
