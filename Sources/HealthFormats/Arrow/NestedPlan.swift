import HealthModel

/// How the content of the samples of a structured type becomes nested columns.
///
/// The content is the canonical JSON object of a batch, which this program wrote: it is well formed, so that a fault in
/// it ends a column's values early and is not reported.
struct NestedPlan: Sendable {
  enum Kind: Sendable, Hashable {
    case quantity, number, boolean, time, text, object, document
  }

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

  /// Appends a value to each of the columns of structured samples.
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
