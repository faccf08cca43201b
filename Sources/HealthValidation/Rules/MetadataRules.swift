import HealthModel
import HealthUnits

/// *metadata*: required keys are there, and known keys have values of their kind.
extension SampleJudge {
  mutating func checkMetadata(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ scene: Scene, _ bytes: RawSpan
  ) {
    let object = sample[.metadata]
    let type = item.type
    if object.isPresent, object.kind != .object, object.kind != .null {
      find(.fieldKind, scene, field: .metadata, span: object.place, type: type)
      return
    }
    for entry in sample.metadata { checkEntry(record.metadata[Int(entry)], scene, type, bytes) }
    guard validator.limits[Int(type)].restrictsMetadata else { return }
    let plan = validator.plans[Int(type)]
    for (position, key) in plan.required.enumerated()
    where !hasKey(key, sample.metadata, record, bytes) {
      let span = object.isPresent ? object.place : start(of: sample)
      find(
        .metadataMissing, scene, field: .metadata, span: span, type: type,
        index: Int32(truncatingIfNeeded: position))
    }
    if item.enumCase >= 0, Int(item.enumCase) < plan.cases.count {
      for (position, key) in plan.cases[Int(item.enumCase)].requires.enumerated()
      where !hasKey(Array(key.utf8), sample.metadata, record, bytes) {
        let span = object.isPresent ? object.place : start(of: sample)
        find(
          .metadataMissing, scene, field: .metadata, span: span, type: type,
          found: Double(item.enumCase) + 1, index: Int32(truncatingIfNeeded: position))
      }
    }
    if let closed = plan.closedKeys {
      for entry in sample.metadata {
        let key = record.metadata[Int(entry)].key
        if !closed.contains(CanonicalText.decoded(key, record.syntax, bytes)) {
          find(.metadataUnknown, scene, field: .metadata, span: key.place, type: type, key: key.place)
        }
      }
    }
  }

  private mutating func hasKey(
    _ key: [UInt8], _ entries: Range<Int32>, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) -> Bool {
    let canonical = validator.registry.metadataKeyIndex(at: 0..<key.count, in: key.span.bytes)
    for entry in entries {
      let field = record.metadata[Int(entry)].key
      if bytes.equals(field.range, key) { return true }
      if let canonical, metadataKey(field, record.syntax, bytes) == canonical { return true }
    }
    return false
  }

  /// The key's definition, by name or identifier.
  mutating func metadataKey(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Int? {
    if !field.isEscaped { return validator.registry.metadataKeyIndex(at: field.range, in: bytes) }
    let text = CanonicalText.decoded(field, syntax, bytes)
    return validator.registry.metadataKeyIndex(at: 0..<text.count, in: text.span.bytes)
  }

  private mutating func checkEntry(_ entry: RawEntry, _ scene: Scene, _ type: Int32, _ bytes: RawSpan) {
    guard let key = metadataKey(entry.key, scene.syntax, bytes) else {
      if entry.value.kind == .array || entry.value.kind == .null
        || (entry.value.kind == .object && !isQuantity(entry, nil, scene, bytes))
      {
        findMetadata(.metadataKind, entry, scene, type, -1)
      }
      return
    }
    let index = Int32(truncatingIfNeeded: key)
    let value = entry.value
    let isText = value.kind == .string
    let isNumber = value.kind == .number || (isText && scene.syntax.isTextual)
    let isGood: Bool
    switch validator.metadataForms[key] {
    case .text(let limit): isGood = isText && CanonicalText.count(value, scene.syntax, bytes) <= limit
    case .number: isGood = isNumber && DecimalParser.parse(value.range, in: bytes) != nil
    case .integer: isGood = isNumber && integer(value, bytes) != nil
    case .boolean: isGood = CanonicalText.boolean(value, scene.syntax, bytes) != nil
    case .date: isGood = isText && metadataDate(value, scene.syntax, bytes) != nil
    case .quantity: isGood = isQuantity(entry, nil, scene, bytes)
    case .enum(let raws):
      if value.kind == .number, let raw = integer(value, bytes), raws.contains(raw) { return }
      isGood = isPlanned(entry, index, scene, type, bytes)
    case .planned: isGood = isPlanned(entry, index, scene, type, bytes)
    }
    if !isGood { findMetadata(.metadataKind, entry, scene, type, index) }
  }

  /// Whether a value is of the kind that its key's plan asks for; reports one of that kind that is no case of its enum.
  private mutating func isPlanned(
    _ entry: RawEntry, _ index: Int32, _ scene: Scene, _ type: Int32, _ bytes: RawSpan
  ) -> Bool {
    let plan = validator.metadataPlans[Int(index)]
    let value = entry.value
    let isText = value.kind == .string
    switch plan.shape {
    case .string(let limit, let pattern):
      return isText && isGoodString(value, limit, pattern, scene.syntax, bytes)
    case .quantity(let unit): return isQuantity(entry, unit, scene, bytes)
    case .enum:
      guard value.kind == .number || isText else { return false }
      if enumCase(value, plan.table.names, plan.table.raws, scene.syntax, bytes) == nil,
        !isText || integer(value, bytes).flatMap({ plan.table.raws[$0] }) == nil
      {
        findMetadata(.metadataNotInEnum, entry, scene, type, index)
      }
      return true
    case .number, .integer, .boolean, .date: return true
    }
  }

  private mutating func findMetadata(
    _ code: DiagnosticCode, _ entry: RawEntry, _ scene: Scene, _ type: Int32, _ index: Int32
  ) {
    find(
      code, scene, field: .metadata, span: entry.value.place, type: type, index: index, key: entry.key.place)
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
      let reading = CanonicalText.reading(
        value, syntax, bytes, { TimestampParser.parse($0, in: $1, syntax: syntax) }),
      reading.hasOffset
    else { return nil }
    return reading.instant
  }

  private mutating func isQuantity(_ entry: RawEntry, _ unit: UnitOfMeasure?, _ scene: Scene, _ bytes: RawSpan) -> Bool
  {
    guard let quantity = MetadataQuantity(entry, &unitTexts, validator.registry.units, scene.syntax, bytes) else {
      return false
    }
    return unit.map { quantity.unit.isConvertible(to: $0) } ?? true
  }
}
