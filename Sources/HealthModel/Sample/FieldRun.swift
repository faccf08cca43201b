/// The fields of a sample's `source` or `device` object, apart from the place it was at.
@usableFromInline package struct FieldRun: Sendable {
  @usableFromInline let parent: SampleField
  /// The object, then its texts: five of a source, eight of a device.
  @usableFromInline var fields = Fixed9<RawField>(repeating: .absent)
  @usableFromInline let present: SampleFields
  @usableFromInline let strings: SampleFields
  @usableFromInline let start: Int32

  /// Copies the fields of a sample.
  package init(of sample: RawSample, _ parent: SampleField, at start: Int) {
    self.parent = parent
    self.start = Int32(truncatingIfNeeded: start)
    let last = parent == .source ? SampleField.sourceOS : .deviceUDI
    let run = SampleFields.run(from: parent, through: last)
    present = sample.present.intersection(run)
    strings = sample.strings.intersection(run)
    for (index, raw) in (parent.rawValue...last.rawValue).enumerated() {
      if let field = SampleField(rawValue: raw) { fields[index] = sample[field] }
    }
  }
}

extension RawSample {
  /// Takes over the fields of a text that is at a place as well, byte for byte.
  @inlinable package mutating func take(_ run: FieldRun, at start: Int) {
    let distance = Int32(truncatingIfNeeded: start) &- run.start
    if run.parent == .source {
      let first = Int(SampleField.source.rawValue)
      for index in 0..<6 { fields[first &+ index] = run.fields[index].moved(by: distance) }
    } else {
      let first = Int(SampleField.device.rawValue)
      for index in 0..<9 { fields[first &+ index] = run.fields[index].moved(by: distance) }
    }
    presentFields.formUnion(run.present)
    stringFields.formUnion(run.strings)
  }
}

extension RawField {
  /// The same field of a text that is further on; one that is absent stays where it is.
  @inlinable package func moved(by distance: Int32) -> RawField {
    var field = self
    field.start &+= isPresent ? distance : 0
    return field
  }
}
