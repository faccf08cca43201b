/// The codes; what there is to know of each is its entry in the table below.
///
/// A code is a kebab-case word for what is wrong; it is never reused and each has a page in
/// `Documentation/diagnostics/`.
public enum DiagnosticCode: UInt8, Sendable, Hashable, CaseIterable {
  // file
  case encoding, lineEnding, lineTooLong, truncated, formatUnknown, zipPath, zipRatio, zipDamaged, xmlSyntax
  case xmlCharacter, csvHeader, csvShape, csvUnused, inputEmpty, notChecked
  case fileMissing
  case jsonPath, dialectMistake
  // shape
  case jsonSyntax, jsonDuplicateKey, nesting, stringTooLong, objectTooLarge, fieldMissing, fieldKind, fieldUnknown
  // type
  case typeUnknown, typeKind, typeDeprecated, typeReadOnly
  // unit
  case unitMissing, unitUnknown, unitIncompatible, unitNotAllowed, unitAlias
  // value
  case valueNotANumber, valueNotInEnum, valueNotAllowed, valueImplausible, valueNotAnInteger, valuePrecision
  // time
  case timeInvalid, timeNoOffset, endBeforeStart, durationTooLong, durationTooShort
  case durationImplausible, timeInFuture, timePrecision, timeZoneAssumed
  // metadata
  case metadataMissing, metadataKind, metadataNotInEnum, metadataUnknown
  // correlation
  case memberMissing, memberTooMany, memberNotAllowed, memberOutside
  // structure
  case listTooLong, listTooShort, listNotUnique, timeOutside, pointsLength, pointsTooMany, pointsOrder, digestMismatch,
    ruleBroken
  // identity
  case uuidInvalid, uuidConflict, duplicate, nearDuplicate
  // across samples
  case overlap, stageOutsideSession, rateImpossible, subjectMissing, peopleMixed
  // store: what a store or its quarantine cannot take
  case storeRefused, quarantineLine
  // catalog
  case yamlSyntax, yamlSubset, yamlQuote, catalogKeyUnknown, catalogKeyMissing, catalogKeyKind, catalogShadow
  case catalogReference, catalogUnit, catalogID, catalogVersion, catalogRange, catalogExample, catalogSource
  case catalogName, catalogEmpty, catalogUnused, catalogConfusable, catalogRate, catalogRule
  // project: what lint says of the project itself
  case configSyntax, configKeyUnknown, configKeyMissing, configKeyKind, configValue
  case globUnmatched, ruleUnknown, ruleFixed, suppressionUnused, suppressionExpired, baselineStale, thresholdExceeded
  // rules of plugins
  case pluginRule
  // inputs that are converted
  case recordUnreadable, inputDamaged
}

extension CodeInfo {
  static func entry(of code: DiagnosticCode) -> CodeInfo {
    switch code {
    // file
    case .encoding:
      .fixed(.file, "encoding", "the text is not UTF-8; nothing is repaired, the record or file is refused")
    case .lineEnding: .fixed(.file, "line-ending", "lines end with CR alone, so the file reads as one line")
    case .lineTooLong:
      .fixed(.file, "line-too-long", "a line or element is longer than its limit; the rest of it is skipped")
    case .truncated:
      .fixed(
        .file, "truncated",
        "the input ends in the middle of something; what came before counts, and the input is incomplete")
    case .formatUnknown: .fixed(.file, "format-unknown", "the file is in no format that is known")
    case .zipPath: .fixed(.file, "zip-path", "an entry of the archive has a name that leaves its folder")
    case .zipRatio: .fixed(.file, "zip-ratio", "an entry of the archive expands beyond 200:1, as a bomb does")
    case .zipDamaged: .fixed(.file, "zip-damaged", "the archive is damaged, encrypted or of a kind that is not read")
    case .xmlSyntax: .fixed(.file, "xml-syntax", "the export is not well formed at this place")
    case .xmlCharacter: .fixed(.file, "xml-character", "the record has a character that XML does not allow")
    case .csvHeader:
      .fixed(
        .file, "csv-header", "the header names a column twice, one that is not known, or lacks one that samples need")
    case .csvShape: .fixed(.file, "csv-shape", "a row has another number of cells than the header")
    case .csvUnused: .warning(.file, "csv-unused", "a sample that the configuration makes of rows is in none of them")
    case .inputEmpty: .warning(.file, "input-empty", "the input was read to its end and holds no sample")
    case .notChecked: .fixed(.file, "not-checked", "data was not checked, since something before it failed")
    case .fileMissing: .warning(.file, "file-missing", "the export names a file that is not among its files")
    case .jsonPath: .error(.file, "json-path", "a path of the configuration leads to nothing in the file")
    case .dialectMistake:
      .warning(
        .file, "dialect-mistake", "a record has a known mistake of the program that wrote it; it is read as meant")
    // shape
    case .jsonSyntax: .fixed(.shape, "json-syntax", "the text is not JSON (RFC 8259)")
    case .jsonDuplicateKey:
      .fixed(.shape, "json-duplicate-key", "a key appears twice in one object, so its value is not certain")
    case .nesting: .fixed(.shape, "nesting", "values are nested deeper than 64")
    case .stringTooLong: .fixed(.shape, "string-too-long", "a text is longer than its limit")
    case .objectTooLarge:
      .fixed(
        .shape, "object-too-large",
        "an object has too many keys, a correlation too many members, or a structured sample too much content")
    case .fieldMissing: .fixed(.shape, "field-missing", "a field that the sample needs is not there")
    case .fieldKind: .fixed(.shape, "field-kind", "a field has a value of the wrong JSON kind")
    case .fieldUnknown: .warning(.shape, "field-unknown", "samples have no field of this name; it is kept as it is")
    // type
    case .typeUnknown:
      .fixed(.type, "type-unknown", "no definition has this id, alias or identifier; the sample is kept for a replay")
    case .typeKind: .fixed(.type, "type-kind", "the sample has a field that its kind of type does not take")
    case .typeDeprecated: .warning(.type, "type-deprecated", "the type should no longer be used")
    case .typeReadOnly: .error(.type, "type-read-only", "apps may not save samples of this type")
    // unit
    case .unitMissing: .fixed(.unit, "unit-missing", "a quantity has no unit, so its number means nothing")
    case .unitUnknown:
      .fixed(.unit, "unit-unknown", "the unit is none of HealthKit's grammar nor a spelling of the type")
    case .unitIncompatible: .fixed(.unit, "unit-incompatible", "the unit measures something else than the type")
    case .unitNotAllowed:
      .fixed(.unit, "unit-not-allowed", "the unit is of the right dimension, but the type does not take it")
    case .unitAlias: .note(.unit, "unit-alias", "a spelling from elsewhere was read as a HealthKit unit, as asked")
    // value
    case .valueNotANumber: .fixed(.value, "value-not-a-number", "a quantity's value is not a finite number")
    case .valueNotInEnum: .fixed(.value, "value-not-in-enum", "the value is none of the type's cases")
    case .valueNotAllowed:
      .error(.value, "value-not-allowed", "the number is impossible: it is outside the type's bounds")
    case .valueImplausible:
      .warning(.value, "value-implausible", "the number is possible, but unlikely enough to look at")
    case .valueNotAnInteger: .error(.value, "value-not-an-integer", "the type takes whole numbers")
    case .valuePrecision: .error(.value, "value-precision", "the number cannot be kept exactly")
    // time
    case .timeInvalid: .fixed(.time, "time-invalid", "the text is not an instant or a date")
    case .timeNoOffset: .fixed(.time, "time-no-offset", "the time has no offset, so the instant is not certain")
    case .endBeforeStart: .fixed(.time, "end-before-start", "the sample ends before it starts")
    case .durationTooLong: .error(.time, "duration-too-long", "the sample lasts longer than its type allows")
    case .durationTooShort: .error(.time, "duration-too-short", "the sample is shorter than its type allows")
    case .durationImplausible:
      .warning(.time, "duration-implausible", "the sample lasts longer than samples of its type usually do")
    case .timeInFuture: .warning(.time, "time-in-future", "the sample is later than now")
    case .timePrecision:
      .warning(.time, "time-precision", "digits past the microsecond are cut; the text is kept as the original")
    case .timeZoneAssumed:
      .note(.time, "time-zone-assumed", "a time without an offset was read in the zone the run was given")
    // metadata
    case .metadataMissing: .error(.metadata, "metadata-missing", "a metadata key that the type needs is not there")
    case .metadataKind: .warning(.metadata, "metadata-kind", "a metadata value is not of its key's kind")
    case .metadataNotInEnum:
      .warning(.metadata, "metadata-not-in-enum", "a metadata value is none of its key's cases")
    case .metadataUnknown:
      .warning(.metadata, "metadata-unknown", "the type's list of metadata keys is closed and does not have this one")
    // correlation
    case .memberMissing: .fixed(.correlation, "member-missing", "a correlation lacks a member that its type needs")
    case .memberTooMany: .fixed(.correlation, "member-too-many", "a correlation has a member too often")
    case .memberNotAllowed:
      .fixed(.correlation, "member-not-allowed", "a sample of this type is not a member of the correlation")
    case .memberOutside: .warning(.correlation, "member-outside", "a member is outside its correlation's time")
    // structure
    case .listTooLong: .fixed(.structure, "list-too-long", "a list has more elements than its type allows")
    case .listTooShort: .fixed(.structure, "list-too-short", "a list has fewer elements than its type needs")
    case .listNotUnique:
      .error(.structure, "list-not-unique", "two elements of a list are equal in what tells its elements apart")
    case .timeOutside:
      .warning(.structure, "time-outside", "a time within the sample is before its start or after its end")
    case .pointsLength:
      .fixed(.structure, "points-length", "the columns of a series are not equally long, or there are too few points")
    case .pointsTooMany: .fixed(.structure, "points-too-many", "a series has more points than its type allows")
    case .pointsOrder: .fixed(.structure, "points-order", "the times of a series go back")
    case .digestMismatch:
      .fixed(.structure, "digest-mismatch", "the text of a document has another SHA-256 than the one given with it")
    case .ruleBroken: .error(.structure, "rule-broken", "the sample breaks a rule of its type")
    // identity
    case .uuidInvalid: .fixed(.identity, "uuid-invalid", "the text is not a UUID, or the nil UUID")
    case .uuidConflict:
      .fixed(.identity, "uuid-conflict", "a sample with this id and other content is stored; the stored one stays")
    case .duplicate: .note(.identity, "duplicate", "the same sample is stored already")
    case .nearDuplicate:
      .warning(.identity, "near-duplicate", "a sample differs from another only in what is not part of its identity")
    // across
    case .overlap: .warning(.across, "overlap", "samples of one source overlap where that is wrong")
    case .stageOutsideSession: .warning(.across, "stage-outside-session", "a sleep stage is outside the time in bed")
    case .rateImpossible: .warning(.across, "rate-impossible", "a cumulative value grows faster than can be")
    case .subjectMissing:
      .error(.across, "subject-missing", "the sample does not say whose it is, and the run demands it")
    case .peopleMixed:
      .warning(.across, "people-mixed", "samples without a subject share instants, as those of several people do")
    // store
    case .storeRefused:
      .fixed(.store, "store-refused", "the sample is valid, but the store cannot keep it and says why")
    case .quarantineLine:
      .fixed(.store, "quarantine-line", "a line of a quarantine file cannot be read; it is kept as it is")
    // catalog
    case .yamlSyntax: .fixed(.catalog, "yaml-syntax", "the file is not YAML")
    case .yamlSubset:
      .fixed(
        .catalog, "yaml-subset",
        "definitions use a strict subset of YAML, without anchors, aliases, tags and directives")
    case .yamlQuote: .fixed(.catalog, "yaml-quote", "the value must be quoted to mean what it looks like")
    case .catalogKeyUnknown: .fixed(.catalog, "catalog-key-unknown", "definitions have no key of this name")
    case .catalogKeyMissing: .fixed(.catalog, "catalog-key-missing", "the definition lacks a key it needs")
    case .catalogKeyKind: .fixed(.catalog, "catalog-key-kind", "the key's value is of the wrong kind")
    case .catalogShadow:
      .fixed(.catalog, "catalog-shadow", "two definitions claim one name; a layer changes a type with `overrides` only")
    case .catalogReference: .fixed(.catalog, "catalog-reference", "the definition names something that is not there")
    case .catalogUnit: .fixed(.catalog, "catalog-unit", "a unit of the definition cannot be used")
    case .catalogID: .fixed(.catalog, "catalog-id", "the id is not of the form ids have, or not the file's name")
    case .catalogVersion: .fixed(.catalog, "catalog-version", "the definition needs another version of the program")
    case .catalogRange: .fixed(.catalog, "catalog-range", "limits of the definition contradict each other")
    case .catalogExample: .warning(.catalog, "catalog-example", "examples are missing")
    case .catalogSource: .warning(.catalog, "catalog-source", "a number does not say where it comes from")
    case .catalogName: .warning(.catalog, "catalog-name", "the name is not as names are; a team's ids carry a dot")
    case .catalogEmpty: .fixed(.catalog, "catalog-empty", "the file or folder defines nothing")
    case .catalogUnused: .warning(.catalog, "catalog-unused", "nothing uses the definition")
    case .catalogConfusable:
      .warning(.catalog, "catalog-confusable", "two names look so alike that one is taken for the other")
    case .catalogRate: .warning(.catalog, "catalog-rate", "a rate limit is on a type that it cannot apply to")
    case .catalogRule: .error(.catalog, "catalog-rule", "a rule or a computed number of the type means nothing")
    // project
    case .configSyntax:
      .fixed(.project, "config-syntax", "the configuration is not YAML, or not of the strict subset that is read")
    case .configKeyUnknown: .fixed(.project, "config-key-unknown", "the configuration has no key of this name")
    case .configKeyMissing: .fixed(.project, "config-key-missing", "the configuration lacks a key it needs")
    case .configKeyKind: .fixed(.project, "config-key-kind", "a value of the configuration is of the wrong kind")
    case .configValue: .fixed(.project, "config-value", "a value of the configuration is none of those it can have")
    case .globUnmatched: .error(.project, "glob-unmatched", "a pattern of the configuration fits no file")
    case .ruleUnknown: .fixed(.project, "rule-unknown", "the configuration names a rule that does not exist")
    case .ruleFixed:
      .fixed(.project, "rule-fixed", "the configuration changes the severity of a rule for which it is fixed")
    case .suppressionUnused: .warning(.project, "suppression-unused", "a suppression took no finding out")
    case .suppressionExpired: .warning(.project, "suppression-expired", "a suppression is past its last day")
    case .baselineStale: .note(.project, "baseline-stale", "the baseline holds findings that are no longer there")
    case .thresholdExceeded:
      .fixed(.project, "threshold-exceeded", "there are more findings than the configuration lets pass")
    // rules of plugins
    case .pluginRule: .warning(.across, "plugin-rule", "a rule of a plugin found something")
    // inputs that are converted
    case .recordUnreadable:
      .fixed(.file, "record-unreadable", "a record of the input is damaged or unknown, so that no sample is made of it")
    case .inputDamaged: .fixed(.file, "input-damaged", "the input cannot be read to its end; what came before counts")
    }
  }
}

/// The facts about a code, besides its page in `Documentation/diagnostics/`.
@usableFromInline package struct CodeInfo: Sendable, Hashable {
  /// The word that files, reports and configurations use, such as `unit-incompatible`; the page is named for it.
  package let name: String
  /// The chapter of the documentation, and the file of its cases.
  package let family: CodeFamily
  package let severity: Severity
  /// Whether the severity cannot be lowered, since no normal form of such a sample exists.
  package let isFixed: Bool
  /// The meaning of the code, in one or two sentences.
  package let gist: String
}

@usableFromInline package enum CodeFamily: String, Sendable, Hashable, CaseIterable {
  case file, shape, type, unit, value, time, metadata, correlation, structure, identity, across, store, catalog, project
}

extension CodeInfo {
  /// An error whose severity cannot be lowered.
  static func fixed(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .error, isFixed: true, gist: gist)
  }

  /// An error, unless the configuration says otherwise.
  static func error(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .error, isFixed: false, gist: gist)
  }

  /// A warning, unless the configuration says otherwise.
  static func warning(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .warning, isFixed: false, gist: gist)
  }

  /// A note, unless the configuration says otherwise.
  static func note(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .note, isFixed: false, gist: gist)
  }
}

extension DiagnosticCode {
  package var info: CodeInfo { Self.table[Int(rawValue)] }

  /// The word that files, reports and configurations use, such as `unit-incompatible`.
  public var name: String { info.name }

  /// The family of the code: a file of cases and a chapter of the documentation.
  package var family: CodeFamily { info.family }

  /// The severity when no configuration says otherwise.
  package var defaultSeverity: Severity { Self.severities[Int(rawValue)] }

  /// Whether the severity cannot be lowered, since no normal form of such a sample exists.
  package var isFixed: Bool { info.isFixed }

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

/// How severe a finding is.
public enum Severity: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Worth knowing; nothing to do.
  case note = 1
  /// Accepted, but looks wrong.
  case warning = 2
  /// Refused.
  case error = 3

  /// `note`, `warning` or `error`.
  public var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Whether one severity is less grave than another.
  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
