import HealthModel

/// Makes the samples of a row, one after the other, by the plan of its table.
struct PlannedRows {
  private let plan: TablePlan
  /// The cells of the row.
  var cells: [RawField]
  /// The texts of the slots.
  private var written: [RawField]
  private var members: [MemberCells]
  /// The next sample to make; after the last one, the row is done.
  private var next: Int
  /// Where the row is.
  private(set) var span = 0..<0
  /// Whether some row had the sample so far, for each sample of the plan.
  private(set) var used: [Bool]

  init(_ plan: TablePlan, columns: Int) {
    self.plan = plan
    cells = Array(repeating: .absent, count: columns)
    written = Array(repeating: .absent, count: plan.slots.count)
    members = plan.samples.map { MemberCells(count: $0.memberTypes.count) }
    used = Array(repeating: false, count: plan.samples.count)
    next = plan.samples.count
  }

  /// Forgets the cells of the row before.
  mutating func removeAll() {
    for index in cells.indices { cells[index] = .absent }
  }

  /// Takes the texts that were written anew for the row that the cells are of.
  mutating func take(_ rewritten: inout RewrittenCells, row: Range<Int>) {
    for index in written.indices {
      written[index] = plan.slots[index].isThere(in: cells) ? rewritten.next(in: row) : .absent
    }
  }

  /// Begins the samples of the row.
  mutating func begin(_ span: Range<Int>) {
    self.span = span
    next = 0
  }

  /// Makes the row's next sample that is there.
  ///
  /// - Parameters:
  ///   - bytes: the chunk's bytes.
  ///   - firstText: where the table's texts begin there.
  ///   - sample: gets the fields.
  ///   - buffer: gets entries and problems.
  /// - Returns: the sample's members; `nil` when there are no more samples.
  mutating func make(
    in bytes: RawSpan, firstText: Int, into sample: inout RawSample, _ buffer: inout RawSampleBuffer
  ) -> MemberCells? {
    while next < plan.samples.count {
      let index = next
      next += 1
      let planned = plan.samples[index]
      guard isThere(planned, in: bytes) else { continue }
      used[index] = true
      members[index].removeAll()
      for place in planned.fields {
        let field = plan.fields[place]
        let value = text(of: field.source, in: bytes, firstText)
        guard value.isPresent else { continue }
        switch field.role {
        case .field(let own):
          if own == .value { checkPoint(value, field.source, in: bytes, &buffer) }
          sample[own] = value
        case .member(let member, let own):
          if own == .value { checkPoint(value, field.source, in: bytes, &buffer) }
          if case .cell(let column, _, _) = field.source {
            let type = Self.text(plan.memberTypes[planned.memberTypes.lowerBound + member], firstText)
            members[index].set(own, of: member, to: value, type: type, at: cells[column].range)
          } else {
            members[index].setConstant(own, of: member, to: value)
          }
        case .entry(let kind, let key):
          buffer.tape.append(TapeEntry(kind, key: Self.text(key, firstText), value: value))
        case .nameless, .ignored: break
        }
      }
      if let zone = planned.zone { buffer.zone = text(of: zone, in: bytes, firstText) }
      return members[index]
    }
    return nil
  }

  private func isThere(_ sample: PlannedSample, in bytes: RawSpan) -> Bool {
    var hasSubject = sample.subjects.isEmpty
    for place in sample.subjects where cells[plan.subjects[place]].isPresent {
      hasSubject = true
      break
    }
    guard hasSubject else { return false }
    for place in sample.conditions {
      let condition = plan.conditions[place]
      guard plan.holds(condition, for: cells[condition.column], in: bytes) else { return false }
    }
    return true
  }

  @inline(__always)
  private func text(of source: PlannedSource, in bytes: RawSpan, _ firstText: Int) -> RawField {
    switch source {
    case .text(let range): return Self.text(range, firstText)
    case .slot(let slot): return written[slot]
    case .cell(let column, let map, let slot):
      let cell = cells[column]
      guard cell.isPresent else { return cell }
      if map >= 0, let meaning = plan.maps[map].meaning(of: cell, in: bytes) { return Self.text(meaning, firstText) }
      guard slot >= 0, written[slot].isPresent, !written[slot].range.isEmpty else { return cell }
      return written[slot]
    }
  }

  /// Reports a number with a point where the table has commas.
  private func checkPoint(
    _ value: RawField, _ source: PlannedSource, in bytes: RawSpan, _ buffer: inout RawSampleBuffer
  ) {
    guard case .cell(let column, _, let slot) = source, slot >= 0, case .number = plan.slots[slot].form,
      value.start == cells[column].start, DecimalComma.hasPoint(value.range, in: bytes)
    else { return }
    buffer.report(.valueNotANumber, .decimalPoint, at: value.range)
  }

  @inline(__always) private static func text(_ range: ByteRange, _ firstText: Int) -> RawField {
    RawField(kind: .string, start: firstText &+ Int(range.start), end: firstText &+ Int(range.end))
  }
}
