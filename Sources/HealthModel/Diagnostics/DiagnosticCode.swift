/// The codes; what there is to know of each is its entry in `CodeInfo`.
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
  /// What there is to know of the code.
  public var info: CodeInfo { Self.table[Int(rawValue)] }

  /// The word that files, reports and configurations use, such as `unit-incompatible`.
  public var name: String { info.name }

  /// The family of the code: a file of cases and a chapter of the documentation.
  public var family: CodeFamily { info.family }

  /// The severity when no configuration says otherwise.
  public var defaultSeverity: Severity { Self.severities[Int(rawValue)] }

  /// Whether the severity cannot be lowered, since no normal form of such a sample exists.
  public var isFixed: Bool { info.isFixed }

  /// The code of a word.
  public init?(name: some StringProtocol) {
    guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = code
  }

  /// The entries in the order of the cases, whose raw values count from 0.
  private static let table = allCases.map(CodeInfo.entry)
  /// For the judge, which asks at every finding: a copy of an entry retains its texts.
  private static let severities = table.map(\.severity)
}
