import HealthModel

/// Keeps what a sample wrote where normalizing changes it.
extension SampleJudge {
  private static let keys: [(JudgedSample.Changes, SampleField, [UInt8])] = [
    (.value, .value, Array("value".utf8)), (.unit, .unit, Array("unit".utf8)), (.type, .type, Array("type".utf8)),
    (.start, .start, Array("start".utf8)), (.end, .end, Array("end".utf8)),
    (.created, .created, Array("created".utf8)),
  ]

  /// Appends the `original` object: what an earlier normalizing kept stays, what changes now is added.
  mutating func appendOriginal(
    _ index: Int, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) -> ByteRange {
    let changes = judged[index].changes
    if changes.isEmpty, !sample.has(.original), structure.converted.isEmpty { return .empty }
    let start = batch.arena.count
    let hasEarlier = sample.has(.original)
    for key in Self.keys.indices {
      let field = Self.keys[key].1
      // A value and its unit belong together: when one changes, both are kept.
      let isPair = field == .value || field == .unit
      let hasChanged =
        changes.contains(Self.keys[key].0) || (isPair && changes.contains(.value) && sample[.unit].isPresent)
      // Before the name, which is counted.
      guard hasChanged || hasEarlier else { continue }
      let name = Self.keys[key].2
      var earlier: RawField?
      for place in sample.places(of: .original) where record.tape[place].kind == .original {
        let kept = record.tape[place]
        if CanonicalText.isSame(kept.key, name, record.syntax, bytes) { earlier = kept.value }
      }
      guard let kept = earlier ?? (hasChanged ? sample[field] : nil), kept.isPresent else { continue }
      appendSeparator(start, name)
      if field == .value, kept.kind == .number || isTextualNumber(kept, record.syntax, index, bytes) {
        CanonicalText.append(kept.range, bytes, to: &batch.arena)
      } else {
        CanonicalText.appendValue(kept, record.syntax, bytes, to: &batch.arena)
      }
    }
    for place in sample.places(of: .original) where record.tape[place].kind == .original {
      let other = record.tape[place]
      if isKnown(other.key, record.syntax, bytes) { continue }
      appendSeparator(start, nil)
      CanonicalText.appendQuoted(other.key, record.syntax, bytes, to: &batch.arena)
      batch.arena.append(UInt8(ascii: ":"))
      CanonicalText.appendValue(other.value, record.syntax, bytes, to: &batch.arena)
    }
    if judged[index].readAs >= 0 { appendReadAs(index, start) }
    if !structure.converted.isEmpty { appendConverted(index, start, sample, record, bytes) }
    if batch.arena.count > start { batch.arena.append(UInt8(ascii: "}")) }
    return ByteRange(start..<batch.arena.count)
  }

  /// Appends the fields whose numbers were converted, as they were written; what an earlier normalizing kept stays.
  private mutating func appendConverted(
    _ index: Int, _ start: Int, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) {
    for place in sample.places(of: .original) where record.tape[place].kind == .original {
      if CanonicalText.isSame(record.tape[place].key, Self.fields, record.syntax, bytes) { return }
    }
    var isFirst = true
    for field in structure.converted where Int(field.member) + 1 == index {
      if isFirst {
        appendSeparator(start, Self.fields)
      }
      batch.arena.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
      isFirst = false
      batch.arena.append(contentsOf: field.key)
      let value = record.tape[field.place].value
      if value.kind == .object {
        CanonicalText.appendValue(value, record.syntax, bytes, to: &batch.arena)
      } else {
        // The number and the unit of an export are two attributes.
        batch.arena.append(contentsOf: "{\"value\":".utf8)
        CanonicalText.append(value.range, bytes, to: &batch.arena)
        batch.arena.append(contentsOf: ",\"unit\":".utf8)
        let unit = field.unit < 0 ? RawField.absent : record.tape[field.unit].value
        CanonicalText.appendQuoted(unit, record.syntax, bytes, to: &batch.arena)
        batch.arena.append(UInt8(ascii: "}"))
      }
    }
    if !isFirst { batch.arena.append(UInt8(ascii: "}")) }
  }

  /// Appends the unit that a fix read the value in, so that the change can be found and undone.
  private mutating func appendReadAs(_ index: Int, _ start: Int) {
    let units = validator.messages.likelyUnits(of: judged[index].type)
    guard units.indices.contains(Int(judged[index].readAs)) else { return }
    appendSeparator(start, Self.readAs)
    JSONText.appendQuoted(units[Int(judged[index].readAs)].unit.utf8, to: &batch.arena)
  }

  private static let readAs = Array("read_as".utf8)
  private static let fields = Array("fields".utf8)

  private func isKnown(_ key: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool {
    for (_, _, name) in Self.keys where CanonicalText.isSame(key, name, syntax, bytes) { return true }
    return false
  }

  /// The number of an export or a table is text; it is kept as the number it is.
  private func isTextualNumber(_ field: RawField, _ syntax: RawSyntax, _ index: Int, _ bytes: RawSpan) -> Bool {
    syntax.isTextual && validator.limits[Int(judged[index].type)].column == .number && !field.isEscaped
      && DecimalParser.parse(field.range, in: bytes) != nil
  }

  private mutating func appendSeparator(_ start: Int, _ name: [UInt8]?) {
    batch.arena.append(batch.arena.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
    guard let name else { return }
    batch.arena.append(UInt8(ascii: "\""))
    batch.arena.append(contentsOf: name)
    batch.arena.append(UInt8(ascii: "\""))
    batch.arena.append(UInt8(ascii: ":"))
  }
}
