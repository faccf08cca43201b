/// What precisely is wrong with a record's text; the words for a `RawProblem`.
public enum SyntaxDetail: UInt8, Sendable, Hashable {
  case expectedObject, expectedKey, expectedColon, expectedCommaOrEnd, expectedValue, trailingComma, trailingText
  case unterminatedString, controlCharacter, badEscape, loneSurrogate, badNumber, badLiteral, badUTF8, nulCharacter
  case tooDeep, duplicateKey, stringTooLong, tooManyKeys, tooManyMembers, lineTooLong, lineFeedExpected
  case unterminated, wrongEncoding, expectedTag, mismatchedTag, duplicateAttribute, badAttribute, badReference
  case illegalCharacter, tagTooLong, tooManyAttributes, textNotAllowed, duplicateMetadata, declarationInside
  case trailingContent, wrongRoot, unexpectedArray, entityDeclared, elementTooLong, elementTooDeep
  case headerMissing, typeColumnMissing, columnMissing, columnTwice, columnTooBroad, columnNameless
  case tooFewCells, tooManyCells, quoteInCell, textBehindQuote, decimalPoint

  /// The words of a message.
  public var text: String {
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
    case .badLiteral: "expected a value: an object, an array, text, a number, true, false or null"
    case .badUTF8: "bytes that are not UTF-8"
    case .nulCharacter: "a NUL character"
    case .tooDeep: "nested deeper than the limit of 64"
    case .duplicateKey: "the key appears twice"
    case .stringTooLong: "the text is longer than the limit of 64 KiB"
    case .tooManyKeys: "more than 256 keys in one object"
    case .tooManyMembers: "more than 10,000 members in one correlation"
    case .lineTooLong: "the line is longer than the limit of 1 MiB and was skipped"
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
    case .textBehindQuote: "text behind the closing quote of a cell"
    case .decimalPoint: "a decimal point where the table's numbers have a comma"
    }
  }
}
