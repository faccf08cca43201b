import HealthModel
import HealthQueries

/// A column of measured values, and the type that they are of.
struct Measure: Sendable {
  var column: Int
  var type: TypeDefinition
  var unit: String?
  /// The column that has the unit, in place of `unit`, and what its texts stand for.
  var unitColumn: Int?
  var unitTexts: [(key: String, value: String)] = []
  var cases: [(key: String, value: String)] = []
  /// Whether the file proves what it is, besides its unit.
  var isSure: Bool
  private var isUnitOpen = false
  /// Whether nothing but the size of the numbers says the unit.
  private var isUnitUnnamed = false
  /// Whether the file proves the measure, so that the line that reads it needs no answer.
  var isProved: Bool { isSure && !isUnitOpen }
  /// What only people know.
  var questions: [String] = []

  /// The measures among the columns that have no other role, in their order.
  static func all(
    in list: RecordSurvey, _ roles: ColumnRoles, _ types: TypeNames, _ units: UnitMatch, context: [String]
  ) -> [Measure] {
    var found: [Measure] = []
    for index in (roles.others + [roles.value].compactMap { $0 }).sorted() {
      let column = list.columns[index]
      let measure =
        column.form.kind == .number
        ? quantity(index, column, types, units)
        : category(index, column, types) ?? sparse(index, column, types, units)
      if let measure { found.append(measure) }
    }
    // A table of times and one number is about what it is named for.
    let numbers = (roles.others + [roles.value].compactMap { $0 }).filter { list.columns[$0].form.kind == .number }
    if found.isEmpty, let index = roles.value ?? (numbers.count == 1 ? numbers[0] : nil),
      let match = types.type(ofColumn: context), let type = types.definition(match.type)
    {
      let column = list.columns[index]
      if let shape = type.shape.quantity, column.form.kind == .number {
        var measure = Measure(column: index, type: type, isSure: false)
        measure.questions = ["type? it is that of the name \(YAMLText.comment(context.joined(separator: " ")))"]
        measure.use(units.unit(bySizeFor: type, shape, numbers: column.quartileRange, all: column.range))
        found.append(measure)
      }
    }
    for index in found.indices { found[index].findUnits(in: list, roles, units, isAlone: numbers.count == 1) }
    for index in roles.units {
      let users = found.indices.filter { found[$0].unitColumn == index }
      let isShared = users.count > 1 && !users.allSatisfy { found[$0].type.id.hasPrefix("bloodPressure") }
      // The two values of a blood pressure have one unit; one that no value takes may be that of any without a unit.
      for user in isShared ? users : users.isEmpty ? found.indices.filter({ found[$0].isUnitUnnamed }) : [] {
        found[user].questions.append("is \(YAMLText.comment(list.columns[index].place)) its unit?")
        found[user].isSure = false
      }
    }
    // Two columns of one type are two units of it, or two places.
    var seen: Set<String> = []
    for index in found.indices where found[index].isSure && !seen.insert(found[index].type.id).inserted {
      found[index].isSure = false
      found[index].questions.append("a second \(found[index].type.id)?")
    }
    return found
  }

  private mutating func use(_ unit: UnitMatch.Found) {
    self.unit = unit.unit
    isUnitUnnamed = true
    isUnitOpen = unit.isOpen
    if let question = unit.question { questions.append(question) }
  }

  /// Finds the column that has the unit of each value: of those whose texts are units of the type the nearest one.
  ///
  /// All texts of the column are about a measure that is alone.
  private mutating func findUnits(in list: RecordSurvey, _ roles: ColumnRoles, _ match: UnitMatch, isAlone: Bool) {
    guard let shape = type.shape.quantity else { return }
    let values = list.columns[column]
    for index in roles.units.sorted(by: { abs($0 - column) < abs($1 - column) }) {
      let texts = list.columns[index].values.texts.entries
      // Of the first rows those that have both: a table of many measures has the units of all of them.
      let beside = Set(zip(values.sample, list.columns[index].sample).filter { !$0.0.isEmpty }.map(\.1))
      let known = texts.compactMap { text in
        match.unit(text.text, for: shape, maximum: values.values.numbers.maximum).map { (key: text.text, value: $0) }
      }
      guard isAlone || known.contains(where: { beside.contains($0.key) }) else { continue }
      if let named = match.unit(in: NameParts(values.label), for: shape, maximum: values.values.numbers.maximum)?.unit,
        !known.contains(where: { $0.value == named })
      {
        questions.append("unit? the name says \(YAMLText.comment(named))")
        isSure = false
      } else {
        questions.removeAll { $0.hasPrefix("unit?") }
      }
      (isUnitOpen, isUnitUnnamed) = (false, false)
      for text in texts where (isAlone || beside.contains(text.text)) && !known.contains(where: { $0.key == text.text })
      {
        questions.append("unit \(YAMLText.comment(text.text)) (\(GroupedDigits.string(text.count))): which one is it?")
      }
      (unit, unitColumn, unitTexts) = (nil, index, known.filter { $0.key != $0.value })
      return
    }
  }

  private static func quantity(
    _ index: Int, _ column: RecordSurvey.Column, _ types: TypeNames, _ units: UnitMatch
  ) -> Measure? {
    let words = NameParts(column.label)
    // A number with a percent sign is never a fraction.
    let hasSigns = column.values.percents > 0
    let maximum = hasSigns ? nil : column.values.numbers.maximum
    func bySize(_ type: TypeDefinition, _ shape: QuantityShape) -> UnitMatch.Found {
      if hasSigns, units.takes(UnitMatch.percentOfHundred, shape) {
        return UnitMatch.Found(unit: UnitMatch.percentOfHundred)
      }
      return units.unit(bySizeFor: type, shape, numbers: column.quartileRange, all: column.range)
    }
    for count in [3, 2, 1, 0] where count < words.words.count {
      let rest = Array(words.words.dropLast(count))
      guard let match = types.type(ofColumn: rest), match.isSure, let type = types.definition(match.type),
        let shape = type.shape.quantity
      else { continue }
      var measure = Measure(column: index, type: type, isSure: true)
      if count == 0 {
        measure.use(bySize(type, shape))
        return measure
      }
      guard let named = units.unit(in: words, for: shape, maximum: maximum), named.rest == rest else { continue }
      measure.unit = named.unit
      return measure
    }
    guard let match = types.type(ofColumn: words.words), let type = types.definition(match.type),
      let shape = type.shape.quantity
    else { return nil }
    var measure = Measure(column: index, type: type, isSure: match.isSure)
    if let named = units.unit(in: words, for: shape, maximum: maximum) {
      measure.unit = named.unit
    } else if let text = words.bracketed, units.isUnit(text) {
      // A unit that the type does not take says that the name means something else.
      return nil
    } else {
      measure.use(bySize(type, shape))
    }
    if !match.isSure { measure.questions.insert("is this \(type.id)?", at: 0) }
    return measure
  }

  /// Numbers of a type that the name means, with more other texts among them than a column of numbers has: `n/a`.
  private static func sparse(
    _ index: Int, _ column: RecordSurvey.Column, _ types: TypeNames, _ units: UnitMatch
  ) -> Measure? {
    let values = column.values
    guard column.form.kind == .text, values.numbers.count * 2 >= values.count,
      var measure = quantity(index, column, types, units)
    else { return nil }
    let other = values.texts.frequent(50).first { $0.text.utf8.first.map { $0 &- 0x30 > 9 } ?? false }
    let example = other.map { ", such as \(YAMLText.comment($0.text))" } ?? ""
    measure.questions.append(
      "\(GroupedDigits.string(values.count - values.numbers.count)) of \(GroupedDigits.string(values.count)) "
        + "are not numbers\(example): leave these cells empty?")
    return measure
  }

  /// Texts of which most are cases of a type that the name means, or stages of sleep.
  private static func category(_ index: Int, _ column: RecordSurvey.Column, _ types: TypeNames) -> Measure? {
    let texts = column.values.texts
    guard !texts.isFull, !texts.entries.isEmpty, texts.entries.count <= 50 else { return nil }
    let match = types.type(ofColumn: NameParts(column.label).words)
    for id in [match?.type, "sleepAnalysis"].compactMap({ $0 }) {
      guard let type = types.definition(id), let list = type.shape.enumeration else { continue }
      let named = texts.entries.compactMap { entry in
        CaseMatch.name(of: entry.text, in: list).map { (key: entry.text, value: $0) }
      }
      guard named.count * 10 >= texts.entries.count * 6, named.count >= min(2, texts.entries.count) else { continue }
      var measure = Measure(column: index, type: type, isSure: true)
      measure.cases = named.filter { $0.key != $0.value }
      let unknown = texts.entries.map(\.text).filter { text in !named.contains { $0.key == text } }
      if !unknown.isEmpty {
        let shown = unknown.prefix(3).map { YAMLText.comment($0) }.joined(separator: ", ")
        measure.questions.append("no case for \(shown)")
      }
      return measure
    }
    return nil
  }
}

extension RecordSurvey.Column {
  /// Whether most values are numbers, or begin with one, as `71 kg` does.
  var hasNumbers: Bool {
    if form.kind != .text { return form.kind == .number }
    let entries = values.texts.entries.filter { $0.text.utf8.first.map { $0 &- 0x30 <= 9 } ?? false }
    return entries.reduce(0) { $0 + $1.count } * 2 > values.count
  }

  var range: ClosedRange<Double>? {
    values.numbers.minimum.flatMap { least in values.numbers.maximum.map { least...max(least, $0) } }
  }

  var quartileRange: ClosedRange<Double>? {
    let found = values.numbers.quantiles([0.25, 0.75])
    return found.count == 2 && found[0] <= found[1] ? found[0]...found[1] : nil
  }
}
