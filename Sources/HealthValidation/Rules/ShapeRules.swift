import HealthModel

/// *shape*: fields with names that samples do not have.
extension SampleJudge {
  mutating func checkUnknownFields(_ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ scene: Scene) {
    for entry in sample.unknown {
      let key = record.unknown[Int(entry)].key
      find(
        .fieldUnknown, scene, field: record.unknown[Int(entry)].parent, span: key.place, type: -1, key: key.place)
    }
    if sample.present.isDisjoint(with: Self.ofShape) { return }
    checkKind(.role, .string, sample, scene)
    checkKind(.original, .object, sample, scene)
    checkKind(.members, .array, sample, scene)
  }

  private static var ofShape: SampleFields {
    [SampleFields(.role), SampleFields(.original), SampleFields(.members)]
  }

  private mutating func checkKind(_ field: SampleField, _ kind: RawField.Kind, _ sample: SampleSpan, _ scene: Scene) {
    let value = sample[field]
    if value.isPresent, value.kind != kind {
      find(.fieldKind, scene, field: field, span: value.place, type: -1)
    }
  }
}
