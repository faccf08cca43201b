package import HealthUnits

extension ConditionBinder {
  func number(_ word: ConditionWord, unit: ConditionWord?) throws(SyntaxError) -> BoundPart {
    guard let number = NumberText(word) else { throw Self.noNumber(word) }
    let shown = "`\(Self.shown(word))`"
    guard let unit = number.unit ?? unit else {
      let kind = ConditionKind.number(MeasuredNumber(name: shown, isPlainLiteral: true))
      return BoundPart(expression: .constant(.number(number.value)), kind: kind, shown: shown)
    }
    let kind = ConditionKind.number(MeasuredNumber(unit: try registry.unit(unit), name: shown))
    return BoundPart(expression: .constant(.number(number.value)), kind: kind, shown: shown)
  }

  private static func noNumber(_ word: ConditionWord, instead: String? = nil) -> SyntaxError {
    SyntaxError(word.place, "a number is expected, got `\(shown(word))`", instead: instead)
  }

  func comparison(
    _ left: BoundPart, _ number: MeasuredNumber, _ sign: Sign, _ right: ConditionSyntax, _ scope: ElementScope?
  ) throws(SyntaxError) -> BoundExpression {
    switch right.node {
    case .number(let word, let unit):
      let constant = try canonicalNumber(word, unit: unit, number)
      return .comparison(left.expression, sign.kind, .constant(.number(constant)))
    case .text(let word): throw Self.noNumber(word, instead: NumberText(word) == nil ? nil : "leave the quotes out")
    case .name(let name):
      guard let other = try lookUp(name, scope, at: right.place) else {
        throw Self.noNumber(
          ConditionWord(text: name.whole, isQuoted: false, place: right.place),
          instead: spaced(name.whole, scope) ?? KeywordHints.advice(calling: name.whole))
      }
      return .comparison(left.expression, sign.kind, try converted(other, to: number, left.shown, at: right.place))
    default:
      let other = try part(right, scope)
      return .comparison(left.expression, sign.kind, try converted(other, to: number, left.shown, at: right.place))
    }
  }

  /// A number that is written out, as it is in the unit of what it is compared with.
  private func canonicalNumber(
    _ word: ConditionWord, unit: ConditionWord?, _ measured: MeasuredNumber
  ) throws(SyntaxError) -> Double {
    guard let number = NumberText(word), !word.isQuoted else { throw Self.noNumber(word) }
    let unit = number.unit ?? unit
    if measured.typeField != nil, unit != nil || number.value != 0 { throw Self.unitOfType(measured, at: word.place) }
    guard let unit else {
      try Self.requireOneUnit(measured, at: word.place)
      return number.value
    }
    var values: [Double] = []
    let owners: [(String, UnitOfMeasure?, AllowedUnits)] =
      measured.types.isEmpty
      ? [(measured.name, measured.unit, measured.allowed)]
      : measured.types.map { ($0.id, $0.shape.quantity?.unit, $0.shape.quantity?.units ?? AllowedUnits()) }
    for (name, own, allowed) in owners {
      guard let own else {
        throw SyntaxError(
          unit.place, "\(name) is a number without a unit, got `\(TextEscaping.escaped(unit.text, limit: 64))`",
          instead: "leave the unit out", reason: .wrongUnit)
      }
      do {
        let asked = try registry.unit(unit.text, of: name, in: own, allowed)
        values.append((try? asked.conversion(to: own))?(number.value) ?? .nan)
      } catch {
        let instead = KeywordHints.advice(afterNumber: unit.text) ?? error.instead
        throw SyntaxError(unit.place, error.message, instead: instead, reason: .wrongUnit)
      }
    }
    guard let value = values.first, value.isFinite else { throw SyntaxError(word.place, "the number is too large") }
    guard values.allSatisfy({ $0 == value }) else {
      throw SyntaxError(
        word.place, "the types are kept in different units, in which this is not one number",
        instead: "ask for one type at a time", reason: .wrongUnit)
    }
    return value
  }

  /// Requires that a number without a unit means the same in all of some quantity types.
  private static func requireOneUnit(_ measured: MeasuredNumber, at place: Int) throws(SyntaxError) {
    guard measured.unit == nil, let first = measured.types.first, let shape = first.shape.quantity else { return }
    for type in measured.types {
      guard let other = type.shape.quantity, !other.unit.isEquivalent(to: shape.unit) else { continue }
      throw SyntaxError(
        place, "\(first.id) is measured in \(shape.unit) and \(type.id) in \(other.unit)",
        instead: "write the unit of the number, or ask for one type at a time", reason: .wrongUnit)
    }
  }

  func converted(
    _ part: BoundPart, to other: MeasuredNumber, _ shown: String, at place: Int
  ) throws(SyntaxError) -> BoundExpression {
    let number = try self.number(part, at: place)
    try Self.requireOneUnit(number, at: place)
    try Self.requireOneUnit(other, at: place)
    if number.typeField != nil || other.typeField != nil, !isZero(part.expression) {
      guard number.typeField == other.typeField else {
        throw Self.unitOfType(number.typeField == nil ? other : number, at: place)
      }
      return part.expression
    }
    if number.isPlainLiteral || other.isPlainLiteral { return part.expression }
    switch (number.unit, other.unit) {
    case (nil, nil): return part.expression
    case (let unit?, let wanted?):
      if unit.isEquivalent(to: wanted) { return part.expression }
      // Counts and fractions convert to each other in number only.
      let isPlain = unit.dimension.isDimensionless
      if !isPlain, let conversion = try? unit.conversion(to: wanted) {
        return part.expression.converted(by: conversion)
      }
    case (let unit?, nil), (nil, let unit?):
      if unit.dimension.isDimensionless { return part.expression }
    }
    throw SyntaxError(
      place, "\(shown) is \(Self.measure(other)) and \(part.shown) is \(Self.measure(number)), which do not compare",
      instead: "compare numbers of one dimension", reason: .wrongUnit)
  }

  /// Whether it is 0, which is nothing in any unit.
  private func isZero(_ expression: BoundExpression) -> Bool { expression == .constant(.number(0)) }

  private static func unitOfType(_ number: MeasuredNumber, at place: Int) -> SyntaxError {
    SyntaxError(
      place, "the unit of \(number.name) is that of the type which `\(number.typeField ?? "")` names",
      instead: "write `where \(number.typeField ?? "") = TYPE`", reason: .wrongUnit)
  }

  private static func measure(_ number: MeasuredNumber) -> String {
    number.unit.map { "measured in \($0)" } ?? "a number without a unit"
  }

  func number(_ part: BoundPart, at place: Int) throws(SyntaxError) -> MeasuredNumber {
    switch part.kind {
    case .number(let number): return number
    case .metadata(let meaning) where meaning.isNumber: return MeasuredNumber(name: part.shown)
    default: throw SyntaxError(place, "a number is expected, and \(part.shown) is \(part.kind.words)")
    }
  }

  func arithmetic(
    _ left: ConditionSyntax, _ sign: ArithmeticSign, _ right: ConditionSyntax, _ scope: ElementScope?,
    at tree: ConditionSyntax
  ) throws(SyntaxError) -> BoundPart {
    let (first, second) = (try part(left, scope), try part(right, scope))
    let shown = "`\(TextEscaping.escaped(tree.description, limit: 80))`"
    if case .time = first.kind { return try time(first, sign, second, shown, at: right.place) }
    let (one, other) = (try number(first, at: left.place), try number(second, at: right.place))
    try Self.requireOneUnit(one, at: left.place)
    try Self.requireOneUnit(other, at: right.place)
    var result = MeasuredNumber(name: shown)
    result.isPlainLiteral = one.isPlainLiteral && other.isPlainLiteral
    var expression: BoundExpression
    switch sign {
    case .plus, .minus:
      expression = .arithmetic(first.expression, sign, try converted(second, to: one, first.shown, at: right.place))
      result.unit = one.isPlainLiteral ? other.unit : one.unit
    case .times, .over:
      expression = .arithmetic(first.expression, sign, second.expression)
      result.unit = try unit(one, other, isInverse: sign == .over, shown, at: tree.place)
      // What is left of Hz and s, say, is a number without a unit.
      if let unit = result.unit, unit.dimension.isDimensionless,
        let nothing = try? UnitOfMeasure("()", table: registry.units),
        let conversion = try? unit.conversion(to: nothing)
      {
        expression = expression.converted(by: conversion)
        result.unit = nil
      }
    }
    return BoundPart(expression: expression, kind: .number(result), shown: shown)
  }

  private func unit(
    _ one: MeasuredNumber, _ other: MeasuredNumber, isInverse: Bool, _ shown: String, at place: Int
  ) throws(SyntaxError) -> UnitOfMeasure? {
    guard let second = other.unit else { return one.unit }
    let nothing = try? UnitOfMeasure("()", table: registry.units)
    guard let first = one.unit ?? nothing,
      let unit = first.multiplied(by: second, isInverse: isInverse, table: registry.units)
    else {
      throw SyntaxError(
        place, "\(shown) has no unit that numbers can be in", instead: "compare the two sides by themselves",
        reason: .wrongUnit)
    }
    return unit.isNull ? nil : unit
  }

  private func time(
    _ first: BoundPart, _ sign: ArithmeticSign, _ second: BoundPart, _ shown: String, at place: Int
  ) throws(SyntaxError) -> BoundPart {
    guard let seconds = try? UnitOfMeasure("s", table: registry.units), sign == .minus || sign == .plus else {
      throw SyntaxError(place, "times are neither multiplied nor divided", instead: "write end - start for a length")
    }
    if case .time = second.kind {
      guard sign == .minus else {
        throw SyntaxError(place, "two times do not add up", instead: "write end - start for a length")
      }
      return BoundPart(
        expression: .arithmetic(first.expression, sign, second.expression),
        kind: .number(MeasuredNumber(unit: seconds, name: shown)), shown: shown)
    }
    let length = try number(second, at: place)
    guard let unit = length.unit, let conversion = try? unit.conversion(to: seconds) else {
      throw SyntaxError(
        place, "a time is moved by a length such as 5 min, and \(second.shown) is \(Self.measure(length))",
        reason: .wrongUnit)
    }
    let operand = second.expression.converted(by: conversion)
    return BoundPart(expression: .arithmetic(first.expression, sign, operand), kind: .time, shown: shown)
  }
}

extension BoundExpression {
  /// The number in another unit; one that is written out is converted here and now.
  fileprivate func converted(by conversion: UnitConversion) -> BoundExpression {
    if conversion.isIdentity { return self }
    if case .constant(.number(let number)) = self { return .constant(.finite(conversion(number))) }
    return .converted(self, conversion)
  }
}

extension Registry {
  func unit(_ word: ConditionWord) throws(SyntaxError) -> UnitOfMeasure {
    do {
      return try UnitOfMeasure(word.text, table: units)
    } catch {
      throw SyntaxError(
        word.place, "`\(TextEscaping.escaped(word.text, limit: 64))` is not a unit",
        instead: UnitAliases.suggestion(for: word.text).map { "did you mean `\($0)`?" }, reason: .wrongUnit)
    }
  }

  /// The unit that somebody writes for a number that is kept in another one.
  ///
  /// Every unit that the number converts to is taken; for counts and fractions, which convert to each other in number
  /// only, the number's own unit alone.
  ///
  /// - Returns: the unit, from which numbers convert to the canonical one.
  package func unit(
    _ text: String, of name: String, in canonical: UnitOfMeasure, _ allowed: AllowedUnits = AllowedUnits()
  ) throws(SyntaxError) -> UnitOfMeasure {
    let shown = TextEscaping.escaped(text, limit: 64)
    let own = allowed.spellings.first { $0.text.utf8.elementsEqual(text.utf8) }
    if let percentage = UnitOfMeasure.percentage(text, of: canonical) { return percentage }
    if let own { return own.unit }
    let unit: UnitOfMeasure
    do {
      unit = try UnitOfMeasure(text, table: units)
    } catch {
      throw SyntaxError(
        "\(name) is measured in \(canonical), and `\(shown)` is not a unit",
        instead: UnitAliases.suggestion(for: text).map { "did you mean `\($0)`?" } ?? advice(canonical, allowed))
    }
    let isOther = canonical.dimension.isDimensionless && unit != canonical
    guard unit.isConvertible(to: canonical), !isOther || allowed.only?.contains(unit) == true else {
      throw SyntaxError(
        "\(name) is measured in \(canonical), to which `\(shown)` does not convert",
        instead: advice(canonical, allowed))
    }
    return unit
  }

  private func advice(_ canonical: UnitOfMeasure, _ allowed: AllowedUnits) -> String {
    var texts = ([canonical] + (allowed.only ?? [])).map(\.unitString) + allowed.spellings.map(\.text)
    if !canonical.dimension.isDimensionless {
      for line in units.listing {
        let symbol = String(line.prefix { $0 != " " })
        guard let unit = try? UnitOfMeasure(symbol, table: units), unit.isConvertible(to: canonical) else { continue }
        texts.append(unit.unitString)
      }
    }
    var seen: Set<String> = []
    let distinct = texts.filter { seen.insert($0).inserted }
    return "ask in " + distinct.prefix(8).joined(separator: ", ") + (distinct.count > 8 ? ", …" : "")
  }
}
