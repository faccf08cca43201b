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
  public func takesType(_ type: Int32) -> Bool { isWanted.isEmpty || isWanted[Int(type)] }

  /// Whether the members of a correlation must be at hand to judge it.
  public var needsMembers: Bool { !members.isEmpty || conditionReads.hasMembers }

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
