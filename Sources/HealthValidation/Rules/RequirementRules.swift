import HealthModel

/// *rules*: what the definition requires of each sample beside its shape, of samples without an error.
extension SampleJudge {
  mutating func checkRequirements(
    of index: Int, in record: borrowing RawSampleBuffer, _ place: ByteRange, since first: FindingMark, _ bytes: RawSpan
  ) {
    guard !hasError(since: first) else { return }
    let type = judged[index].type
    let plan = validator.plans[Int(type)]
    guard let rules = plan.ruleConditions else { return }
    let context = RuleContext(
      member: Int32(truncatingIfNeeded: index - 1), record: place, syntax: record.syntax)
    let subject = judgedSubject(at: index, plan, rules, record, bytes)
    for (number, requirement) in rules.requirements.enumerated() {
      guard let requirement, requirement.holds(for: subject) == false else { continue }
      let fault = BrokenRequirement(requirement, subject, sample: index)
      let broken = self.place(of: fault, plan, record, context, bytes)
      find(
        .ruleBroken, context, at: broken.place, span: broken.span, type: type,
        .rule(Int32(truncatingIfNeeded: number)), severity: plan.rules[number].severity)
    }
  }

  /// The sample with what the rules of its type read of it, which is read once for all of them.
  private mutating func judgedSubject(
    at index: Int, _ plan: TypePlan, _ rules: RulePlan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) -> JudgedSubject {
    var subject = JudgedSubject(index, of: judged, plan, rules, validator.plans)
    if let form = judged[index].structure, let reading = rules.reading {
      let text = structure.text.bytes
      structure.index.read(reading, at: form.start.bytes..<form.end.bytes, in: text.span.bytes)
      subject.content = IndexedContent(structure.index, reading, of: text)
    }
    if rules.requiresMetadata {
      let sample = record.samples.span.extracting(index..<index + 1)
      canonicalizeMetadata(sample, record, judged[index].isExport, bytes)
      subject.metadata = (scratch.entries, scratch.text)
    }
    return subject
  }
}

// MARK: Words

extension FindingWords {
  /// The words of the rule that a sample breaks.
  static func requirement(_ context: MessageContext) -> FindingWords {
    guard case .rule(let index) = context.finding.detail, let rules = context.plan?.rules,
      rules.indices.contains(Int(index))
    else { return FindingWords("the sample breaks a rule of its type") }
    let rule = rules[Int(index)]
    return FindingWords(
      "\(MessageText(TextEscaping.escaped(rule.message, limit: 300))) (rule `\(rule.name)`)",
      rule: "rules.\(rule.name)")
  }
}
