import HealthModel

/// How the content of the samples of a structured type becomes nested columns.
///
/// The content is the canonical JSON object of a batch, which this program wrote: it is well formed, so that a fault in
/// it ends a column's values early and is not reported.
struct NestedPlan: Sendable {
  enum Kind: Sendable, Hashable { case quantity, number, boolean, time, text, object, document }

  struct Field: Sendable, Hashable {
    let name: [UInt8]
    let kind: Kind
  }

  private let fields: [Field]
  private let lists: [(name: [UInt8], fields: [Field])]

  init(_ shape: StructureShape) {
    fields = shape.fields.map(Self.field)
    lists = shape.lists.map { (Array($0.name.utf8), $0.element.fields.map(Self.field)) }
  }

  private static func field(_ definition: FieldDefinition) -> Field {
    let kind: Kind =
      switch definition.value {
      case .quantity, .quantityOf: .quantity
      case .number, .integer: .number
      case .boolean: .boolean
      case .time: .time
      case .metadata: .object
      case .document: .document
      case .enumeration, .text, .date, .uuid, .quantityType: .text
      }
    return Field(name: Array(definition.name.utf8), kind: kind)
  }

  func append(_ content: Range<Int>, _ bytes: RawSpan, to table: inout ArrowTable) {
    var parts = Parts()
    ContentText.members(of: content, bytes) { key, value in
      if bytes.equals(key.range, "parent") {
        parts.parent = value.range
      } else if bytes.equals(key.range, "fields") {
        parts.fields = value.range
      } else if bytes.equals(key.range, "lists") {
        parts.lists = value.range
      } else if bytes.equals(key.range, "points") {
        parts.points = value.range
      }
    }
    ContentText.appendText(parts.parent, bytes, to: &table[.parentID])
    ContentText.appendMap(parts.fields, bytes, to: &table[.fields]) { key, value, column in
      FieldText.append(value, Self.kind(of: key, in: fields, bytes), bytes, to: &column)
    }
    ContentText.appendMap(parts.lists, bytes, to: &table[.lists]) { key, value, column in
      let element = lists.first { bytes.equals(key.range, $0.name) }?.fields ?? []
      appendList(value, element, bytes, to: &column)
    }
    PointsText.append(parts.points, bytes, to: &table)
  }

  /// Where the parts of an object are; `nil` for one that it does not have.
  private struct Parts {
    var parent: Range<Int>?
    var fields: Range<Int>?
    var lists: Range<Int>?
    var points: Range<Int>?
  }

  /// A list of groups, or of values, each of which is a group with the one field `value`.
  private func appendList(_ list: RawField, _ fields: [Field], _ bytes: RawSpan, to column: inout ArrowColumn) {
    column.appendList { elements in
      ContentText.elements(of: list, bytes) { element in
        if element.kind == .object {
          ContentText.appendMap(element.range, bytes, to: &elements) { key, value, column in
            FieldText.append(value, Self.kind(of: key, in: fields, bytes), bytes, to: &column)
          }
        } else {
          elements.appendList { entries in
            entries.appendStructure { columns in
              columns[0].append("value".utf8)
              FieldText.append(element, fields.first?.kind ?? .text, bytes, to: &columns[1])
            }
          }
        }
      }
    }
  }

  private static func kind(of key: RawField, in fields: [Field], _ bytes: RawSpan) -> Kind {
    fields.first { bytes.equals(key.range, $0.name) }?.kind ?? .text
  }
}

extension ArrowTable {
  subscript(_ column: ArrowSampleColumn) -> ArrowColumn {
    get { columns[column.rawValue] }
    _modify { yield &columns[column.rawValue] }
  }
}

/// The walk over canonical JSON whose objects and lists become values of nested columns.
enum ContentText {
  static func members(of range: Range<Int>, _ bytes: RawSpan, _ body: (RawField, RawField) -> Void) {
    var cursor = JSONCursor(
      position: range.lowerBound, end: range.upperBound, longestString: JSONCursor.maximumFieldString, isLenient: true)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else { return }
    try? cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      body(key, try cursor.value(bytes, depth: 1))
    }
  }

  static func elements(of list: RawField, _ bytes: RawSpan, _ body: (RawField) -> Void) {
    guard list.kind == .array else { return }
    var cursor = JSONCursor(
      position: list.range.lowerBound, end: list.range.upperBound, longestString: JSONCursor.maximumFieldString,
      isLenient: true)
    try? cursor.elements(bytes, depth: 0) { (cursor) throws(SyntaxError) in body(try cursor.value(bytes, depth: 1)) }
  }

  /// Appends an object as a map; an absent one is an absent value.
  static func appendMap(
    _ object: Range<Int>?, _ bytes: RawSpan, to column: inout ArrowColumn,
    _ value: (RawField, RawField, inout ArrowColumn) -> Void
  ) {
    guard let object else { return column.appendNone() }
    column.appendList { entries in
      members(of: object, bytes) { key, field in
        entries.appendStructure { columns in
          columns[0].append { JSONText.appendDecoded(key.range, in: bytes, to: &$0) }
          value(key, field, &columns[1])
        }
      }
    }
  }

  /// Appends a text without its escapes; an absent one is an absent value.
  static func appendText(_ text: Range<Int>?, _ bytes: RawSpan, to column: inout ArrowColumn) {
    guard let text else { return column.appendNone() }
    column.append { JSONText.appendDecoded(text, in: bytes, to: &$0) }
  }

  /// Appends a number; another value is an absent one.
  static func appendNumber(_ number: RawField, _ bytes: RawSpan, to column: inout ArrowColumn) {
    switch number.kind {
    case .number: append(DecimalParser.parse(number.range, in: bytes)?.value, to: &column)
    case .boolean: append(bytes.equals(number.range, "true") ? 1 : 0, to: &column)
    default: column.appendNone()
    }
  }

  private static func append(_ number: Double?, to column: inout ArrowColumn) {
    guard let number else { return column.appendNone() }
    column.append(number.bitPattern)
  }
}

/// The value of a field of a structured sample as a structure of `number`, `unit`, `text` and `time`.
enum FieldText {
  static func append(_ value: RawField, _ kind: NestedPlan.Kind, _ bytes: RawSpan, to column: inout ArrowColumn) {
    column.appendStructure { columns in
      var (number, unit, text) = (RawField.absent, RawField.absent, RawField.absent)
      switch kind {
      case .quantity:
        ContentText.members(of: value.range, bytes) { key, part in
          if bytes.equals(key.range, "value") { number = part } else if bytes.equals(key.range, "unit") { unit = part }
        }
      case .number: number = value
      case .boolean: (number, text) = (value, value)
      case .document:
        ContentText.members(of: value.range, bytes) { key, part in
          if bytes.equals(key.range, "text") { text = part }
        }
      case .text, .object: text = value
      case .time: break
      }
      ContentText.appendNumber(number, bytes, to: &columns[0])
      ContentText.appendText(unit.isPresent ? unit.range : nil, bytes, to: &columns[1])
      if kind == .object || kind == .boolean {
        // JSON as it is: its escapes are part of it.
        columns[2].append { output in
          for place in text.range { output.append(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)) }
        }
      } else {
        ContentText.appendText(text.isPresent ? text.range : nil, bytes, to: &columns[2])
      }
      if kind == .time, let time = TimestampParser.parse(value.range, in: bytes, syntax: .json) {
        columns[3].append(time.instant.microseconds)
      } else {
        columns[3].appendNone()
      }
    }
  }
}

/// The points of a series as lists of numbers by column, their rate, and the units.
enum PointsText {
  /// Appends the points of a sample; absent ones are absent values.
  static func append(_ points: Range<Int>?, _ bytes: RawSpan, to table: inout ArrowTable) {
    guard let points else {
      table[.points].appendNone()
      table[.pointsRate].appendNone()
      return table[.pointsUnits].appendNone()
    }
    var (rate, rateUnit) = (RawField.absent, RawField.absent)
    var units: Range<Int>?
    table[.points].appendList { entries in
      ContentText.members(of: points, bytes) { key, value in
        if value.kind == .array {
          entries.appendStructure { columns in
            columns[0].append { JSONText.appendDecoded(key.range, in: bytes, to: &$0) }
            columns[1].appendList { numbers in
              ContentText.elements(of: value, bytes) { ContentText.appendNumber($0, bytes, to: &numbers) }
            }
          }
        } else if bytes.equals(key.range, "units") {
          units = value.range
        } else if bytes.equals(key.range, "rate") {
          ContentText.members(of: value.range, bytes) { key, part in
            if bytes.equals(key.range, "value") { rate = part } else { rateUnit = part }
          }
        }
      }
    }
    ContentText.appendNumber(rate, bytes, to: &table[.pointsRate])
    guard units != nil || rateUnit.isPresent else { return table[.pointsUnits].appendNone() }
    table[.pointsUnits].appendList { entries in
      func append(_ name: some Collection<UInt8>, _ unit: RawField) {
        entries.appendStructure { columns in
          columns[0].append(name)
          ContentText.appendText(unit.range, bytes, to: &columns[1])
        }
      }
      if rateUnit.isPresent { append("rate".utf8, rateUnit) }
      guard let units else { return }
      ContentText.members(of: units, bytes) { key, unit in append(JSONText.decoded(key.range, in: bytes), unit) }
    }
  }
}
