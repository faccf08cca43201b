/// What conditions read of the structured samples of a type, with its names as bytes.
///
/// A class, though immutable: a subject of conditions is made for each sample, and retains it once.
package final class ContentReading: Sendable {
  let names: ContentNames
  let fields: GroupReading
  let lists: [ListReading]
  let columns: [ColumnReading]

  /// Prepares the reading; `nil` when the conditions use nothing that structured samples hold.
  package init?(_ shape: StructureShape, for conditions: some Sequence<BoundExpression>) {
    let names = ContentNames(conditions)
    guard !names.isEmpty else { return nil }
    self.names = names
    fields = GroupReading(shape.fields, named: names.fields)
    lists = shape.lists.enumerated().map { index, list in
      ListReading(
        name: Array(list.name.utf8), isNamed: names.lists[index] != nil, isGroup: list.element.isGroup,
        element: GroupReading(list.element.fields, named: names.lists[index] ?? []))
    }
    columns = (shape.points?.columns ?? []).enumerated().map { index, column in
      var isBoolean = false
      if case .boolean = column.value { isBoolean = true }
      return ColumnReading(
        name: Array(column.name.utf8), isNamed: names.columns.contains(index), isBoolean: isBoolean)
    }
  }

  /// Whether conditions use something of the points.
  var readsPoints: Bool { names.hasPoints || names.hasRate }
}

/// The fields of a sample, or of the elements of a list.
struct GroupReading: Sendable {
  let names: [[UInt8]]
  let forms: [FieldForm]
  /// Whether conditions use a field.
  let isNamed: [Bool]

  init(_ fields: [FieldDefinition], named: Set<Int>) {
    names = fields.map { Array($0.name.utf8) }
    forms = fields.map { FieldForm($0.value) }
    isNamed = fields.indices.map { named.contains($0) }
  }

  /// The field of a key; keys are in the order of the definition, so that the search begins after the last one.
  func index(of key: Range<Int>, from next: Int, in bytes: RawSpan) -> Int? {
    for index in next..<names.count where bytes.equals(key, names[index]) { return index }
    return (0..<next).first { bytes.equals(key, names[$0]) }
  }
}

struct ListReading: Sendable {
  let name: [UInt8]
  let isNamed: Bool
  /// Whether its elements are groups of fields, not values.
  let isGroup: Bool
  let element: GroupReading
}

struct ColumnReading: Sendable {
  let name: [UInt8]
  let isNamed: Bool
  let isBoolean: Bool
}

/// What the text of a value means to conditions.
enum FieldForm: Sendable {
  case number, boolean, text, time
  /// It is there or not; what is in it is not compared.
  case whole

  init(_ value: FieldValue) {
    self =
      switch value {
      case .quantity, .quantityOf, .number, .integer: .number
      case .boolean: .boolean
      case .enumeration, .text, .date, .uuid, .quantityType: .text
      case .time: .time
      case .metadata, .document: .whole
      }
  }
}

extension ListElement {
  fileprivate var isGroup: Bool {
    if case .group = self { true } else { false }
  }
}
