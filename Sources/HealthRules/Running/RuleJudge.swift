package import HealthModel

/// Rules on their way through the samples of a run: each has the state that it comes to.
package struct RuleJudge {
  /// A finding about a row of a batch.
  package struct Found: Sendable, Hashable {
    /// The row of the sample; of a correlation, that of itself.
    package var row: Int
    /// The number of the rule.
    var rule: Int
    var item: RuleFindings.Item
  }

  private let entries: [BoundRules.Entry]
  private var rules: [any SampleRule]
  private let rows: BatchRows
  private let signature: RegistrySignature
  private var added = RuleFindings()

  /// Begins a run.
  package init(_ bound: BoundRules) {
    entries = bound.entries
    rules = entries.map(\.rule)
    rows = BatchRows(bound.registry)
    signature = bound.registry.signature
  }

  /// Begins another run, with the rules as they were at first.
  package mutating func restart() { rules = entries.map(\.rule) }

  /// Begins an input, counted from 0.
  package mutating func begin(input: Int) {
    for index in rules.indices { rules[index].begin(input: input) }
  }

  /// Judges the samples of a batch, in order; members are inside their correlation.
  ///
  /// - Parameters:
  ///   - batch: the samples, of the registry that the rules are bound to; of others nothing is judged.
  ///   - isLeftOut: whether the sample at a row is left out.
  ///   - limit: the most findings.
  /// - Returns: the findings in the order of the samples; one more than the limit when there are more.
  package mutating func judge(
    _ batch: SampleBatch, leavingOut isLeftOut: (Int) -> Bool = { _ in false }, limit: Int = .max
  ) -> [Found] {
    guard batch.count > 0, batch.registry == signature else { return [] }
    rows.lend(batch)
    defer { rows.giveBack() }
    var found: [Found] = []
    var row = 0
    while row < batch.count {
      let head = row
      row += 1
      while row < batch.count, batch.correlation[row] == Int32(truncatingIfNeeded: head) { row += 1 }
      guard !isLeftOut(head) else { continue }
      let sample = RuleSample(rows, row: head)
      for index in rules.indices {
        if let types = entries[index].types, !types.contains(anyOf: head..<row, of: batch) { continue }
        rules[index].judge(sample, into: &added)
        guard !added.items.isEmpty else { continue }
        for item in added.items where found.count <= limit { found.append(Found(row: head, rule: index, item: item)) }
        added.removeAll()
      }
    }
    return found
  }

  /// The id of the type at an index of the registry; `nil` for the negative index of one that is not known.
  func typeName(_ index: Int) -> String? { index >= 0 ? rows.typeName(index) : nil }

  /// A finding as people read it.
  ///
  /// - Parameters:
  ///   - found: what a rule found.
  ///   - location: the place of its sample.
  ///   - type: the id of the sample's type.
  ///   - id: the sample's id; `nil` if nothing of the sample is shown.
  /// - Returns: the finding.
  package func diagnostic(
    _ found: Found, at location: SourceLocation, type: String?, id: SampleID?
  ) -> Diagnostic {
    let entry = entries[found.rule]
    return Diagnostic(
      rule: entry.name, severity: found.item.severity ?? entry.info.severity,
      message: id == nil || found.item.message.isEmpty
        ? TextEscaping.escaped(entry.info.title, limit: RuleFindings.maximumWords) : found.item.message,
      location: location, field: found.item.field, type: type, id: id)
  }
}

extension Diagnostic {
  /// A finding of a rule that is not the program's own.
  ///
  /// - Parameters:
  ///   - rule: `NAME/rule`.
  ///   - severity: the severity.
  ///   - message: the words, made safe to show.
  ///   - location: the place of the sample.
  ///   - field: JSON Pointer into the sample; `nil` for the whole.
  ///   - type: the id of the sample's type.
  ///   - id: the sample's id; `nil` if nothing of it is shown.
  package init(
    rule: String, severity: Severity, message: String, location: SourceLocation, field: String?, type: String?,
    id: SampleID?
  ) {
    self.init(
      code: .pluginRule, severity: severity, message: message, location: location, pointer: field ?? "", type: type,
      uuid: id?.description)
    self.rule = rule
    evidence = rule
    self.field = path.map { Int($0) == nil ? "/" + $0 : "/*" }.joined()
  }
}
