/// The names of a structured sample's content that conditions use: all else of a sample is skipped, not read.
struct ContentNames: Sendable, Hashable {
  /// The fields, as indexes into those of the type.
  private(set) var fields: Set<Int> = []
  /// The lists, and of each the fields of its elements; none for a list that is only counted.
  private(set) var lists: [Int: Set<Int>] = [:]
  private(set) var columns: Set<Int> = []
  /// Whether the times of points are compared.
  private(set) var hasTimes = false
  /// Whether points are looked through, or counted.
  private(set) var hasPoints = false
  private(set) var hasRate = false
  private(set) var hasParent = false

  /// Collects the names of some conditions.
  init(_ conditions: some Sequence<BoundExpression>) {
    for condition in conditions { add(condition, at: nil) }
  }

  /// Whether the conditions use nothing of the content.
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
