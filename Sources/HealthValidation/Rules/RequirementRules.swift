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
    let context = RuleContext(member: Int32(truncatingIfNeeded: index - 1), record: place, syntax: record.syntax)
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

extension FindingMessage {
  /// The words of the rule that a sample breaks.
  static func requirement(_ context: MessageContext) -> FindingMessage {
    guard case .rule(let index) = context.finding.detail, let rules = context.plan?.rules,
      rules.indices.contains(Int(index))
    else { return FindingMessage("the sample breaks a rule of its type") }
    let rule = rules[Int(index)]
    return FindingMessage(
      "\(MessageText(TextEscaping.escaped(rule.message, limit: 300))) (rule `\(rule.name)`)",
      rule: "rules.\(rule.name)")
  }
}

/// A rule that a sample breaks, and the element of a list that breaks it.
struct BrokenRequirement {
  let sample: Int
  /// The list and the element; `nil` for a rule that is not about each element of a list.
  let failure: (list: ListName, element: Int)?
  /// The member of a correlation that breaks the rule, as index into the samples of the record.
  let member: Int?
  /// The column of points that the rule compares.
  let column: Int?

  init(_ requirement: BoundExpression, _ subject: JudgedSubject, sample: Int) {
    self.sample = sample
    failure = requirement.failure(for: subject)
    member = failure.flatMap { subject.sample(at: $0.element, of: $0.list) }
    column = requirement.firstColumn
  }
}

extension SampleJudge {
  /// Where a broken rule is: the element of the input that breaks it, or the sample.
  func place(
    of fault: BrokenRequirement, _ plan: TypePlan, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) -> (place: FindingPlace, span: ByteRange) {
    let sample = record.samples.span.extracting(fault.sample..<fault.sample + 1)
    let whole = (place: FindingPlace(member: context.member), span: start(of: sample))
    guard let failure = fault.failure else { return whole }
    switch failure.list {
    case .list(let list):
      guard let form = judged[fault.sample].structure,
        let entry = structure.entry(of: failure.element, in: list, of: form.elements)
      else { return whole }
      return (context.place(of: entry, on: record.tape), record.tape[entry].value.place)
    case .points:
      guard let points = plan.structure?.points else { return whole }
      let found = point(failure.element, column: fault.column, points, sample, record, context, bytes)
      return found ?? whole
    case .members:
      guard let member = fault.member else { return whole }
      let place = FindingPlace(member: Int32(truncatingIfNeeded: member - 1))
      return (place, start(of: record.samples.span.extracting(member..<member + 1)))
    }
  }

  /// Where a point is: its value in a column, or its element in an export.
  private func point(
    _ number: Int, column: Int?, _ plan: PointsPlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) -> (place: FindingPlace, span: ByteRange)? {
    var row = -1
    for place in sample.tape where record.tape[place].kind == .point {
      let entry = record.tape[place]
      if context.syntax == .appleHealth, entry.value.kind == .object {
        row += 1
        if row == number { return (context.place(of: place, on: record.tape), entry.value.place) }
        continue
      }
      switch plan.name(entry.key, bytes) {
      case .column(let index) where index == column ?? index: break
      case .time where column == nil: break
      default: continue
      }
      var cells = ColumnReader(
        .text(entry.value.range), isArray: context.syntax == .json, plan, PointSource(columns: 0))
      while let cell = cells.next([], bytes) {
        guard cells.count > number else { continue }
        var path = context.place(of: place, on: record.tape)
        path.addInner(.element(Int32(clamping: number)))
        return (path, ByteRange(cell))
      }
    }
    return nil
  }
}

/// A sample that was judged, of which the rules of its type are asked.
struct JudgedSubject: ConditionSubject {
  private let sample: JudgedSample
  private let plan: TypePlan
  /// The samples of the record; those after a correlation are its members.
  private let judged: [JudgedSample]
  private let hasMembers: Bool
  private let plans: [TypePlan]
  /// The members that functions look through, as indexes into the samples of the record.
  private let memberLists: [String: [Int]]
  /// The content of a structured sample, as far as the rules use it.
  var content: IndexedContent?
  /// The metadata in their normal form: where keys and values are, and their text.
  var metadata: (entries: [MetadataEntry], text: [UInt8]) = ([], [])

  init(_ index: Int, of judged: [JudgedSample], _ plan: TypePlan, _ rules: RulePlan, _ plans: [TypePlan]) {
    sample = judged[index]
    self.judged = judged
    self.plan = plan
    self.plans = plans
    let hasMembers = index == 0 && plan.hasMembers
    self.hasMembers = hasMembers
    // An empty dictionary has no storage, so that nothing is allocated where no function looks through members.
    memberLists = rules.memberLists.mapValues { roles in
      judged.indices.dropFirst().filter { hasMembers && roles.contains(Int(judged[$0].role)) }
    }
  }

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .value: return Self.value(of: sample, plan)
    case .start: return Self.time(sample.start)
    case .end: return Self.time(sample.end)
    case .member(let role):
      guard hasMembers else { return .missing }
      return judged.dropFirst().first { $0.role == Int32(truncatingIfNeeded: role) }.map(value) ?? .missing
    case .metadata(let key):
      let text = metadata.text
      guard let entry = metadata.entries.first(where: { text[$0.key].elementsEqual(key.utf8) }) else { return .missing }
      return ConditionValue(metadata: entry.value, in: text.span.bytes)
    case .field, .parent, .rate: return content?.value(of: name) ?? .missing
    case .isSource, .subject, .device, .original: return .missing
    }
  }

  func count(of list: ListName) -> Int {
    guard case .members(let name) = list else { return content?.count(of: list) ?? 0 }
    return memberLists[name]?.count ?? 0
  }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    guard case .members = list else { return content?.value(of: name, at: element, of: list) ?? .missing }
    guard let index = sample(at: element, of: list) else { return .missing }
    switch name {
    case .value: return value(of: judged[index])
    case .start: return Self.time(judged[index].start)
    case .end: return Self.time(judged[index].end)
    case .field, .column, .time: return .missing
    }
  }

  func sample(at element: Int, of list: ListName) -> Int? {
    guard case .members(let name) = list, let samples = memberLists[name], samples.indices.contains(element) else {
      return nil
    }
    return samples[element]
  }

  private func value(of member: JudgedSample) -> ConditionValue {
    member.type < 0 ? .missing : Self.value(of: member, plans[Int(member.type)])
  }

  private static func value(of sample: JudgedSample, _ plan: TypePlan) -> ConditionValue {
    switch plan.column {
    case .number: return .number(sample.value)
    case .enumCase:
      let index = Int(sample.enumCase)
      return plan.cases.indices.contains(index) ? .text(plan.cases[index].name) : .missing
    case .text, .parts, .absent: return .missing
    }
  }

  private static func time(_ moment: Int64) -> ConditionValue {
    moment == SampleBatch.noTime ? .missing : .time(moment)
  }
}
