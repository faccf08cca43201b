import HealthFormats
import HealthModel

/// An item of `data` that reads a file, guessed from what is in it: lines of YAML, with questions as comments.
struct GuessedItem: Sendable {
  /// The lines of the keys after `path`, without what they are indented by.
  private(set) var lines: [String] = []
  private(set) var questionCount = 0
  /// Whether it says something: it reads values, or names numbers that it does not read.
  private(set) var isUsable = false
  /// Whether a value of a known type is in it.
  ///
  /// Without one the whole item is a comment. So is one of JSON whose types are all questions, since a configuration that
  /// reads it must say the type.
  private(set) var hasMeasures = false
  private var hasUnread = false

  let list: RecordSurvey
  let roles: ColumnRoles
  /// Which start it is about; the file may have several.
  private let start: Int
  /// The values that other items of the same records read, by other starts.
  private let elsewhere: Set<Int>
  private var isOneOfSeveral: Bool { !elsewhere.isEmpty }
  private let registry: Registry
  private var mapping: [(place: String, field: String)] = []
  private var measured: [Int] = []
  /// The columns that a row in a comment asks about.
  private var offered: Set<Int> = []
  /// The likely subjects that no comment beside their column asks about.
  private var likelySubjects: [Int]

  /// The columns of a table that are named one by one when nothing reads them.
  private static let shownColumns = 40

  init(
    _ list: RecordSurvey, _ roles: ColumnRoles, start: Int, measures: [Measure], long: LongTable?,
    elsewhere: Set<Int> = [], registry: Registry
  ) {
    self.registry = registry
    likelySubjects = roles.likelySubjects
    (self.list, self.roles, self.start, self.elsewhere) = (list, roles, start, elsewhere)
    hasMeasures = measures.contains { $0.isProved || list.path == nil } || !(long?.found.isEmpty ?? true)
    let body = long.map { longLines($0) } ?? wideLines(measures)
    addCommon()
    let mapped = columnLines()
    isUsable = hasMeasures || hasUnread || !measures.isEmpty
    lines = mapped + timeLines() + body
    addStatus()
    // Without a path each document is a record, and so is each line.
    if let path = list.path, !path.isEmpty { lines.insert("records: \(YAMLText.quoted(path))", at: 0) }
  }

  private var isTable: Bool { list.path == nil }

  private func place(_ index: Int) -> String { list.columns[index].place }

  /// A comment after a line.
  private mutating func ask(_ question: String) -> String { "  " + askLine(question) }

  private mutating func askLine(_ question: String) -> String {
    questionCount += 1
    return "# " + question
  }

  private mutating func longLines(_ long: LongTable) -> [String] {
    var lines: [String] = []
    var values: [(field: String, texts: [(key: String, value: String)])] = [("type", long.types)]
    if let type = roles.type, let value = roles.value, long.lacksUnits {
      // The unit follows from the type: one place gives both.
      let place = isTable ? "column" : "path"
      let origin = "{\(place): \(YAMLText.quoted(self.place(type)))}"
      lines.append("rows:")
      lines.append("  - {value: \(YAMLText.quoted(self.place(value))), type: \(origin), unit: \(origin)}")
      values.append(("unit", long.unitsOfTypes))
      measured = [type, value]
    } else {
      if let type = roles.type { map(type, "type") }
      if let value = roles.value { map(value, "value") }
      if let unit = roles.unit { map(unit, "unit") }
      values.append(("unit", long.units))
    }
    values.append(("value", long.cases))
    lines += valueLines(values)
    for question in long.questions.prefix(20) { lines.append(askLine(question)) }
    let required = Set(long.found.flatMap(\.metadata.required)).sorted()
    lines += requiredLines(required)
    if let id = roles.id, !long.lacksUnits { map(id, "uuid") }
    return lines
  }

  private mutating func wideLines(_ measures: [Measure]) -> [String] {
    guard let first = measures.first else { return [] }
    let active = measures.filter(\.isProved)
    // Of a line in a comment the list around it is one, too.
    let mark = active.isEmpty ? "# " : ""
    var lines: [String] = []
    if measures.count == 1, !isOneOfSeveral, list.columns[first.column].values.count == list.count {
      map(first.column, "value")
      var constants: [(key: String, value: String)] = [("type", first.type.id)]
      if let unit = first.unit { constants.append(("unit", unit)) }
      if let column = first.unitColumn { map(column, "unit") }
      lines.append("\(mark)constants: \(YAMLText.map(constants))" + questions(of: first))
      if let id = roles.id { map(id, "uuid") }
    } else {
      lines.append(mark + "rows:")
      let pressure = Self.pressure(active)
      for measure in active where !(pressure?.columns.contains(measure.column) ?? false) {
        lines.append("  - " + row(measure) + questions(of: measure))
      }
      if let pressure { lines.append("  - " + pressureRow(pressure.systolic, pressure.diastolic)) }
      // A column of this name is the unit of each row by itself, also of those that take none.
      if isTable, pressure != nil || active.contains(where: { $0.type.shape.quantity == nil }),
        active.contains(where: { $0.unitColumn.map { place($0) == "unit" } ?? false })
      {
        mapping.append((place: "unit", field: "-"))
      }
      let others = measures.filter { !$0.isProved }
      for measure in others {
        lines.append((active.isEmpty ? "#   - " : "  # - ") + row(measure) + questions(of: measure))
      }
      offered = Set(others.flatMap { [$0.column] + [$0.unitColumn].compactMap(\.self) })
    }
    measured += active.map(\.column) + active.compactMap(\.unitColumn)
    var units: [(key: String, value: String)] = []
    for text in measures.flatMap(\.unitTexts) where !units.contains(where: { $0.key == text.key }) {
      units.append(text)
    }
    lines += valueLines([("unit", units), ("value", measures.flatMap(\.cases))])
    lines += requiredLines(
      Set((active.isEmpty ? measures : active).flatMap(\.type.metadata.required)).sorted(),
      hasConstants: lines.first?.contains("constants") ?? false)
    return lines
  }

  private func row(_ measure: Measure) -> String {
    var entries: [(key: String, value: String)] = [("value", place(measure.column)), ("type", measure.type.id)]
    if let unit = measure.unit { entries.append(("unit", unit)) }
    return YAMLText.map(entries, and: unitPlace(of: measure, "unit"))
  }

  /// The entry that says which column or path has the unit of a measure.
  private func unitPlace(of measure: Measure, _ field: String) -> String? {
    measure.unitColumn.map { "\(field): {\(isTable ? "column" : "path"): \(YAMLText.quoted(place($0)))}" }
  }

  private mutating func pressureRow(_ systolic: Measure, _ diastolic: Measure) -> String {
    var entries: [(key: String, value: String)] = [("type", "bloodPressure")]
    for measure in [systolic, diastolic] {
      entries.append(("members.\(measure.type.id).value", place(measure.column)))
      if let unit = measure.unit { entries.append(("members.\(measure.type.id).unit", unit)) }
    }
    let units = [systolic, diastolic].compactMap { unitPlace(of: $0, "members.\($0.type.id).unit") }
    return YAMLText.map(entries, and: units.isEmpty ? nil : units.joined(separator: ", ")) + questions(of: systolic)
  }

  private static func pressure(_ measures: [Measure]) -> (systolic: Measure, diastolic: Measure, columns: [Int])? {
    guard let systolic = measures.first(where: { $0.type.id == "bloodPressureSystolic" }),
      let diastolic = measures.first(where: { $0.type.id == "bloodPressureDiastolic" })
    else { return nil }
    return (systolic, diastolic, [systolic.column, diastolic.column])
  }

  private mutating func questions(of measure: Measure) -> String {
    measure.questions.isEmpty ? "" : ask(measure.questions.joined(separator: "; "))
  }

  private func valueLines(_ values: [(field: String, texts: [(key: String, value: String)])]) -> [String] {
    let some = values.filter { !$0.texts.isEmpty }
    return some.isEmpty ? [] : ["values:"] + some.map { "  \($0.field): \(YAMLText.map($0.texts))" }
  }

  /// Questions for metadata that samples of the types must have.
  private mutating func requiredLines(_ keys: [String], hasConstants: Bool = false) -> [String] {
    keys.map { key in
      var answers: [String] = []
      if let index = registry.metadataKeyIndex(named: key),
        case .enum(let list) = registry.metadataKeys[index].value
      {
        answers = list.cases.map(\.name)
      }
      let choice = answers.isEmpty ? "" : " (\(answers.joined(separator: " or ")))"
      guard !hasConstants, let first = answers.first else {
        return askLine("The type needs metadata.\(key)\(choice): add it to constants, or map a column.")
      }
      return askLine("constants: {metadata.\(key): \(first)}  # \(answers.joined(separator: " or "))?")
    }
  }

  private mutating func map(_ index: Int, _ field: String) {
    mapping.append((place: place(index), field: field))
    measured.append(index)
  }

  private mutating func addCommon() {
    if let subject = roles.subject { map(subject, "subject") }
    if !hasTwoPlaces { map(start, "start") }
    if let end { map(end, "end") }
    if let created = roles.created { map(created, "created") }
    if let zone = roles.zone, !needsZone { map(zone, "metadata.HKTimeZone") }
    for (index, field) in roles.fields.sorted(by: { $0.key < $1.key }) { map(index, field) }
  }

  /// The end of every sample of a record; `nil` if the name of what ends is that of something else: `sleep_end`.
  private var end: Int? {
    guard !isOneOfSeveral, let end = roles.end else { return nil }
    return NameParts(list.columns[end].label).isOnlyTime ? end : nil
  }

  private var hasTwoPlaces: Bool { roles.clock != nil }

  /// The columns or paths and their fields; columns that nothing reads are named, so that they can be read.
  private mutating func columnLines() -> [String] {
    var entries = mapping.map { isTable ? (key: $0.place, value: $0.field) : (key: $0.field, value: $0.place) }
    let numbers = (roles.others + [roles.value].compactMap(\.self)).filter {
      !offered.contains($0) && !measured.contains($0) && !elsewhere.contains($0) && list.columns[$0].hasNumbers
    }
    hasUnread = !numbers.isEmpty
    // What has no line of its own to ask beside.
    func asked() -> [String] {
      let names = numbers.map { YAMLText.comment(place($0)) }.joined(separator: ", ")
      return numbers.isEmpty ? [] : [askLine("not read: which types are these? \(names)")]
    }
    guard isTable else {
      return (entries.isEmpty ? ["fields: {}"] : ["fields:"] + entries.map(Self.line)) + asked()
    }
    let used = Set(
      measured + [roles.clock, hasTwoPlaces ? start : nil, needsZone ? roles.zone : nil].compactMap { $0 })
    let unread = list.columns.indices.filter { !used.contains($0) }
    if isOneOfSeveral || unread.count > Self.shownColumns {
      entries.append((key: "*", value: "-"))
    } else {
      entries += unread.map { (key: place($0), value: "-") }
    }
    guard !entries.isEmpty else { return [] }
    var lines = ["columns:"] + entries.map(Self.line)
    guard entries.last?.key != "*" else { return lines + asked() }
    func add(_ question: String, to isMeant: (Int) -> Bool) {
      for (place, index) in zip(lines.indices.suffix(unread.count), unread) where isMeant(index) {
        lines[place] += ask(question)
      }
    }
    // Numbers of an unknown type are the ones that a reader of the profile must not lose.
    let people = likelySubjects.filter { !offered.contains($0) }
    add("not read: which type is it?") {
      numbers.contains($0) && !people.contains($0) && !PairedNumbers.areMost(of: list.columns[$0])
    }
    add("not read: which type is it, or whose samples? then map it to `subject`") {
      numbers.contains($0) && people.contains($0)
    }
    add("not read: which column has its units here?") { roles.units.contains($0) && !offered.contains($0) }
    add("whose samples? map it to `subject` if it tells") { !numbers.contains($0) && people.contains($0) }
    likelySubjects.removeAll(where: unread.contains)
    add("not read: \(PairedNumbers.advice)") { PairedNumbers.areMost(of: list.columns[$0]) }
    return lines
  }

  private static func line(_ entry: (key: String, value: String)) -> String {
    "  \(YAMLText.quoted(entry.key)): \(YAMLText.quoted(entry.value))"
  }

  private mutating func timeLines() -> [String] {
    let form = list.columns[start].form
    var lines: [String] = []
    var format = form.format
    if let clock = roles.clock {
      lines.append("start: \(YAMLText.list([place(start), place(clock)]))")
      format = [form.format, list.columns[clock].form.format].compactMap { $0 }.joined(separator: " ")
    }
    if let format {
      let line = "date_format: \(YAMLText.quoted(format))"
      lines.append(form.isOrderOpen ? askLine(line) + "  # day or month first? both fit" : line)
    }
    if let duration = roles.duration, roles.end == nil, !isOneOfSeveral {
      let place = "\(isTable ? "column" : "path"): \(YAMLText.quoted(place(duration)))"
      lines.append(askLine("duration: {\(place), unit: s}  # do all samples last so long, and is it in s?"))
    }
    if let other = roles.end, end == nil, !isOneOfSeveral {
      lines.append(
        askLine("\(YAMLText.comment(place(other))) is not read: map it to `end` if all samples last until it"))
    }
    for other in likelySubjects where !measured.contains(other) && !offered.contains(other) {
      lines.append(
        askLine("whose samples? map \(YAMLText.comment(place(other))) to `subject` if it tells"))
    }
    if let end, let other = list.columns[end].form.format, other != format {
      lines.append(askLine("\(YAMLText.comment(place(end))) is written as \(other): map it to `-`?"))
    }
    if needsZone, let zone = roles.zone {
      lines.append("timezone: {\(isTable ? "column" : "path"): \(YAMLText.quoted(place(zone)))}")
    } else if needsZone, NameParts(list.columns[start].label).has(["gmt", "utc"]) {
      lines.append("timezone: UTC")
    } else if needsZone {
      lines.append(askLine("timezone: Europe/Berlin  # which zone? the times have no offset"))
    }
    if form.shape?.hasTime == false, roles.clock == nil {
      lines.append("# The days have no time of day: samples begin at midnight.")
    }
    addDecimal(to: &lines)
    return lines
  }

  /// The mark of decimals, if numbers have a comma that can be nothing else.
  private mutating func addDecimal(to lines: inout [String]) {
    let numbers = list.columns.filter { $0.isOwn && $0.form.kind == .number }
    guard numbers.contains(where: { $0.values.commas > 0 }) else { return }
    // One comma that cannot be between thousands, as in 36,5, says what the others of the file are.
    let isShown = numbers.contains { $0.values.commas > $0.values.groups }
    // A column of points, or one in which each comma may be between thousands.
    let isSure = !numbers.map(\.values).contains {
      $0.points > $0.commas || (!isShown && $0.commas > 0 && $0.groups == $0.commas)
    }
    if isSure {
      lines.append("decimal: \",\"")
    } else {
      lines.append(
        askLine("decimal: \",\"  # is the comma of numbers the decimal mark? 8,123 is then 8.123"))
    }
  }

  private var needsZone: Bool {
    let form = list.columns[start].form
    if form.format == "unix" || form.format == "unix-ms" { return false }
    return !(form.shape?.hasTime ?? false) || list.columns[start].values.withoutOffset > 0
  }

  private mutating func addStatus() {
    guard let status = roles.status else { return }
    let entries = list.columns[status].values.texts.frequent(6)
    guard let first = entries.first, entries.count > 1 else { return }
    let counts = entries.map { "\(YAMLText.comment($0.text)) \(GroupedDigits.string($0.count))" }.joined(
      separator: ", ")
    let condition = YAMLText.map([(key: place(status), value: first.text)])
    lines.append(askLine("when: \(condition)  # only these? \(counts)"))
  }
}

/// Cells with two numbers, such as a blood pressure of `120/80`, which no profile divides.
enum PairedNumbers {
  static func areMost(of column: RecordSurvey.Column) -> Bool {
    guard column.form.kind == .text else { return false }
    let entries = column.values.texts.entries
    let pairs = entries.reduce(0) { $0 + (isPair($1.text) ? $1.count : 0) }
    return pairs > 0 && pairs * 2 > entries.reduce(0) { $0 + $1.count }
  }

  static let advice = "two numbers in one cell, such as 120/80; give each number a column of its own"

  /// Whether a text is two numbers with a slash or a bar between them.
  static func isPair(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "|" }
    return parts.count == 2
      && parts.allSatisfy { part in
        let number = part.filter { $0 != " " }
        return (1...6).contains(number.count) && number.contains(where: \.isNumber)
          && number.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
      }
  }
}

/// Texts in the YAML that a configuration is written in.
enum YAMLText {
  /// A text as a scalar, in quotes unless it is plain.
  static func quoted(_ text: String) -> String {
    let first = text.utf8.first ?? 0
    let isPlain =
      (isLetter(first) || first == UInt8(ascii: "/")) && !words.contains(text.lowercased())
      && text.utf8.last != 0x20
      && text.utf8.allSatisfy { byte in
        isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || "._/- ".utf8.contains(byte)
      }
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where TextEscaping.escaped(String(scalar)) == String(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      }
    }
    return quoted + "\""
  }

  /// A map in one line, with an entry at its end that is YAML already.
  static func map(_ entries: [(key: String, value: String)], and last: String? = nil) -> String {
    let texts = entries.map { "\(quoted($0.key)): \(quoted($0.value))" } + [last].compactMap(\.self)
    return "{" + texts.joined(separator: ", ") + "}"
  }

  static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

  static func comment(_ text: String) -> String { TextEscaping.escaped(text, limit: 60) }

  /// Words that other readers of YAML take for something else.
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
