import HealthModel

/// *shape*: fields with names that samples do not have.
extension SampleJudge {
  mutating func checkUnknownFields(
    _ index: Int, _ record: RawSampleBuffer, _ scene: Scene, _ bytes: RawSpan
  ) {
    for entry in record.samples[index].unknown {
      let key = record.unknown[Int(entry)].key
      find(
        .fieldUnknown, scene, field: record.unknown[Int(entry)].parent, span: key.place, type: -1, key: key.place)
    }
    let role = record.samples[index][.role]
    if role.isPresent, role.kind != .string {
      find(.fieldKind, scene, field: .role, span: role.place, type: -1)
    }
    let original = record.samples[index][.original]
    if original.isPresent, original.kind != .object {
      find(.fieldKind, scene, field: .original, span: original.place, type: -1)
    }
    let members = record.samples[index][.members]
    if members.isPresent, members.kind != .array {
      find(.fieldKind, scene, field: .members, span: members.place, type: -1)
    }
  }
}
