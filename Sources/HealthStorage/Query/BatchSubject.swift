import HealthModel

/// A sample of a batch, of which a condition is asked.
struct BatchSubject: ConditionSubject {
  let row: Int
  /// The rows of the members of a correlation.
  let members: Range<Int>
  let batch: SampleBatch
  let registry: Registry
  /// The content of a structured sample, as far as the condition uses it.
  private let content: IndexedContent?
  /// The rows of members that functions look through.
  private let memberLists: [String: [Int]]

  init(row: Int, members: Range<Int>, batch: SampleBatch, registry: Registry, _ reading: ConditionReads) {
    self.row = row
    self.members = members
    self.batch = batch
    self.registry = registry
    content = reading.structures[batch.type[row]].map {
      IndexedContent($0, at: batch.text[row].indices, in: batch.arena)
    }
    var lists: [String: [Int]] = [:]
    for role in reading.memberLists {
      lists[role] = Self.rows(of: role, members, batch, registry.types[Int(batch.type[row])], registry)
    }
    memberLists = lists
  }

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .value: return value(row)
    case .start: return time(batch.start[row])
    case .end: return time(batch.end[row])
    case .member(let role):
      return members.first { batch.role[$0] == Int32(truncatingIfNeeded: role) }.map(value) ?? .missing
    case .metadata(let key):
      let object = batch.metadata[row]
      guard !object.isEmpty, let value = CanonicalObject.value(of: key, of: object.indices, in: batch.arena) else {
        return .missing
      }
      return ConditionValue(metadata: value, in: batch.arena.span.bytes)
    case .isSource(let name):
      guard batch.source[row] >= 0 else { return .missing }
      return .boolean(SourceMatch(bundleOrName: name).matches(row, of: batch))
    case .subject:
      guard batch.subject[row] >= 0 else { return .missing }
      return text(batch.subjects.ranges[Int(batch.subject[row])].indices)
    case .device(let property):
      guard batch.device[row] >= 0 else { return .missing }
      let object = batch.devices.ranges[Int(batch.device[row])].indices
      guard let value = CanonicalObject.value(of: property, of: object, in: batch.arena),
        let text = CanonicalObject.text(of: value, in: batch.arena)
      else { return .missing }
      return .text(text)
    case .original(let key):
      let object = batch.original[row]
      guard !object.isEmpty, let value = CanonicalObject.value(of: key, of: object.indices, in: batch.arena),
        let text = CanonicalObject.text(of: value, in: batch.arena)
      else { return .missing }
      return .text(text)
    case .field, .parent, .rate: return content?.value(of: name) ?? .missing
    }
  }

  func count(of list: ListName) -> Int {
    switch list {
    case .members(let role): memberLists[role]?.count ?? 0
    case .list, .points: content?.count(of: list) ?? 0
    }
  }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    guard case .members(let role) = list else { return content?.value(of: name, at: element, of: list) ?? .missing }
    guard let rows = memberLists[role], rows.indices.contains(element) else { return .missing }
    switch name {
    case .value: return value(rows[element])
    case .start: return time(batch.start[rows[element]])
    case .end: return time(batch.end[rows[element]])
    case .field, .column, .time: return .missing
    }
  }

  private static func rows(
    of role: String, _ members: Range<Int>, _ batch: SampleBatch, _ type: TypeDefinition, _ registry: Registry
  ) -> [Int] {
    guard let roles = type.shape.members else { return [] }
    let meant = roles.indices.filter { roles[$0].role == role }.map { Int32(truncatingIfNeeded: $0) }
    if !meant.isEmpty { return members.filter { meant.contains(batch.role[$0]) } }
    guard let type = registry.typeIndex(named: role) else { return [] }
    return members.filter { Int(batch.type[$0]) == type }
  }

  private func value(_ row: Int) -> ConditionValue {
    let shape = registry.types[Int(batch.type[row])].shape
    if shape.quantity != nil { return .number(batch.value[row]) }
    if let list = shape.enumeration {
      let index = Int(batch.enumCase[row])
      return list.cases.indices.contains(index) ? .text(list.cases[index].name) : .missing
    }
    return shape.text != nil ? text(batch.text[row].indices) : .missing
  }

  private func time(_ moment: Int64) -> ConditionValue { moment == SampleBatch.noTime ? .missing : .time(moment) }

  private func text(_ place: Range<Int>) -> ConditionValue {
    .text(String(decoding: batch.arena[place], as: UTF8.self))
  }
}
