import HealthModel

/// *structure*: the fields, lists and points that the type's definition has, written in their normal form while they
/// are judged.
extension SampleJudge {
  mutating func checkStructure(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) {
    guard let plan = validator.plans[Int(item.type)].structure else {
      for place in sample.places(of: .structure) where record.tape[place].kind == .structure {
        let key = record.tape[place].key
        find(.fieldUnknown, context, at: FindingPlace(member: context.member, of: key), span: key.place, type: -1)
      }
      // A table has columns for fields alone.
      for place in sample.places(of: .field)
      where record.tape[place].kind == .field && (context.syntax == .csv || context.syntax == .foreignJSON) {
        let span = record.tape[place].value.place
        find(.fieldUnknown, context, at: context.place(of: place, on: record.tape), span: span, type: -1)
      }
      return
    }
    if structure.text.bytes.isEmpty { structure.text.removeAll(rounds: item.isExport) }
    let start = structure.text.end
    let firstElement = structure.places.count
    structure.text.append(UInt8(ascii: "{"))
    checkKinds(plan, sample, record, context, bytes)
    let fields = open("\"fields\":{")
    appendGroup(plan.fields, GroupLocations(of: sample), nil, sample, record, context, bytes)
    close(fields, UInt8(ascii: "}"))
    let lists = open("\"lists\":{")
    for index in plan.lists.indices { appendList(index, plan, sample, record, context, bytes) }
    appendUnknownLists(plan, sample, record, context, bytes)
    close(lists, UInt8(ascii: "}"))
    let beforeParent = structure.text.end
    let hasParent = appendParent(plan, sample, record, context, bytes)
    let parent = structure.text.end
    if let points = plan.points { appendPoints(points, sample, record, context, bytes) }
    structure.text.append(UInt8(ascii: "}"))
    if structure.text.end.bytes - start.bytes > Self.longestStructure {
      let span = ByteRange(Int(sample.place.lowerBound)..<Int(sample.place.upperBound))
      find(
        .objectTooLarge, context, field: nil, span: span, type: item.type, .longer(than: Int32(Self.longestStructure)))
    }
    item.structure = StructureForm(
      start: start, beforeParent: beforeParent, parent: parent, end: structure.text.end, hasParent: hasParent,
      elements: firstElement..<structure.places.count)
  }

  /// The longest normal form in bytes: with the sample's other fields it is a line that can be read again, and that
  /// plugins are sent.
  static let longestStructure = 8_000_000

  /// Begins an object or list with its key.
  mutating func open(_ text: StaticString) -> (whole: NormalFormText.Mark, inner: NormalFormText.Mark) {
    let whole = structure.text.end
    structure.text.separate()
    text.withUTF8Buffer { structure.text.append($0) }
    return (whole, structure.text.end)
  }

  /// Ends an object or list, or takes it back when nothing is in it.
  mutating func close(_ marks: (whole: NormalFormText.Mark, inner: NormalFormText.Mark), _ bracket: UInt8) {
    if structure.text.end.bytes == marks.inner.bytes {
      structure.text.cut(to: marks.whole)
    } else {
      structure.text.append(bracket)
    }
  }

  /// Refuses `fields`, `lists`, `points` and `parent` of another JSON kind, and those that the type does not have.
  private mutating func checkKinds(
    _ plan: StructurePlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) {
    for place in sample.places(of: .structure) where record.tape[place].kind == .structure {
      let entry = record.tape[place]
      let isText = bytes.equals(entry.key.range, StructureKeys.parent)
      let place = FindingPlace(member: context.member, of: entry.key)
      if entry.value.kind != (isText ? .string : .object) {
        find(.fieldKind, context, at: place, span: entry.value.place, type: item.type)
      } else if isText ? plan.parent == nil : bytes.equals(entry.key.range, StructureKeys.points) && plan.points == nil
      {
        find(.typeKind, context, at: place, span: entry.key.place, type: item.type)
      }
    }
  }

  private mutating func appendParent(
    _ plan: StructurePlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) -> Bool {
    guard let parent = plan.parent else { return false }
    for place in sample.places(of: .structure) where record.tape[place].kind == .structure {
      let entry = record.tape[place]
      guard bytes.equals(entry.key.range, StructureKeys.parent), entry.value.kind == .string else { continue }
      guard let id = CanonicalText.reading(entry.value, context.syntax, bytes, { SampleID(at: $0, in: $1) }) else {
        let place = FindingPlace(member: context.member, of: entry.key)
        find(.uuidInvalid, context, at: place, span: entry.value.place, type: item.type)
        return false
      }
      structure.text.append(key: StructureKeys.parentKey)
      structure.text.append { JSONText.appendQuoted(id.description.utf8, to: &$0) }
      return true
    }
    // A sample that was read within its parent's element gets the parent's id when that is known.
    if parent.isRequired, context.member < 0 {
      var place = FindingPlace(member: context.member)
      place.section = .parent
      find(.fieldMissing, context, at: place, span: self.start(of: sample), type: item.type)
    }
    return false
  }

  private mutating func appendUnknownLists(
    _ plan: StructurePlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) {
    for place in sample.places(of: .list) where record.tape[place].kind == .list {
      let entry = record.tape[place]
      guard plan.list(of: entry.key, context.syntax, bytes) == nil else { continue }
      find(
        .fieldUnknown, context, at: context.place(of: place, on: record.tape), span: entry.key.place, type: item.type)
      // An export's element is not a list of JSON, and another one may have its name.
      guard context.syntax == .json else { continue }
      structure.text.separate()
      structure.text.append {
        CanonicalText.appendQuoted(entry.key, context.syntax, bytes, to: &$0)
        $0.append(UInt8(ascii: ":"))
        CanonicalText.appendValue(entry.value, context.syntax, bytes, to: &$0)
      }
    }
  }
}

/// The keys of a structured sample's parts.
enum StructureKeys {
  static let parent = Array("parent".utf8)
  static let points = Array("points".utf8)
  static let parentKey = "parent".keyBytes
}

extension FindingPlace {
  /// The place of a field whose name is not one of `SampleField`.
  init(member: Int32, of key: RawField) {
    self.init(member: member)
    addOuter(.key(ByteRange(key.range)))
  }
}
