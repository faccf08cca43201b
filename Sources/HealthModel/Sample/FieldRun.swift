/// The fields of a sample's `source` or `device` object, apart from the place it stood at.
public struct FieldRun: Sendable {
  @usableFromInline let parent: SampleField
  /// The object, then its texts.
  @usableFromInline var fields: [RawField]
  @usableFromInline let present: SampleFields
  @usableFromInline let strings: SampleFields
  @usableFromInline let start: Int32

  /// Copies the fields of a sample.
  ///
  /// - Parameters:
  ///   - sample: the sample.
  ///   - parent: `.source` or `.device`.
  ///   - start: where the text that says the fields begins.
  public init(of sample: RawSample, _ parent: SampleField, at start: Int) {
    self.parent = parent
    self.start = Int32(truncatingIfNeeded: start)
    let last = parent == .source ? SampleField.sourceOS : .deviceUDI
    let run = SampleFields.run(from: parent, through: last)
    present = sample.present.intersection(run)
    strings = sample.strings.intersection(run)
    fields = (parent.rawValue...last.rawValue).map { sample[SampleField(rawValue: $0) ?? parent] }
  }
}

extension RawSample {
  /// Takes over the fields of a text that stands at a place as well, byte for byte.
  @inlinable public mutating func take(_ run: FieldRun, at start: Int) {
    var object = run.fields[0]
    let distance = Int32(truncatingIfNeeded: start) &- run.start
    if object.isPresent { object.start &+= distance }
    let isSource = run.parent == .source
    if isSource { source = object } else { device = object }
    let first = isSource ? 0 : 5
    var index = 1
    while index < run.fields.count {
      var field = run.fields[index]
      if field.isPresent { field.start &+= distance }
      attribution[first &+ index &- 1] = field
      index &+= 1
    }
    presentFields.formUnion(run.present)
    stringFields.formUnion(run.strings)
  }
}
