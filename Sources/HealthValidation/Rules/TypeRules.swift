import HealthModel

/// *type*: the sample names a type of the registry, in a shape that fits its kind.
extension SampleJudge {
  /// Looks the type up; `false` when nothing more can be judged.
  mutating func checkType(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) -> Bool {
    let field = sample[.type]
    guard field.kind == .string else {
      if field.isPresent {
        find(.fieldKind, context, field: .type, span: field.place, type: -1)
      } else {
        find(.fieldMissing, context, field: .type, span: start(of: sample), type: -1)
      }
      return false
    }
    if field.range.count > 128 {
      find(.stringTooLong, context, field: .type, span: field.place, type: -1, .longer(than: 128))
      return false
    }
    guard let name = lookUp(field, context.syntax, bytes) else {
      if pending < 0 { pending = pendingName(field, context.syntax, bytes) }
      if pending < 0, context.member < 0, validator.options.unknownTypes != .refuse { isPassedOver = true }
      find(.typeUnknown, context, field: .type, span: field.place, type: -1)
      return false
    }
    item.type = Int32(truncatingIfNeeded: name.index)
    // The id and the first identifier follow from the type: normalizing need not keep them.
    if validator.options.normalizes, !field.isEscaped, !name.isPrimary { item.changes.insert(.type) }
    if validator.limits[name.index].isDeprecated {
      find(.typeDeprecated, context, field: .type, span: field.place, type: item.type)
    }
    if sample.present[.members], !validator.limits[name.index].hasMembers {
      find(.typeKind, context, field: .members, span: sample[.members].place, type: item.type)
    }
    if sample.present[.unit], validator.limits[name.index].column != .number {
      find(.typeKind, context, field: .unit, span: sample[.unit].place, type: item.type)
    }
    return true
  }

  private mutating func lookUp(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> TypeName? {
    if !field.isEscaped { return validator.registry.typeName(at: field.range, in: bytes) }
    var text: [UInt8] = []
    CanonicalText.appendDecoded(field, syntax, bytes, to: &text)
    return validator.registry.typeName(at: 0..<text.count, in: text.span.bytes)
  }

  /// The index of a name that is known and has no type yet; -1 for all others.
  private func pendingName(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Int {
    CanonicalText.reading(field, syntax, bytes) { validator.registry.pendingIndex(at: $0, in: $1) } ?? -1
  }

  /// Where a finding about an absent field points: the beginning of the sample.
  func start(of sample: SampleSpan) -> ByteRange {
    let start = Int(sample.place.lowerBound)
    return ByteRange(start..<max(start, min(start + 1, Int(sample.place.upperBound))))
  }
}

extension FindingMessage {
  /// What to do about a name that is like no type's.
  private static func otherType(_ context: MessageContext) -> MessageText {
    guard context.namesOptions else { return "add a definition to the registry, or name a type that it has" }
    if context.isPublished {
      return
        "pass over what nobody wants with `--unknown skip`, or add a definition that has the code with `--catalog DIR`"
    }
    return context.isCell
      ? "map the name to a type under `values` in assay.yaml, or add a definition with `--catalog DIR`"
      : "add a definition with `--catalog DIR`, or see `assay catalog list`"
  }

  static func type(_ context: MessageContext) -> FindingMessage {
    switch context.finding.code {
    case .typeUnknown:
      let near = context.tables.type(near: context.text, context.hints)
      return FindingMessage(
        "no type is called `\(context.shown)`", hint: near.map { "did you mean `\($0)`?" } ?? otherType(context))
    case .typeDeprecated:
      let use = context.replacement
      return FindingMessage("\(context.subject) is deprecated", hint: use.map { "use `\($0)`" }, rule: "deprecated")
    case .typeKind:
      return FindingMessage("\(context.subject) is a \(context.kind) and takes no `\(context.field)`", rule: "kind")
    default: return FindingMessage("\(context.subject) is read-only", rule: "writable")
    }
  }
}
