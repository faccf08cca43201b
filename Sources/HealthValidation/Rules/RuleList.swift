import HealthModel

/// The rules of one sample: the order in which they judge, and which of them words a finding.
extension SampleJudge {
  /// The rules of one sample, in their fixed order.
  mutating func judgeSample(_ index: Int, of record: borrowing RawSampleBuffer, _ place: ByteRange, _ bytes: RawSpan) {
    let member = Int32(truncatingIfNeeded: index - 1)
    let context = RuleContext(member: member, record: place, syntax: record.syntax)
    let sample = record.samples.span.extracting(index..<index + 1)
    if validator.options.severities.usesSources || validator.options.locatesSources {
      locateSource(of: sample, isMember: index > 0, context.syntax, bytes)
    }
    if let scopes = validator.options.scopes { locateScopes(scopes, of: sample, isMember: index > 0, context, bytes) }
    checkIdentity(sample, context, bytes)
    checkUnknownFields(sample, record, context)
    guard checkType(sample, context, bytes) else { return }
    checkOrigin(sample, context, bytes)
    checkTimes(sample, context, bytes)
    if sample.has(.original) { checkOriginals(sample, record, context, bytes) }
    checkValue(sample, context, bytes)
    if validator.limits[Int(item.type)].column == .parts || sample.has(.structure) {
      checkStructure(sample, record, context, bytes)
    }
    checkMetadata(sample, record, context, bytes)
    checkProvenance(sample, context)
  }
}

extension FindingMessage {
  static func of(_ context: MessageContext) -> FindingMessage {
    if case .syntax(let detail) = context.finding.detail { return syntax(detail, context) }
    // The place of a broken rule may be within a list, and its words are the rule's own.
    if context.finding.code == .ruleBroken { return requirement(context) }
    if context.finding.place.section != nil { return structure(context) }
    switch context.finding.code {
    case .fieldMissing, .fieldUnknown, .fieldKind, .stringTooLong: return shape(context)
    case .uuidInvalid, .uuidConflict, .subjectMissing, .storeRefused: return identity(context)
    case .typeUnknown, .typeKind, .typeDeprecated, .typeReadOnly: return type(context)
    case .unitMissing, .unitUnknown, .unitIncompatible, .unitNotAllowed, .unitAlias: return unit(context)
    case .valueNotANumber, .valueNotInEnum, .valueNotAllowed, .valueImplausible, .valueNotAnInteger, .valuePrecision:
      return value(context)
    case .timeInvalid, .timeNoOffset, .endBeforeStart, .durationTooLong, .durationTooShort, .durationImplausible,
      .timeInFuture, .timePrecision, .timeZoneAssumed:
      return time(context)
    case .rateImpossible: return rate(context)
    case .metadataMissing, .metadataKind, .metadataNotInEnum, .metadataUnknown: return metadata(context)
    case .memberMissing, .memberTooMany, .memberNotAllowed, .memberOutside: return correlation(context)
    case .listTooLong, .listTooShort, .listNotUnique, .timeOutside, .pointsLength, .pointsTooMany, .pointsOrder,
      .digestMismatch, .objectTooLarge:
      return structure(context)
    default: return FindingMessage(MessageText(context.finding.code.name))
    }
  }
}
