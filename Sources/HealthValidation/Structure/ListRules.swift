import HealthModel

extension SampleJudge {
  /// Judges a list and appends it in the order that its definition asks for.
  mutating func appendList(
    _ index: Int, _ plan: StructurePlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) {
    let list = plan.lists[index]
    let whole = structure.text.end
    structure.text.append(key: list.key)
    structure.text.append(UInt8(ascii: "["))
    let inner = structure.text.end
    structure.elements.removeAll(keepingCapacity: true)
    structure.keys.removeAll(keepingCapacity: true)
    var count = 0
    var span: (path: FindingPlace, span: ByteRange)?
    for place in sample.places(of: .list) where record.tape[place].kind == .list {
      let entry = record.tape[place]
      guard let found = plan.list(of: entry.key, context.syntax, bytes), found.list == index else { continue }
      span = (context.place(of: place, on: record.tape), entry.value.place)
      let element = ElementContext(plan: list, nameCase: found.name)
      if context.syntax == .appleHealth {
        count += 1
        if count <= list.definition.maximum { appendElement(place, element, sample, record, context, bytes) }
      } else if entry.value.kind == .array {
        for part in record.tape.parts(of: place) where record.tape[part].parent == place {
          count += 1
          guard count <= list.definition.maximum else { continue }
          appendElement(part, element, sample, record, context, bytes)
        }
      } else if entry.value.kind != .null {
        find(.fieldKind, context, at: span?.path ?? FindingPlace(), span: entry.value.place, type: item.type)
      }
    }
    checkCount(count, of: index, list, span, sample, context)
    if structure.elements.isEmpty {
      structure.text.cut(to: whole)
      return
    }
    if list.sorted >= 0 { sort(from: inner) }
    structure.text.append(UInt8(ascii: "]"))
    if validator.limits[Int(item.type)].hasRules {
      for element in structure.elements { structure.places.append(ElementLocation(list: index, entry: element.entry)) }
    }
  }

  private mutating func appendElement(
    _ place: Int32, _ element: ElementContext, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) {
    let whole = structure.text.end
    structure.text.separate()
    let start = structure.text.end
    let told: (order: ElementOrder, key: [UInt8])
    let entry = record.tape[place]
    if element.plan.isGroup {
      guard entry.value.kind == .object else {
        find(
          .fieldKind, context, at: context.place(of: place, on: record.tape), span: entry.value.place, type: item.type)
        structure.text.cut(to: whole)
        return
      }
      structure.text.append(UInt8(ascii: "{"))
      told = appendGroup(
        element.plan.group, GroupLocations(of: place, on: record.tape), element, sample, record, context, bytes)
      structure.text.append(UInt8(ascii: "}"))
    } else {
      guard let field = element.plan.group.fields.first else {
        structure.text.cut(to: whole)
        return
      }
      var value = place
      if context.syntax == .appleHealth {
        let parts = GroupLocations(of: place, on: record.tape)
        value =
          parts.range.first {
            parts.contains($0, on: record.tape)
              && element.plan.group.name(record.tape[$0].key, context.syntax, bytes) != nil
          } ?? place
      }
      let source = FieldContext(place: value, unit: -1, type: -1, isWithin: element.plan.definition.isWithinSample)
      structure.order = .none
      guard appendValue(field, source, sample, record, context, bytes) else {
        structure.text.cut(to: whole)
        return
      }
      told = (structure.order, element.plan.unique.isEmpty ? [] : Array(structure.text.bytes[start.bytes...]))
    }
    structure.elements.append(ListElementForm(start: start, end: structure.text.end, order: told.order, entry: place))
    if !told.key.isEmpty, !structure.keys.insert(told.key).inserted {
      find(
        .listNotUnique, context, at: context.place(of: place, on: record.tape), span: entry.value.place,
        type: item.type)
    }
  }

  private mutating func checkCount(
    _ count: Int, of index: Int, _ list: ListPlan, _ span: (path: FindingPlace, span: ByteRange)?,
    _ sample: SampleSpan, _ context: RuleContext
  ) {
    let (least, most) = (list.definition.minimum, list.definition.maximum)
    guard count < least || count > most else { return }
    var path = FindingPlace(member: context.member)
    path.section = .lists
    find(
      count > most ? .listTooLong : .listTooShort, context, at: span?.path ?? path,
      span: span?.span ?? start(of: sample), type: item.type,
      .list(Int32(clamping: index), count: Int32(clamping: count), limit: Int32(clamping: count > most ? most : least)))
  }

  /// Orders the elements that were appended last; equal ones stay as they are.
  private mutating func sort(from start: NormalFormText.Mark) {
    let elements = structure.elements
    let isSorted = elements.indices.dropFirst().allSatisfy { !(elements[$0].order < elements[$0 - 1].order) }
    if isSorted { return }
    structure.elements = elements.sorted { $0.order < $1.order }
    structure.text.reorder(structure.elements, from: start)
  }
}
