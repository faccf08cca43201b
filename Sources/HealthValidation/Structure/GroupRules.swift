import HealthModel

/// The entries of a tape that are the fields of one group: of the sample, or of an element of a list.
struct GroupLocations {
  let range: Range<Int32>
  /// The entry that they are parts of; -1 for the fields of a sample.
  let parent: Int32

  init(of sample: SampleSpan) {
    range = sample.places(of: .field)
    parent = -1
  }

  init(of place: Int32, on tape: borrowing RecordTape) {
    range = tape.parts(of: place)
    parent = place
  }

  func contains(_ place: Int32, on tape: borrowing RecordTape) -> Bool {
    parent < 0 ? tape[place].kind == .field : tape[place].parent == parent
  }
}

/// What the judge knows of the list whose element it judges.
struct ElementContext {
  let plan: ListPlan
  /// The case that the name of an export's element says.
  let nameCase: Int
}

extension SampleJudge {
  /// Judges a group and appends its pairs in the order of the definition, unknown ones after them.
  ///
  /// - Returns: what tells the group from others of its list; empty outside of lists.
  @discardableResult
  mutating func appendGroup(
    _ plan: GroupPlan, _ places: GroupLocations, _ element: ElementContext?, _ sample: SampleSpan,
    _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> (order: ElementOrder, key: [UInt8]) {
    let base = structure.found.count
    structure.found.append(contentsOf: repeatElement(-1, count: plan.fields.count))
    defer { structure.found.removeLast(structure.found.count - base) }
    let unknown = locate(plan, places, base, record, context, bytes)
    var order = ElementOrder.none
    var key: [UInt8] = []
    for index in plan.fields.indices {
      let start = structure.text.end
      structure.text.append(key: plan.fields[index].key)
      let value = structure.text.end
      structure.order = .none
      if !appendField(index, plan, places, base, element, sample, record, context, bytes) {
        structure.text.cut(to: start)
      }
      guard let element else { continue }
      if element.plan.sorted == index { order = structure.order }
      if element.plan.unique.contains(index) {
        if structure.text.end.bytes > value.bytes { key += structure.text.bytes[value.bytes...] }
        key.append(0)
      }
    }
    if unknown { appendUnknownFields(plan, places, record, context, bytes) }
    return (order, key.contains { $0 != 0 } ? key : [])
  }

  /// Finds the entries of fields and units; says whether there are others.
  private mutating func locate(
    _ plan: GroupPlan, _ places: GroupLocations, _ base: Int, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    var hasUnknown = false
    for place in places.range where places.contains(place, on: record.tape) {
      let key = record.tape[place].key
      guard let name = plan.name(key, context.syntax, bytes) else {
        hasUnknown = true
        find(.fieldUnknown, context, at: context.place(of: place, on: record.tape), span: key.place, type: item.type)
        continue
      }
      if !name.isUnit, structure.found[base + name.field] < 0 { structure.found[base + name.field] = place }
    }
    return hasUnknown
  }

  /// Judges a field and appends its value; `false` when it has none that could be appended.
  private mutating func appendField(
    _ index: Int, _ plan: GroupPlan, _ places: GroupLocations, _ base: Int, _ element: ElementContext?,
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    let field = plan.fields[index]
    let place = structure.found[base + index]
    guard place >= 0, record.tape[place].value.kind != .null else {
      if let element, element.plan.nameField == index, context.syntax == .appleHealth {
        return appendCase(element.nameCase, of: field)
      }
      if field.isRequired {
        var path = FindingPlace(member: context.member)
        if places.parent >= 0 {
          path = context.place(of: places.parent, on: record.tape)
        } else {
          path.section = .fields
        }
        let span = places.parent >= 0 ? record.tape[places.parent].value.place : start(of: sample)
        find(.fieldMissing, context, at: path, span: span, type: item.type, .requiredField(Int32(clamping: index)))
      }
      return false
    }
    let other = field.typeField < 0 ? -1 : structure.found[base + field.typeField]
    let unit = unitPlace(of: field, places, record, context, bytes)
    let value = FieldContext(
      place: place, unit: unit, type: other, isWithin: element?.plan.definition.isWithinSample ?? false)
    (structure.isConverted, structure.isWord) = (false, false)
    guard appendValue(field, value, sample, record, context, bytes) else { return false }
    if structure.isConverted, places.parent < 0 {
      structure.converted.append(
        ConvertedField(member: context.member, key: field.key, place: place, unit: unit, isWord: structure.isWord))
    }
    return true
  }

  /// The entry of the attribute or column with a field's unit, which several fields may share; -1 for none.
  private func unitPlace(
    of field: FieldPlan, _ places: GroupLocations, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) -> Int32 {
    let name = context.syntax == .appleHealth ? field.unitAttribute : field.unitName
    guard context.syntax != .json, !name.isEmpty else { return -1 }
    return places.range.first { places.contains($0, on: record.tape) && bytes.equals(record.tape[$0].key.range, name) }
      ?? -1
  }

  private mutating func appendCase(_ index: Int, of field: FieldPlan) -> Bool {
    guard let plan = field.type, plan.cases.indices.contains(index) else { return false }
    structure.text.append { JSONText.appendQuoted(plan.cases[index].name.utf8, to: &$0) }
    structure.order = .number(Double(index))
    return true
  }

  private mutating func appendUnknownFields(
    _ plan: GroupPlan, _ places: GroupLocations, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) {
    for place in places.range where places.contains(place, on: record.tape) {
      let entry = record.tape[place]
      guard plan.name(entry.key, context.syntax, bytes) == nil else { continue }
      structure.text.separate()
      structure.text.append {
        CanonicalText.appendQuoted(entry.key, context.syntax, bytes, to: &$0)
        $0.append(UInt8(ascii: ":"))
        CanonicalText.appendValue(entry.value, context.syntax, bytes, to: &$0)
      }
    }
  }
}
