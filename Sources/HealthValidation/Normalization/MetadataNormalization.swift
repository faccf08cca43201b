import HealthModel
import HealthUnits

/// Brings metadata into its canonical form: sorted by key, values of known keys in their kind's form.
extension SampleJudge {
  /// Appends the metadata object; leaves the identity bytes of the entries in `scratch`.
  mutating func appendMetadata(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ isExport: Bool, _ bytes: RawSpan
  ) -> ByteRange {
    canonicalizeMetadata(sample, record, isExport, bytes)
    guard sample.has(.metadata) else { return .empty }
    let start = batch.arena.count
    for entry in scratch.entries {
      batch.arena.append(batch.arena.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
      JSONText.appendQuoted(scratch.text[entry.key], to: &batch.arena)
      batch.arena.append(UInt8(ascii: ":"))
      batch.arena.append(contentsOf: scratch.text[entry.value])
    }
    batch.arena.append(UInt8(ascii: "}"))
    return ByteRange(start..<batch.arena.count)
  }

  /// Fills `scratch` with the entries, sorted by key.
  mutating func canonicalizeMetadata(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ isExport: Bool, _ bytes: RawSpan
  ) {
    scratch.entries.removeAll(keepingCapacity: true)
    scratch.text.removeAll(keepingCapacity: true)
    guard sample.has(.metadata) else { return }
    // Where a sample has one key by two of its names, all keys stay as they were written: an object has each key once.
    if !canonicalizeAll(sample, record, isExport, keepsNames: false, bytes) {
      _ = canonicalizeAll(sample, record, isExport, keepsNames: true, bytes)
    }
  }

  /// Fills `scratch` with the entries, sorted by key; `false` when two of them have one key.
  private mutating func canonicalizeAll(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ isExport: Bool, keepsNames: Bool, _ bytes: RawSpan
  ) -> Bool {
    scratch.entries.removeAll(keepingCapacity: true)
    scratch.text.removeAll(keepingCapacity: true)
    for place in sample.places(of: .metadata) where record.tape[place].kind == .metadata {
      canonicalize(place, record, isExport, keepsName: keepsNames, bytes)
    }
    guard scratch.entries.count > 1 else { return true }
    let text = scratch.text
    scratch.entries.sort { text[$0.key].lexicographicallyPrecedes(text[$1.key]) }
    for index in 1..<scratch.entries.count
    where text[scratch.entries[index - 1].key] == text[scratch.entries[index].key] { return false }
    return true
  }

  mutating func canonicalize(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ isExport: Bool, keepsName: Bool, _ bytes: RawSpan
  ) {
    let (entry, syntax) = (record.tape[place], record.syntax)
    let known = metadataKey(entry.key, syntax, bytes)
    let keyStart = scratch.text.count
    if let known, !keepsName {
      scratch.text.append(contentsOf: validator.metadataPlans[known].key)
    } else {
      CanonicalText.appendDecoded(entry.key, syntax, bytes, to: &scratch.text)
    }
    let valueStart = scratch.text.count
    let identity =
      known.map { knownValue(place, record, validator.metadataPlans[$0], isExport, bytes) }
      ?? freeValue(place, record, isExport, bytes)
    let identityStart = scratch.text.count
    switch identity {
    case .text: scratch.text.append(contentsOf: scratch.text[valueStart..<identityStart])
    case .number(let value):
      scratch.text.append(UInt8(ascii: "q"))
      IdentityBytes.append(value.bitPattern, to: &scratch.text)
    case .instant(let microseconds):
      scratch.text.append(UInt8(ascii: "t"))
      IdentityBytes.append(UInt64(bitPattern: microseconds), to: &scratch.text)
    }
    scratch.entries.append(
      MetadataEntry(
        key: keyStart..<valueStart, value: valueStart..<identityStart, identity: identityStart..<scratch.text.count))
  }

  /// The form of a metadata value for identity: its canonical text, or a number that spelling does not change.
  private enum Identity {
    case text
    case number(Double)
    case instant(Int64)
  }

  private mutating func knownValue(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ plan: MetadataPlan, _ isExport: Bool, _ bytes: RawSpan
  ) -> Identity {
    let (entry, syntax) = (record.tape[place], record.syntax)
    switch plan.shape {
    case .boolean:
      if let flag = CanonicalText.boolean(entry.value, syntax, bytes) {
        scratch.text.append(contentsOf: flag ? "true".utf8 : "false".utf8)
        return .text
      }
    case .number, .integer:
      if entry.value.kind == .number || syntax.isTextual,
        let number = DecimalParser.parse(entry.value.range, in: bytes)
      {
        DecimalWriter.append(number.value, to: &scratch.text)
        return .text
      }
    case .enum:
      let number = integer(entry.value, bytes).flatMap { plan.table.raws[$0] }
      if let found = enumCase(entry.value, plan.table.names, plan.table.raws, syntax, bytes) ?? number {
        if let raw = plan.cases[found].raw {
          DecimalWriter.append(Int64(raw), to: &scratch.text)
        } else {
          JSONText.appendQuoted(plan.cases[found].name.utf8, to: &scratch.text)
        }
        return .text
      }
    case .date:
      if let instant = metadataDate(entry.value, syntax, bytes) {
        scratch.text.append(UInt8(ascii: "\""))
        TimestampWriter.append(instant, to: &scratch.text)
        scratch.text.append(UInt8(ascii: "\""))
        return .instant(instant.microseconds)
      }
    case .quantity:
      if let quantity = MetadataQuantity(place, record, &unitTexts, validator.registry.units, bytes) {
        return append(quantity, isExport)
      }
    case .string: break
    }
    CanonicalText.appendValue(entry.value, syntax, bytes, to: &scratch.text)
    return .text
  }

  private mutating func freeValue(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ isExport: Bool, _ bytes: RawSpan
  ) -> Identity {
    let entry = record.tape[place]
    if entry.value.kind == .object,
      let quantity = MetadataQuantity(place, record, &unitTexts, validator.registry.units, bytes)
    {
      return append(quantity, isExport)
    }
    CanonicalText.appendValue(entry.value, record.syntax, bytes, to: &scratch.text)
    return .text
  }

  private mutating func append(_ quantity: MetadataQuantity, _ isExport: Bool) -> Identity {
    scratch.text.append(contentsOf: "{\"value\":".utf8)
    DecimalWriter.append(quantity.value, to: &scratch.text)
    scratch.text.append(contentsOf: ",\"unit\":".utf8)
    JSONText.appendQuoted(quantity.unit.unitString.utf8, to: &scratch.text)
    scratch.text.append(UInt8(ascii: "}"))
    let base = quantity.base
    return .number(isExport ? SignificantDigits.six(base) : base == 0 ? 0 : base)
  }
}
