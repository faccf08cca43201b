import HealthModel
import HealthQueries
import HealthUnits

/// A column of a table of structured samples: its name, and what it says of a sample.
struct ShownColumn {
  enum Content {
    case id, start, end, subject, source
    /// How long the sample is: its active time where its type has one.
    case length(SampleExpression)
    /// A field, as index into the definition's.
    case field(Int)
    /// A list, as index into the definition's: its values, or how many groups it has.
    case list(Int)
    case points
    case number(SampleExpression)
    /// What an element of a list or a point says, which the sample itself does not.
    case part
  }

  let name: String
  let content: Content
  /// The unit of the column's numbers; `nil` when they have none, or each says its own.
  let unit: String?
  let isNumber: Bool

  init(_ name: String, _ content: Content, unit: String? = nil, isNumber: Bool = false) {
    self.name = name
    self.content = content
    self.unit = unit
    self.isNumber = isNumber
  }

  var title: String { unit.map { "\(name) (\($0))" } ?? name }

  /// The name at the top of a table, where lengths are written as hours, minutes and seconds.
  var heading: String {
    if case .length = content { return name }
    return title
  }
}

/// What a column says of one sample.
enum ShownCell {
  case missing
  case text(String)
  case number(Double)
  case quantity(Double, unit: String)
  case boolean(Bool)
  case time(Instant)
  /// A length in seconds.
  case length(Double)
}

/// A structured sample whose columns are asked for.
struct ShownRow {
  let sample: Sample
  private let outline: StructureContent?

  init(_ sample: Sample) {
    self.sample = sample
    outline = sample.outline
  }

  func cell(_ column: ShownColumn) -> ShownCell {
    switch column.content {
    case .id: return .text(sample.id.description)
    case .start: return sample.start.map { .time($0) } ?? .missing
    case .end: return sample.end.map { .time($0) } ?? .missing
    case .subject: return sample.subject.map { .text($0) } ?? .missing
    case .source: return (sample.source?.name ?? sample.source?.bundle).map { .text($0) } ?? .missing
    case .length(let expression): return value(expression).map { .length($0) } ?? .missing
    case .number(let expression): return value(expression).map { .number($0) } ?? .missing
    case .points: return .number(Double(sample.pointCount))
    case .part: return .missing
    case .field(let index):
      guard let outline, let value = outline.fields.values[index] else { return .missing }
      if case .quantity(let number, let unit) = value, column.unit == nil {
        return .quantity(number, unit: unit.unitString)
      }
      return ShownCell(value)
    case .list(let index): return outline.map { Self.cell($0.lists[index], $0.shape.lists[index]) } ?? .missing
    }
  }

  func value(_ expression: SampleExpression) -> Double? {
    expression.needsPoints ? expression.value(of: sample) : expression.value(of: sample, content: outline)
  }

  private static func cell(_ list: [GroupContent], _ definition: ListDefinition) -> ShownCell {
    guard case .value = definition.element else { return .number(Double(list.count)) }
    let values = list.compactMap { $0.values.first.flatMap { $0 } }.map { ShownCell($0).plainText }
    return values.isEmpty ? .missing : .text(values.joined(separator: ", "))
  }
}

extension ShownCell {
  /// The value of a field; a number without its unit.
  init(_ value: FieldContent) {
    switch value {
    case .quantity(let number, _), .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .enumeration(let text), .text(let text), .metadata(let text): self = .text(text)
    case .time(let moment): self = .time(Instant(microseconds: moment))
    case .document(let text, _): self = .text(CountText.of(text.utf8.count, "byte"))
    }
  }

  /// The cell as text, times in UTC; empty for a missing value.
  var plainText: String {
    switch self {
    case .missing: return ""
    case .text(let text): return text
    case .boolean(let value): return value ? "true" : "false"
    case .time(let instant): return TimestampWriter.string(instant.microseconds)
    case .quantity(let number, let unit): return ShownCell.number(number).plainText + " " + unit
    case .number(let number), .length(let number):
      guard number.isFinite else { return "" }
      var text: [UInt8] = []
      DecimalWriter.append(number, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension ShownRow {
  /// What some columns say, in one line: `running, 5.2 km, 2 events`.
  func summary(_ columns: [ShownColumn]) -> String {
    let parts = columns.compactMap { column -> String? in
      switch (cell(column), column.content) {
      case (.missing, _): return nil
      case (.number(let number), .list), (.number(let number), .points):
        return number == 0 ? nil : ShownCell.number(number).plainText + " \(column.name)"
      case (.number(let number), _):
        return ShownCell.number(ShownCell.short(number)).plainText + " " + (column.unit ?? column.name)
      case (.boolean(let isTrue), _): return isTrue ? column.name : nil
      case (let other, _): return other.plainText
      }
    }
    return parts.prefix(4).joined(separator: ", ") + (parts.count > 4 ? ", …" : "")
  }
}
