/// The one list of codes.
///
/// A code is a kebab-case word for what is wrong; it is never reused and each has a page in
/// `Documentation/diagnostics/`.
public enum DiagnosticCode: UInt8, Sendable, Hashable, CaseIterable {
  // file
  case encoding, lineEnding, lineTooLong, truncated, formatUnknown, zipPath, zipRatio, zipDamaged, xmlSyntax
  case xmlCharacter, csvHeader, csvShape, inputEmpty, notChecked
  // shape
  case jsonSyntax, jsonDuplicateKey, nesting, stringTooLong, objectTooLarge, fieldMissing, fieldKind, fieldUnknown
  // type
  case typeUnknown, typeKind, typeDeprecated, typeReadOnly
  // unit
  case unitMissing, unitUnknown, unitIncompatible, unitNotAllowed, unitAlias
  // value
  case valueNotANumber, valueNotInEnum, valueNotAllowed, valueImplausible, valueNotAnInteger, valuePrecision
  // time
  case timeInvalid, timeNoOffset, endBeforeStart, durationTooLong, durationTooShort, timeInFuture, timePrecision
  case timeZoneAssumed
  // metadata
  case metadataMissing, metadataKind, metadataNotInEnum, metadataUnknown
  // correlation
  case memberMissing, memberTooMany, memberNotAllowed, memberOutside
  // identity
  case uuidInvalid, uuidConflict, duplicate, nearDuplicate
  // across samples
  case overlap, stageOutsideSession, rateImpossible, subjectMissing
  // store: what a store or its quarantine cannot take
  case storeRefused, quarantineLine
  // catalog
  case yamlSyntax, yamlSubset, yamlQuote, catalogKeyUnknown, catalogKeyMissing, catalogKeyKind, catalogShadow
  case catalogReference, catalogUnit, catalogID, catalogVersion, catalogRange, catalogExample, catalogSource
  case catalogName, catalogEmpty, catalogUnused, catalogConfusable, catalogRate
  // project: what lint says of the project itself
  case configSyntax, configKeyUnknown, configKeyMissing, configKeyKind, configValue
  case globUnmatched, ruleUnknown, ruleFixed, suppressionUnused, suppressionExpired, baselineStale, thresholdExceeded
}

extension DiagnosticCode {
  /// The word that files, reports and configurations use, such as `unit-incompatible`.
  public var name: String { Self.names[Int(rawValue)] }

  /// The code of a word.
  public init?(name: some StringProtocol) {
    guard let index = Self.names.firstIndex(where: { $0 == name }), let code = DiagnosticCode(rawValue: UInt8(index))
    else { return nil }
    self = code
  }

  /// The words of the codes, in the order of the cases: the camel-case name in kebab case.
  private static let names: [String] = allCases.map { code in
    switch code {
    case .catalogID: return "catalog-id"
    case .valueNotANumber: return "value-not-a-number"
    case .valueNotAnInteger: return "value-not-an-integer"
    default:
      var word = ""
      for scalar in String(describing: code).unicodeScalars {
        if scalar.properties.isUppercase {
          word += "-"
          word += scalar.properties.lowercaseMapping
        } else {
          word.unicodeScalars.append(scalar)
        }
      }
      return word
    }
  }

  /// The family of the code: a folder of cases and a chapter of the documentation.
  public var family: String {
    switch rawValue {
    case ...Self.notChecked.rawValue: "file"
    case ...Self.fieldUnknown.rawValue: "shape"
    case ...Self.typeReadOnly.rawValue: "type"
    case ...Self.unitAlias.rawValue: "unit"
    case ...Self.valuePrecision.rawValue: "value"
    case ...Self.timeZoneAssumed.rawValue: "time"
    case ...Self.metadataUnknown.rawValue: "metadata"
    case ...Self.memberOutside.rawValue: "correlation"
    case ...Self.nearDuplicate.rawValue: "identity"
    case ...Self.subjectMissing.rawValue: "across"
    case ...Self.quarantineLine.rawValue: "store"
    case ...Self.catalogRate.rawValue: "catalog"
    default: "project"
    }
  }

  /// The severity when no configuration says otherwise.
  public var defaultSeverity: Severity {
    switch self {
    case .inputEmpty, .fieldUnknown, .typeDeprecated, .valueImplausible, .timeInFuture, .timePrecision,
      .metadataUnknown, .memberOutside, .nearDuplicate, .overlap, .stageOutsideSession, .rateImpossible,
      .catalogSource, .catalogExample, .catalogName, .catalogUnused, .catalogConfusable, .catalogRate,
      .suppressionUnused, .suppressionExpired:
      .warning
    case .unitAlias, .timeZoneAssumed, .duplicate, .baselineStale: .note
    default: .error
    }
  }

  /// Whether the severity cannot be lowered, since no normal form of such a sample exists.
  public var isFixed: Bool {
    switch self {
    case .inputEmpty, .fieldUnknown, .typeDeprecated, .typeReadOnly, .unitAlias, .valueNotAllowed, .valueImplausible,
      .valueNotAnInteger, .valuePrecision, .durationTooLong, .durationTooShort, .timeInFuture, .timePrecision,
      .timeZoneAssumed, .metadataMissing, .metadataKind, .metadataNotInEnum, .metadataUnknown, .memberOutside,
      .duplicate, .nearDuplicate, .overlap, .stageOutsideSession, .rateImpossible, .subjectMissing,
      .catalogSource, .catalogExample, .catalogName, .catalogUnused, .catalogConfusable, .catalogRate,
      .globUnmatched, .suppressionUnused, .suppressionExpired, .baselineStale:
      false
    default: true
    }
  }
}
