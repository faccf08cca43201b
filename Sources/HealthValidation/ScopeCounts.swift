import HealthModel

/// What a judge counts by source and subject.
@usableFromInline package struct ScopeCounts: Sendable {
  /// The counts of the groups, by their bits; empty until there is something to count.
  package private(set) var tallies: [ScopeTally] = []
  /// The groups of each finding's sample, in the order of the judge's findings.
  package private(set) var ofFindings: [UInt64] = []
  /// The groups of each row of the judge's batch.
  package private(set) var ofRows: [UInt64] = []

  package init() {}

  mutating func removeAll() {
    for index in tallies.indices { tallies[index] = ScopeTally() }
    ofFindings.removeAll(keepingCapacity: true)
    ofRows.removeAll(keepingCapacity: true)
  }

  mutating func count(_ bits: UInt64, of scopes: SampleScopes, isAccepted: Bool) {
    if tallies.count < scopes.count { tallies = Array(repeating: ScopeTally(), count: scopes.count) }
    var rest = bits
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      tallies[index].read += 1
      if !isAccepted { tallies[index].refused += 1 }
      rest &= rest &- 1
    }
  }

  mutating func addFinding(_ bits: UInt64) { ofFindings.append(bits) }

  mutating func addRow(_ bits: UInt64) { ofRows.append(bits) }

  /// Adds a finding about a row, after findings that are here already; without counts nothing is added.
  package mutating func addFinding(atRow row: Int, after count: Int) {
    guard ofRows.indices.contains(row) else { return }
    fill(count)
    ofFindings.append(ofRows[row])
  }

  /// Puts findings without a sample into no group.
  mutating func fill(_ count: Int) { while ofFindings.count < count { ofFindings.append(0) } }
}

extension SampleJudge {
  /// Notes the groups that the sample's source and subject are in; a member that names none has its correlation's.
  mutating func locateScopes(
    _ scopes: SampleScopes, of sample: SampleSpan, isMember: Bool, _ context: RuleContext, _ bytes: RawSpan
  ) {
    guard scopes.bySample != 0 else { return }
    var fields = (name: sample[.sourceName], bundle: sample[.sourceBundle], subject: sample[.subject])
    if !isMember {
      scopeHead = fields
    } else {
      if !fields.name.isPresent, !fields.bundle.isPresent {
        (fields.name, fields.bundle) = (scopeHead.name, scopeHead.bundle)
      }
      if !fields.subject.isPresent { fields.subject = scopeHead.subject }
    }
    item.scopes =
      scopeMemo.bits(scopes, fields, subject: validator.options.subject, context.syntax, bytes) & scopes.bySample
  }

  /// Counts the record's samples in their groups, and notes those of its findings and rows.
  mutating func countScopes(_ scopes: SampleScopes, isAccepted: Bool) {
    for index in scoped.ofFindings.count..<max(scoped.ofFindings.count, findings.count) {
      // What is found before the type is known, such as an unknown field, is about a sample of it all the same.
      let (sample, type) = (Int(findings[index].member) + 1, findings[index].type)
      scoped.addFinding(bits(ofSample: sample, type: type, scopes))
    }
    guard scopes.bySample != 0 else { return }
    for sample in judged where !sample.isNotSet && sample.scopes != 0 {
      scoped.count(sample.scopes & scopes.bits(ofType: sample.type), of: scopes, isAccepted: isAccepted)
    }
    let first = scoped.ofRows.count
    // Each sample of a record is a row, in their order.
    for row in first..<max(first, batch.count) {
      scoped.addRow(bits(ofSample: row - first, type: batch.type[row], scopes))
    }
  }

  /// The groups of a sample of the record; without one, those that are about neither types nor samples.
  private mutating func bits(ofSample sample: Int, type: Int32, _ scopes: SampleScopes) -> UInt64 {
    guard judged.indices.contains(sample) else { return scopes.bits(ofType: type) & ~scopes.bySample }
    let type = type >= 0 ? type : judged[sample].type
    return (judged[sample].scopes | ~scopes.bySample) & scopes.bits(ofType: type)
  }
}
