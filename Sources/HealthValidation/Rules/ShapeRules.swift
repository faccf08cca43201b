import HealthModel

/// *shape*: fields with names that samples do not have.
extension SampleJudge {
  mutating func checkUnknownFields(_ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext) {
    let hasUnknown = sample.has(.unknown) || sample.has(.unknownOfSource) || sample.has(.unknownOfDevice)
    for place in hasUnknown ? sample.tape : 0..<0 where record.tape[place].kind.isUnknown {
      let span = record.tape[place].key.place
      find(.fieldUnknown, context, at: context.place(of: place, on: record.tape), span: span, type: -1)
    }
    if sample.present.isDisjoint(with: Self.ofShape) { return }
    checkKind(.role, .string, sample, context)
    checkKind(.original, .object, sample, context)
    checkKind(.members, .array, sample, context)
  }

  private static var ofShape: SampleFields { [SampleFields(.role), SampleFields(.original), SampleFields(.members)] }

  private mutating func checkKind(
    _ field: SampleField, _ kind: RawField.Kind, _ sample: SampleSpan, _ context: RuleContext
  ) {
    let value = sample[field]
    if value.isPresent, value.kind != kind { find(.fieldKind, context, field: field, span: value.place, type: -1) }
  }
}

extension FindingMessage {
  static func shape(_ context: MessageContext) -> FindingMessage {
    let finding = context.finding
    switch finding.code {
    case .fieldMissing: return FindingMessage("\(context.subject) has no `\(context.field)`")
    case .fieldUnknown:
      let hint = context.hints.look(context.key, in: .fields) {
        let name = String(decoding: context.key, as: UTF8.self)
        return context.tables.registry.place(ofPart: name)
          ?? fieldNames.nearest(to: name).map { "did you mean `\($0)`?" }
      }
      return FindingMessage(
        "samples have no field `\(context.shownKey)`; it is kept as it is", hint: hint.map { MessageText($0) })
    case .fieldKind where finding.field == nil && !context.key.isEmpty:
      return FindingMessage("`\(context.shownKey)` is of the wrong JSON kind: \(context.shown)")
    case .fieldKind where context.text.first == UInt8(ascii: "{") && kindHint(finding.field) == "an object":
      return FindingMessage("a part of the original `\(context.field)` is of the wrong JSON kind: \(context.shown)")
    case .fieldKind:
      return FindingMessage(
        "`\(context.field)` is of the wrong JSON kind: \(context.shown)",
        hint: kindHint(finding.field).map { "write \($0)" })
    default: return FindingMessage("`\(context.field)` is longer than \(finding.detail.limit) bytes")
    }
  }

  fileprivate static let fieldNames = SuggestionList(SampleField.topLevelNames)

  fileprivate static func kindHint(_ field: SampleField?) -> String? {
    switch field {
    case .source, .device, .metadata, .original: "an object"
    case .members: "a list of objects"
    case .value: "a number, a name or a date, as the type says"
    case nil: nil
    default: "text in double quotes"
    }
  }
}
