/// What conditions read of the structured samples of a type, with its names as bytes.
///
/// A class, though immutable: a subject of conditions is made for each sample, and retains it once.
package final class ParsedContent: Sendable {
  let names: ContentNames
  let fields: ParsedGroup
  let lists: [ParsedList]
  let columns: [ParsedColumn]

  /// Prepares the reading; `nil` when the conditions use nothing that structured samples hold.
  package init?(_ shape: StructureShape, for conditions: some Sequence<BoundExpression>) {
    let names = ContentNames(conditions)
    guard !names.isEmpty else { return nil }
    self.names = names
    fields = ParsedGroup(shape.fields, named: names.fields)
    lists = shape.lists.enumerated().map { index, list in
      ParsedList(
        name: Array(list.name.utf8), isNamed: names.lists[index] != nil, isGroup: list.element.isGroup,
        element: ParsedGroup(list.element.fields, named: names.lists[index] ?? []))
    }
    columns = (shape.points?.columns ?? []).enumerated().map { index, column in
      var isBoolean = false
      if case .boolean = column.value { isBoolean = true }
      return ParsedColumn(name: Array(column.name.utf8), isNamed: names.columns.contains(index), isBoolean: isBoolean)
    }
  }

  var readsPoints: Bool { names.hasPoints || names.hasRate }
}

/// The fields of a sample, or of the elements of a list.
struct ParsedGroup: Sendable {
  let names: [[UInt8]]
  let forms: [FieldFormat]
  let isNamed: [Bool]

  init(_ fields: [FieldDefinition], named: Set<Int>) {
    names = fields.map { Array($0.name.utf8) }
    forms = fields.map { FieldFormat($0.value) }
    isNamed = fields.indices.map { named.contains($0) }
  }

  /// The field of a key; keys are in the order of the definition, so that the search begins after the last one.
  func index(of key: Range<Int>, from next: Int, in bytes: RawSpan) -> Int? {
    for index in next..<names.count where bytes.equals(key, names[index]) { return index }
    return (0..<next).first { bytes.equals(key, names[$0]) }
  }
}

struct ParsedList: Sendable {
  let name: [UInt8]
  let isNamed: Bool
  let isGroup: Bool
  let element: ParsedGroup
}

struct ParsedColumn: Sendable {
  let name: [UInt8]
  let isNamed: Bool
  let isBoolean: Bool
}

/// What the text of a value means to conditions.
enum FieldFormat: Sendable {
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
  fileprivate var isGroup: Bool { if case .group = self { true } else { false } }
}

/// The names of a structured sample's content that conditions use: all else of a sample is skipped, not read.
struct ContentNames: Sendable, Hashable {
  private(set) var fields: Set<Int> = []
  /// The lists, and of each the fields of its elements; none for a list that is only counted.
  private(set) var lists: [Int: Set<Int>] = [:]
  private(set) var columns: Set<Int> = []
  private(set) var hasTimes = false
  private(set) var hasPoints = false
  private(set) var hasRate = false
  private(set) var hasParent = false

  init(_ conditions: some Sequence<BoundExpression>) { for condition in conditions { add(condition, at: nil) } }

  var isEmpty: Bool { fields.isEmpty && lists.isEmpty && !hasPoints && !hasRate && !hasParent }

  private mutating func add(_ expression: BoundExpression, at list: ListName?) {
    switch expression {
    case .sample(.field(let field)): fields.insert(field)
    case .sample(.rate): hasRate = true
    case .sample(.parent): hasParent = true
    case .element(let name): add(name, of: list)
    case .fold(_, let list, let body, let filter):
      if case .list(let index) = list { lists[index, default: []].formUnion([]) }
      if case .points = list { hasPoints = true }
      for part in [body, filter].compactMap({ $0 }) { add(part, at: list) }
    default: for part in expression.parts { add(part, at: list) }
    }
  }

  private mutating func add(_ name: ListElementName, of list: ListName?) {
    switch (list, name) {
    case (.list(let index), .field(let field)): lists[index, default: []].insert(field)
    case (.points, .column(let column)): columns.insert(column)
    case (.points, .time): hasTimes = true
    default: break
    }
  }
}
