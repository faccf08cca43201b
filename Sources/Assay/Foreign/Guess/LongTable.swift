import HealthModel

/// What the texts of a column of types, and of one of units, stand for.
struct LongTable: Sendable {
  private(set) var types: [(key: String, value: String)] = []
  private(set) var units: [(key: String, value: String)] = []
  private(set) var cases: [(key: String, value: String)] = []
  /// The unit of each type, by the text for the type, where the records have none.
  private(set) var unitsOfTypes: [(key: String, value: String)] = []
  /// Whether a type takes units, and no column has them: they follow from the types.
  private(set) var lacksUnits = false
  private(set) var questions: [String] = []
  private(set) var found: [TypeDefinition] = []

  private struct Part {
    var type: TypeDefinition
    var numbers: [Double] = []
    var texts: [String] = []
    var units: [String: Int] = [:]
  }

  init(_ list: RecordSurvey, _ roles: ColumnRoles, _ names: TypeNames, _ match: UnitMatch) {
    guard let column = roles.type.map({ list.columns[$0] }) else { return }
    var parts: [String: Part] = [:]
    var order: [String] = []
    for entry in column.values.texts.entries {
      guard let type = names.type(ofText: entry.text), let definition = names.definition(type.type) else {
        questions.append("\(YAMLText.comment(entry.text)) (\(GroupedDigits.string(entry.count))): which type is it?")
        continue
      }
      guard type.isSure else {
        let entry = "`\(YAMLText.comment(YAMLText.quoted(entry.text))): \(definition.id)`"
        questions.append("is this right, under values.type: \(entry)?")
        continue
      }
      if names.registry.type(named: entry.text) == nil { types.append((key: entry.text, value: definition.id)) }
      parts[entry.text] = Part(type: definition)
      order.append(entry.text)
      found.append(definition)
    }
    collect(list, roles, &parts)
    lacksUnits = roles.unit == nil && found.contains { $0.shape.quantity != nil }
    if roles.unit != nil {
      mapUnits(list, roles, parts, order, match)
    } else {
      for text in order {
        guard let part = parts[text], let shape = part.type.shape.quantity else { continue }
        let all = part.numbers.min().flatMap { least in part.numbers.max().map { least...$0 } }
        let unit = match.unit(bySizeFor: part.type, shape, numbers: Self.quartiles(part.numbers), all: all)
        // A type whose unit is open has none, so that its rows are findings until the question is answered.
        if !unit.isOpen { unitsOfTypes.append((key: text, value: unit.unit)) }
        let entry = unit.isOpen ? "under values.unit: `\(YAMLText.quoted(text)): \(YAMLText.quoted(unit.unit))`; " : ""
        if let question = unit.question { questions.append("\(YAMLText.comment(text)): \(entry)\(question)") }
      }
    }
    for text in order where parts[text]?.texts.first.map(PairedNumbers.isPair) ?? false {
      questions.append("\(YAMLText.comment(text)): \(PairedNumbers.advice)")
    }
    for text in order {
      guard let part = parts[text], let enumeration = part.type.shape.enumeration else { continue }
      for value in Self.distinct(part.texts) where !cases.contains(where: { $0.key == value }) {
        guard let name = CaseMatch.name(of: value, in: enumeration) else {
          questions.append("\(YAMLText.comment(text)): which case is \(YAMLText.comment(value))?")
          continue
        }
        if name != value { cases.append((key: value, value: name)) }
      }
    }
  }

  private func collect(_ list: RecordSurvey, _ roles: ColumnRoles, _ parts: inout [String: Part]) {
    guard let type = roles.type else { return }
    func text(_ index: Int?, _ row: Int) -> String {
      guard let index, row < list.columns[index].sample.count else { return "" }
      return list.columns[index].sample[row]
    }
    for row in list.columns[type].sample.indices {
      let key = text(type, row)
      let value = text(roles.value, row)
      let unit = text(roles.unit, row)
      if !unit.isEmpty { parts[key]?.units[unit, default: 0] += 1 }
      if let number = Double(value.replacing(",", with: ".")), number.isFinite {
        parts[key]?.numbers.append(number)
      } else if !value.isEmpty {
        parts[key]?.texts.append(value)
      }
    }
  }

  /// Finds for each text of a unit one that all types take which have it.
  private mutating func mapUnits(
    _ list: RecordSurvey, _ roles: ColumnRoles, _ parts: [String: Part], _ order: [String], _ match: UnitMatch
  ) {
    guard let column = roles.unit.map({ list.columns[$0] }) else { return }
    for entry in column.values.texts.entries {
      let all = order.compactMap { parts[$0] }
      // A unit in a row of a type that does not take it is a mistake of that row.
      let most = all.map { $0.units[entry.text] ?? 0 }.max() ?? 0
      let users = all.filter { ($0.units[entry.text] ?? 0) * 10 > most }
      let shapes = users.compactMap { part in part.type.shape.quantity.map { (shape: $0, part: part) } }
      let forms = shapes.compactMap { item in
        match.unit(entry.text, for: item.shape, maximum: item.part.numbers.max())
      }
      if let unit = forms.first(where: { form in shapes.allSatisfy { match.takes(form, $0.shape) } }) {
        if unit != entry.text { units.append((key: entry.text, value: unit)) }
      } else {
        questions.append(
          "unit \(YAMLText.comment(entry.text)) (\(GroupedDigits.string(entry.count))): which one is it?")
      }
    }
  }

  private static func quartiles(_ numbers: [Double]) -> ClosedRange<Double>? {
    let sorted = numbers.sorted()
    guard let last = sorted.indices.last else { return nil }
    return sorted[last / 4]...sorted[last - last / 4]
  }

  private static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

/// Finds the case of an enum that a text means.
enum CaseMatch {
  static func name(of text: String, in list: EnumDefinition) -> String? {
    if list.cases.contains(where: { $0.name == text || $0.aliases.contains(text) || $0.exports.contains(text) }) {
      return text
    }
    let key = NameParts(text).joined
    guard !key.isEmpty else { return nil }
    func named(_ matches: (String) -> Bool) -> String? {
      let found = list.cases.filter { ([$0.name] + $0.aliases).contains { matches(NameParts($0).joined) } }
      return found.count == 1 ? found[0].name : nil
    }
    if let exact = named({ $0 == key }) { return exact }
    if list.id == "sleepAnalysis", let stage = stages[key] { return stage }
    guard key.utf8.count >= 3 else { return nil }
    return named { $0.hasSuffix(key) } ?? named { $0.hasPrefix(key) }
  }

  private static let stages: [String: String] = [
    "light": "asleepCore", "lightsleep": "asleepCore", "core": "asleepCore", "n1": "asleepCore", "n2": "asleepCore",
    "deepsleep": "asleepDeep", "slowwave": "asleepDeep", "n3": "asleepDeep", "sws": "asleepDeep",
    "remsleep": "asleepREM", "r": "asleepREM", "wake": "awake", "w": "awake", "wach": "awake", "awakening": "awake",
    "tief": "asleepDeep", "leicht": "asleepCore", "sleep": "asleepUnspecified", "sleeping": "asleepUnspecified",
    "bed": "inBed", "restless": "awake",
  ]
}
