import Foundation
import SeededRandom
import Testing

/// What `assay init` proposes for made-up tables, with its questions answered, imports every value with its unit and its
/// person, or names the column that it does not read.
@Suite("Proposals") struct ProposalTests {
  /// How many tables there are; `PROPOSALS` in the environment says another number.
  private static let count = ProcessInfo.processInfo.environment["PROPOSALS"].flatMap { Int($0) } ?? 200

  @Test("no value of a generated table is lost without a word") func tables() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed)
    let tables = (0..<Self.count).map { ProposedTable($0, &random) }
    try TemporaryFolder.with { folder in
      for table in tables { try folder.write(table.name, table.text) }
      let draft = try AssayBinary.run(["init", folder.path])
      #expect(draft.status == 0, "\(String(decoding: draft.errors, as: UTF8.self))")
      let proposed = String(decoding: try TestFile.bytes(folder.path(of: "assay.yaml")), as: UTF8.self)
      let items = ProposedTable.items(of: proposed)
      var answered = ["schema: 1", "data:"]
      for table in tables { answered += (items[table.name] ?? []).map(table.answered) }
      try folder.write("assay.yaml", answered.map { $0 + "\n" }.joined())
      let run = try AssayBinary.run(["normalize", "--max-findings", "0"], folder: folder.path)
      let read = try ProposedTable.values(of: run.output)
      let findings = String(decoding: run.errors, as: UTF8.self).split(separator: "\n").map(String.init)
      var all: Set<ProposedTable.Value> = []
      for table in tables {
        all.formUnion(table.values.map(\.value))
        let item = (items[table.name] ?? []).joined(separator: "\n")
        for (column, value) in table.values where !read.contains(value) {
          let isNamed = table.names(column, in: item) || findings.contains { $0.hasPrefix(table.name + ":") }
          #expect(isNamed, "lost: \(column) \(value)\n\(table.text)\n\(item)")
        }
      }
      for value in read.subtracting(all) { Issue.record("not in the tables: \(value)") }
      // What is named is the exception: of tables as people have them most is read.
      #expect(read.count * 2 > all.count, "\(read.count) of \(all.count)")
    }
  }
}

/// A table as people have them, and what is in it.
struct ProposedTable {
  /// A value as it is stored: of whom, when, and how much to four digits.
  struct Value: Hashable, CustomStringConvertible {
    let type: String
    let subject: String?
    let start: String
    let number: String

    init(_ type: String, _ subject: String?, _ start: String, _ number: Double) {
      (self.type, self.subject, self.start) = (type, subject, start)
      self.number = String(format: "%.3g", number)
    }

    var description: String { "\(subject ?? "nobody") \(start) \(type) \(number)" }
  }

  /// What is measured: how five languages call it, the units with their factors and offsets, and its usual numbers in
  /// the first unit.
  private struct Kind {
    let type: String
    let names: [String]
    let units: [(text: String, factor: Double, offset: Double)]
    let range: ClosedRange<Double>
  }

  private static let kinds = [
    Kind(
      type: "bodyMass", names: ["weight", "Gewicht", "Poids", "Peso", "Peso corporeo"],
      units: [("kg", 1, 0), ("lb", 0.453_592_37, 0)], range: 50...95),
    Kind(
      type: "heartRate", names: ["heart_rate", "Puls", "Fréquence cardiaque", "Pulso", "Frequenza cardiaca"],
      units: [("bpm", 1, 0)], range: 55...95),
    Kind(
      type: "bloodGlucose", names: ["glucose", "Blutzucker", "Glycémie", "Glucosa", "Glicemia"],
      units: [("mg/dL", 1, 0), ("mmol/L", 18.015_588, 0)], range: 80...160),
    Kind(
      type: "bodyTemperature",
      names: ["temperature", "Körpertemperatur", "Température", "Temperatura", "Temperatura corporea"],
      units: [("°C", 1, 0), ("°F", 5.0 / 9, -160.0 / 9)], range: 36.1...38.9),
    Kind(
      type: "oxygenSaturation",
      names: ["SpO2", "Sauerstoffsättigung", "Saturation O2", "Saturación O2", "Saturazione"],
      units: [("%", 0.01, 0)], range: 0.93...0.99),
    Kind(
      type: "respiratoryRate",
      names: ["resp_rate", "Atemfrequenz", "Fréquence respiratoire", "Frecuencia respiratoria", "Atti respiratori"],
      units: [("breaths/min", 1, 0)], range: 11...19),
    Kind(
      type: "painScore", names: ["pain", "Schmerz", "Douleur", "Dolor", "Dolore"], units: [("", 1, 0)], range: 1...9),
  ]
  private static let subjects = [
    "subject", "patient_id", "USUBJID", "record_id", "ID", "Code", "Patienten-Nr.", "Teilnehmer", "Sujet", "Paciente",
    "Paziente", "MRN", "who", "Mensch",
  ]
  private static let times = ["time", "timestamp", "Datum", "Date", "Fecha", "Data", "measured at"]
  private static let formats: [(pattern: String?, isOpen: Bool)] = [
    (nil, false), ("yyyy-MM-dd HH:mm", false), ("dd.MM.yyyy HH:mm", false), ("dd/MM/yyyy HH:mm", true),
    ("MM/dd/yyyy HH:mm", true),
  ]

  let name: String
  private(set) var text = ""
  /// Each value with the column that it is in.
  private(set) var values: [(column: String, value: Value)] = []
  private let format: String?
  private let subject: String?
  /// The types and units of columns, by their names.
  private var truths: [String: (type: String, unit: String)] = [:]

  init(_ index: Int, _ random: inout SeededGenerator) {
    name = "t\(index)/table.csv"
    let language = Int.random(in: 0..<5, using: &random)
    format = Self.formats.randomElement(using: &random)?.pattern
    let isGerman = Bool.random(using: &random)
    let separator = isGerman ? ";" : ","
    let people = Int.random(in: 1...3, using: &random)
    let numbered = Bool.random(using: &random)
    subject = people == 1 && Bool.random(using: &random) ? nil : Self.subjects.randomElement(using: &random)
    let who = (0..<people).map { numbered ? "\(index * 10 + $0 + 101)" : "P\(index)x\($0)" }
    let kinds = Self.kinds.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    var columns: [(name: String, kind: Kind, unit: Int, place: Int)] = []
    for kind in kinds {
      let unit = Int.random(in: 0..<kind.units.count, using: &random)
      // The unit is in the header, in a column, in the cell, or nowhere.
      let place = kind.units[unit].text.isEmpty ? 3 : Int.random(in: 0...3, using: &random)
      let base = kind.names[language]
      columns.append((place == 0 ? "\(base) (\(kind.units[unit].text))" : base, kind, unit, place))
      truths[place == 0 ? "\(base) (\(kind.units[unit].text))" : base] = (kind.type, kind.units[unit].text)
    }
    // A column that only this table has, so that no other one shares its item.
    var header = [Self.times.randomElement(using: &random) ?? "time", "memo\(index)"]
    if let subject { header.insert(subject, at: Int.random(in: 0...1, using: &random)) }
    let fixed = header
    for column in columns {
      header.append(column.name)
      if column.place == 1 { header.append(columns.count == 1 ? "unit" : column.name + " unit") }
    }
    var lines = [header.joined(separator: separator)]
    for row in 0..<Int.random(in: 3...6, using: &random) {
      // 2026-01-01T00:00:00Z, then three hours for each table.
      let minute = index * 180 + row * 11
      for person in who {
        let start = Self.day(minute)
        var cells = fixed.map { name in
          name == subject ? person : name.hasPrefix("memo") ? "x" : Self.written(minute, format)
        }
        for (place, column) in columns.enumerated() {
          let isMissing = row > 0 && Int.random(in: 0..<8, using: &random) == 0
          let unit = column.kind.units[column.unit]
          let canonical = Double.random(in: column.kind.range, using: &random)
          // A place, so that no two columns of a table have the same number.
          var shown = String(format: "%.1f", (canonical - unit.offset) / unit.factor + Double(place) / 10)
          let stored = (Double(shown) ?? 0) * unit.factor + unit.offset
          if isGerman { shown = shown.replacingOccurrences(of: ".", with: ",") }
          cells.append(isMissing ? "" : column.place == 2 ? shown + " " + unit.text : shown)
          if column.place == 1 { cells.append(unit.text) }
          guard !isMissing else { continue }
          values.append((column.name, Value(column.kind.type, subject == nil ? nil : person, start, stored)))
        }
        lines.append(cells.joined(separator: separator))
        if subject == nil { break }
      }
    }
    text = lines.map { $0 + "\n" }.joined()
  }

  private static func calendar(_ minute: Int) -> [Int] {
    var (day, month) = (minute / 1440, 0)
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while day >= lengths[month] { (day, month) = (day - lengths[month], month + 1) }
    return [2025, month + 1, day + 1, minute / 60 % 24, minute % 60]
  }

  private static func day(_ minute: Int) -> String {
    let parts = calendar(minute)
    return String(format: "%04d-%02d-%02dT%02d:%02d:00Z", parts[0], parts[1], parts[2], parts[3], parts[4])
  }

  private static func written(_ minute: Int, _ format: String?) -> String {
    let parts = calendar(minute)
    guard var text = format else { return day(minute) }
    for (letters, number) in zip(["yyyy", "MM", "dd", "HH", "mm"], parts) {
      text = text.replacingOccurrences(of: letters, with: String(format: "%0\(letters.count)d", number))
    }
    return text
  }

  // MARK: Questions

  /// The lines of the items of a configuration, those in comments as well, by the files' names.
  static func items(of text: String) -> [String: [String]] {
    var items: [String: [String]] = [:]
    var name = ""
    for line in text.split(separator: "\n").map(String.init) {
      if let start = line.firstRange(of: "- path: ") {
        name = line[start.upperBound...].split(separator: " ").first.map(String.init) ?? ""
      } else if let end = line.firstRange(of: ", a table: "), line.hasPrefix("  # ") {
        name = String(line.dropFirst(4)[..<end.lowerBound])
      } else if !line.hasPrefix("    "), !line.hasPrefix("  #  ") {
        name = ""
      }
      if !name.isEmpty { items[name, default: []].append(line) }
    }
    return items
  }

  /// A line of the proposal as someone who knows the table answers it.
  func answered(_ line: String) -> String {
    guard line.hasPrefix("    ") else { return line }
    if line.contains("# timezone: ") { return "    timezone: UTC" }
    if line.contains("# date_format: "), let format { return "    date_format: \"\(format)\"" }
    if line.hasPrefix("    # decimal: ") { return "    decimal: \",\"" }
    if line.contains(": \"-\"  # "), line.contains("whose samples?"), let subject,
      line.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\"", with: "").hasPrefix(subject + ": -")
    {
      return line.replacingOccurrences(of: ": \"-\"  #", with: ": subject  #")
    }
    let isRow = line.contains("- {value: ") && line.contains("type: ")
    let isHead = line.hasPrefix("    # rows:")
    guard isRow || isHead || line.hasPrefix("    # constants: {type") else { return line }
    var line = line.replacingOccurrences(of: "    # rows:", with: "    rows:")
      .replacingOccurrences(of: "    #   - ", with: "      - ").replacingOccurrences(of: "      # - ", with: "      - ")
      .replacingOccurrences(of: "    # constants:", with: "    constants:")
    // A unit that only the size of the numbers says is the one that was meant.
    guard let found = line.firstRange(of: "unit: "), line.contains("# "), line.contains("unit?") else { return line }
    let column = truths.keys.first { line.contains("{value: \($0),") || line.contains("{value: \"\($0)\",") }
    let meant = column.flatMap { truths[$0] } ?? truths.values.first { line.contains("type: \($0.type),") }
    guard let meant, line[found.upperBound...].first != "{", let end = line[found.upperBound...].firstIndex(of: "}")
    else { return line }
    let unit = ["%": "percent 0-100", "°C": "degC", "°F": "degF"][meant.unit] ?? meant.unit
    line.replaceSubrange(found.upperBound..<end, with: "\"\(unit)\"")
    return line
  }

  /// Whether the proposal says that it does not read a column, or asks about it.
  func names(_ column: String, in item: String) -> Bool {
    item.split(separator: "\n").contains { line in
      guard let comment = line.firstRange(of: "# "), line.contains(column) else { return false }
      return line[comment.upperBound...].contains("not read") || line[comment.upperBound...].contains("which one is it")
        || line.hasPrefix("  # ")
    }
  }

  /// The samples of lines of JSON.
  static func values(of lines: [UInt8]) throws -> Set<Value> {
    var values: Set<Value> = []
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let sample = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let type = sample["type"] as? String, let start = sample["start"] as? String,
        let number = sample["value"] as? Double
      else { continue }
      values.insert(Value(type, sample["subject"] as? String, start, number))
    }
    return values
  }
}
