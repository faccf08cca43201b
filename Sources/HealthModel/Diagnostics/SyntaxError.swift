/// A fault in a text that is parsed: what is wrong, and where.
///
/// Readers throw it for each broken record, so it holds no text of its own: `detail` has the words. A fault in what
/// somebody writes, such as a condition or a pattern, has a message.
@usableFromInline package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  @usableFromInline package enum Reason: Sendable, Hashable {
    /// The text cannot be understood, or means nothing here.
    case wrongCondition
    /// The value has no such unit: its dimension is another, or it has none.
    case wrongUnit
    /// The condition is for another kind of type: a correlation's members of a quantity.
    case wrongKind
    /// It means something in types only, and none is named, or several where one is meant.
    case wrongTypeCount
    case unknownType
  }

  /// Out of line, so that the error of a record stays small.
  private indirect enum Message: Hashable, Sendable { case written(String, instead: String?) }

  /// The code of the finding it becomes.
  package let code: DiagnosticCode
  /// The problem with a record; without a meaning if there is a message.
  package let detail: SyntaxDetail
  package var reason = Reason.wrongCondition
  /// The place in bytes.
  package let span: Range<Int>
  private var written: Message?

  @usableFromInline package init(_ detail: SyntaxDetail, at position: Int, length: Int = 1) {
    self.init(.jsonSyntax, detail, at: position, length: length)
  }

  @usableFromInline package init(_ code: DiagnosticCode, _ detail: SyntaxDetail, at position: Int, length: Int = 1) {
    self.init(code, detail, at: position..<(position + length))
  }

  package init(_ code: DiagnosticCode, _ detail: SyntaxDetail, at span: Range<Int>) {
    self.code = code
    self.detail = detail
    self.span = span
  }

  /// A fault in what somebody writes.
  ///
  /// - Parameters:
  ///   - place: the place as count of bytes before it.
  ///   - message: what is wrong, in one clause without a full stop, made safe to show.
  ///   - instead: what to write in its place, as a clause.
  ///   - reason: the kind of problem.
  @usableFromInline package init(
    _ place: Int, _ message: String, instead: String? = nil, reason: Reason = .wrongCondition
  ) {
    self.init(reason == .wrongUnit ? .catalogUnit : .catalogRule, .pathUnusable, at: place..<place)
    self.reason = reason
    written = .written(message, instead: instead)
  }

  /// A fault in a short text, whose place does not matter.
  package init(_ message: String, instead: String? = nil) { self.init(0, message, instead: instead) }

  package static func duplicate(_ key: RawField) -> SyntaxError {
    SyntaxError(.jsonDuplicateKey, .duplicateKey, at: Int(key.start), length: max(1, key.range.count))
  }

  /// The place as count of bytes before it.
  package var place: Int { span.lowerBound }

  /// What is wrong, in one clause without a full stop, made safe to show.
  package var message: String {
    if case .written(let message, _) = written { return message }
    return detail.text
  }

  package var instead: String? {
    if case .written(_, let instead) = written { return instead }
    return nil
  }

  @usableFromInline package var description: String { message }

  /// The place as column of a text, counted in Unicode scalars from 1.
  package func column(in text: [UInt8], after start: Int = 0) -> Int {
    text.prefix(start + place).count { $0 & 0xC0 != 0x80 } + 1
  }
}

/// The exact problem with a record's text; the words for a `RawProblem`.
@usableFromInline package enum SyntaxDetail: UInt8, Sendable, Hashable, CaseIterable {
  case expectedObject, expectedKey, expectedColon, expectedCommaOrEnd, expectedValue, trailingComma, trailingText
  case unterminatedString, controlCharacter, badEscape, loneSurrogate, badNumber, badLiteral, badUTF8, nulCharacter
  case tooDeep, duplicateKey, stringTooLong, tooManyKeys, tooManyMembers, lineTooLong, lineFeedExpected
  case unterminated, wrongEncoding, expectedTag, mismatchedTag, duplicateAttribute, badAttribute, badReference
  case illegalCharacter, tagTooLong, tooManyAttributes, textNotAllowed, duplicateMetadata, declarationInside
  case trailingContent, wrongRoot, unexpectedArray, entityDeclared, elementTooLong, elementTooDeep
  case headerMissing, typeColumnMissing, columnMissing, columnTwice, columnTooBroad, columnNameless
  case tooFewCells, tooManyCells, quoteInCell, textBehindQuote, decimalPoint
  case tooManyParts, fileMissing, fileTooLong, fileDamaged, routeSyntax
  case sampleTooLong, uuidOfSeveral, pathUnusable, parentTooLate, splitText, routeTooLong, duplicateElement, converted
  case codesDisagree, codeOfAnother, openPeriod, percentOfOne, unitSlip, numberTooLarge
  case modifierExtension, implicitRules, twoValues, innerBundle, otherUnits
  case notADuration, constantTwice, bundleEntry
  case noStatus, unknownStatus, absentValue, contradiction, unknownMethod, twoTimes, unknownLength

  /// The words of a message.
  package var text: String {
    switch self {
    case .expectedObject: "expected a JSON object"
    case .expectedKey: "expected a key in double quotes"
    case .expectedColon: "expected `:` after the key"
    case .expectedCommaOrEnd: "expected `,` or the end of the list"
    case .expectedValue: "expected a value"
    case .trailingComma: "a comma must be followed by another element"
    case .trailingText: "text after the end of the object"
    case .unterminatedString: "the string is not closed"
    case .controlCharacter: "control character in a string must be escaped"
    case .badEscape: "unknown escape in a string"
    case .loneSurrogate: "a surrogate escape without its other half"
    case .badNumber: "not a number by JSON's grammar"
    case .numberTooLarge: "the number is beyond the range of a double"
    case .badLiteral: "expected a value: an object, an array, text, a number, true, false or null"
    case .badUTF8: "bytes that are not UTF-8"
    case .nulCharacter: "a NUL character"
    case .tooDeep: "nested deeper than the limit of 64"
    case .duplicateKey: "the key appears twice"
    case .stringTooLong: "the text is longer than the limit of 64 KiB"
    case .tooManyKeys: "more than 256 keys in one object"
    case .tooManyMembers: "more than 10,000 members in one correlation"
    case .lineTooLong: "the line is longer than the limit and was skipped"
    case .lineFeedExpected: "lines end with CR alone; expected LF or CR LF"
    case .unterminated: "the input ends inside a record"
    case .wrongEncoding: "the file is not UTF-8"
    case .expectedTag: "expected an element"
    case .mismatchedTag: "the end tag does not match its start tag"
    case .duplicateAttribute: "the attribute appears twice"
    case .badAttribute: "expected name=\"value\""
    case .badReference: "unknown character reference"
    case .illegalCharacter: "a character that XML does not allow"
    case .tagTooLong: "the element is longer than the limit of 1 MiB"
    case .tooManyAttributes: "more than 64 attributes on one element"
    case .textNotAllowed: "text between elements"
    case .duplicateMetadata: "the metadata key appears twice with different values"
    case .declarationInside: "a declaration inside the document"
    case .trailingContent: "content after the end of the document"
    case .wrongRoot: "expected the root element HealthData"
    case .unexpectedArray: "expected an array of objects"
    case .entityDeclared: "an entity of the document type is not resolved"
    case .elementTooLong: "the element is longer than the limit of 16 MiB and was skipped"
    case .elementTooDeep: "elements nested deeper than the limit of 32"
    case .headerMissing: "the table has no header row"
    case .typeColumnMissing: "no column gives the `type` of the samples"
    case .columnMissing: "the header lacks a column that the configuration names"
    case .columnTwice: "a second column gives the same field"
    case .columnTooBroad: "a column gives one text; name the part of the object, such as `source.name`"
    case .columnNameless: "the column of this cell has no name in the header"
    case .tooFewCells: "the row has fewer cells than the header"
    case .tooManyCells: "the row has more cells than the header"
    case .quoteInCell: "a quote in a cell that does not begin with one"
    case .textBehindQuote: "text after the closing quote of a cell"
    case .notADuration: "the duration is not a number from 0 on, or is a century or longer"
    case .constantTwice: "a column and a constant give the same field"
    case .decimalPoint: "a decimal point where the table's numbers have a comma"
    case .tooManyParts: "more than 1,000,000 attributes in one element"
    case .fileMissing: "the export names a file that is not among its files"
    case .fileTooLong: "the file is longer than the limit of 32 MiB and was skipped"
    case .fileDamaged: "the file cannot be read to its end"
    case .routeSyntax: "expected a route as GPX: points with `lat` and `lon`"
    case .sampleTooLong: "the sample is longer than the limit of 10 MiB"
    case .uuidOfSeveral:
      "one `uuid` for several samples of a row; map the column to `-`, or to `metadata.KEY` to keep it"
    case .pathUnusable: "the layout of the records cannot be used"
    case .parentTooLate: "a value around the record was not found within 4 MiB after it"
    case .splitText: "a comment or character data splits the value of an element"
    case .routeTooLong: "the route has more than the limit of 2,000,000 numbers and times"
    case .duplicateElement: "the point has this value twice"
    case .converted: "the record cannot be read as a sample"
    case .codesDisagree: "the codes of the record mean different types; HealthKit's counts"
    case .codeOfAnother: "the code is a mistake of HealthKitOnFHIR, and is read as the type that is meant"
    case .openPeriod: "the period has no end, and is read as its start"
    case .percentOfOne: "HealthKit's fraction is named a percentage, and is read as the fraction"
    case .modifierExtension:
      "the resource has a `modifierExtension`, which may change what its other parts mean, so it is not read"
    case .implicitRules:
      "the resource has `implicitRules`, which may change what its other parts mean, so it is not read"
    case .innerBundle:
      "a Bundle within an array or another Bundle is not read: write it as a document or a line of its own"
    case .bundleEntry: "it is not an object; `entry` of a Bundle is a list of objects, each with a `resource` object"
    case .twoValues: "the resource has two values, or two times, of which FHIR allows one"
    case .noStatus: "the resource has no `status`, which FHIR demands, and is read as final"
    case .unknownStatus:
      "`status` is none of registered, preliminary, final, amended, corrected, cancelled, entered-in-error and unknown, "
        + "so the resource is not read"
    case .absentValue: "the resource has a value, and a `dataAbsentReason` that says it has none"
    case .contradiction: "the codes of the record mean different types, so it is not read"
    case .twoTimes: "the time frame says its time in two ways that are not the same"
    case .unknownLength:
      "the length of the interval is not a number from 0 on with a unit such as sec, min, h or d, or is a century or longer"
    case .unknownMethod:
      "`request` of the entry has no method of FHIR, such as PUT or DELETE, so it is not known what the entry asks for"
    case .otherUnits: "the code of the unit is not of UCUM, so the text of the unit is read"
    case .unitSlip: "the unit is not written as UCUM writes it, and is read as meant"
    }
  }

  /// The word that baselines know it by: the name of the case, in lower case with a dash before each capital.
  ///
  /// It never changes, since baselines hold it.
  package var word: String { Self.words[Int(rawValue)] }

  private static let words = allCases.map { detail in
    "\(detail)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
