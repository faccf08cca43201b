public import HealthModel

/// A query's conditions, prepared for matching samples.
///
/// They are types, ids, time, source, subject, device, metadata, values, members and `condition`; order, limit, page and
/// `omitsMembers` are for the store.
public struct SampleFilter: Sendable {
  private let query: SampleQuery
  /// Whether a type is requested, one entry for each type of the registry; empty if all are.
  private let isWanted: [Bool]
  private let ids: Set<SampleID>?
  private let source: SourceMatch?
  private let subject: TextMatch?
  private let subjects: [TextMatch]?
  private let excludedSubjects: [TextMatch]
  private let device: (key: String, values: [TextMatch])?
  private let metadata: [MetadataMatch]
  private let values: [ValueMatch]
  private let members: [MemberMatch]
  private let registry: Registry
  private let conditionReads: ConditionReads

  /// Prepares a query's conditions; types that the registry does not have match nothing.
  public init(_ query: SampleQuery, registry: Registry) {
    self.query = query
    var isWanted: [Bool] = []
    if !query.types.isEmpty {
      isWanted = Array(repeating: false, count: registry.types.count)
      for type in query.types.compactMap({ registry.typeIndex(named: $0) }) { isWanted[type] = true }
    }
    self.isWanted = isWanted
    ids = query.ids.map { Set($0) }
    source = query.source.map { SourceMatch(bundleOrName: $0) }
    subject = query.subject.map { TextMatch($0) }
    subjects = query.subjects.map { $0.map { TextMatch($0) } }
    excludedSubjects = query.excludedSubjects.map { TextMatch($0) }
    device = query.device.map { (key: $0.property.rawValue, values: $0.values.map { TextMatch($0) }) }
    metadata = query.metadata.map { MetadataMatch($0) }
    values = query.values.map { ValueMatch($0, registry: registry) }
    members = query.members.map { MemberMatch($0, registry: registry) }
    self.registry = registry
    conditionReads = ConditionReads(query.condition, registry) { isWanted.isEmpty || isWanted[Int($0)] }
  }

  /// Whether samples of a type, by index into the registry, can match.
  package func takesType(_ type: Int32) -> Bool { isWanted.isEmpty || isWanted[Int(type)] }

  /// Whether the members of a correlation must be at hand to judge it.
  package var needsMembers: Bool { !members.isEmpty || conditionReads.hasMembers }

  /// Whether a sample meets all conditions.
  ///
  /// - Parameters:
  ///   - row: the sample.
  ///   - members: the rows of its members when it is a correlation; empty otherwise.
  ///   - batch: the batch of them.
  /// - Returns: whether all hold.
  public func matches(_ row: Int, members: Range<Int>, of batch: SampleBatch) -> Bool {
    guard takesType(batch.type[row]), query.matchesTime(batch.start[row], batch.end[row]) else { return false }
    if let ids, !ids.contains(batch.id[row]) { return false }
    guard values.allSatisfy({ $0.matches(row, of: batch) }), matchesTexts(row, of: batch) else { return false }
    guard self.members.allSatisfy({ $0.matches(row, members: members, of: batch) }) else { return false }
    guard let condition = query.condition else { return true }
    let subject = BatchSubject(row: row, members: members, batch: batch, registry: registry, conditionReads)
    return condition.holds(for: subject) == true
  }

  private func matchesTexts(_ row: Int, of batch: SampleBatch) -> Bool {
    if let source, !source.matches(row, of: batch) { return false }
    guard matchesSubject(row, of: batch) else { return false }
    if let device {
      guard batch.device[row] >= 0 else { return false }
      let object = batch.devices.ranges[Int(batch.device[row])].indices
      guard let value = CanonicalObject.value(of: device.key, of: object, in: batch.arena),
        device.values.contains(where: { $0.matches(value: value, in: batch.arena) })
      else { return false }
    }
    return metadata.allSatisfy { $0.matches(row, of: batch) }
  }

  private func matchesSubject(_ row: Int, of batch: SampleBatch) -> Bool {
    if subject == nil, subjects == nil, excludedSubjects.isEmpty { return true }
    guard batch.subject[row] >= 0 else { return false }
    let place = batch.subjects.ranges[Int(batch.subject[row])].indices
    if let subject, !subject.matches(plain: place, in: batch.arena) { return false }
    if let subjects, !subjects.contains(where: { $0.matches(plain: place, in: batch.arena) }) { return false }
    return !excludedSubjects.contains { $0.matches(plain: place, in: batch.arena) }
  }
}

extension SampleQuery {
  /// Whether a sample's time matches; a sample without a time matches if the query has no time.
  package func matchesTime(_ start: Int64, _ end: Int64) -> Bool {
    if start == SampleBatch.noTime { return from == nil && to == nil }
    if let from, isStrictStart ? start < from : end < from { return false }
    if let to, isStrictEnd ? end > to : start >= to { return false }
    return true
  }
}

/// A sample of a batch, of which a condition is asked.
struct BatchSubject: ConditionSubject {
  let row: Int
  let members: Range<Int>
  let batch: SampleBatch
  let registry: Registry
  /// The content of a structured sample, as far as the condition uses it.
  private let content: IndexedContent?
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

/// What a condition reads of samples beside their columns: parts of structured samples, and members of correlations.
struct ConditionReads: Sendable {
  /// What is read of structured samples, by type as index into the registry.
  private(set) var structures: [Int32: ParsedContent] = [:]
  private(set) var memberLists: Set<String> = []
  private(set) var hasMembers = false

  /// Prepares a condition for the samples of the types that are wanted; `nil` reads nothing.
  init(_ condition: BoundExpression?, _ registry: Registry, isWanted: (Int32) -> Bool) {
    guard let condition else { return }
    memberLists = condition.memberLists
    hasMembers = condition.contains(where: \.isOfMembers)
    for (index, type) in registry.types.enumerated() {
      guard let shape = type.shape.structure, isWanted(Int32(truncatingIfNeeded: index)) else { continue }
      structures[Int32(truncatingIfNeeded: index)] = ParsedContent(shape, for: [condition])
    }
  }
}

/// A condition on the members of correlations, made ready for the types of a registry.
struct MemberMatch: Sendable {
  /// Which members of a correlation are meant.
  private enum Part: Sendable {
    /// Those of the roles whose entries are `true`.
    case roles([Bool])
    case type(Int32)
    case nothing
  }

  private let parts: [Part]
  private let values: [ValueMatch]

  init(_ condition: MemberCondition, registry: Registry) {
    values = condition.values.map { ValueMatch($0, registry: registry) }
    let type = registry.typeIndex(named: condition.role)
    parts = registry.types.map { definition -> Part in
      guard let members = definition.shape.members else { return .nothing }
      let isMeant = members.map { $0.role == condition.role }
      if isMeant.contains(true) { return .roles(isMeant) }
      guard let type else { return .nothing }
      return .type(Int32(truncatingIfNeeded: type))
    }
  }

  func matches(_ row: Int, members: Range<Int>, of batch: SampleBatch) -> Bool {
    let part = parts[Int(batch.type[row])]
    return members.contains { member in
      isMeant(member, part, batch) && values.allSatisfy { $0.matches(member, of: batch) }
    }
  }

  private func isMeant(_ member: Int, _ part: Part, _ batch: SampleBatch) -> Bool {
    switch part {
    case .roles(let isMeant):
      let role = Int(batch.role[member])
      return role >= 0 && role < isMeant.count && isMeant[role]
    case .type(let type): return batch.type[member] == type
    case .nothing: return false
    }
  }
}

/// A condition on metadata, made ready for canonical JSON.
struct MetadataMatch: Sendable {
  private enum Operand: Sendable {
    case text(TextMatch)
    case number(Double)
    case boolean(Bool)
    case quantity(Double, unit: TextMatch)
  }

  private let key: TextMatch
  private let comparison: Comparison
  /// `nil` when the key must only be there.
  private let operand: Operand?

  init(_ condition: MetadataCondition) {
    key = TextMatch(condition.key)
    comparison = condition.comparison ?? .equal
    guard condition.comparison != nil else {
      operand = nil
      return
    }
    operand =
      switch condition.operand {
      case .text(let text): .text(TextMatch(text))
      case .number(let number): .number(number)
      case .boolean(let value): .boolean(value)
      case .quantity(let value, let unit): .quantity(value, unit: TextMatch(unit))
      case nil: nil
      }
  }

  func matches(_ row: Int, of batch: SampleBatch) -> Bool {
    let object = batch.metadata[row]
    guard !object.isEmpty else { return false }
    var isMatch = false
    _ = CanonicalObject.forEachMember(of: object.indices, in: batch.arena) { key, value in
      guard self.key.matches(key: key, in: batch.arena) else { return true }
      isMatch = matches(value: value, in: batch.arena)
      return false
    }
    return isMatch
  }

  private func matches(value: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let operand else { return true }
    switch operand {
    case .text(let text):
      return TextMatch.isString(value, in: bytes) && comparison.holds(isEqual: text.matches(value: value, in: bytes))
    case .number(let number):
      guard let reading = DecimalParser.parse(value, in: bytes.span.bytes) else { return false }
      return comparison.holds(reading.value, number)
    case .boolean(let wanted):
      let isTrue = Self.trueWord.matches(plain: value, in: bytes)
      guard isTrue || Self.falseWord.matches(plain: value, in: bytes) else { return false }
      return comparison.holds(isEqual: isTrue == wanted)
    case .quantity(let number, let unit):
      guard let place = CanonicalObject.value(of: "value", of: value, in: bytes),
        let reading = DecimalParser.parse(place, in: bytes.span.bytes),
        let unitPlace = CanonicalObject.value(of: "unit", of: value, in: bytes),
        unit.matches(value: unitPlace, in: bytes)
      else { return false }
      return comparison.holds(reading.value, number)
    }
  }

  private static let trueWord = TextMatch("true")
  private static let falseWord = TextMatch("false")
}

/// A condition on values, made ready for the types of a registry.
struct ValueMatch: Sendable {
  /// The form of a type's values, for conditions on them.
  private enum Kind: Sendable {
    case number
    case cases([Bool])
    case text
    case other
  }

  private let comparison: Comparison
  private let number: Double
  private let text: TextMatch
  private let kinds: [Kind]

  init(_ condition: ValueCondition, registry: Registry) {
    comparison = condition.comparison
    switch condition.operand {
    case .number(let value):
      number = value
      text = TextMatch("")
      kinds = registry.types.map { $0.shape.quantity != nil ? .number : .other }
    case .text(let word):
      number = 0
      text = TextMatch(word)
      kinds = registry.types.map { Self.kind(of: $0.shape, for: word) }
    }
  }

  private static func kind(of shape: TypeShape, for word: String) -> Kind {
    if let list = shape.enumeration { return .cases(list.cases.map { $0.name == word || $0.aliases.contains(word) }) }
    return shape.text != nil ? .text : .other
  }

  /// Whether a sample's value meets the condition; a value of another kind does not, not even with `!=`.
  func matches(_ row: Int, of batch: SampleBatch) -> Bool {
    switch kinds[Int(batch.type[row])] {
    case .number: comparison.holds(batch.value[row], number)
    case .cases(let isNamed):
      batch.enumCase[row] >= 0 && Int(batch.enumCase[row]) < isNamed.count
        && comparison.holds(isEqual: isNamed[Int(batch.enumCase[row])])
    case .text: comparison.holds(isEqual: text.matches(plain: batch.text[row].indices, in: batch.arena))
    case .other: false
    }
  }
}

extension Comparison {
  /// Whether values that have no order are so to each other: only `=` and `!=` can hold.
  func holds(isEqual: Bool) -> Bool {
    switch self {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .less, .lessOrEqual, .greater, .greaterOrEqual: false
    }
  }
}

/// A text that strings of stored JSON are compared with: byte for byte, since stored texts have one canonical form; a
/// string with escapes that was written otherwise is decoded first.
struct TextMatch: Sendable {
  private let text: [UInt8]
  private let quoted: [UInt8]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var quoted: [UInt8] = []
    JSONText.appendQuoted(bytes, to: &quoted)
    self.text = bytes
    self.quoted = quoted
  }

  /// Whether a value, given with its quotes when it is a string, is this text.
  func matches(value: Range<Int>, in bytes: [UInt8]) -> Bool {
    let span = bytes.span.bytes
    if span.equals(value, quoted) { return true }
    guard Self.isString(value, in: bytes), bytes[value].contains(UInt8(ascii: "\\")) else { return false }
    return JSONText.decoded(value.lowerBound + 1..<value.upperBound - 1, in: span) == text
  }

  func matches(plain range: Range<Int>, in bytes: [UInt8]) -> Bool { bytes.span.bytes.equals(range, text) }

  /// Whether a key, given without its quotes, is this text.
  func matches(key: Range<Int>, in bytes: [UInt8]) -> Bool { CanonicalObject.isKey(key, text, in: bytes) }

  static func isString(_ value: Range<Int>, in bytes: [UInt8]) -> Bool {
    value.count >= 2 && bytes[value.lowerBound] == UInt8(ascii: "\"")
  }
}

/// Matches the samples of one source, by its bundle or by bundle or name.
package struct SourceMatch: Sendable {
  private let text: TextMatch
  private let takesName: Bool

  package init(bundle: String) {
    text = TextMatch(bundle)
    takesName = false
  }

  package init(bundleOrName: String) {
    text = TextMatch(bundleOrName)
    takesName = true
  }

  /// Whether a sample has such a source; one without a source has not.
  package func matches(_ row: Int, of batch: SampleBatch) -> Bool {
    guard batch.source[row] >= 0 else { return false }
    let place = batch.sources.ranges[Int(batch.source[row])].indices
    return matches(object: place, in: batch.arena)
  }

  /// Whether a source, a JSON object, is such a one.
  package func matches(object range: Range<Int>, in bytes: [UInt8]) -> Bool {
    var isMatch = false
    _ = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      if Self.bundle.matches(key: key, in: bytes) || (takesName && Self.name.matches(key: key, in: bytes)) {
        isMatch = text.matches(value: value, in: bytes)
      }
      return !isMatch
    }
    return isMatch
  }

  private static let bundle = TextMatch("bundle")
  private static let name = TextMatch("name")
}
