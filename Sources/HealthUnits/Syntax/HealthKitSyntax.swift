/// Reads the text of a HealthKit unit string.
///
/// ```
/// unit    = "" | "()" | product [ "/" product ] | "1" "/" product
/// product = "(" factors ")" | factors
/// factors = factor { ( "." | "*" | "·" ) factor }
/// factor  = name [ "<" decimal ">" ] [ "^" [ "-" ] digits ]
/// ```
///
/// One solidus at most, and multiplication binds tighter: all that follows it is the denominator, so `mL/kg*min` is
/// mL/(kg·min). Source: the comment in `HKUnit.h` and the documentation of `HKUnit.init(from:)`. What Apple's parser
/// does with spaces, nested parentheses, a bare `1` or a leading solidus is unknown; they are refused here.
struct HealthKitSyntax {
  private var cursor: ByteCursor
  private var unit = WrittenUnit()

  static func parse(_ bytes: [UInt8]) throws(UnitError) -> WrittenUnit {
    var syntax = HealthKitSyntax(cursor: ByteCursor(bytes))
    try syntax.parseUnit()
    return syntax.unit
  }

  private init(cursor: ByteCursor) { self.cursor = cursor }

  private mutating func parseUnit() throws(UnitError) {
    if cursor.isAtEnd || cursor.bytes == [ASCII.leftParenthesis, ASCII.rightParenthesis] { return }
    if cursor.current == ASCII.one, cursor.peek(1) == ASCII.solidus {
      cursor.advance()
    } else {
      try parseProduct(sign: 1)
    }
    if cursor.consume(ASCII.solidus) { try parseProduct(sign: -1) }
    guard cursor.isAtEnd else { throw fault(cursor.current == ASCII.solidus ? .secondSolidus : cursor.reasonForStop) }
  }

  private mutating func parseProduct(sign: Int) throws(UnitError) {
    let opening = cursor.offset
    let isGroup = cursor.consume(ASCII.leftParenthesis)
    try parseFactors(sign: sign)
    guard isGroup else { return }
    guard !cursor.isAtEnd else { throw fault(.parenthesisNotClosed, at: opening) }
    guard cursor.consume(ASCII.rightParenthesis) else {
      switch cursor.current {
      case ASCII.solidus: throw fault(.solidusInParentheses)
      case ASCII.leftParenthesis: throw fault(.nestedParentheses)
      default: throw fault(cursor.reasonForStop)
      }
    }
  }

  private mutating func parseFactors(sign: Int) throws(UnitError) {
    try parseFactor(sign: sign)
    while consumeOperator() { try parseFactor(sign: sign) }
  }

  private mutating func consumeOperator() -> Bool {
    if cursor.isAtMiddleDot {
      cursor.advance(by: 2)
      return true
    }
    return cursor.consume(ASCII.period) || cursor.consume(ASCII.asterisk)
  }

  private mutating func parseFactor(sign: Int) throws(UnitError) {
    let start = cursor.offset
    let name = try scanName()
    guard !name.isEmpty else {
      throw fault(cursor.current == ASCII.leftParenthesis ? .nestedParentheses : cursor.reasonForNoName)
    }
    guard !name.allSatisfy(ASCII.isDigit) else {
      throw fault(.numberNotAllowed(String(decoding: name, as: UTF8.self)), at: start)
    }
    var molarMass: MolarMass?
    if cursor.current == ASCII.less { molarMass = try parseMolarMass() }
    var exponent = 1
    if cursor.consume(ASCII.caret) { exponent = try cursor.readExponent(limit: UnitLimits.exponent) }
    try unit.append(WrittenFactor(name: name, molarMass: molarMass, exponent: sign * exponent, offset: start))
  }

  /// Takes all bytes up to an operator, a parenthesis, a power or a molar mass.
  private mutating func scanName() throws(UnitError) -> [UInt8] {
    let start = cursor.offset
    scanning: while let byte = cursor.current {
      switch byte {
      case ASCII.period, ASCII.asterisk, ASCII.solidus, ASCII.caret, ASCII.less,
        ASCII.leftParenthesis, ASCII.rightParenthesis:
        break scanning
      default:
        if cursor.isAtMiddleDot { break scanning }
        if ASCII.isWhitespace(byte) { throw fault(.whitespace) }
        cursor.advance()
      }
    }
    return Array(cursor.bytes[start..<cursor.offset])
  }

  /// Reads `<…>`.
  ///
  /// It is taken whole before any operator is looked for, since the mass holds a period.
  private mutating func parseMolarMass() throws(UnitError) -> MolarMass {
    let opening = cursor.offset
    cursor.advance()
    let start = cursor.offset
    while let byte = cursor.current, byte != ASCII.greater { cursor.advance() }
    let text = cursor.bytes[start..<cursor.offset]
    guard cursor.consume(ASCII.greater) else { throw fault(.molarMassNotClosed, at: opening) }
    guard let mass = MolarMass(text) else {
      throw fault(.molarMassMalformed(String(decoding: text, as: UTF8.self)), at: start)
    }
    return mass
  }

  private func fault(_ reason: UnitError.Reason, at offset: Int? = nil) -> UnitError {
    UnitError(reason, at: offset ?? cursor.offset)
  }
}
