import HealthModel

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
