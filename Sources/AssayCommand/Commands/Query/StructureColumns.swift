import HealthModel
import HealthQueries
import HealthReports
import HealthUnits

/// The columns of tables of a structured type, as its definition says.
///
/// A definition that computes values shows its required fields and these; another one shows all its fields and lists, and
/// how many points there are.
struct StructureColumns {
  private let type: TypeDefinition
  private let shape: StructureShape
  private let registry: Registry
  private let length: SampleExpression
  private let zone: TimeZoneRules?

  init?(_ type: TypeDefinition, in registry: Registry, zone: TimeZoneRules? = nil) {
    guard let shape = type.shape.structure, let length = SampleExpression.length(of: type, in: registry) else {
      return nil
    }
    self.type = type
    self.shape = shape
    self.registry = registry
    self.length = length
    self.zone = zone
  }

  /// The column of the length: pauses do not count where the type has a field for that.
  var duration: Column<StructureRow> {
    Column("duration", unit: "s", heading: "duration", .right) { [length] in
      $0.value(length).map { .duration($0) } ?? .missing
    }
  }

  /// What a table shows of a sample, beside its times and who measured.
  var own: [Column<StructureRow>] {
    let computed = type.expressions.compactMap { number($0.name) }
    let fields = shape.fields.indices.filter { index in
      let field = shape.fields[index]
      if case .metadata = field.value { return false }
      return field.name != "duration" && (computed.isEmpty || field.isRequired)
    }
    guard computed.isEmpty else { return fields.map(self.field) + computed }
    return fields.map(field) + shape.lists.indices.map(list) + (shape.points == nil ? [] : [Self.points])
  }

  func named(_ names: [String]) throws -> [Column<StructureRow>] {
    var seen: Set<String> = []
    return try names.map { name in
      guard seen.insert(name).inserted else {
        throw Failure.usage("--columns names `\(TextEscaping.escaped(name))` twice")
      }
      if let column = column(name) { return column }
      let near = Suggestion.nearest(to: name, among: columnNames).map { "; did you mean `\($0)`?" }
      throw Failure.usage(
        "--columns: tables of \(type.id) have no column `\(TextEscaping.escaped(name, limit: 80))`"
          + (near ?? "; columns are " + columnNames.prefix(16).joined(separator: ", ")))
    }
  }

  private var columnNames: [String] {
    ["uuid", "date", "start", "end", "duration", "subject", "source"]
      + shape.fields.map(\.name).filter { $0 != "duration" }
      + type.expressions.map(\.name) + shape.lists.map(\.name) + (shape.points == nil ? [] : ["points"])
  }

  private func column(_ name: String) -> Column<StructureRow>? {
    switch name {
    case "uuid": return Self.id
    case "date": return date
    case "start": return Self.start
    case "end": return Self.end
    case "duration": return duration
    case "subject": return Self.subject
    case "source": return Self.source
    case "points" where shape.points != nil: return Self.points
    default: break
    }
    if let index = shape.fields.firstIndex(where: { $0.name == name }) { return field(index) }
    if let index = shape.lists.firstIndex(where: { $0.name == name }) { return list(index) }
    return type.expressions.contains { $0.name == name } ? number(name) : nil
  }

  /// The day of the start, by the clock of the zone or the offset that the sample was written with.
  private var date: Column<StructureRow> {
    Column("date") { [zone] row in
      Cell(
        row.sample.start.map { start in
          var text: [UInt8] = []
          TimestampWriter.append(start, in: zone, to: &text)
          return String(decoding: text.prefix(10), as: UTF8.self)
        })
    }
  }

  static var id: Column<StructureRow> { Column("uuid") { .text($0.sample.id.description) } }
  static var start: Column<StructureRow> { Column("start") { $0.sample.start.map { .time($0) } ?? .missing } }
  static var end: Column<StructureRow> { Column("end") { $0.sample.end.map { .time($0) } ?? .missing } }
  static var subject: Column<StructureRow> { Column("subject") { Cell($0.sample.subject) } }
  static var source: Column<StructureRow> {
    Column("source") { Cell($0.sample.source?.name ?? $0.sample.source?.bundle) }
  }
  private static var points: Column<StructureRow> { Column("points", .right) { .count($0.sample.pointCount) } }

  func shown(hasSubjects: Bool) -> [Column<StructureRow>] {
    [Self.start, duration] + own + [Self.source] + (hasSubjects ? [Self.subject] : [])
  }

  /// The columns of CSV, which does not read back: the whole sample only JSON has.
  var all: [Column<StructureRow>] {
    [Self.id, date, Self.start, Self.end, duration] + own + [Self.source, Self.subject]
  }

  private func field(_ index: Int) -> Column<StructureRow> {
    let field = shape.fields[index]
    let isNumber =
      switch field.value {
      case .quantity, .number, .integer, .quantityOf: true
      default: false
      }
    let unit = field.value.quantity?.unit.answered.sampleText
    return Column(field.name, unit: unit, isNumber ? .right : .left) { row in
      guard let value = row.outline?.fields.values[index] else { return .missing }
      if case .quantity(let number, let own) = value, unit == nil {
        return .quantity(own.answer(number), unit: own.answered.sampleText)
      }
      return Cell(value)
    }
  }

  private func list(_ index: Int) -> Column<StructureRow> {
    let list = shape.lists[index]
    guard case .value = list.element else {
      return Column(list.name, .right) { $0.outline.map { .count($0.lists[index].count) } ?? .missing }
    }
    return Column(list.name) { row in
      let values = row.outline?.lists[index].compactMap { $0.values.first.flatMap { $0 } } ?? []
      return values.isEmpty ? .missing : .text(values.map { Cell($0).plainText }.joined(separator: ", "))
    }
  }

  /// A value that the type computes; `nil` when its expression means nothing by this catalog, which lint reports.
  private func number(_ name: String) -> Column<StructureRow>? {
    let unit = type.expressions.first { $0.name == name }?.unit?.answered
    guard let expression = try? SampleExpression(name, unit: unit, of: type, in: registry) else { return nil }
    return .number(name, expression, unit: expression.unit?.sampleText)
  }
}

struct StructureRow {
  let sample: Sample
  fileprivate let outline: StructureContent?

  init(_ sample: Sample) {
    self.sample = sample
    outline = sample.outline
  }

  fileprivate func value(_ expression: SampleExpression) -> Double? {
    expression.needsPoints ? expression.value(of: sample) : expression.value(of: sample, content: outline)
  }

  /// What some columns say, in one line: `running, 5.2 km, 2 events`.
  func summary(_ columns: [Column<StructureRow>]) -> String {
    let parts = columns.compactMap { column -> String? in
      switch column.cell(self) {
      case .missing: return nil
      case .count(let count): return count == 0 ? nil : "\(count) \(column.name)"
      case .number(let number):
        return Cell.number(Cell.short(number)).plainText + " " + (column.shownUnit ?? column.name)
      case .boolean(let isTrue): return isTrue ? column.name : nil
      case let other: return other.plainText
      }
    }
    return parts.prefix(4).joined(separator: ", ") + (parts.count > 4 ? ", …" : "")
  }
}

extension Column<StructureRow> {
  static func number(_ name: String, _ expression: SampleExpression, unit: String? = nil) -> Column {
    Column(name, unit: unit, .right) { Cell($0.value(expression)) }
  }
}

extension Cell {
  /// The value of a field; a number without its unit.
  init(_ value: FieldContent) {
    switch value {
    case .quantity(let number, let unit): self = .number(unit.answer(number))
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .enumeration(let text), .text(let text), .metadata(let text): self = .text(text)
    case .time(let moment): self = .time(Instant(microseconds: moment))
    case .document(let text, _): self = .text(CountText.of(text.utf8.count, "byte"))
    }
  }
}
