/// Reads the text of a condition into a tree.
///
/// ```text
/// any        = all { ("or" | "||") all }
/// all        = negation { ("and" | "&&") negation }
/// negation   = "not" negation | comparison
/// comparison = sum [ sign sum | "in" "(" word { "," word } ")" | "is" ["not"] "missing" ]
/// sum        = product { ("+" | "-") product }
/// product    = part { ("*" | "/") part }
/// part       = "(" any ")" | function "(" [ any { "," any } [ "where" any ] ] ")" | number [unit] | name | quoted
/// ```
///
/// Words end where `ConditionScanner.Ending` says: what is compared begins with a name, which ends at a sign; what it is
/// compared with may be a text or a unit, which have most signs in them.
struct ConditionParser: Sendable {
  var scanner: ConditionScanner
  let names: String
  private(set) var finished: [ConditionSyntax] = []
  /// What the comparison that is being read begins with, outside of functions.
  private(set) var begun: ConditionSyntax?
  private var nesting = 0
  private static let maximumNesting = 32

  init(_ text: [UInt8], names: String) {
    scanner = ConditionScanner(text)
    self.names = names
  }

  mutating func whole() throws(SyntaxError) -> ConditionSyntax {
    let condition = try any()
    guard scanner.isAtEnd() else { throw try unexpected() }
    return condition
  }

  mutating func any() throws(SyntaxError) -> ConditionSyntax {
    let first = try all()
    var parts = [first]
    while scanner.take("||") || scanner.take(word: "or") { parts.append(try all()) }
    return parts.count == 1 ? first : try tree(.any(parts), first.place)
  }

  private mutating func all() throws(SyntaxError) -> ConditionSyntax {
    let first = try negation()
    var parts = [first]
    while scanner.take("&&") || scanner.take(word: "and") { parts.append(try negation()) }
    return parts.count == 1 ? first : try tree(.all(parts), first.place)
  }

  private mutating func negation() throws(SyntaxError) -> ConditionSyntax {
    if scanner.isAtEnd() { throw SyntaxError(scanner.position, "a condition is missing", instead: names) }
    let place = scanner.position
    guard scanner.take(word: "not") else { return try comparison() }
    try enter(place)
    let part = try negation()
    nesting -= 1
    return try tree(.not(part), place)
  }

  private mutating func comparison() throws(SyntaxError) -> ConditionSyntax {
    let left = try sum(.name)
    let isOutside = scanner.callCount == 0
    // Conditions in parentheses have been finished one by one.
    if isOutside, !left.isCondition { begun = left }
    let condition = try comparison(left)
    if isOutside, condition != left || !left.isCondition { finished.append(condition) }
    if isOutside { begun = nil }
    return condition
  }

  private mutating func comparison(_ left: ConditionSyntax) throws(SyntaxError) -> ConditionSyntax {
    let sign = left.sign
    if let comparison = try scanner.comparison() {
      if case .text = left.node { throw SyntaxError(left.place, "a condition begins with a name", instead: names) }
      return try tree(.comparison(left, comparison, try sum(.operand)), left.place, sign: sign)
    }
    if scanner.take(word: "in") { return try tree(.list(left, try list()), left.place, sign: sign) }
    if scanner.take(word: "is") {
      let isMissing = !scanner.take(word: "not")
      guard scanner.take(word: "missing") else {
        let instead =
          KeywordHints.isNothing(scanner.next)
          ? "write is \(isMissing ? "" : "not ")missing" : "compare by \(isMissing ? "=" : "!=")"
        throw SyntaxError(sign, "`is` is followed by `missing` or `not missing`", instead: instead)
      }
      return try tree(.presence(left, isMissing: isMissing), left.place, sign: sign)
    }
    if scanner.isConditionOver() { return left }
    switch left.node {
    case .name(let name):
      throw SyntaxError(
        sign, "a comparison is missing after \(name.shown)",
        instead: KeywordHints.advice(comparing: name, by: scanner.next)
          ?? "write one of \(ConditionScanner.comparisons)")
    case .text: throw SyntaxError(left.place, "a condition begins with a name", instead: names)
    default: throw try unexpected()
    }
  }

  private mutating func list() throws(SyntaxError) -> [ConditionWord] {
    guard scanner.take("(") else {
      throw SyntaxError(scanner.position, "a list is expected", instead: "write in (\"a\", \"b\")")
    }
    var values: [ConditionWord] = []
    repeat {
      guard let word = try scanner.word(.item) else {
        throw SyntaxError(scanner.position, "a value of the list is missing")
      }
      values.append(word)
    } while scanner.take(",")
    guard scanner.take(")") else {
      throw SyntaxError(scanner.position, "the list is not closed", instead: "put texts with blanks in quotes")
    }
    return values
  }

  private mutating func sum(_ ending: ConditionScanner.Ending) throws(SyntaxError) -> ConditionSyntax {
    var left = try product(ending)
    while let sign = scanner.arithmetic([.plus, .minus]) {
      left = try tree(.arithmetic(left, sign, try product(ending)), left.place)
    }
    return left
  }

  private mutating func product(_ ending: ConditionScanner.Ending) throws(SyntaxError) -> ConditionSyntax {
    var left = try part(ending)
    while let sign = scanner.arithmetic([.times, .over]) {
      left = try tree(.arithmetic(left, sign, try part(ending)), left.place)
    }
    return left
  }

  private mutating func part(_ ending: ConditionScanner.Ending) throws(SyntaxError) -> ConditionSyntax {
    if scanner.isAtEnd() {
      throw ending == .name
        ? SyntaxError(scanner.position, "a condition is missing", instead: names)
        : SyntaxError(scanner.position, "what to compare with is missing")
    }
    let place = scanner.position
    if scanner.take("(") {
      try enter(place)
      scanner.openCount += 1
      let inner = try any()
      guard scanner.take(")") else { throw try unexpected("`)`") }
      scanner.openCount -= 1
      nesting -= 1
      // The parentheses are part of what is in them: what comes next is after them.
      _ = scanner.isAtEnd()
      var whole = inner
      whole.place = place
      if !inner.isCondition { whole.sign = scanner.position }
      return whole
    }
    if let function = scanner.call() { return try call(function, place) }
    guard let word = try scanner.word(ending) else {
      throw ending == .name
        ? SyntaxError(place, "a condition begins with a name", instead: scanner.has("!") ? "write `not`" : names)
        : SyntaxError(place, "what to compare with is missing")
    }
    if word.isQuoted { return try tree(.text(word), place) }
    if let number = NumberText(word) {
      let unit = number.unit == nil ? try unit(ending) : nil
      return try tree(.number(word, unit: unit), place)
    }
    guard ending == .name else { return try tree(.name(ConditionName(word.text)), place) }
    if word.text.lowercased() == "and" || word.text.lowercased() == "or" {
      throw SyntaxError(place, "a condition is missing before `\(word.text.lowercased())`", instead: names)
    }
    let isAdjacent = scanner.isAtParenthesis
    if isAdjacent || scanner.has("("), let fault = KeywordHints.fault(calling: word, isAdjacent: isAdjacent) {
      throw fault
    }
    // A key may be in quotes.
    let quoted = word.text.hasSuffix(".") ? try scanner.adjacentQuoted()?.text : nil
    return try tree(.name(ConditionName(word.text, quoted: quoted)), place)
  }

  private mutating func call(_ function: ConditionFunction, _ place: Int) throws(SyntaxError) -> ConditionSyntax {
    try enter(place)
    scanner.openCount += 1
    scanner.callCount += 1
    var arguments: [ConditionSyntax] = []
    var filter: ConditionSyntax?
    if !scanner.has(")") {
      repeat { arguments.append(try any()) } while scanner.take(",")
      if scanner.take(word: "where") { filter = try any() }
    }
    guard scanner.take(")") else { throw try unexpected("`)`") }
    scanner.openCount -= 1
    scanner.callCount -= 1
    nesting -= 1
    return try tree(.call(function, arguments, filter: filter), place)
  }

  private mutating func unit(_ ending: ConditionScanner.Ending) throws(SyntaxError) -> ConditionWord? {
    if scanner.isConditionOver() { return nil }
    var ahead = scanner
    if ending == .name, ahead.take(word: "is") || ahead.take(word: "in") { return nil }
    guard let word = try ahead.word(ending) else { return nil }
    // A sign of arithmetic is not a unit, and without a blank after it nothing at all.
    if !word.isQuoted, ArithmeticSign.allCases.contains(where: { $0.text == word.text }) { return nil }
    scanner = ahead
    return word
  }

  private mutating func tree(
    _ node: ConditionSyntax.Node, _ place: Int, sign: Int? = nil
  ) throws(SyntaxError) -> ConditionSyntax {
    _ = scanner.isAtEnd()
    let tree = ConditionSyntax(node, place: place, sign: sign ?? scanner.position)
    guard tree.depth <= ConditionSyntax.maximumDepth else { throw Self.tooDeep(place) }
    return tree
  }

  private mutating func enter(_ place: Int) throws(SyntaxError) {
    nesting += 1
    guard nesting <= Self.maximumNesting else { throw Self.tooDeep(place) }
  }

  private static func tooDeep(_ place: Int) -> SyntaxError {
    SyntaxError(place, "the condition has too many parts within each other", instead: "make it of fewer parts")
  }

  private mutating func unexpected(_ end: String = "the end") throws(SyntaxError) -> SyntaxError {
    _ = scanner.isAtEnd()
    let place = scanner.position
    let word = try scanner.word(.operand)
    let found =
      word.map { "`\(TextEscaping.escaped($0.text, limit: 40))`" } ?? (scanner.isAtEnd() ? "the end" : "a sign")
    return SyntaxError(
      place, "`and`, `or` or \(end) is expected, got \(found)",
      instead: word.flatMap { KeywordHints.advice(joining: $0.text) } ?? "put texts with blanks or signs in quotes")
  }
}

extension ConditionSyntax {
  /// Whether it is true or false in itself, so that nothing is compared with it.
  var isCondition: Bool {
    switch node {
    case .any, .all, .not, .comparison, .list, .presence: true
    case .arithmetic, .call, .number, .name, .text: false
    }
  }
}

/// A word that begins with a number by JSON's grammar, and the unit that follows it without a blank.
@usableFromInline package struct NumberText: Sendable, Hashable {
  package var value: Double
  /// What is after the number; `nil` when nothing is.
  package var unit: ConditionWord?

  package init?(_ word: ConditionWord) {
    let bytes = Array(word.text.utf8)
    let length = Self.length(of: bytes)
    guard let reading = DecimalParser.parse(0..<length, in: bytes.span.bytes) else { return nil }
    value = reading.value
    if length < bytes.count {
      let rest = String(decoding: bytes[length...], as: UTF8.self)
      unit = ConditionWord(text: rest, isQuoted: false, place: word.place + length)
    }
  }

  /// How many bytes can belong to the number: an `e` without digits is a unit's.
  private static func length(of bytes: [UInt8]) -> Int {
    func digits(from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
      return end
    }
    var end = digits(from: bytes.first == UInt8(ascii: "-") ? 1 : 0)
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      let fraction = digits(from: end + 1)
      if fraction > end + 1 { end = fraction }
    }
    guard end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") else { return end }
    var start = end + 1
    if start < bytes.count, bytes[start] == UInt8(ascii: "+") || bytes[start] == UInt8(ascii: "-") { start += 1 }
    let exponent = digits(from: start)
    return exponent > start ? exponent : end
  }
}

/// What was read of a condition's text: all of it, or what is before its first fault.
@usableFromInline package struct ConditionReading: Sendable {
  package let condition: ConditionSyntax?
  package let fault: SyntaxError?
  /// The comparisons before the fault that are outside of functions, in the order of the text.
  ///
  /// What is wrong with their names and values comes before the fault.
  package let finished: [ConditionSyntax]
  /// The name that the comparison with the fault begins with; `nil` when it has none.
  package let begun: ConditionSyntax?

  /// The longest text that is read, in bytes of UTF-8.
  package static let maximumLength = 4096

  package init(_ text: some StringProtocol, names: String = "") {
    let bytes = Array(text.utf8.prefix(Self.maximumLength + 1))
    guard bytes.count <= Self.maximumLength else {
      let words = "conditions are longer than \(Self.maximumLength) bytes"
      self.init(fault: SyntaxError(Self.maximumLength, words, instead: "ask for less at once"))
      return
    }
    var parser = ConditionParser(bytes, names: names)
    do {
      self.init(condition: try parser.whole())
    } catch {
      self.init(fault: error, finished: parser.finished, begun: parser.begun)
    }
  }

  private init(
    condition: ConditionSyntax? = nil, fault: SyntaxError? = nil, finished: [ConditionSyntax] = [],
    begun: ConditionSyntax? = nil
  ) {
    self.condition = condition
    self.fault = fault
    self.finished = finished
    self.begun = begun
  }

  @usableFromInline package func get() throws(SyntaxError) -> ConditionSyntax {
    if let condition { return condition }
    throw fault ?? SyntaxError(0, "a condition is missing")
  }
}
