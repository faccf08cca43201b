/// Reads the text of a UCUM code, case sensitive.
///
/// ```
/// main      = "" | [ "/" ] term
/// term      = component { ( "." | "/" ) component }             left to right, both bind alike
/// component = annotation | ( "(" term ")" | number | name [ power ] ) [ annotation ]
/// number    = digits | ( "10*" | "10^" ) [ power ]
/// power     = [ "+" | "-" ] digits
/// ```
///
/// An annotation in braces counts as 1. Source: UCUM 2.2, sections 2 and 3. The empty code is unity, as in the HL7
/// data types, and a group may carry an annotation, as in UCUM's own list of examples (`g/(8.h){shift}`).
///
/// The lenient dialect serves `UnitAliases`: it also takes `*` and `·` for products and `^` before powers, lets names
/// hold bytes beyond ASCII, and refuses a product after a solidus, which the two grammars read differently.
struct UCUMSyntax {
  enum Dialect {
    case strict
    case lenient
  }

  private let dialect: Dialect
  private var cursor: ByteCursor
  private var unit = WrittenUnit()

  static func parse(_ bytes: [UInt8], dialect: Dialect = .strict) throws(UnitError) -> WrittenUnit {
    var syntax = UCUMSyntax(dialect: dialect, cursor: ByteCursor(bytes))
    try syntax.parseMain()
    return syntax.unit
  }

  private init(dialect: Dialect, cursor: ByteCursor) {
    self.dialect = dialect
    self.cursor = cursor
  }

  private mutating func parseMain() throws(UnitError) {
    if cursor.isAtEnd { return }
    let isDivided = cursor.consume(ASCII.solidus)
    try parseTerm(sign: 1, isDivided: isDivided, depth: 0)
    guard cursor.isAtEnd else { throw fault(cursor.reasonForStop) }
  }

  private mutating func parseTerm(sign: Int, isDivided: Bool, depth: Int) throws(UnitError) {
    var hasSolidus = isDivided
    try parseComponent(sign: isDivided ? -sign : sign, depth: depth)
    while true {
      let place = cursor.offset
      if cursor.consume(ASCII.solidus) {
        hasSolidus = true
        try parseComponent(sign: -sign, depth: depth)
      } else if consumeProduct() {
        if hasSolidus, dialect == .lenient { throw fault(.operatorMissing, at: place) }
        try parseComponent(sign: sign, depth: depth)
      } else {
        return
      }
    }
  }

  private mutating func consumeProduct() -> Bool {
    if cursor.consume(ASCII.period) { return true }
    guard dialect == .lenient else { return false }
    if cursor.isAtMiddleDot {
      cursor.advance(by: 2)
      return true
    }
    return cursor.consume(ASCII.asterisk)
  }

  private mutating func parseComponent(sign: Int, depth: Int) throws(UnitError) {
    guard let byte = cursor.current else { throw fault(.unitMissing) }
    switch byte {
    case ASCII.leftParenthesis: try parseGroup(sign: sign, depth: depth)
    case ASCII.leftBrace:
      try parseAnnotation()
      return
    case ASCII.zero...ASCII.nine: try parseNumber(sign: sign)
    default: try parseName(sign: sign)
    }
    if cursor.current == ASCII.leftBrace { try parseAnnotation() }
  }

  private mutating func parseGroup(sign: Int, depth: Int) throws(UnitError) {
    let opening = cursor.offset
    guard depth < UnitLimits.depth else { throw fault(.tooDeep(limit: UnitLimits.depth)) }
    cursor.advance()
    try parseTerm(sign: sign, isDivided: false, depth: depth + 1)
    guard !cursor.isAtEnd else { throw fault(.parenthesisNotClosed, at: opening) }
    guard cursor.consume(ASCII.rightParenthesis) else { throw fault(cursor.reasonForStop) }
  }

  private mutating func parseAnnotation() throws(UnitError) {
    let opening = cursor.offset
    cursor.advance()
    while let byte = cursor.current, byte != ASCII.rightBrace {
      guard ASCII.isVisible(byte), byte != ASCII.leftBrace else { throw fault(cursor.reasonForStop) }
      cursor.advance()
    }
    let text = cursor.bytes[(opening + 1)..<cursor.offset]
    guard cursor.consume(ASCII.rightBrace) else { throw fault(.annotationNotClosed, at: opening) }
    if text.elementsEqual("NGSP".utf8) { unit.assays.insert(.ngsp) }
    if text.elementsEqual("IFCC".utf8) { unit.assays.insert(.ifcc) }
  }

  /// Reads a whole number, or a power of ten as in `10*3`.
  private mutating func parseNumber(sign: Int) throws(UnitError) {
    let start = cursor.offset
    var value: Int64 = 0
    while let digit = cursor.currentDigit {
      value = value * 10 + Int64(digit)
      guard value <= UnitLimits.number else { throw fault(.numberOutOfRange, at: start) }
      cursor.advance()
    }
    guard value > 0 else { throw fault(.numberOutOfRange, at: start) }
    var power = 1
    if cursor.bytes[start..<cursor.offset].elementsEqual("10".utf8), consumePowerOfTen(), isAtPower {
      power = try cursor.readExponent(limit: UnitLimits.powerOfTen, allowsPlus: true)
    }
    try unit.multiply(by: Rational(value).raised(to: sign * power), at: start)
  }

  /// Steps over the second character of `10*` or `10^`; in the lenient dialect only where a power follows.
  private mutating func consumePowerOfTen() -> Bool {
    guard cursor.current == ASCII.asterisk || cursor.current == ASCII.caret else { return false }
    if dialect == .lenient {
      guard let next = cursor.peek(1), ASCII.isDigit(next) || next == ASCII.minus else { return false }
    }
    cursor.advance()
    return true
  }

  private var isAtPower: Bool {
    guard let byte = cursor.current else { return false }
    return ASCII.isDigit(byte) || byte == ASCII.minus || byte == ASCII.plus
  }

  private mutating func parseName(sign: Int) throws(UnitError) {
    let start = cursor.offset
    while let byte = cursor.current {
      if byte == ASCII.leftBracket {
        try skipBracket()
      } else if isNameByte(byte) {
        cursor.advance()
      } else {
        break
      }
    }
    guard cursor.offset > start else { throw fault(cursor.reasonForNoName) }
    let name = Array(cursor.bytes[start..<cursor.offset])
    var power = 1
    let hasCaret = dialect == .lenient && cursor.consume(ASCII.caret)
    if hasCaret || isAtPower { power = try cursor.readExponent(limit: UnitLimits.exponent, allowsPlus: true) }
    try unit.append(WrittenFactor(name: name, exponent: sign * power, offset: start))
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.percent, ASCII.apostrophe, ASCII.underscore: true
    case 0x80...0xFF: dialect == .lenient && !cursor.isAtMiddleDot
    default: ASCII.isLetter(byte)
    }
  }

  /// Steps over `[…]`, which belongs to the name whatever it holds.
  private mutating func skipBracket() throws(UnitError) {
    let opening = cursor.offset
    cursor.advance()
    while let byte = cursor.current, byte != ASCII.rightBracket {
      guard ASCII.isVisible(byte), byte != ASCII.leftBracket else { throw fault(cursor.reasonForStop) }
      cursor.advance()
    }
    guard cursor.consume(ASCII.rightBracket) else { throw fault(.bracketNotClosed, at: opening) }
  }

  private func fault(_ reason: UnitError.Reason, at offset: Int? = nil) -> UnitError {
    UnitError(reason, at: offset ?? cursor.offset)
  }
}

/// The bytes that mean something in a unit.
///
/// Parsers look at bytes, never at characters: a combining mark or a Kelvin sign must not be taken for the letter it
/// resembles.
enum ASCII {
  static let zero = UInt8(ascii: "0")
  static let one = UInt8(ascii: "1")
  static let nine = UInt8(ascii: "9")
  static let period = UInt8(ascii: ".")
  static let asterisk = UInt8(ascii: "*")
  static let solidus = UInt8(ascii: "/")
  static let caret = UInt8(ascii: "^")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let space = UInt8(ascii: " ")
  static let percent = UInt8(ascii: "%")
  static let apostrophe = UInt8(ascii: "'")
  static let underscore = UInt8(ascii: "_")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let leftParenthesis = UInt8(ascii: "(")
  static let rightParenthesis = UInt8(ascii: ")")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (zero...nine).contains(byte) }

  static func isWhitespace(_ byte: UInt8) -> Bool { byte == space || (0x09...0x0D).contains(byte) }

  /// Printable and not a space: what UCUM lets are in brackets and annotations.
  static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}

/// How large a unit may be.
///
/// Real ones are far smaller; the limits bound the work that foreign text can ask for.
enum UnitLimits {
  /// Bytes of a unit, as given and in its canonical form.
  static let bytes = 128
  static let factors = 32
  /// The largest power of a factor, written or merged, either sign.
  static let exponent = 20
  /// The largest power of ten in UCUM's `10*n`, either sign.
  static let powerOfTen = 36
  /// The largest whole number in a UCUM code.
  static let number: Int64 = 1_000_000_000_000_000
  /// How deep parentheses nest in UCUM.
  ///
  /// HealthKit's do not nest.
  static let depth = 8
  static let dimension: Int32 = 1000
}

/// A unit as it was written: names with powers, not yet looked up in any table.
struct WrittenUnit {
  /// The factors in the order of the text; a factor of the denominator has a negative power.
  private(set) var factors: [WrittenFactor] = []
  /// The product of the whole numbers in a UCUM code.
  private(set) var coefficient = Rational.one
  /// The assay scales that UCUM annotations name.
  var assays: AssayScales = []

  mutating func append(_ factor: WrittenFactor) throws(UnitError) {
    guard factors.count < UnitLimits.factors else {
      throw UnitError(.tooManyFactors(limit: UnitLimits.factors), at: factor.offset)
    }
    factors.append(factor)
  }

  /// Multiplies by a number that is at an offset; `nil` is a number too large to be exact.
  mutating func multiply(by number: Rational?, at offset: Int) throws(UnitError) {
    guard let number, let product = coefficient.multiplied(by: number) else {
      throw UnitError(.numberOutOfRange, at: offset)
    }
    coefficient = product
  }
}

struct WrittenFactor {
  /// The name as written, without molar mass and power.
  let name: [UInt8]
  /// The text in `<…>` after HealthKit's mole.
  var molarMass: MolarMass?
  /// The power; negative in a denominator.
  let exponent: Int
  /// Where the name begins, in bytes.
  let offset: Int
}

/// Assay scales that an annotation names.
///
/// HbA1c in `%{NGSP}` and in `mmol/mol{IFCC}` are results of two reference methods, tied by a regression, not by a
/// factor: 48 mmol/mol is 6.5 %, where dimensions alone would say 4.8 %. Units convert only within the same scale.
struct AssayScales: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let ngsp = AssayScales(rawValue: 1)
  static let ifcc = AssayScales(rawValue: 2)
}
