import HealthModel
import HealthUnits

/// *metadata*: required keys are there, and known keys have values of their kind.
///
/// A wrong value is kept as it is and costs the sample only where its key is required.
extension SampleJudge {
  mutating func checkMetadata(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) {
    let object = sample[.metadata]
    let type = item.type
    if object.isPresent, object.kind != .object, object.kind != .null {
      find(.fieldKind, context, field: .metadata, span: object.place, type: type)
      return
    }
    for place in sample.places(of: .metadata) where record.tape[place].kind == .metadata {
      checkEntry(place, record, context, type, bytes)
    }
    guard validator.limits[Int(type)].restrictsMetadata else { return }
    let plan = validator.plans[Int(type)]
    for (position, key) in plan.required.enumerated() where !hasKey(key, sample, record, bytes) {
      let span = object.isPresent ? object.place : start(of: sample)
      find(
        .metadataMissing, context, field: .metadata, span: span, type: type,
        .requiredKey(place: Int32(truncatingIfNeeded: position), enumCase: nil))
    }
    if item.enumCase >= 0, Int(item.enumCase) < plan.cases.count {
      for (position, key) in plan.cases[Int(item.enumCase)].requires.enumerated()
      where !hasKey(Array(key.utf8), sample, record, bytes) {
        let span = object.isPresent ? object.place : start(of: sample)
        find(
          .metadataMissing, context, field: .metadata, span: span, type: type,
          .requiredKey(place: Int32(truncatingIfNeeded: position), enumCase: item.enumCase))
      }
    }
    if let closed = plan.closedKeys {
      for place in sample.places(of: .metadata) where record.tape[place].kind == .metadata {
        let key = record.tape[place].key
        if !closed.contains(CanonicalText.decoded(key, record.syntax, bytes)) {
          find(.metadataUnknown, context, at: context.place(of: place, on: record.tape), span: key.place, type: type)
        }
      }
    }
  }

  private mutating func hasKey(
    _ key: [UInt8], _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) -> Bool {
    for place in sample.places(of: .metadata) where record.tape[place].kind == .metadata {
      if isKey(key, record.tape[place].key, record.syntax, bytes) { return true }
    }
    return false
  }

  private mutating func isKey(_ key: [UInt8], _ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool {
    if bytes.equals(field.range, key) { return true }
    guard let canonical = validator.registry.metadataKeyIndex(at: 0..<key.count, in: key.span.bytes) else {
      return false
    }
    return metadataKey(field, syntax, bytes) == canonical
  }

  /// Whether the type or the case of the sample requires the key of an entry of its metadata.
  private mutating func isRequired(
    _ entry: TapeEntry, _ context: RuleContext, _ type: Int32, _ bytes: RawSpan
  ) -> Bool {
    guard entry.kind == .metadata, validator.limits[Int(type)].restrictsMetadata else { return false }
    let plan = validator.plans[Int(type)]
    let cases = plan.cases.indices.contains(Int(item.enumCase)) ? plan.cases[Int(item.enumCase)].requires : []
    for key in plan.required + cases.map({ Array($0.utf8) }) where isKey(key, entry.key, context.syntax, bytes) {
      return true
    }
    return false
  }

  /// The key's definition, by name or identifier.
  mutating func metadataKey(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Int? {
    if !field.isEscaped { return validator.registry.metadataKeyIndex(at: field.range, in: bytes) }
    let text = CanonicalText.decoded(field, syntax, bytes)
    return validator.registry.metadataKeyIndex(at: 0..<text.count, in: text.span.bytes)
  }

  mutating func checkEntry(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ type: Int32, _ bytes: RawSpan
  ) {
    let entry = record.tape[place]
    guard let key = metadataKey(entry.key, context.syntax, bytes) else {
      if entry.value.kind == .array || entry.value.kind == .null
        || (entry.value.kind == .object && !isQuantity(place, record, nil, bytes))
      {
        findMetadata(.metadataKind, place, record, context, type, .none, bytes)
      }
      return
    }
    let index = Int32(truncatingIfNeeded: key)
    let value = entry.value
    let isText = value.kind == .string
    let isNumber = value.kind == .number || (isText && context.syntax.isTextual)
    let isGood: Bool
    switch validator.metadataForms[key] {
    case .text(let limit): isGood = isText && CanonicalText.count(value, context.syntax, bytes) <= limit
    case .number: isGood = isNumber && DecimalParser.parse(value.range, in: bytes) != nil
    case .integer: isGood = isNumber && integer(value, bytes) != nil
    case .boolean: isGood = CanonicalText.boolean(value, context.syntax, bytes) != nil
    case .date: isGood = isText && metadataDate(value, context.syntax, bytes) != nil
    case .quantity: isGood = isQuantity(place, record, nil, bytes)
    case .enum(let raws):
      if isNumber, let raw = integer(value, bytes), raws.contains(raw) { return }
      isGood = isPlanned(place, record, index, context, type, bytes)
    case .planned: isGood = isPlanned(place, record, index, context, type, bytes)
    }
    guard !isGood else { return }
    var detail = FindingDetail.metadataKey(index)
    if isText, case .date = validator.metadataForms[key], isImpossibleDay(value, context.syntax, bytes) {
      detail = .impossibleDay(index)
    }
    findMetadata(.metadataKind, place, record, context, type, detail, bytes)
  }

  /// Whether a value is of the kind that its key's plan requires; reports one of that kind that is not a case of its
  /// enum.
  private mutating func isPlanned(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ index: Int32, _ context: RuleContext, _ type: Int32,
    _ bytes: RawSpan
  ) -> Bool {
    let plan = validator.metadataPlans[Int(index)]
    let entry = record.tape[place]
    let value = entry.value
    let isText = value.kind == .string
    switch plan.shape {
    case .string(let limit, let pattern): return isText && isGoodString(value, limit, pattern, context.syntax, bytes)
    case .quantity(let unit): return isQuantity(place, record, unit, bytes)
    case .enum:
      guard value.kind == .number || isText else { return false }
      if enumCase(value, plan.table.names, plan.table.raws, context.syntax, bytes) == nil,
        !isText || integer(value, bytes).flatMap({ plan.table.raws[$0] }) == nil
      {
        findMetadata(.metadataNotInEnum, place, record, context, type, .metadataKey(index), bytes)
      }
      return true
    case .number, .integer, .boolean, .date: return true
    }
  }

  private mutating func findMetadata(
    _ code: DiagnosticCode, _ place: Int32, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ type: Int32,
    _ detail: FindingDetail, _ bytes: RawSpan
  ) {
    let entry = record.tape[place]
    find(
      code, context, at: context.place(of: place, on: record.tape), span: entry.value.place, type: type, detail,
      severity: isRequired(entry, context, type, bytes) ? .error : nil)
  }

  private func isGoodString(
    _ value: RawField, _ limit: Int?, _ pattern: TextPattern?, _ syntax: RawSyntax, _ bytes: RawSpan
  ) -> Bool {
    if let limit, CanonicalText.count(value, syntax, bytes) > limit { return false }
    guard let pattern else { return true }
    return CanonicalText.reading(value, syntax, bytes) { pattern.matches($0, in: $1) }
  }

  /// A date in metadata: with its own offset, in the form of its format.
  func metadataDate(_ value: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Instant? {
    guard
      let reading = CanonicalText.reading(value, syntax, bytes, { TimestampParser.parse($0, in: $1, syntax: syntax) }),
      reading.hasOffset
    else { return nil }
    return reading.instant
  }

  /// Whether a text begins with year, month and day of a day that no calendar has, such as 30 February.
  private func isImpossibleDay(_ value: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool {
    CanonicalText.reading(value, syntax, bytes) { range, bytes in
      guard range.count >= 10 else { return false }
      var numbers = [0, 0, 0]
      for (index, place) in range.prefix(10).enumerated() {
        let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
        if index == 4 || index == 7 {
          guard byte == UInt8(ascii: "-") else { return false }
        } else {
          guard byte &- 0x30 <= 9 else { return false }
          let part = index < 4 ? 0 : index < 7 ? 1 : 2
          numbers[part] = numbers[part] * 10 + Int(byte &- 0x30)
        }
      }
      return !CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]).isValid
    }
  }

  private mutating func isQuantity(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ unit: UnitOfMeasure?, _ bytes: RawSpan
  ) -> Bool {
    guard let quantity = MetadataQuantity(place, record, &unitTexts, validator.registry.units, bytes) else {
      return false
    }
    return unit.map { quantity.unit.isConvertible(to: $0) } ?? true
  }
}

extension FindingDetail {
  fileprivate var isImpossibleDay: Bool { if case .impossibleDay = self { true } else { false } }
}

extension FindingMessage {
  static func metadata(_ context: MessageContext) -> FindingMessage {
    let finding = context.finding
    switch finding.code {
    case .metadataMissing:
      let key = context.missingKey ?? "a key"
      return FindingMessage("\(context.subject) needs the metadata `\(key)`", rule: "metadata.required")
    case .metadataUnknown:
      let near = context.tables.metadataKey(near: context.key, of: finding.type, context.hints)
      return FindingMessage(
        "\(context.subject) takes no metadata `\(context.shownKey)`", hint: near.map { "did you mean `\($0)`?" },
        rule: "metadata.closed")
    case .metadataNotInEnum:
      var hint: MessageText?
      if case .metadataKey(let key) = finding.detail, let plan = context.metadataPlan, case .enum = plan.shape {
        let near =
          context.redacts
          ? nil : context.tables.enumCase(near: context.text, ofMetadata: key, plan.cases, context.hints)
        hint = near.map { "did you mean `\($0)`?" } ?? context.tables.list(of: plan.cases, ofMetadata: key)
      }
      return FindingMessage("`\(context.shownKey)` has no case `\(context.shown)`", hint: hint)
    case .metadataKind where finding.detail.isImpossibleDay:
      return FindingMessage("`\(context.shownKey)` is a day that does not exist: \(context.shown)")
    default: return FindingMessage("`\(context.shownKey)` is not \(wanted(context.metadataPlan)): \(context.shown)")
    }
  }

  /// The first cases with their numbers: files may write either.
  static func list(of cases: [EnumCase]) -> MessageText {
    let names = cases.prefix(12).map { item in item.raw.map { "\(item.name) (\($0))" } ?? item.name }
    return "one of \(names.joined(separator: ", "))"
  }

  fileprivate static func wanted(_ key: MetadataPlan?) -> String {
    switch key?.shape {
    case .string: "text of the form the key takes"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .date: "a date with an offset"
    case .quantity(let unit?): "a quantity in a unit like \(unit.unitString)"
    case .quantity(nil): "a quantity such as {\"value\": 1, \"unit\": \"m\"}"
    case .enum: "a case's number or name"
    case nil: "text, a number, a boolean or a quantity"
    }
  }
}
