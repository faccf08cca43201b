import HealthModel

/// *identity*: a UUID that comes with the sample is one, and the subject is there when it is demanded.
extension SampleJudge {
  mutating func checkIdentity(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    let field = sample[.uuid]
    if field.isPresent {
      if field.kind != .string {
        find(.fieldKind, context, field: .uuid, span: field.place, type: -1)
      } else if let id = CanonicalText.reading(field, context.syntax, bytes, { SampleID(at: $0, in: $1) }) {
        item.id = id
      } else {
        find(.uuidInvalid, context, field: .uuid, span: field.place, type: -1)
      }
    }
    let subject = sample[.subject]
    if subject.isPresent {
      if subject.kind != .string || subject.range.isEmpty {
        find(.fieldKind, context, field: .subject, span: subject.place, type: -1)
      } else if CanonicalText.count(subject, context.syntax, bytes) > 128 {
        find(.stringTooLong, context, field: .subject, span: subject.place, type: -1, .longer(than: 128))
      }
    } else if validator.options.requiresSubject, validator.options.subject == nil, context.member < 0 {
      find(.subjectMissing, context, field: .subject, span: start(of: sample), type: -1)
    }
  }

  /// *source*: what the sample says of its source and device is text.
  ///
  /// Only who the source is belongs to the sample's identity. What is wrong beside it costs no sample: `original` has it.
  mutating func checkProvenance(_ sample: SampleSpan, _ context: RuleContext) {
    let type = item.type
    checkObject(.source, sample, context, type)
    checkObject(.device, sample, context, type)
    if sample.present.intersection(.attribution).isSubset(of: sample.strings) { return }
    for field in SampleField.allCases
    where field.rawValue >= SampleField.sourceName.rawValue && field.rawValue <= SampleField.deviceUDI.rawValue
      && field != .device && sample[field].isPresent && sample[field].kind != .string
    {
      let isIdentity = field == .sourceName || field == .sourceBundle
      find(
        .fieldKind, context, field: field, span: sample[field].place, type: type, severity: isIdentity ? nil : .warning)
      item.changes.insert(field.rawValue <= SampleField.sourceOS.rawValue ? .source : .device)
    }
  }

  private mutating func checkObject(_ field: SampleField, _ sample: SampleSpan, _ context: RuleContext, _ type: Int32) {
    let object = sample[field]
    if object.isPresent, object.kind != .object {
      let severity: Severity? = field == .device ? .warning : nil
      find(.fieldKind, context, field: field, span: object.place, type: type, severity: severity)
      item.changes.insert(field == .device ? .device : .source)
    }
  }

  /// Where the sample was read from: decides how a long duration is judged and how values are rounded for identity.
  mutating func checkOrigin(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    let field = sample[.origin]
    if field.isPresent {
      if field.kind != .string || field.range.isEmpty || CanonicalText.count(field, context.syntax, bytes) > 128 {
        find(.fieldKind, context, field: .origin, span: field.place, type: item.type)
      }
      item.isExport = CanonicalText.isSame(field, KnownOrigin.appleHealth, context.syntax, bytes)
    } else if context.member >= 0, validator.options.inheritsFromCorrelation {
      item.isExport = judged[0].isExport
    } else {
      item.isExport = context.syntax == .appleHealth || validator.options.origin == "apple-health"
    }
  }
}

/// The origins that rules know.
enum KnownOrigin { static let appleHealth = Array("apple-health".utf8) }

extension FindingMessage {
  /// The words of *identity*, and for a sample that a store does not take.
  static func identity(_ context: MessageContext) -> FindingMessage {
    switch context.finding.code {
    case .uuidInvalid:
      FindingMessage(
        "`\(context.shown)` is not a UUID", hint: "36 characters as 8-4-4-4-12 hexadecimal digits, not all zero")
    case .uuidConflict where context.finding.detail == .sameCorrelation:
      FindingMessage("another sample of this correlation has the id \(context.uuid) too")
    case .uuidConflict:
      FindingMessage(
        "\(context.subject) \(context.uuid) is stored already with other content; the stored one stays",
        hint: context.plan?.hasTime == false
          ? "the record is kept in the quarantine file\(otherPerson(context))"
          : "the record is kept in the quarantine file")
    case .storeRefused:
      FindingMessage("the store refuses \(context.subject)", hint: "the record is kept in the quarantine file")
    default:
      FindingMessage(
        "the sample names no subject",
        hint: context.namesOptions ? "give one with `--subject`" : "name one in the sample, or pass it as `subject`")
    }
  }
  /// A characteristic has one value for each subject, so its conflict nearly always means the exports of two people.
  private static func otherPerson(_ context: MessageContext) -> MessageText {
    context.namesOptions
      ? "; if the inputs are of different people, import each with a separate `--subject`"
      : "; if the inputs are of different people, import each with a separate subject"
  }
}
