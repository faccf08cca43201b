/// What conditions ask of the content of a structured sample.
extension StructureContent {
  /// What a name of the sample says, as far as its content knows it.
  package func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .field(let index): fields.value(at: index)
    case .parent: parent.map { .text($0.description) } ?? .missing
    case .rate: points?.rate.map { .number($0) } ?? .missing
    case .value, .start, .end, .member, .metadata, .isSource, .subject, .device, .original: .missing
    }
  }

  package func count(of list: ListName) -> Int {
    switch list {
    case .list(let index): lists.indices.contains(index) ? lists[index].count : 0
    case .points: points?.count ?? 0
    case .members: 0
    }
  }

  package func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    switch (list, name) {
    case (.list(let index), .field(let field)):
      guard lists.indices.contains(index), lists[index].indices.contains(element) else { return .missing }
      return lists[index][element].value(at: field)
    case (.points, .column(let column)):
      guard let points, points.columns.indices.contains(column),
        points.columns[column].indices.contains(element)
      else { return .missing }
      let number = points.columns[column][element]
      if case .boolean? = shape.points?.columns[column].value {
        return number.isNaN ? .missing : .boolean(number != 0)
      }
      return .finite(number)
    case (.points, .time):
      guard let points, points.times.indices.contains(element) else { return .missing }
      return .finite(points.times[element])
    default: return .missing
    }
  }
}

extension GroupContent {
  fileprivate func value(at index: Int) -> ConditionValue {
    guard values.indices.contains(index), let value = values[index] else { return .missing }
    return switch value {
    case .quantity(let number, _), .number(let number): .finite(number)
    case .boolean(let value): .boolean(value)
    case .enumeration(let text), .text(let text): .text(text)
    case .time(let moment): .time(moment)
    // They are there or not; what is in them is not compared.
    case .metadata, .document: .boolean(true)
    }
  }
}
