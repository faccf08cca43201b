import HealthModel

extension SampleJudge {
  /// Judges an object of metadata within a structured sample and appends its normal form, which is that of a sample's.
  mutating func appendFieldMetadata(
    _ source: FieldContext, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Bool {
    let isExport = context.syntax == .appleHealth
    guard record.tape[source.place].value.kind == .object || isExport else {
      return refuse(.fieldKind, source.place, record, context)
    }
    scratch.entries.removeAll(keepingCapacity: true)
    scratch.text.removeAll(keepingCapacity: true)
    if isExport {
      // One element for each entry: the others are next to it, parts of the same element.
      let parent = record.tape[source.place].parent
      for place in record.tape.parts(of: parent) where record.tape[place].parent == parent {
        guard bytes.equals(record.tape[place].key.range, record.tape[source.place].key, in: bytes) else { continue }
        for entry in record.tape.parts(of: place) where record.tape[entry].parent == place {
          add(entry, record, context, bytes)
        }
      }
    } else {
      for entry in record.tape.parts(of: source.place) where record.tape[entry].parent == source.place {
        add(entry, record, context, bytes)
      }
    }
    let text = scratch.text
    scratch.entries.sort { text[$0.key].lexicographicallyPrecedes(text[$1.key]) }
    structure.text.append(UInt8(ascii: "{"))
    var last: ArraySlice<UInt8> = []
    for entry in scratch.entries {
      // Exports write entries twice; the first counts.
      if text[entry.key] == last { continue }
      last = text[entry.key]
      structure.text.separate()
      structure.text.append {
        JSONText.appendQuoted(text[entry.key], to: &$0)
        $0.append(UInt8(ascii: ":"))
      }
      structure.text.append(text[entry.value])
    }
    structure.text.append(UInt8(ascii: "}"))
    return true
  }

  private mutating func add(
    _ entry: Int32, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) {
    checkEntry(entry, record, context, item.type, bytes)
    canonicalize(entry, record, context.syntax == .appleHealth, keepsName: false, bytes)
  }
}

extension RawSpan {
  /// Whether two slices have the same bytes.
  fileprivate func equals(_ range: Range<Int>, _ other: RawField, in bytes: RawSpan) -> Bool {
    range.count == other.range.count
      && zip(range, other.range).allSatisfy {
        unsafeLoad(fromByteOffset: $0, as: UInt8.self) == bytes.unsafeLoad(fromByteOffset: $1, as: UInt8.self)
      }
  }
}
