import HealthModel

/// The samples that a plan makes of a chunk's records: made ready before they are handed out, since fields are slices of
/// one buffer, and the texts that are not in the chunk as samples have them are put after its content.
struct MappedSamples: Sendable {
  /// A sample, or why there is none.
  private struct Item {
    var span: ByteRange
    var path: Int32 = -1
    var recipe: Int32 = -1
    /// The place of its first field; the recipe says how many.
    var first: Int32 = 0
    var zone = RawField.absent
    /// The units that were in texts with their numbers.
    var units = ByteRange.empty
    var problems = ByteRange.empty
    var isBroken = false
  }

  /// A text that was written anew for the record with a number.
  private struct Slot {
    var record = -1
    var field = RawField.absent
    var fault: SyntaxDetail?
  }

  /// How many records no sample was made of: conditions pass over them, or their values are not there.
  var passedOver = 0
  /// Whether some record was the sample, for each of those of the first path.
  private(set) var used: [Bool]
  private let plan: SamplePlan
  /// Where the plan's texts are in the chunk.
  private let base: Int
  private var texts: [UInt8]
  private var appendix: ChunkAppendix
  private var items: [Item] = []
  private var fields: [RawField] = []
  private var units: [(field: Int, text: RawField)] = []
  /// The unit in the text that was looked at last.
  private var unit = RawField.absent
  private var problems: [RawProblem] = []
  private var record = 0
  private var slots: [Slot]
  /// For each map the text of the chunk that was looked up last: most records repeat that of the one before.
  private var recent: [(place: Range<Int>, meaning: ByteRange)]
  /// How many bytes the chunk has with all texts, and the number of the next sample to hand out.
  private var count = 0
  private var next = 0
  private var members: [RawSample] = []

  init(_ plan: SamplePlan, after base: Int) {
    (self.plan, self.base, texts) = (plan, base, plan.texts)
    appendix = ChunkAppendix(start: base)
    appendix.add(at: base, for: nil)
    used = Array(repeating: false, count: plan.recipes.first?.count ?? 0)
    slots = Array(repeating: Slot(), count: plan.slotCount)
    recent = Array(repeating: (0..<0, .empty), count: plan.maps.count)
  }

  /// Puts the texts after the chunk's content; nothing is added after that.
  mutating func finish(_ chunk: inout InputChunk) {
    chunk.appendix = appendix
    chunk.bytes += texts
    count = chunk.bytes.count
    texts = []
  }

  /// Adds what is wrong with a record, or with the document from there on.
  mutating func add(_ found: [RawProblem], span: Range<Int>, isBroken: Bool = false) {
    let first = problems.count
    problems += found
    items.append(Item(span: ByteRange(span), problems: ByteRange(first..<problems.count), isBroken: isBroken))
  }

  /// Adds why the layout cannot be used: the words are a text after the content, with the place of its beginning.
  mutating func add(_ fault: SyntaxError, span: Range<Int>) {
    let start = base + texts.count
    appendix.add(at: start, for: 0)
    texts += fault.description.utf8
    add([RawProblem(.jsonPath, .pathUnusable, at: start..<base + texts.count)], span: span, isBroken: true)
  }

  /// Adds a text that is not in the chunk; the content's place that it is about is that of what has it.
  mutating func keep(_ text: [UInt8], as kind: RawField.Kind, isEscaped: Bool = false, for place: Int? = nil)
    -> RawField
  {
    let start = base + texts.count
    appendix.add(at: start, for: place)
    texts += text
    return RawField(kind: kind, isEscaped: isEscaped, start: start, end: base + texts.count)
  }

  // MARK: Making

  /// Makes the samples of a record; of its cells, those that say there is no value become absent.
  mutating func add(_ cells: inout [RawField], ofPath path: Int = 0, at span: Range<Int>, in bytes: RawSpan) {
    record &+= 1
    if !plan.missing.isEmpty {
      for index in cells.indices where plan.missing.contains(where: { isText($0, cells[index], bytes) }) {
        cells[index] = .absent
      }
    }
    let before = items.count
    let recipes = plan.recipes[path]
    for index in recipes.indices where isThere(recipes[index], cells, bytes) {
      let recipe = recipes[index]
      if path == 0 { used[index] = true }
      var item = Item(span: ByteRange(span))
      item.path = Int32(truncatingIfNeeded: path)
      item.recipe = Int32(truncatingIfNeeded: index)
      item.first = Int32(truncatingIfNeeded: fields.count)
      for index in recipe.fields.indices where !recipe.fields[index].isConstant {
        let field = recipe.fields[index]
        fields.append(value(of: field, cells, bytes, &item))
        if field.takesUnit, unit.isPresent {
          let first = item.units.isEmpty ? units.count : Int(item.units.start)
          units.append((index, unit))
          item.units = ByteRange(first..<units.count)
          unit = .absent
        }
        if plan.isTable, field.column >= 0, case .member = field.role { fields.append(cells[field.column]) }
      }
      if let zone = recipe.zone { item.zone = value(of: zone, cells, bytes, &item) }
      items.append(item)
    }
    if items.count == before { passedOver += 1 }
  }

  private mutating func isThere(_ recipe: SampleRecipe, _ cells: [RawField], _ bytes: RawSpan) -> Bool {
    guard !recipe.isNever, recipe.subjects.isEmpty || recipe.subjects.contains(where: { cells[$0].isPresent }) else {
      return false
    }
    return recipe.conditions.allSatisfy { holds($0, cells, bytes) }
  }

  func holds(_ condition: SampleRecipe.Condition, _ cells: [RawField], _ bytes: RawSpan) -> Bool {
    let cell = cells[condition.column]
    let isOne = condition.texts.contains { $0.isEmpty ? !cell.isPresent : isText($0, cell, bytes) }
    return isOne != condition.isNegated
  }

  private func isText(_ text: [UInt8], _ cell: RawField, _ bytes: RawSpan) -> Bool {
    guard cell.isPresent else { return false }
    return isPlain(cell) ? bytes.equals(cell.range, text) : self.text(of: cell, bytes) == text
  }

  @inline(__always) private func isPlain(_ cell: RawField) -> Bool { !cell.isEscaped && Int(cell.start) < base }

  private func text(of cell: RawField, _ bytes: RawSpan) -> [UInt8] {
    let isOwn = Int(cell.start) >= base
    let range = isOwn ? Int(cell.start) - base..<Int(cell.end) - base : cell.range
    guard cell.isEscaped else { return isOwn ? Array(texts[range]) : range.map { bytes.byte(at: $0) } }
    if isOwn { return JSONText.decoded(range, in: texts.span.bytes) }
    guard plan.isTable else { return JSONText.decoded(range, in: bytes) }
    var text: [UInt8] = []
    CSVText.appendDecoded(range, in: bytes, to: &text)
    return text
  }

  @inline(__always) private mutating func value(
    of field: SampleRecipe.Field, _ cells: [RawField], _ bytes: RawSpan, _ item: inout Item
  ) -> RawField {
    if field.column >= 0 { return value(of: cells[field.column], field, bytes, &item) }
    switch field.source {
    case .columns(let columns): return joined(plan.columns[columns], field, cells, bytes)
    case .text(let range, let column):
      let cell = cells[column]
      guard cell.isPresent, Int(cell.start) < base else { return own(range) }
      return copied(range, for: cell)
    case .length(let range): return own(range)
    }
  }

  /// A cell as the sample has it: all values are text, and what the layout writes otherwise is written anew.
  @inline(__always) private mutating func value(
    of cell: RawField, _ field: SampleRecipe.Field, _ bytes: RawSpan, _ item: inout Item
  ) -> RawField {
    guard cell.kind == .string || cell.kind == .number || cell.kind == .boolean else { return cell }
    if field.map >= 0, let meaning = meaning(of: cell, field.map, bytes) {
      return plan.isTable ? own(meaning) : copied(meaning, for: cell)
    }
    var value = cell
    value.kind = .string
    if field.takesUnit, cell.kind == .string, let number = divide(cell, field, bytes) { value = number }
    // JSON's own numbers have a point and no sign after them.
    guard field.form >= 0, cell.kind == .string || !field.isNumber else { return value }
    var slot = field.slot >= 0 ? slots[field.slot] : Slot()
    if slot.record != record {
      slot = written(value, field, bytes)
      if field.slot >= 0 { slots[field.slot] = slot }
    }
    if slot.field.isPresent { return slot.field }
    if let fault = slot.fault {
      let place = Int(cell.start) < base ? cell.range : item.span.indices
      problems.append(RawProblem(field.isDuration ? .timeInvalid : .valueNotANumber, fault, at: place))
      let first = plan.isTable && !item.problems.isEmpty ? Int(item.problems.start) : problems.count - 1
      item.problems = ByteRange(first..<problems.count)
    }
    return value
  }

  /// The number of a text that has its unit in it, which is kept; `nil` for every other text.
  @inline(__always) private mutating func divide(
    _ cell: RawField, _ field: SampleRecipe.Field, _ bytes: RawSpan
  ) -> RawField? {
    guard isPlain(cell) else {
      let text = text(of: cell, bytes)
      guard let parts = divide(0..<text.count, in: text.span.bytes, field) else { return nil }
      let place = Int(cell.start) < base ? Int(cell.start) : nil
      unit = keep(Array(text[parts.unit]), as: .string, for: place)
      return keep(Array(text[parts.number]), as: .string, for: place)
    }
    guard let parts = divide(cell.range, in: bytes, field) else { return nil }
    unit = RawField(kind: .string, start: parts.unit.lowerBound, end: parts.unit.upperBound)
    return RawField(kind: .string, start: parts.number.lowerBound, end: parts.number.upperBound)
  }

  @inline(__always) private func divide(
    _ text: Range<Int>, in bytes: RawSpan, _ field: SampleRecipe.Field
  ) -> (number: Range<Int>, unit: Range<Int>)? {
    guard let parts = UnitInText.divide(text, in: bytes) else { return nil }
    if DecimalParser.parse(parts.number, in: bytes) != nil { return parts }
    guard field.form >= 0, case .number(let form) = plan.forms[field.form] else { return nil }
    return form.marks.parts(of: parts.number, bytes) != nil ? parts : nil
  }

  private mutating func written(_ cell: RawField, _ field: SampleRecipe.Field, _ bytes: RawSpan) -> Slot {
    let start = texts.count
    var slot = Slot(record: record)
    if isPlain(cell) {
      slot.fault = plan.forms[field.form].append(cell.range, in: bytes, to: &texts)
    } else {
      let copy = text(of: cell, bytes)
      slot.fault = plan.forms[field.form].append(0..<copy.count, in: copy.span.bytes, to: &texts)
    }
    guard texts.count > start else { return slot }
    appendix.add(at: base + start, for: Int(cell.start) < base ? Int(cell.start) : nil)
    slot.field = RawField(kind: field.isDuration ? .duration : .string, start: base + start, end: base + texts.count)
    return slot
  }

  /// What the text of a cell stands for; `nil` when it is not listed.
  @inline(__always) private mutating func meaning(
    of cell: RawField, _ map: Int, _ bytes: RawSpan
  ) -> ByteRange? {
    guard isPlain(cell) else {
      let text = text(of: cell, bytes)
      return plan.maps[map].meaning(of: 0..<text.count, in: text.span.bytes)
    }
    let place = recent[map].place
    if place.count == cell.range.count, !place.isEmpty,
      bytes.isSame(place.lowerBound, as: cell.range.lowerBound, count: place.count)
    {
      return recent[map].meaning
    }
    guard let meaning = plan.maps[map].meaning(of: cell.range, in: bytes) else { return nil }
    recent[map] = (cell.range, meaning)
    return meaning
  }

  private mutating func joined(
    _ columns: ArraySlice<Int>, _ field: SampleRecipe.Field, _ cells: [RawField], _ bytes: RawSpan
  ) -> RawField {
    if slots[field.slot].record == record { return slots[field.slot].field }
    slots[field.slot] = Slot(record: record, field: join(columns.map { cells[$0] }.filter(\.isPresent), field, bytes))
    return slots[field.slot].field
  }

  private mutating func join(_ cells: [RawField], _ field: SampleRecipe.Field, _ bytes: RawSpan) -> RawField {
    guard var place = cells.first else { return .absent }
    let parts = cells.map { text(of: $0, bytes) }
    var time = Array(parts.joined(separator: [0x20]))
    if case .time(let dates?) = plan.forms[field.form] {
      var written: [UInt8] = []
      if dates.append(0..<time.count, in: time.span.bytes, to: &written) {
        time = written
      } else {
        // The part that is wrong is named.
        var fault = dates.fault(in: 0..<time.count, of: time.span.bytes)
        for (cell, part) in zip(cells, parts) {
          if fault <= part.count {
            place = cell
            break
          }
          fault -= part.count + 1
        }
      }
    }
    return time.isEmpty ? .absent : keep(time, as: .string, for: Int(place.start) < base ? Int(place.start) : nil)
  }

  private mutating func copied(_ range: ByteRange, for cell: RawField) -> RawField {
    guard !range.isEmpty else { return .absent }
    return keep(Array(plan.texts[range.indices]), as: .string, for: Int(cell.start) < base ? Int(cell.start) : nil)
  }

  @inline(__always) private func own(_ range: ByteRange) -> RawField {
    RawField(kind: .string, start: base &+ Int(range.start), end: base &+ Int(range.end))
  }

  // MARK: Handing out

  /// Reads the next sample into the buffer, which the caller has emptied; see `RecordReader`.
  mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind? {
    guard next < items.count else { return .end }
    if bytes.byteCount < count {
      next = items.count
      return nil
    }
    let item = items[next]
    next += 1
    let span = item.span.indices
    guard item.problems.isEmpty else {
      buffer.problems += problems[item.problems.indices]
      guard item.isBroken else { return .sample(span: span) }
      next = items.count
      return .broken(span: span)
    }
    make(item, span, into: &buffer)
    return .sample(span: span)
  }

  private mutating func make(_ item: Item, _ span: Range<Int>, into buffer: inout RawSampleBuffer) {
    let recipe = plan.recipes[Int(item.path)][Int(item.recipe)]
    var sample = RawSample()
    sample.span = item.span.start..<item.span.end
    // Where the members are: of a row where their cells are.
    var group = plan.isTable ? 0..<0 : span
    members.removeAll(keepingCapacity: true)
    for _ in recipe.memberTypes.indices { members.append(RawSample()) }
    var place = Int(item.first)
    for index in recipe.fields.indices {
      let field = recipe.fields[index]
      let value: RawField
      var cell = group
      if field.isConstant {
        value = constant(field)
      } else {
        value = fields[place]
        place &+= 1
        if plan.isTable, field.column >= 0, case .member = field.role {
          cell = fields[place].range
          place &+= 1
        }
      }
      guard value.isPresent else { continue }
      switch field.role {
      case .field(let field): sample[field] = value
      case .entry(let kind, let key): buffer.tape.append(TapeEntry(kind, key: own(key), value: value))
      case .member(let member, let part):
        let isThere = !members[member].present.isEmpty
        // A text that the layout gives to every member does not make one.
        if !isThere, field.isText || plan.isTable && field.column < 0 { continue }
        if !isThere { members[member][.type] = own(recipe.memberTypes[member]) }
        if !field.isText, !plan.isTable || field.column >= 0 {
          let start = isThere ? members[member].span.lowerBound : Int32(truncatingIfNeeded: cell.lowerBound)
          members[member].span = start..<Int32(truncatingIfNeeded: cell.upperBound)
          group = (group.isEmpty ? cell.lowerBound : group.lowerBound)..<cell.upperBound
        }
        members[member][part] = value
      case .nameless, .ignored: break
      }
    }
    for unit in units[item.units.indices] {
      switch recipe.fields[unit.field].role {
      case .member(let member, _): members[member][.unit] = unit.text
      default: sample[.unit] = unit.text
      }
    }
    buffer.zone = item.zone
    if plan.isTable, CSVReader.hasTooManyKeys(buffer.tape) {
      return buffer.report(.objectTooLarge, .tooManyKeys, at: span.lowerBound..<span.lowerBound + 1)
    }
    sample.takeEntries(from: 0, of: buffer.tape)
    let isGroup = members.contains { !$0.present.isEmpty }
    if isGroup { sample[.members] = RawField(kind: .array, start: group.lowerBound, end: group.upperBound) }
    buffer.samples.append(sample)
    for member in members where !member.present.isEmpty { buffer.samples.append(member) }
  }

  @inline(__always) private func constant(_ field: SampleRecipe.Field) -> RawField {
    switch field.source {
    case .text(let range, _): return own(range)
    case .length(let range):
      var length = own(range)
      length.kind = .duration
      return length
    case .columns: return .absent
    }
  }
}
