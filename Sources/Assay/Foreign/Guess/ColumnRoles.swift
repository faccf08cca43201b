import HealthModel
import HealthQueries

/// What the columns of records are for, by their names and by their values.
struct ColumnRoles: Sendable {
  /// The columns by their numbers; `nil` or empty if there is none.
  var starts: [Int] = []
  var end: Int?
  var created: Int?
  var clock: Int?
  /// Numbers that may say how long samples last.
  var duration: Int?
  var zone: Int?
  var subject: Int?
  /// Texts and ids that may be those of the subject, if none is by its name.
  var likelySubjects: [Int] = []
  var id: Int?
  var type: Int?
  var value: Int?
  var unit: Int?
  /// All columns of units, `unit` among them.
  var units: [Int] = []
  var status: Int?
  /// Fields that a column is by its name: `device.name`, `metadata.note`.
  var fields: [Int: String] = [:]
  /// Numbers and words that may be measured values, besides `value`.
  var others: [Int] = []

  func uses(_ index: Int) -> Bool {
    starts.contains(index) || [end, created, clock, zone, subject, id, type, value].contains(index)
      || units.contains(index)
      || fields[index] != nil
  }

  private static let ends: Set<String> = ["end", "to", "until", "stop", "finish", "finished", "bis", "ende", "fin"]
  private static let durations: Set<String> = ["dur", "duration", "dauer", "duree", "durée", "duracion", "duración"]
  private static let creations: Set<String> = ["created", "modified", "updated", "uploaded", "inserted", "synced"]
  private static let types: Set<String> = [
    "type", "metric", "kind", "measure", "parameter", "code", "test", "analyte", "observation", "vital", "variable",
    "item", "category", "name", "loinc", "param", "messgröße", "typ", "quantity",
  ]
  private static let values: Set<String> = [
    "value", "val", "reading", "result", "measurement", "wert", "messwert", "amount", "quantity", "qty", "v", "numeric",
    "number", "measure", "valor", "valeur", "y",
  ]
  private static let unitNames: Set<String> = ["unit", "units", "uom", "einheit", "unité", "unidad"]
  private static let states: Set<String> = ["status", "state", "quality", "valid", "flag", "validity"]
  private static let named: [(words: Set<String>, field: String)] = [
    (["device", "sensor", "scale", "monitor", "devicename", "gerät"], "device.name"),
    (["model", "devicemodel"], "device.model"), (["manufacturer", "brand", "vendor"], "device.manufacturer"),
    (["firmware"], "device.firmware"), (["source", "app", "application", "origin", "quelle"], "source.name"),
    (
      ["note", "notes", "comment", "comments", "remark", "remarks", "bemerkung", "kommentar", "notiz"], "metadata.note"
    ),
  ]

  init(_ list: RecordSurvey, _ types: TypeNames, _ units: UnitMatch, zones: TimeZoneDatabase) {
    let columns = list.columns
    let names = columns.map { NameParts($0.label) }
    findTimes(columns, names)
    // Texts with a meaning of their own come first; a number is a value only if it is nothing else.
    for index in columns.indices where !uses(index) {
      let (column, words) = (columns[index], names[index])
      guard column.values.count > 0 else { continue }
      if zone == nil, Self.isZone(column, zones) {
        zone = index
      } else if id == nil, Self.isUUID(column, list.count), column.isOwn {
        id = index
      } else if subject == nil, Self.isSubject(column, words, list.count) {
        subject = index
      } else if column.form.kind == .text, Self.isUnits(column, words, units) {
        self.units.append(index)
      } else if status == nil, words.has(Self.states), !column.values.texts.isFull,
        column.values.texts.entries.count <= 6, column.form.kind != .number
      {
        status = index
      }
    }
    unit = self.units.first
    type = Self.typeColumn(columns, names, types) { uses($0) || $0 == status }
    // A name that other things have as well is that of a person if its values repeat.
    if subject == nil {
      subject = columns.indices.first { index in
        !uses(index) && index != status && ForeignNames.likelySubjects.contains(names[index].joined)
          && Self.repeats(columns[index])
      }
    }
    for index in columns.indices where !uses(index) && index != status {
      let (column, words) = (columns[index], names[index])
      guard column.isOwn, column.values.count > 0 else { continue }
      if value == nil, words.has(Self.values), words.words.count <= 2,
        column.form.kind == .number || (column.form.kind == .text && type != nil)
      {
        value = index
      } else if let field = Self.named.first(where: { words.has($0.words) })?.field, column.form.kind == .text,
        !fields.values.contains(field)
      {
        fields[index] = field
      } else if column.form.kind == .number || column.form.kind == .text {
        if column.form.kind == .number, duration == nil, words.has(Self.durations) { duration = index }
        others.append(index)
      }
    }
    if subject == nil {
      likelySubjects = columns.indices.filter { index in
        !uses(index) && index != status && columns[index].values.count > 0 && mayBeSubject(index, list, names[index])
      }
    }
    // The only number beside a column of types is their value.
    let numbers = others.filter { columns[$0].form.kind == .number }
    if type != nil, value == nil, numbers.count == 1 {
      value = numbers[0]
      others.removeAll { $0 == numbers[0] }
    }
  }

  /// Finds the times: starts with a day, ends, and times of day in a column of their own.
  private mutating func findTimes(_ columns: [RecordSurvey.Column], _ names: [NameParts]) {
    var plain: [Int] = []
    for index in columns.indices where columns[index].form.kind == .moment {
      if names[index].has(Self.ends), end == nil, columns[index].isOwn {
        end = index
      } else if names[index].has(Self.creations), created == nil {
        created = index
      } else {
        plain.append(index)
      }
    }
    if plain.isEmpty {
      plain = [created ?? end].compactMap { $0 }
      if created != nil { created = nil } else { end = nil }
    }
    let own = plain.filter { columns[$0].isOwn }
    starts = own.isEmpty ? Array(plain.prefix(1)) : own
    guard let first = starts.first else { return }
    clock = columns.indices.first { columns[$0].form.kind == .clock }
    // A day needs its time of day from elsewhere.
    if columns[first].form.shape?.hasTime ?? true { clock = nil }
  }

  private static func isZone(_ column: RecordSurvey.Column, _ zones: TimeZoneDatabase) -> Bool {
    let texts = column.values.texts
    guard column.form.kind == .text, !texts.isFull, !texts.entries.isEmpty else { return false }
    guard texts.entries.allSatisfy({ $0.text.contains("/") || $0.text == "UTC" }) else { return false }
    let known = texts.entries.count { (try? TimeZoneRules($0.text, in: zones)) != nil }
    return known * 2 >= texts.entries.count
  }

  private static func isUUID(_ column: RecordSurvey.Column, _ records: Int) -> Bool {
    guard column.form.kind == .text, column.values.count == records else { return false }
    let entries = column.values.texts.entries
    return entries.allSatisfy { $0.count == 1 && SampleID($0.text) != nil }
  }

  private static func isSubject(_ column: RecordSurvey.Column, _ words: NameParts, _ records: Int) -> Bool {
    guard column.form.kind == .text || (column.form.kind == .number && column.values.commas == 0) else { return false }
    guard let last = words.words.last else { return false }
    let subjects = ForeignNames.subjects
    return subjects.contains(last) || subjects.contains(words.joined) || (words.has(subjects) && ids.contains(last))
  }

  /// Whether there are few different values: an id of each record is not one of a person.
  private static func repeats(_ column: RecordSurvey.Column) -> Bool {
    let texts = column.values.texts
    return !texts.isFull && texts.entries.count * 2 < column.values.count
  }

  /// Whether a column that is nothing else by its name may tell one person from another: records of one time have
  /// different texts, or there are several texts for many records.
  private func mayBeSubject(_ index: Int, _ list: RecordSurvey, _ words: NameParts) -> Bool {
    let column = list.columns[index]
    let isNamed = ForeignNames.likelySubjects.contains(words.joined) || Self.ids.contains(words.words.last ?? "")
    // Whole numbers may be ids, texts names; no others are either.
    let isWhole = column.form.kind == .number && column.values.whole == column.values.count
    guard column.form.kind == .text || isWhole else { return false }
    if isNamed, column.form.kind == .text || isWhole || !column.isOwn && words.words.last?.hasSuffix("id") ?? false {
      return true
    }
    guard !PairedNumbers.areMost(of: column) else { return false }
    if Self.repeats(column) { return true }
    var texts: [[String]: String] = [:]
    for (row, text) in column.sample.enumerated() where !text.isEmpty {
      let time = (starts + [clock].compactMap(\.self)).map { list.columns[$0].sample.dropFirst(row).first ?? "" }
      guard time.contains(where: { !$0.isEmpty }) else { continue }
      if texts.updateValue(text, forKey: time).map({ $0 != text }) ?? false { return true }
    }
    return false
  }

  private static let ids: Set<String> = ["id", "uid", "name", "code", "key", "no", "nr", "number", "ref"]

  private static func isUnits(_ column: RecordSurvey.Column, _ words: NameParts, _ units: UnitMatch) -> Bool {
    let texts = column.values.texts
    guard !texts.isFull, texts.entries.count <= 50 else { return false }
    // To UCUM a number is a unit.
    if !words.has(Self.unitNames), texts.entries.contains(where: { $0.text.first?.isNumber ?? true }) { return false }
    let known = texts.entries.count { units.isUnit($0.text) }
    return words.has(Self.unitNames) ? true : known * 10 >= texts.entries.count * 9 && words.words.count <= 2
  }

  private static func typeColumn(
    _ columns: [RecordSurvey.Column], _ names: [NameParts], _ types: TypeNames, _ isTaken: (Int) -> Bool
  ) -> Int? {
    var best: (index: Int, share: Double)?
    for index in columns.indices where columns[index].form.kind == .text && !isTaken(index) {
      let texts = columns[index].values.texts
      guard !texts.isFull, !texts.entries.isEmpty, texts.entries.count <= 300 else { continue }
      let matches = texts.entries.compactMap { types.type(ofText: $0.text) }
      let sure = matches.count { $0.isSure }
      let isNamed = names[index].has(Self.types)
      let share = Double(isNamed ? matches.count : sure) / Double(texts.entries.count)
      guard share >= (isNamed ? 0.4 : 0.6), share > best?.share ?? 0 else { continue }
      best = (index: index, share: share)
    }
    return best?.index
  }
}
