package import HealthModel

extension TypeDefinition {
  /// The codes that the rules can give to samples of this type, in the order of the table of codes.
  ///
  /// They are those that depend on the type: `value-not-allowed` is among them if the type has bounds. What any line or
  /// record can have, such as `json-syntax`, `uuid-invalid` or `duplicate`, is not.
  package var possibleCodes: [DiagnosticCode] {
    var codes: Set<DiagnosticCode> = [.fieldMissing, .fieldKind, .typeKind]
    codes.formUnion([.metadataKind, .metadataNotInEnum])
    if deprecation != nil { codes.insert(.typeDeprecated) }
    if shape.hasTime {
      codes.formUnion([.timeInvalid, .timeNoOffset, .timePrecision, .timeZoneAssumed, .timeInFuture, .endBeforeStart])
      if duration.maximum != nil { codes.insert(.durationTooLong) }
      if duration.minimum != nil { codes.insert(.durationTooShort) }
      if duration.usuallyBelow != nil { codes.insert(.durationImplausible) }
    }
    let needsMetadata = shape.enumeration?.cases.contains { !$0.requires.isEmpty } ?? false
    if needsMetadata || !metadata.required.isEmpty { codes.insert(.metadataMissing) }
    if metadata.isClosed { codes.insert(.metadataUnknown) }
    if isExclusive { codes.insert(.overlap) }
    if sessionCase != nil { codes.insert(.stageOutsideSession) }
    if !rules.isEmpty { codes.insert(.ruleBroken) }
    codes.formUnion(shape.possibleCodes)
    return DiagnosticCode.allCases.filter { codes.contains($0) }
  }
}

extension TypeShape {
  fileprivate var possibleCodes: Set<DiagnosticCode> {
    var codes: Set<DiagnosticCode> = []
    if let quantity {
      codes.formUnion(Self.codes(allowed: quantity.allowed, plausible: quantity.plausible).union(Self.unitCodes))
      if quantity.maximumRate != nil { codes.insert(.rateImpossible) }
    }
    if enumeration != nil { codes.insert(.valueNotInEnum) }
    switch text {
    case .date?: codes.formUnion([.timeInvalid, .timeInFuture])
    case .free?: codes.insert(.stringTooLong)
    case nil: break
    }
    if members != nil {
      codes.formUnion([.memberMissing, .memberTooMany, .memberNotAllowed, .memberOutside, .objectTooLarge])
    }
    return codes.union(structure?.possibleCodes ?? [])
  }

  fileprivate static let unitCodes: Set<DiagnosticCode> = [
    .unitMissing, .unitUnknown, .unitIncompatible, .unitNotAllowed, .unitAlias,
  ]

  fileprivate static func codes(allowed: ValueBounds, plausible: ValueBounds) -> Set<DiagnosticCode> {
    var codes: Set<DiagnosticCode> = [.valueNotANumber, .valuePrecision]
    if allowed.isInteger { codes.insert(.valueNotAnInteger) }
    if !allowed.isUnbounded { codes.insert(.valueNotAllowed) }
    if !plausible.isUnbounded { codes.insert(.valueImplausible) }
    return codes
  }
}

extension StructureShape {
  fileprivate var possibleCodes: Set<DiagnosticCode> {
    var codes: Set<DiagnosticCode> = [.fieldUnknown, .objectTooLarge, .jsonDuplicateKey]
    for part in parts { codes.formUnion(part.value.possibleCodes) }
    if parent != nil { codes.insert(.uuidInvalid) }
    for list in lists {
      codes.insert(.listTooLong)
      if list.minimum > 0 { codes.insert(.listTooShort) }
      if !list.unique.isEmpty { codes.insert(.listNotUnique) }
      if list.isWithinSample { codes.insert(.timeOutside) }
    }
    guard let points else { return codes }
    codes.formUnion([.pointsLength, .pointsTooMany])
    switch points.timing {
    case .times: codes.formUnion([.pointsOrder, .timeOutside, .valueNotANumber, .valueNotAllowed, .valuePrecision])
    case .rate(let rate): codes.formUnion(FieldValue.quantity(rate).possibleCodes)
    case .none: break
    }
    return codes
  }
}

extension FieldValue {
  /// What a field, an element or a column with such a value can have.
  fileprivate var possibleCodes: Set<DiagnosticCode> {
    switch self {
    case .quantity(let quantity):
      TypeShape.codes(allowed: quantity.allowed, plausible: quantity.plausible).union(TypeShape.unitCodes)
    case .number(let bounds): TypeShape.codes(allowed: bounds, plausible: ValueBounds())
    case .integer(let bounds): TypeShape.codes(allowed: bounds, plausible: ValueBounds()).union([.valueNotAnInteger])
    case .boolean: []
    case .enumeration: [.valueNotInEnum]
    case .text: [.stringTooLong]
    case .time: [.timeInvalid, .timeNoOffset, .timePrecision, .timeZoneAssumed]
    case .date: [.timeInvalid]
    case .uuid: [.uuidInvalid]
    case .quantityType: [.typeUnknown]
    case .quantityOf:
      TypeShape.unitCodes.union([.valueNotANumber, .valuePrecision, .valueNotAllowed, .valueImplausible])
    case .metadata: [.metadataKind, .metadataNotInEnum]
    case .document: [.stringTooLong, .digestMismatch, .jsonSyntax, .xmlSyntax]
    }
  }
}
