import HealthModel

/// Makes the samples of a row, one after the other, by the plan of its table.
///
/// What is followed for each row is flat: reading a slot or a map of the plan would retain it, and a method
/// that does not mutate gets a copy of all of this.
struct PlannedRows {
  private let plan: TablePlan
  var cells: [RawField]
  /// The texts of the slots.
  private var written: [RawField]
  private let slotColumns: [Int]
  private let slots: [Slot]
  /// For each map the text that was looked up last.
  private var recent: [RecentText]
  private(set) var members: [MemberCells]
  /// The next sample to make; after the last one, the row is done.
  private var next: Int
  /// Whether no sample was made of the row yet.
  private var isUnused = false
  /// How many rows no sample was made of: conditions pass over them, or the cells of all samples are empty.
  private(set) var passedOver = 0
  private(set) var span = 0..<0
  /// Whether some row had the sample so far, for each sample of the plan.
  private(set) var used: [Bool]

  private struct Slot {
    /// The places of its columns in `slotColumns`.
    var columns: Range<Int>
    /// How its numbers are written; `nil` if its texts are times.
    var numbers: NumberForm?
    var isDuration = false
  }

  /// A cell's text, by its place in the chunk, and what it stands for: most rows repeat that of the row before.
  private struct RecentText {
    var place = 0..<0
    var meaning = ByteRange.empty
  }

  init(_ plan: TablePlan, columns: Int) {
    self.plan = plan
    cells = Array(repeating: .absent, count: columns)
    written = Array(repeating: .absent, count: plan.slots.count)
    recent = Array(repeating: RecentText(), count: plan.maps.count)
    members = plan.samples.map { MemberCells(count: $0.memberTypes.count) }
    used = Array(repeating: false, count: plan.samples.count)
    next = plan.samples.count
    var slotColumns: [Int] = []
    slots = plan.slots.map { slot in
      let start = slotColumns.count
      slotColumns += slot.columns
      var numbers: NumberForm?
      if case .number(let form) = slot.form { numbers = form }
      var isDuration = false
      if case .duration = slot.form { isDuration = true }
      return Slot(columns: start..<slotColumns.count, numbers: numbers, isDuration: isDuration)
    }
    self.slotColumns = slotColumns
  }

  /// Takes the texts that were written anew for the row, all of whose cells are known.
  mutating func take(_ rewritten: inout RewrittenCells, row: Range<Int>) {
    for index in slots.indices {
      written[index] = isThere(slots[index]) ? rewritten.next(in: row) : .absent
      if slots[index].isDuration { written[index].kind = .duration }
    }
  }

  @inline(__always) private mutating func isThere(_ slot: Slot) -> Bool {
    for place in slot.columns where cells[slotColumns[place]].isPresent { return true }
    return false
  }

  /// Begins the samples of the row.
  mutating func begin(_ span: Range<Int>) {
    self.span = span
    next = 0
    isUnused = true
  }

  /// Makes the row's next sample that is there.
  ///
  /// - Returns: the sample's place in the plan, and in `members`; `nil` when there are no more samples.
  mutating func make(
    in bytes: RawSpan, firstText: Int, into sample: inout RawSample, _ buffer: inout RawSampleBuffer
  ) -> Int? {
    while next < plan.samples.count {
      let index = next
      next += 1
      let planned = plan.samples[index]
      guard isThere(planned, in: bytes) else { continue }
      used[index] = true
      isUnused = false
      members[index].removeAll()
      for place in planned.fields {
        let field = plan.fields[place]
        let value = text(of: field.source, in: bytes, firstText)
        guard value.isPresent else { continue }
        switch field.role {
        case .field(let own):
          if own == .value { checkPoint(value, field.source, in: bytes, &buffer) }
          if own == .end { checkDuration(value, field.source, &buffer) }
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
      return index
    }
    if isUnused {
      isUnused = false
      passedOver &+= 1
    }
    return nil
  }

  private mutating func isThere(_ sample: PlannedSample, in bytes: RawSpan) -> Bool {
    var hasSubject = sample.subjects.isEmpty && !sample.isNever
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
  private mutating func text(of source: PlannedSource, in bytes: RawSpan, _ firstText: Int) -> RawField {
    switch source {
    case .text(let range): return Self.text(range, firstText)
    case .length(let range):
      var length = Self.text(range, firstText)
      length.kind = .duration
      return length
    case .slot(let slot): return written[slot]
    case .cell(let column, let map, let slot):
      let cell = cells[column]
      guard cell.isPresent else { return cell }
      if map >= 0, let meaning = meaning(of: cell, map, in: bytes) { return Self.text(meaning, firstText) }
      guard slot >= 0, written[slot].isPresent, !written[slot].range.isEmpty else { return cell }
      return written[slot]
    }
  }

  /// What a cell's text stands for by a map; `nil` when it is not listed.
  @inline(__always)
  private mutating func meaning(of cell: RawField, _ map: Int, in bytes: RawSpan) -> ByteRange? {
    let place = recent[map].place
    if !cell.isEscaped, place.count == cell.range.count, !place.isEmpty,
      bytes.isSame(place.lowerBound, as: cell.range.lowerBound, count: place.count)
    {
      return recent[map].meaning
    }
    guard let meaning = plan.maps[map].meaning(of: cell, in: bytes) else { return nil }
    if !cell.isEscaped { recent[map] = RecentText(place: cell.range, meaning: meaning) }
    return meaning
  }

  /// Reports a duration that is not a number.
  @inline(__always)
  private mutating func checkDuration(
    _ value: RawField, _ source: PlannedSource, _ buffer: inout RawSampleBuffer
  ) {
    guard value.kind != .duration, case .cell(_, _, let slot) = source, slot >= 0, slots[slot].isDuration else {
      return
    }
    buffer.report(.timeInvalid, .notADuration, at: value.range)
  }

  /// Reports a number with a point where the table has commas.
  @inline(__always)
  private mutating func checkPoint(
    _ value: RawField, _ source: PlannedSource, in bytes: RawSpan, _ buffer: inout RawSampleBuffer
  ) {
    guard case .cell(let column, _, let slot) = source, slot >= 0, let form = slots[slot].numbers,
      value.start == cells[column].start, form.hasPoint(value.range, in: bytes)
    else { return }
    buffer.report(.valueNotANumber, .decimalPoint, at: value.range)
  }

  @inline(__always) private static func text(_ range: ByteRange, _ firstText: Int) -> RawField {
    RawField(kind: .string, start: firstText &+ Int(range.start), end: firstText &+ Int(range.end))
  }
}
