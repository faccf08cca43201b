import HealthDigest
import HealthModel
import HealthUnits

struct FieldContext {
  let place: Int32
  /// The entry of its unit, in an export; -1 for none.
  let unit: Int32
  /// The entry that names the type of a quantity; -1 for none.
  let type: Int32
  /// Whether times must be within the sample's.
  let isWithin: Bool
}

extension SampleJudge {
  /// Judges a value and appends its normal form; `false` after a finding that leaves nothing to append.
  mutating func appendValue(
    _ field: FieldPlan, _ source: FieldContext, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    let value = record.tape[source.place].value
    let syntax = context.syntax
    switch field.value {
    case .quantity:
      guard let plan = field.type else { return false }
      return appendQuantity(field, plan, number: field.units, source, record, context, bytes)
    case .quantityOf:
      guard source.type >= 0, let type = typeIndex(record.tape[source.type].value, syntax, bytes),
        validator.limits[type].column == .number
      else { return false }
      let (plan, number) = (validator.plans[type], Int32(clamping: type))
      return appendQuantity(field, plan, number: number, source, record, context, bytes)
    case .number, .integer:
      guard let number = number(source.place, record, context, bytes) else { return false }
      checkBounds(number, field.allowed, field.plausible, source.place, record, context)
      structure.text.append { DecimalWriter.append(number, to: &$0) }
      structure.order = .number(number)
    case .boolean:
      guard value.kind == .boolean || syntax.isTextual,
        let flag = CanonicalText.boolean(value, syntax, bytes) ?? exportFlag(value, syntax, bytes)
      else { return refuse(.fieldKind, source.place, record, context) }
      structure.text.append((flag ? "true" : "false").utf8)
      structure.order = .number(flag ? 1 : 0)
    case .enumeration:
      guard let plan = field.type else { return false }
      guard let index = enumCase(value, plan.caseNames, plan.rawCases, syntax, bytes) else {
        let isKind = value.kind == .string || value.kind == .number
        if let notSet = plan.notSet, syntax == .appleHealth, value.kind == .string {
          find(
            .valueNotInEnum, context, at: context.place(of: source.place, on: record.tape), span: value.place,
            type: item.type, severity: .warning)
          structure.text.append { JSONText.appendQuoted(plan.cases[notSet].name.utf8, to: &$0) }
          structure.order = .number(Double(notSet))
          (structure.isConverted, structure.isWord) = (true, true)
          return true
        }
        return refuse(isKind ? .valueNotInEnum : .fieldKind, source.place, record, context)
      }
      structure.text.append { JSONText.appendQuoted(plan.cases[index].name.utf8, to: &$0) }
      structure.order = .number(Double(index))
    case .text(let limit):
      guard value.kind == .string else { return refuse(.fieldKind, source.place, record, context) }
      if CanonicalText.count(value, syntax, bytes) > limit {
        return refuse(.stringTooLong, source.place, record, context, .longer(than: Int32(clamping: limit)))
      }
      structure.text.append { CanonicalText.appendQuoted(value, syntax, bytes, to: &$0) }
      structure.order = .text(CanonicalText.decoded(value, syntax, bytes))
    case .time: return appendTime(source, record, context, bytes)
    case .date:
      guard value.kind == .string,
        let date = CanonicalText.reading(value, syntax, bytes, { TimestampParser.parseDate($0, in: $1) })
      else { return refuse(value.kind == .string ? .timeInvalid : .fieldKind, source.place, record, context) }
      structure.text.append {
        $0.append(UInt8(ascii: "\""))
        TimestampWriter.appendDate(date, to: &$0)
        $0.append(UInt8(ascii: "\""))
      }
      structure.order = .number(Double(date.daysSince1970))
    case .uuid:
      guard value.kind == .string, let id = CanonicalText.reading(value, syntax, bytes, { SampleID(at: $0, in: $1) })
      else { return refuse(value.kind == .string ? .uuidInvalid : .fieldKind, source.place, record, context) }
      structure.text.append { JSONText.appendQuoted(id.description.utf8, to: &$0) }
      structure.order = .text(Array(id.description.utf8))
    case .quantityType:
      guard value.kind == .string else { return refuse(.fieldKind, source.place, record, context) }
      guard let type = typeIndex(value, syntax, bytes) else {
        return refuse(.typeUnknown, source.place, record, context)
      }
      guard validator.limits[type].column == .number else { return refuse(.typeKind, source.place, record, context) }
      let id = Array(validator.registry.types[type].id.utf8)
      structure.text.append { JSONText.appendQuoted(id, to: &$0) }
      structure.order = .text(id)
    case .metadata: return appendFieldMetadata(source, record, context, bytes)
    case .document(_, let limit): return appendDocument(source, limit, record, context, bytes)
    }
    return true
  }

  /// `YES` or `NO`, as exports write the truth values of objects that are not records.
  private func exportFlag(_ value: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool? {
    guard syntax == .appleHealth, value.kind == .string else { return nil }
    if bytes.equals(value.range, Self.yes) { return true }
    return bytes.equals(value.range, Self.no) ? false : nil
  }

  /// Reports a value that has no normal form.
  mutating func refuse(
    _ code: DiagnosticCode, _ place: Int32, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ detail: FindingDetail = .none
  ) -> Bool {
    let span = record.tape[place].value.place
    find(code, context, at: context.place(of: place, on: record.tape), span: span, type: item.type, detail)
    return false
  }

  private func typeIndex(_ name: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Int? {
    guard name.kind == .string else { return nil }
    return CanonicalText.reading(name, syntax, bytes) { validator.registry.typeIndex(at: $0, in: $1) }
  }

  /// A number, as such or as the text of an export; `nil` after a finding.
  private mutating func number(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Double? { number(record.tape[place].value, at: place, record, context, bytes) }

  private mutating func number(
    _ value: RawField, at place: Int32, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Double? {
    guard value.kind == .number || (context.syntax.isTextual && value.kind == .string),
      let reading = CanonicalText.reading(value, context.syntax, bytes, { DecimalParser.parse($0, in: $1) })
    else {
      let path = context.place(of: place, on: record.tape)
      find(.valueNotANumber, context, at: path, span: value.place, type: item.type)
      return nil
    }
    if reading.isInexact { _ = refuse(.valuePrecision, place, record, context) }
    return reading.value
  }

  private mutating func appendQuantity(
    _ field: FieldPlan, _ plan: TypePlan, number units: Int32, _ source: FieldContext,
    _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    let value = record.tape[source.place].value
    let written: RawField
    let unit: RawField
    if context.syntax.isTextual {
      written = value
      unit = source.unit < 0 ? .absent : record.tape[source.unit].value
    } else if value.kind == .object {
      written = record.tape.part(Self.valueKey, of: source.place, in: bytes)
      unit = record.tape.part(Self.unitKey, of: source.place, in: bytes)
    } else {
      return refuse(value.kind == .number ? .unitMissing : .fieldKind, source.place, record, context)
    }
    // An export does not write the unit of some numbers: the definition says which it is.
    let hasUnit = !(context.syntax == .appleHealth && field.unitAttribute.isEmpty)
    let conversion =
      hasUnit ? conversion(of: unit, plan, units, at: source.place, record, context, bytes) : UnitConversion.identity
    guard let number = number(written, at: source.place, record, context, bytes), let conversion else { return false }
    let canonical = conversion(number)
    guard canonical.isFinite else { return refuse(.valueNotANumber, source.place, record, context, .number(canonical)) }
    let (allowed, plausible) = field.units >= 0 ? (field.allowed, field.plausible) : (ValueBounds(), ValueBounds())
    checkBounds(canonical, allowed, plausible, source.place, record, context)
    structure.text.append(Self.valueStart)
    structure.text.append(quantity: canonical == 0 ? 0 : canonical)
    structure.text.append(Self.unitStart)
    structure.text.append { JSONText.appendQuoted(plan.canonicalUnit, to: &$0) }
    structure.text.append(UInt8(ascii: "}"))
    structure.order = .number(canonical)
    structure.isConverted = !conversion.isIdentity
    return true
  }

  /// How numbers in a unit convert to the canonical one; `nil` after a finding.
  mutating func conversion(
    of unit: RawField, _ plan: TypePlan, _ number: Int32, at place: Int32, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) -> UnitConversion? {
    let path = context.place(of: place, on: record.tape)
    let value = record.tape[place].value.place
    guard unit.isPresent, unit.kind != .null else {
      find(.unitMissing, context, at: path, span: value, type: item.type)
      return nil
    }
    guard unit.kind == .string, unit.range.count <= 128 else {
      let code: DiagnosticCode = unit.kind == .string ? .stringTooLong : .fieldKind
      find(code, context, at: path, span: unit.place, type: item.type, .longer(than: 128))
      return nil
    }
    switch verdict(on: unit, context.syntax, number, plan, bytes) {
    case .taken(let conversion, _, let isAlias):
      if isAlias { find(.unitAlias, context, at: path, span: unit.place, type: item.type) }
      return conversion
    case .refused(let code):
      find(code, context, at: path, span: unit.place, type: item.type)
      return nil
    }
  }

  mutating func checkBounds(
    _ value: Double, _ allowed: ValueBounds, _ plausible: ValueBounds, _ place: Int32,
    _ record: borrowing RawSampleBuffer, _ context: RuleContext
  ) {
    if allowed.isInteger, !value.isWhole { _ = refuse(.valueNotAnInteger, place, record, context) }
    if !allowed.contains(value) {
      _ = refuse(.valueNotAllowed, place, record, context, .number(value))
    } else if !plausible.contains(value) {
      _ = refuse(.valueImplausible, place, record, context, .number(value))
    }
    if let step = allowed.step, step > 0, !value.isMultiple(of: step, from: allowed.minimum ?? 0) {
      _ = refuse(.valueNotAllowed, place, record, context, .offStep(value))
    }
  }

  private mutating func appendTime(
    _ source: FieldContext, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    let value = record.tape[source.place].value
    guard value.kind == .string else { return refuse(.fieldKind, source.place, record, context) }
    let syntax = context.syntax
    guard
      let reading = CanonicalText.reading(value, syntax, bytes, { TimestampParser.parse($0, in: $1, syntax: syntax) })
    else { return refuse(.timeInvalid, source.place, record, context) }
    var microseconds = reading.instant.microseconds
    if !reading.hasOffset {
      switch validator.options.timeZone?.meaning(ofLocal: microseconds) {
      case .once(let minutes), .twice(let minutes): microseconds &-= Int64(minutes) &* 60_000_000
      case .never: return refuse(.timeInvalid, source.place, record, context, .skippedHour)
      case nil: return refuse(.timeNoOffset, source.place, record, context)
      }
    }
    if reading.isCut { _ = refuse(.timePrecision, source.place, record, context) }
    if source.isWithin, item.start != SampleBatch.noTime,
      max(item.start &- microseconds, microseconds &- item.end) >= Instant.resolution
    {
      _ = refuse(.timeOutside, source.place, record, context)
    }
    structure.text.append {
      $0.append(UInt8(ascii: "\""))
      TimestampWriter.append(microseconds, to: &$0)
      $0.append(UInt8(ascii: "\""))
    }
    structure.order = .number(Double(microseconds))
    return true
  }

  private mutating func appendDocument(
    _ source: FieldContext, _ limit: Int, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    var value = record.tape[source.place].value
    var given = RawField.absent
    if value.kind == .object {
      given = record.tape.part(Self.digestKey, of: source.place, in: bytes)
      value = record.tape.part(Self.textKey, of: source.place, in: bytes)
    }
    guard value.kind == .string, !given.isPresent || given.kind == .string else {
      return refuse(.fieldKind, source.place, record, context)
    }
    let text = CanonicalText.decoded(value, context.syntax, bytes)
    if text.count > limit {
      return refuse(.stringTooLong, source.place, record, context, .longer(than: Int32(clamping: limit)))
    }
    let digest = Array(SHA256Digest(of: text).hexadecimal.utf8)
    if given.isPresent, !CanonicalText.isSame(given, digest, context.syntax, bytes) {
      return refuse(.digestMismatch, source.place, record, context)
    }
    structure.text.append(Self.digestStart)
    structure.text.append(digest)
    structure.text.append(Self.textStart)
    structure.text.append { JSONText.appendQuoted(text, to: &$0) }
    structure.text.append(UInt8(ascii: "}"))
    return true
  }

  private static let yes = Array("YES".utf8)
  private static let no = Array("NO".utf8)
  private static let valueKey = Array("value".utf8)
  private static let unitKey = Array("unit".utf8)
  private static let textKey = Array("text".utf8)
  private static let digestKey = Array("sha256".utf8)
  private static let valueStart = Array("{\"value\":".utf8)
  private static let unitStart = Array(",\"unit\":".utf8)
  private static let digestStart = Array("{\"sha256\":\"".utf8)
  private static let textStart = Array("\",\"text\":".utf8)
}
